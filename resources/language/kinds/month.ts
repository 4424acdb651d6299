import * as z from 'zod';
import { defineKind, unless } from './kind.ts';
import { unfinishedDate } from './unfinished-date.ts';

/** A month, `MMYYYY` on the wire (B§7 meters). */
export const month = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.month'))
      .min(1, { message: missing, abort: true })
      .regex(/^(0[1-9]|1[0-2])(19|20|21)\d{2}$/, 'validation.month'),
  initial: () => null,
  unfinished: unfinishedDate,
  csv: { write: (wire) => String(wire ?? ''), read: (cell) => cell.trim() },
  column: 'text',
  scalar: () => z.string(),
});
