/** Shown by Excel in place of a day or a number that it cannot show. */
export const NOT_SHOWN = '########';

/** Errors of formulas, as a workbook keeps them and as a Russian Excel writes them into a CSV file. */
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

/** The longest of `ERRORS`, and of what a narrow column shows, characters. */
const LONGEST = 255;

/**
 * Whether a cell has no value to keep: the error of a formula, signs for a number that its column had no room for, or a letter that
 * the encoding of the file does not have.
 */
export function isBrokenCell(cell: string): boolean {
  if (cell.includes('\ufffd')) return true;
  if (!cell.startsWith('#') && !cell.startsWith('Err:')) return false;
  return ERRORS.has(cell.toUpperCase()) || (cell.length <= LONGEST && /^(?:#{3,}|Err:\d{3})$/.test(cell));
}
