/** Excel's placeholder for a day or a number that it cannot show. */
export const NOT_SHOWN = '########';

/** Formula errors, as in workbooks and in CSV files of a Russian Excel. */
const ERRORS: ReadonlySet<string> = new Set([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NULL!',
  '#NUM!',
  '#GETTING_DATA',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#BUSY!',
  '#UNKNOWN!',
  '#Н/Д',
  '#ССЫЛКА!',
  '#ЗНАЧ!',
  '#ДЕЛ/0!',
  '#ИМЯ?',
  '#ПУСТО!',
  '#ЧИСЛО!',
  '#ПЕРЕНОС!',
  '#ВЫЧИСЛ!',
]);

/** Maximum length of an error or a row of `#` in a narrow column, characters. */
const ERROR_LENGTH_MAX = 255;

/**
 * Whether a cell has no usable value: a formula error, `###` for a number that did not fit its column, or a character that
 * could not be decoded.
 */
export function isBrokenCell(cell: string): boolean {
  if (cell.includes('\ufffd')) return true;
  if (!cell.startsWith('#') && !cell.startsWith('Err:')) return false;
  return ERRORS.has(cell.toUpperCase()) || (cell.length <= ERROR_LENGTH_MAX && /^(?:#{3,}|Err:\d{3})$/.test(cell));
}
