import * as z from 'zod';
import { defineKind } from './kind.ts';

/** Somebody's picture and name, made of several keys of the record; shown, never entered. */
export const person = defineKind({
  options: z.object({
    first: z.string().describe('Key with the first name'),
    last: z.string().describe('Key with the last name'),
    picture: z.string().optional().describe('Key with the address of the portrait'),
    own: z.string().optional().describe('Key with the id of the person: one’s own record is marked «вы»'),
  }),
  rule: () => z.unknown(),
  shownOnly: true,
  initial: () => null,
});
