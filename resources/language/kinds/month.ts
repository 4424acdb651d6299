import * as z from 'zod';
import { defineKind, typeMessage } from './kind.ts';
import { unfinishedDate } from './unfinished-date.ts';

/** Formats a month: `112026` → «11.2026». */
const formatMonth = (wire: unknown): string => String(wire ?? '').replace(/^(\d{2})(\d{4})$/, '$1.$2');

/** Beginnings of the Russian month names, in order. */
const MONTH_NAME_STARTS = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
/** «11.2026», «112026», «12026» with its zero lost, and «1.11.2026», the first day that spreadsheets turn a month into. */
const DIGITS = /^(?:0?1\.)?(\d{1,2})[./]?((?:19|20|21)\d{2})$/;
const ISO = /^((?:19|20|21)\d{2})-(\d{2})$/;
const NAME_AND_YEAR = /^([а-я]{3,8})\.?\s*((?:19|20|21)\d{2})(?:\s*г\.?)?$/;

/** Parses a month as people and spreadsheets write it; any other text is unchanged. */
function readMonthCell(cell: string): string {
  const text = cell.trim().toLowerCase();
  const [, number, year] = DIGITS.exec(text) ?? [];
  if (number && year) return `${number.padStart(2, '0')}${year}`;
  const [, isoYear, isoMonth] = ISO.exec(text) ?? [];
  if (isoYear && isoMonth) return `${isoMonth}${isoYear}`;
  const [, word = '', wordYear] = NAME_AND_YEAR.exec(text) ?? [];
  const monthIndex = MONTH_NAME_STARTS.findIndex((name) => word.startsWith(name));
  return wordYear && monthIndex >= 0 ? `${String(monthIndex + 1).padStart(2, '0')}${wordYear}` : cell.trim();
}

/** A month, `MMYYYY` on the wire (READ-03). */
export const month = defineKind({
  expression: () => 'month',
  options: z.object({}),
  rule: (_options, missing) =>
    z
      .string(typeMessage(missing, 'validation.month'))
      .min(1, { message: missing, abort: true })
      .regex(/^(0[1-9]|1[0-2])(19|20|21)\d{2}$/, 'validation.month'),
  initial: () => null,
  findFormMistake: unfinishedDate,
  csv: { write: formatMonth, read: readMonthCell },
  column: 'text',
  scalar: () => z.string(),
});
