import * as z from 'zod';
import type { Resource } from '../language/define-resource.ts';

/** `GET /resources/definitions/`: sections an installation added; `problems` of its files for admins only. */
export const definitionsAnswer = z.object({
  definitions: z.array(z.custom<Resource>((value) => typeof value === 'object' && value !== null)),
  problems: z.array(z.object({ file: z.string(), problems: z.array(z.string()) })),
});
export type DefinitionsAnswer = z.output<typeof definitionsAnswer>;
