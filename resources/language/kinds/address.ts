import * as z from 'zod';
import { defineKind, plainText, unless } from './kind.ts';

/** The street and number a record itself carries, in keys of their own. Only shown, never asked for. */
export const address = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z.object({ street: plainText(missing), number: plainText(missing) }, unless(missing, 'validation.text')),
  shownOnly: true,
  initial: () => null,
});
