import * as z from 'zod';
import { idOf } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** One building out of those the user may see. */
export const building = defineKind({
  options: z.object({}),
  rule: (_options, missing) => idRule(missing),
  initial: () => null,
  read: idOf,
  write: idOf,
  column: 'number',
});
