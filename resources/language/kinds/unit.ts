import * as z from 'zod';
import { formatLabel, toId } from './ids.ts';
import { defineKind, idRule } from './kind.ts';

/** A flat or another unit of the building in another field (residents.md). */
export const unit = defineKind({
  expression: () => 'id',
  options: z.object({
    building: z.string().describe('Field with the building; while it is empty, the unit cannot be chosen'),
  }),
  rule: (_options, missing) => z.preprocess((value) => toId(value) ?? value, idRule(missing)),
  namedFields: ({ building }) => [['building', building, ['building']]],
  initial: () => null,
  read: toId,
  write: toId,
  csv: { write: formatLabel, read: (cell) => [cell.trim()], namesRecords: 'one' },
  column: 'number',
});
