import * as z from 'zod';
import { boundsMessage, naming } from './bounds.ts';
import { timeOf } from './clock-text.ts';
import { defineKind, unless } from './kind.ts';
import { isUnsendableDate } from './unfinished-date.ts';

const WRITTEN = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const ENDS = ['from', 'to'] as const;

/** «от 08:00 до 20:00», «не раньше 08:00». */
function timeBounds(from: string | undefined, to: string | undefined): string {
  if (from && !to) return naming('kinds.notBefore', { low: from });
  if (to && !from) return naming('kinds.notAfter', { high: to });
  return boundsMessage(from ?? null, to ?? null);
}

/** A time of day by no clock in particular, `HH:MM` on the wire. */
export const time = defineKind({
  expression: () => 'text',
  options: z.object({
    from: z.string().optional().describe('Earliest time, `HH:MM`'),
    to: z.string().optional().describe('Latest time, `HH:MM`'),
  }),
  rule: ({ from, to }, missing) =>
    z
      .string(unless(missing, 'kinds.time'))
      .min(1, { message: missing, abort: true })
      .regex(WRITTEN, { message: 'kinds.time', abort: true })
      .refine((value) => (!from || value >= from) && (!to || value <= to), timeBounds(from, to)),
  initial: () => null,
  unfinished: (value) => (isUnsendableDate(value) ? 'kinds.timeUnfinished' : null),
  csv: { write: (wire) => String(wire ?? ''), read: timeOf },
  column: 'ordered',
  *problems(options) {
    for (const end of ENDS) {
      const value = options[end];
      if (value !== undefined && !WRITTEN.test(value)) yield [end, 'badTime', { value }];
    }
    const { from, to } = options;
    if (from && to && from > to) yield ['to', 'dayBounds', { from, to }];
  },
  scalar: () => z.string(),
});
