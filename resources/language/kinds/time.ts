import * as z from 'zod';
import { boundsMessage, encodeMessage } from './bounds.ts';
import { normalizeTime } from './clock-text.ts';
import { defineKind, typeMessage } from './kind.ts';
import { isUnsendableDate } from './unfinished-date.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const BOUNDS = ['from', 'to'] as const;

/** The message for a time out of bounds: «от 08:00 до 20:00», «не раньше 08:00». */
function timeBounds(from: string | undefined, to: string | undefined): string {
  if (from && !to) return encodeMessage('kinds.notBefore', { low: from });
  if (to && !from) return encodeMessage('kinds.notAfter', { high: to });
  return boundsMessage(from ?? null, to ?? null);
}

/** A time of day without a time zone, `HH:MM` on the wire. */
export const time = defineKind({
  expression: () => 'text',
  options: z.object({
    from: z.string().optional().describe('Earliest time, `HH:MM`'),
    to: z.string().optional().describe('Latest time, `HH:MM`'),
  }),
  rule: ({ from, to }, missing) =>
    z
      .string(typeMessage(missing, 'kinds.time'))
      .min(1, { message: missing, abort: true })
      .regex(TIME, { message: 'kinds.time', abort: true })
      .refine((value) => (!from || value >= from) && (!to || value <= to), timeBounds(from, to)),
  initial: () => null,
  findFormMistake: (value) => (isUnsendableDate(value) ? 'kinds.timeUnfinished' : null),
  csv: { write: (wire) => String(wire ?? ''), read: normalizeTime },
  column: 'ordered',
  *problems(options) {
    for (const end of BOUNDS) {
      const value = options[end];
      if (value !== undefined && !TIME.test(value)) yield [end, 'badTime', { value }];
    }
    const { from, to } = options;
    if (from && to && from > to) yield ['to', 'dayBounds', { from, to }];
  },
  scalar: () => z.string(),
});
