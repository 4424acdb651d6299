import * as z from 'zod';
import { defineKind, idOf, idRule } from './kind.ts';

/** One building out of those the user may see. */
export const building = defineKind({
  options: z.object({}),
  rule: (_options, missing) => idRule(missing),
  initial: () => null,
  read: idOf,
  write: idOf,
  column: 'number',
});
