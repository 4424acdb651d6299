import * as z from 'zod';
import { defineKind, idRule } from './kind.ts';

/** Something with a name that a record carries as `{name}` or `{label}`: a complex, a company. Only shown. */
export const named = defineKind({
  options: z.object({
    none: z.string().optional().describe('Said where there is none; a text key or the sentence'),
    from: z
      .array(z.string())
      .min(1)
      .readonly()
      .optional()
      .describe('Keys of the record, of which the first that is there counts'),
  }),
  rule: (_options, missing) => idRule(missing),
  shownOnly: true,
  initial: () => null,
});
