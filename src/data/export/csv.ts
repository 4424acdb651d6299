import Papa from 'papaparse';
import { unset } from '#i18n/typeset.ts';
import { FORMULA, unchangedCell } from '#resources/rules/import/exact-cell.ts';
import { saveFile } from './save-file.ts';

/** Phones and amounts, which begin with a sign and are no formula. */
const HARMLESS = /^[+-]?[\d\s().,\u00a0-]+$/;

/** One cell. Null and undefined are empty. */
export type CsvCell = string | number | null | undefined;

/** A cell that no spreadsheet runs: what begins like a formula begins with an apostrophe instead. */
export function harmlessCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  return FORMULA.test(text) && !(HARMLESS.test(text) && !/^[\t\r\n]/.test(text)) ? `'${text}` : text;
}

const asWritten = (cell: CsvCell): string => String(cell ?? '');

/** A cell that Excel shows as it is meant. */
function writtenCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return harmlessCell(cell);
  const text = unset(cell);
  const kept = unchangedCell(text);
  return kept === text ? harmlessCell(text) : kept;
}

/**
 * A table with plain spaces as a Russian Excel opens it by a double click: UTF-8 with a byte order mark, `;` between cells, CRLF between
 * rows, cells with `;`, quotes or line breaks quoted.
 * @param isWritten the cells are written already so that no spreadsheet changes or runs them
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[], isWritten = false): string {
  const cells = [header.map(writtenCell), ...rows.map((row) => row.map(isWritten ? asWritten : writtenCell))];
  return `\ufeff${Papa.unparse(cells, { delimiter: ';', newline: '\r\n' })}\r\n`;
}

/**
 * Lets the browser save a table.
 * @param fileName as the person finds it, with `.csv`
 * @param header titles of the columns, translated
 * @param isWritten see `csvText`
 */
export function downloadCsv(
  fileName: string,
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
  isWritten = false,
): void {
  saveFile(fileName, new Blob([csvText(header, rows, isWritten)], { type: 'text/csv;charset=utf-8' }));
}
