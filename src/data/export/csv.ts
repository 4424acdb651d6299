import Papa from 'papaparse';
import { unset } from '#i18n/typeset.ts';
import { FORMULA, protectCell } from '#resources/rules/import/exact-cell.ts';
import { downloadFile } from './save-file.ts';

/** Phone numbers and amounts, which start with a sign but are not formulas. */
const HARMLESS_NUMBER = /^[+-]?[\d\s().,\u00a0-]+$/;

/** One cell; null and undefined are empty. */
export type CsvCell = string | number | null | undefined;

/** Neutralises formulas: a cell that starts like a formula is prefixed with an apostrophe. */
export function escapeFormula(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  return FORMULA.test(text) && !(HARMLESS_NUMBER.test(text) && !/^[\t\r\n]/.test(text)) ? `'${text}` : text;
}

const toText = (cell: CsvCell): string => String(cell ?? '');

/** A cell that Excel shows unchanged. */
function excelCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return escapeFormula(cell);
  const text = unset(cell);
  const unchanged = protectCell(text);
  return unchanged === text ? escapeFormula(text) : unchanged;
}

/**
 * A CSV table that a Russian Excel opens with a double click: UTF-8 with a byte order mark, `;` between cells, CRLF between rows,
 * cells with `;`, quotes or line breaks quoted. Non-breaking spaces become plain ones.
 * @param isWritten the cells are already formatted so that no spreadsheet changes or runs them
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[], isWritten = false): string {
  const cells = [header.map(excelCell), ...rows.map((row) => row.map(isWritten ? toText : excelCell))];
  return `\ufeff${Papa.unparse(cells, { delimiter: ';', newline: '\r\n' })}\r\n`;
}

/**
 * Downloads a table as CSV.
 * @param fileName with `.csv`
 * @param header translated column titles
 * @param isWritten see `csvText`
 */
export function downloadCsv(
  fileName: string,
  header: readonly string[],
  rows: readonly (readonly CsvCell[])[],
  isWritten = false,
): void {
  downloadFile(fileName, new Blob([csvText(header, rows, isWritten)], { type: 'text/csv;charset=utf-8' }));
}
