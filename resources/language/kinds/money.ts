import * as z from 'zod';
import { boundsMessage } from './bounds.ts';
import { defineKind, unless } from './kind.ts';
import { kopecksOf, roublesText } from './money-text.ts';

const kopecks = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const ROUBLES = new Intl.NumberFormat('ru', {
  style: 'currency',
  currency: 'RUB',
  trailingZeroDisplay: 'stripIfInteger',
});
const read = (bound: number | undefined) => (bound === undefined ? null : ROUBLES.format(bound / 100));

/** An amount in roubles; on the wire a whole number of kopecks, so that no sum is ever rounded. */
export const money = defineKind({
  expression: () => 'money',
  isComputable: true,
  options: z.object({
    min: kopecks.optional().describe('Least amount in kopecks; 0 when left out'),
    max: kopecks.optional().describe('Greatest amount in kopecks'),
  }),
  rule: ({ min = 0, max }, missing) => {
    const bounds = boundsMessage(read(min), read(max));
    return z
      .int(unless(missing, 'validation.money'))
      .min(min, bounds)
      .max(max ?? Number.MAX_SAFE_INTEGER, bounds);
  },
  initial: () => null,
  csv: {
    write: (wire) => (typeof wire === 'number' ? roublesText(wire) : ''),
    read: (cell) => kopecksOf(cell),
  },
  column: 'number',
  scalar: () => z.number(),
});
