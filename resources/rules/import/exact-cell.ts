/**
 * Cells of our own files: written so that a spreadsheet neither runs nor changes them, and read back as they were. What Excel would
 * take for a number or a day stands as a formula of a text, `="1-2"`; what it would run begins with an apostrophe.
 */

/** Texts that Excel turns into numbers: blanks between thousands, per cent, powers of ten, amounts, brackets for a minus. */
const NUMBER = /^[-+(]?(?:[$€₽]\s?)?\d[\d\s\u00a0\u202f]*(?:,\d*)?\)?(?:e[-+]?\d{1,3})?\s?(?:%|₽|€|р\.?)?$/i;
const DECIMALS = /^[-+]?,\d+%?$/;
/** Days of two or three numbers, with a time. */
const DAY = /^\d{1,4}([./-])\d{1,4}(?:[./-]\d{1,4})?(?:,?\s+\d{1,4}(?::\d{0,4}){1,2})?$/;
const TIME = /^\d{1,4}:\d{0,4}(?::\d{0,4})?(?:[.,]\d{1,9})?(?:\s?[ap]m?)?$/i;
const HOUR = /^\d{1,2}\s?[ap]m?$/i;
const FRACTION = /^[-+]?\d{1,9}\s+\d{1,9}\/\d{1,9}$/;
/** Days with the name of a month, before or behind a number. */
const MONTH =
  /^(?:\d{1,4}[\s./-]*)?(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,8}(?:[\s./,-]*\d{1,4}){0,2}\.?$/iu;
/** A sum that begins with a sign. */
const SUM = /^[-+][\d.,]{1,20}(?:[-+*/^][\d.,]{1,20}){1,20}$/;
const TRUTH = /^(?:true|false|истина|ложь)$/i;
const CHANGED = [NUMBER, DECIMALS, DAY, TIME, HOUR, FRACTION, MONTH, SUM, TRUTH] as const;

/** Numbers, days and times that look the same once Excel has read them. */
const SAME = [
  /^-?(?:0|[1-9]\d{0,10})$/,
  /^-?(?:0|[1-9]\d{0,5}),\d{0,3}[1-9]$/,
  /^(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?:19|2\d)\d{2}(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/,
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
] as const;

/** The longest text that a formula of Excel may have in it, characters. */
const FORMULA_TEXT = 255;

/** Whether a Russian Excel makes something else of a text when it opens a CSV file. */
function isChangedByExcel(text: string): boolean {
  if (text !== '-0' && SAME.some((form) => form.test(text))) return false;
  return CHANGED.some((form) => form.test(text));
}

/** The beginning of a cell that is taken for a formula: one of these signs, after any white space, or a leading tab or line break. */
export const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** First characters that an apostrophe protects: signs of a formula, digits (for texts too long for a formula), the apostrophe itself. */
const GUARDED = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n'\d]/;
const FORMULA_OF_TEXT = /^="((?:[^"]|"")*)"$/;

/** A cell that every spreadsheet shows as this text. */
export function exactCell(text: string): string {
  const isChanged = isChangedByExcel(text);
  if (isChanged && text.length <= FORMULA_TEXT) return `="${text.replaceAll('"', '""')}"`;
  return isChanged || FORMULA.test(text) || writtenText(text) !== text ? `'${text}` : text;
}

/** A cell that Excel would change otherwise; everything else is as it was. */
export const unchangedCell = (text: string): string => (isChangedByExcel(text) ? exactCell(text) : text);

/** The text of a cell that may be written as `exactCell` writes it, or as people keep Excel from changing a number: `'013`. */
export function writtenText(cell: string): string {
  const quoted = FORMULA_OF_TEXT.exec(cell);
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"');
  return cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A cell with its text as it is: line breaks and spaces within it stay. */
export const textCell = (cell: string): string => writtenText(cell.replace(/\r\n?/g, '\n').trim()).trim();
