import * as z from 'zod';
import { boundsMessage } from './bounds.ts';
import { formatDuration, parseDuration } from './clock-text.ts';
import { defineKind, typeMessage } from './kind.ts';
import { roundTo } from './rounding.ts';

/** Maximum duration, minutes; anything longer is a typing error. */
const DURATION_MAX = 10_000_000;

const minutes = z.number().int().min(0).max(DURATION_MAX);

/** A duration; whole minutes on the wire. */
export const duration = defineKind({
  expression: () => 'number',
  isComputable: true,
  round: (value) => roundTo(value, 0),
  options: z.object({
    min: minutes.optional().describe('Shortest, in minutes; 0 when left out'),
    max: minutes.optional().describe('Longest, in minutes'),
  }),
  rule: ({ min, max }, missing) => {
    const format = (bound: number | undefined) => (bound === undefined ? null : formatDuration(bound));
    const bounds = boundsMessage(format(min), format(max));
    return z
      .int(typeMessage(missing, 'kinds.duration'))
      .min(min ?? 0, min === undefined && max === undefined ? 'kinds.duration' : bounds)
      .max(max ?? DURATION_MAX, max === undefined ? 'validation.numberHigh' : bounds);
  },
  initial: () => null,
  csv: {
    write: (wire) => (typeof wire === 'number' ? formatDuration(wire) : ''),
    read: parseDuration,
  },
  column: 'number',
  scalar: () => z.number(),
});
