import * as z from 'zod';
import { idOf, labelIn } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** A flat (or another unit) of the building in a neighbouring field (residents.md). */
export const unit = defineKind({
  expression: () => 'id',
  options: z.object({
    building: z.string().describe('Field with the building; while it is empty, the unit cannot be chosen'),
  }),
  rule: (_options, missing) => z.preprocess((value) => idOf(value) ?? value, idRule(missing)),
  names: ({ building }) => [['building', building, ['building']]],
  initial: () => null,
  read: idOf,
  write: idOf,
  csv: { write: labelIn, read: (cell) => [cell.trim()], named: 'one' },
  column: 'number',
});
