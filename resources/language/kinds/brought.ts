import * as z from 'zod';
import { defineKind } from './kind.ts';

/**
 * Something that another page brings along when it opens the form (`prefill`), and that goes out as it came: what a request
 * was made of. Nobody types it; a widget (`input`) may say what it is.
 */
export const brought = defineKind({
  options: z.object({}),
  rule: (_options, missing) => z.looseObject({}, { error: missing }),
  initial: () => null,
});
