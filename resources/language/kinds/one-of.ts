import * as z from 'zod';
import { idOf } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** What both kinds that choose from a list of the server say of it. */
export const fromServer = {
  from: z
    .string()
    .regex(/^\/[a-z0-9/_-]*$/)
    .describe('Address of the list'),
  text: z.string().default('label').describe('Key of the text that is shown'),
};

/** One thing of a list that the server gives; a record carries the thing or its id (B§3 company). */
export const oneOf = defineKind({
  options: z.object({
    ...fromServer,
    note: z
      .object({ key: z.string(), yes: z.string(), no: z.string() })
      .optional()
      .describe('What stands behind the text: one text where the key is true, another where it is not'),
  }),
  rule: (_options, missing) => idRule(missing),
  initial: () => null,
  read: idOf,
  column: 'number',
});
