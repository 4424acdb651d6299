import * as z from 'zod';
import { boundsMessage } from './bounds.ts';
import { defineKind, typeMessage } from './kind.ts';
import { formatRoubles, parseKopecks } from './money-text.ts';

const kopecks = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const ROUBLES_FORMAT = new Intl.NumberFormat('ru', {
  style: 'currency',
  currency: 'RUB',
  trailingZeroDisplay: 'stripIfInteger',
});
const formatBound = (bound: number | undefined) => (bound === undefined ? null : ROUBLES_FORMAT.format(bound / 100));

/** An amount in roubles; whole kopecks on the wire, so that sums are exact. */
export const money = defineKind({
  expression: () => 'money',
  isComputable: true,
  options: z.object({
    min: kopecks.optional().describe('Least amount in kopecks; 0 when left out'),
    max: kopecks.optional().describe('Greatest amount in kopecks'),
  }),
  rule: ({ min = 0, max }, missing) => {
    const bounds = boundsMessage(formatBound(min), formatBound(max));
    return z
      .int(typeMessage(missing, 'validation.money'))
      .min(min, bounds)
      .max(max ?? Number.MAX_SAFE_INTEGER, bounds);
  },
  initial: () => null,
  csv: {
    write: (wire) => (typeof wire === 'number' ? formatRoubles(wire) : ''),
    read: (cell) => parseKopecks(cell),
  },
  column: 'number',
  scalar: () => z.number(),
});
