import Papa from 'papaparse';
import { text } from '#i18n/console-text.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '#resources/rules/import/columns.ts';
import { type Encoding, encode, losesLetters } from '#resources/rules/import/encoding.ts';
import { formatExactCell, readCellText } from '#resources/rules/import/exact-cell.ts';
import type { ImportTable } from '#resources/rules/import/table.ts';

const ROW_FIELDS = {
  unit: 'label',
  last_name: 'last_name',
  first_name: 'first_name',
  phone_number: 'phone_number',
} as const satisfies Record<ImportColumn, keyof ImportRow>;

/** Format for rows of a workbook: a CSV that a Russian Excel opens correctly by double click. */
const EXCEL_FORMAT = { encoding: 'utf-8', marked: true, delimiter: ';' } as const;

/** ASCII replacements of typographic characters in our texts, for code pages that lack them. */
const ASCII_REPLACEMENTS: Readonly<Record<string, string>> = { '«': '"', '»': '"', '–': '-', '\u00a0': ' ' };

/** A file with the remaining rows and its encoding. */
export interface RestFile {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: Encoding;
}

/**
 * Writes the remaining rows as a CSV with the headings, columns, encoding and delimiter of the imported file, with corrections
 * and a column with the errors of each row; it can be imported again, also after saving in Excel. If the encoding lacks a
 * character, e.g. DOS code pages, the file is UTF-8 with a BOM, so that no name is damaged.
 * @param rowReason returns the errors of a row as text
 */
export function makeRestFile(
  table: ImportTable,
  rows: readonly ImportRow[],
  rowReason: (row: ImportRow) => string,
): RestFile {
  const { encoding, marked, delimiter } = table.reading ?? EXCEL_FORMAT;
  const reason = text('import.check.reason');
  const reasonColumn = table.headings.findIndex((heading) => heading.trim() === reason);
  // Trailing empty headings are dropped, or empty columns would precede the reason.
  const lastHeading = table.headings.findLastIndex((heading) => heading.trim() !== '');
  const width = Math.max(lastHeading + 1, ...IMPORT_COLUMNS.map((column) => (table.columnIndexes[column] ?? 0) + 1));
  const reasonAt = reasonColumn < 0 ? width : reasonColumn;
  const cellsByRow = new Map(table.lines.map((line, index) => [line.row, table.cells[index] ?? []]));
  const lines = rows.map((row) => {
    const originalCells = cellsByRow.get(row.row) ?? [];
    const cells = Array.from({ length: width }, (_, index) => readCellText(originalCells[index] ?? ''));
    for (const column of IMPORT_COLUMNS) cells[table.columnIndexes[column] ?? 0] = row[ROW_FIELDS[column]];
    cells[reasonAt] = toEncodable(encoding, rowReason(row));
    return cells.map(formatExactCell);
  });
  const headings = Array.from({ length: width }, (_, index) => table.headings[index] ?? '');
  headings[reasonAt] = reason;
  const csv = `${Papa.unparse([headings, ...lines], { delimiter, newline: '\r\n' })}\r\n`;
  if (losesLetters(csv, encoding)) return { bytes: encode(csv, 'utf-8', true), encoding: 'utf-8' };
  return { bytes: encode(csv, encoding, marked), encoding };
}

const toEncodable = (encoding: Encoding, reason: string) =>
  reason.replace(/[«»–\u00a0]/g, (character) =>
    losesLetters(character, encoding) ? (ASCII_REPLACEMENTS[character] ?? character) : character,
  );
