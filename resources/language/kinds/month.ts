import * as z from 'zod';
import { defineKind, unless } from './kind.ts';
import { unfinishedDate } from './unfinished-date.ts';

/** «11.2026» of `112026`. */
const monthText = (wire: unknown): string => String(wire ?? '').replace(/^(\d{2})(\d{4})$/, '$1.$2');

/** How the names of months begin, in their order. */
const NAMES = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
/** «11.2026», «112026», «12026» that has lost its zero, and the first day of a month, which spreadsheets make of it. */
const DIGITS = /^(?:0?1\.)?(\d{1,2})[./]?((?:19|20|21)\d{2})$/;
const ISO = /^((?:19|20|21)\d{2})-(\d{2})$/;
const WORDS = /^([а-я]{3,8})\.?\s*((?:19|20|21)\d{2})(?:\s*г\.?)?$/;

/** A month as people and spreadsheets write it; what is none stays as it is. */
function readMonthCell(cell: string): string {
  const text = cell.trim().toLowerCase();
  const [, number, year] = DIGITS.exec(text) ?? [];
  if (number && year) return `${number.padStart(2, '0')}${year}`;
  const [, isoYear, isoMonth] = ISO.exec(text) ?? [];
  if (isoYear && isoMonth) return `${isoMonth}${isoYear}`;
  const [, word = '', wordYear] = WORDS.exec(text) ?? [];
  const at = NAMES.findIndex((name) => word.startsWith(name));
  return wordYear && at >= 0 ? `${String(at + 1).padStart(2, '0')}${wordYear}` : cell.trim();
}

/** A month, `MMYYYY` on the wire (READ-03). */
export const month = defineKind({
  expression: () => 'month',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(unless(missing, 'validation.month'))
      .min(1, { message: missing, abort: true })
      .regex(/^(0[1-9]|1[0-2])(19|20|21)\d{2}$/, 'validation.month'),
  initial: () => null,
  unfinished: unfinishedDate,
  csv: { write: monthText, read: readMonthCell },
  column: 'text',
  scalar: () => z.string(),
});
