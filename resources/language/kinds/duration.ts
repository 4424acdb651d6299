import * as z from 'zod';
import { boundsMessage } from './bounds.ts';
import { durationText, minutesOf } from './clock-text.ts';
import { defineKind, unless } from './kind.ts';
import { roundTo } from './rounding.ts';

/** Longest duration, minutes: more is a mistake of typing. */
const LONGEST = 10_000_000;

const minutes = z.number().int().min(0).max(LONGEST);

/** How long something takes; on the wire a whole number of minutes. */
export const duration = defineKind({
  expression: () => 'number',
  isComputable: true,
  rounded: (value) => roundTo(value, 0),
  options: z.object({
    min: minutes.optional().describe('Shortest, in minutes; 0 when left out'),
    max: minutes.optional().describe('Longest, in minutes'),
  }),
  rule: ({ min, max }, missing) => {
    const read = (bound: number | undefined) => (bound === undefined ? null : durationText(bound));
    const bounds = boundsMessage(read(min), read(max));
    return z
      .int(unless(missing, 'kinds.duration'))
      .min(min ?? 0, min === undefined && max === undefined ? 'kinds.duration' : bounds)
      .max(max ?? LONGEST, max === undefined ? 'validation.numberHigh' : bounds);
  },
  initial: () => null,
  csv: {
    write: (wire) => (typeof wire === 'number' ? durationText(wire) : ''),
    read: minutesOf,
  },
  column: 'number',
  scalar: () => z.number(),
});
