import * as z from 'zod';
import { idsOf } from './ids.ts';
import { defineKind, idsRule } from './kind.ts';

/**
 * Entrances that are open to somebody, chosen building by building (EMP-42). A record carries buildings that are wholly open, with
 * their entrances, and the open entrances of the others; a form holds and sends ids of entrances. Those the user does not
 * hold himself are shown greyed and sent back as they were (EMP-43, G-20).
 */
export const porches = defineKind({
  options: z.object({
    houses: z.string().describe('Key of the record with the houses that are wholly open'),
    count: z.string().optional().describe('Key with the number of houses, where a list carries only the first of them'),
  }),
  rule: () => idsRule('validation.required', 0),
  initial: () => [],
  read: idsOf,
  write: idsOf,
});
