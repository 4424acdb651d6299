/**
 * Cells of our own files, written so that a spreadsheet neither runs nor changes them, and read back unchanged. Texts that
 * Excel would take for a number or a day are written as a text formula, `="1-2"`; texts that it would run get a leading
 * apostrophe.
 */

/** Texts that Excel converts to numbers: thousands separators, per cent, powers of ten, amounts, brackets for a minus. */
const NUMBER = /^[-+(]?(?:[$€₽]\s?)?\d[\d\s\u00a0\u202f]*(?:,\d*)?\)?(?:e[-+]?\d{1,3})?\s?(?:%|₽|€|р\.?)?$/i;
const DECIMALS = /^[-+]?,\d+%?$/;
/** Dates of two or three numbers, with an optional time. */
const DAY = /^\d{1,4}([./-])\d{1,4}(?:[./-]\d{1,4})?(?:,?\s+\d{1,4}(?::\d{0,4}){1,2})?$/;
const TIME = /^\d{1,4}:\d{0,4}(?::\d{0,4})?(?:[.,]\d{1,9})?(?:\s?[ap]m?)?$/i;
const HOUR = /^\d{1,2}\s?[ap]m?$/i;
const FRACTION = /^[-+]?\d{1,9}\s+\d{1,9}\/\d{1,9}$/;
/** Dates with the name of a month, before or after a number. */
const MONTH =
  /^(?:\d{1,4}[\s./-]*)?(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,8}(?:[\s./,-]*\d{1,4}){0,2}\.?$/iu;
/** Calculations that begin with a sign. */
const SUM = /^[-+][\d.,]{1,20}(?:[-+*/^][\d.,]{1,20}){1,20}$/;
const TRUTH = /^(?:true|false|истина|ложь)$/i;
const CHANGED_BY_EXCEL = [NUMBER, DECIMALS, DAY, TIME, HOUR, FRACTION, MONTH, SUM, TRUTH] as const;

/** Numbers, days and times that look the same after Excel has converted them. */
const LOOKS_THE_SAME = [
  /^-?(?:0|[1-9]\d{0,10})$/,
  /^-?(?:0|[1-9]\d{0,5}),\d{0,3}[1-9]$/,
  /^(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?:19|2\d)\d{2}(?: (?:[01]\d|2[0-3]):[0-5]\d)?$/,
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
] as const;

/** Maximum length of a text in an Excel formula, characters. */
const FORMULA_TEXT = 255;

/** Whether a Russian Excel changes a text when it opens a CSV file. */
function isChangedByExcel(text: string): boolean {
  if (text !== '-0' && LOOKS_THE_SAME.some((form) => form.test(text))) return false;
  return CHANGED_BY_EXCEL.some((form) => form.test(text));
}

/**
 * Beginning of a cell that spreadsheets take for a formula: one of these characters after optional white space, or a leading
 * tab or line break.
 */
export const FORMULA = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/**
 * Beginnings of a text that get an apostrophe: formula characters, digits (of texts too long for a formula), the apostrophe
 * itself.
 */
const GUARDED = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n'\d]/;
const FORMULA_OF_TEXT = /^="((?:[^"]|"")*)"$/;

/** Formats a text as a cell that every spreadsheet shows unchanged. */
export function formatExactCell(text: string): string {
  const isChanged = isChangedByExcel(text);
  if (isChanged && text.length <= FORMULA_TEXT) return `="${text.replaceAll('"', '""')}"`;
  return isChanged || FORMULA.test(text) || readCellText(text) !== text ? `'${text}` : text;
}

/** Protects only cells that Excel would change; any other text is unchanged. */
export const protectCell = (text: string): string => (isChangedByExcel(text) ? formatExactCell(text) : text);

/**
 * Reads the text of a cell in the format of `formatExactCell`, or with the apostrophe that keeps Excel from changing a number:
 * `'013`.
 */
export function readCellText(cell: string): string {
  const quoted = FORMULA_OF_TEXT.exec(cell);
  if (quoted) return (quoted[1] ?? '').replaceAll('""', '"');
  return cell.startsWith("'") && GUARDED.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Reads a cell, keeping its inner line breaks and spaces. */
export const readTextCell = (cell: string): string => readCellText(cell.replace(/\r\n?/g, '\n').trim()).trim();
