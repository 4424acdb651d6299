import * as z from 'zod';
import { defineKind, unless } from './kind.ts';
import { kopecksOf, roublesText } from './money-text.ts';

const kopecks = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** An amount in roubles; on the wire a whole number of kopecks, so that no sum is ever rounded. */
export const money = defineKind({
  options: z.object({
    min: kopecks.optional().describe('Least amount in kopecks; 0 when left out'),
    max: kopecks.optional().describe('Greatest amount in kopecks'),
  }),
  rule: ({ min = 0, max = Number.MAX_SAFE_INTEGER }, missing) =>
    z.int(unless(missing, 'validation.money')).min(min, 'validation.numberLow').max(max, 'validation.numberHigh'),
  initial: () => null,
  csv: {
    write: (wire) => (typeof wire === 'number' ? roublesText(wire) : ''),
    read: (cell) => kopecksOf(cell),
  },
  column: 'number',
});
