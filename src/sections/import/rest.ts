import Papa from 'papaparse';
import { text } from '#i18n/console-text.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '#resources/rules/import/columns.ts';
import { type Encoding, encode, lettersLost } from '#resources/rules/import/encoding.ts';
import { exactCell, writtenText } from '#resources/rules/import/exact-cell.ts';
import type { ImportTable } from '#resources/rules/import/table.ts';

const CELL = {
  unit: 'label',
  last_name: 'last_name',
  first_name: 'first_name',
  phone_number: 'phone_number',
} as const satisfies Record<ImportColumn, keyof ImportRow>;

/** A workbook's rows are given back as a Russian Excel opens them by a double click. */
const AS_EXCEL = { encoding: 'utf-8', marked: true, delimiter: ';' } as const;

/** The reasons are ours: their signs of print have plain ones for the code pages that lack them. */
const PLAIN: Readonly<Record<string, string>> = { '«': '"', '»': '"', '–': '-', '\u00a0': ' ' };

/** Some rows as a file, and the encoding it is in. */
export interface RestFile {
  bytes: Uint8Array<ArrayBuffer>;
  encoding: Encoding;
}

/**
 * Some rows of a file as a file of its kind: its headings, columns, encoding and delimiter, what was mended in place, and a
 * column that says why each row was left behind. It loads again as it was, through Excel too. Where the encoding lacks a letter of the rows, as
 * DOS lacks most of those that people type into a page, the file is UTF-8 with its mark, so that no name is lost.
 * @param rowReason sentences about a row
 */
export function restFile(
  table: ImportTable,
  rows: readonly ImportRow[],
  rowReason: (row: ImportRow) => string,
): RestFile {
  const { encoding, marked, delimiter } = table.reading ?? AS_EXCEL;
  const reason = text('import.check.reason');
  const reasonColumn = table.headings.findIndex((heading) => heading.trim() === reason);
  // Empty cells at the end of the headings would stand between the columns and the reason.
  const last = table.headings.findLastIndex((heading) => heading.trim() !== '');
  const width = Math.max(last + 1, ...IMPORT_COLUMNS.map((column) => (table.places[column] ?? 0) + 1));
  const reasonAt = reasonColumn < 0 ? width : reasonColumn;
  const cellsByRow = new Map(table.lines.map((line, at) => [line.row, table.cells[at] ?? []]));
  const lines = rows.map((row) => {
    const own = cellsByRow.get(row.row) ?? [];
    const cells = Array.from({ length: width }, (_, at) => writtenText(own[at] ?? ''));
    for (const column of IMPORT_COLUMNS) cells[table.places[column] ?? 0] = row[CELL[column]];
    cells[reasonAt] = plainIn(encoding, rowReason(row));
    return cells.map(exactCell);
  });
  const head = Array.from({ length: width }, (_, at) => table.headings[at] ?? '');
  head[reasonAt] = reason;
  const rest = `${Papa.unparse([head, ...lines], { delimiter, newline: '\r\n' })}\r\n`;
  if (lettersLost(rest, encoding)) return { bytes: encode(rest, 'utf-8', true), encoding: 'utf-8' };
  return { bytes: encode(rest, encoding, marked), encoding };
}

const plainIn = (encoding: Encoding, reason: string) =>
  reason.replace(/[«»–\u00a0]/g, (sign) => (lettersLost(sign, encoding) ? (PLAIN[sign] ?? sign) : sign));
