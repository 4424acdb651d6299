import { IMPORT } from '../../limits.ts';
import {
  type ColumnIndexes,
  findColumns,
  findHeadingRow,
  headed,
  IMPORT_COLUMNS,
  type ImportColumn,
} from './columns.ts';
import { type Encoding, isArchive, rejectForeignFile } from './encoding.ts';
import { readCellText } from './exact-cell.ts';
import { ImportFileError } from './problem.ts';
import { readTextFile } from './text-file.ts';

/** A resident as in the file, before any checks. The texts are cleaned by `cleanCell`. */
export interface ImportLine {
  /** Row number as in Excel. */
  row: number;
  label: string;
  last_name: string;
  first_name: string;
  phone_number: string;
  /** True if a quote is not closed, or stray quotes may have merged several rows of the file into this one. */
  isDoubtful?: true;
}

/** A file read as a list. */
export interface ImportTable {
  lines: ImportLine[];
  /** Encoding and delimiter; null for a workbook, which defines them itself. */
  reading: { encoding: Encoding; marked: boolean; delimiter: string } | null;
  /** Index of each column. */
  columnIndexes: ColumnIndexes;
  /** Original cells of the heading row, to write rejected rows into a new file. */
  headings: string[];
  /** Original cells of each line, in the order of `lines`, for the same file. */
  cells: string[][];
  /** Number of non-empty rows hidden in Excel, without repeated headings; they are in `lines` only with `withHidden`. */
  hidden: number;
}

/** Options of reading a file. */
export interface ReadOptions {
  /** Encoding that the person has chosen from previews. */
  encoding?: Encoding | undefined;
  /** Also reads rows hidden in Excel, which are left out otherwise. */
  withHidden?: boolean | undefined;
  /** Called from time to time, so that the server can handle other requests. */
  yieldTurn?: () => Promise<void>;
}

/** All kinds of white space, control and direction characters. */
const BLANK = /[\s\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g;
const SURROGATES = /\p{Surrogate}/gu;

/**
 * Cleans a cell: white space, control and direction characters become one space. Removes invalid characters (lone surrogates), and
 * the apostrophe and the `="…"` that keep Excel from changing a number or running a formula.
 */
export function cleanCell(cell: string): string {
  const plain = /^[\wА-Яа-яёЁ+.-]*$/.test(cell) ? cell : cell.replace(SURROGATES, '').replace(BLANK, ' ').trim();
  return readCellText(plain).trim();
}

/**
 * Reads a list of residents from a CSV file or a workbook (IMPORT-05, IMPORT-06).
 * @throws ImportFileError if it is none
 */
export async function readImportTable(bytes: Uint8Array, options: ReadOptions = {}): Promise<ImportTable> {
  const { encoding, withHidden = false, yieldTurn = async () => undefined } = options;
  rejectForeignFile(bytes);
  if (isArchive(bytes)) {
    // Loaded only for workbooks.
    const { readWorkbook } = await import('./workbook.ts');
    return makeTable(await readWorkbook(bytes, ROWS_MAX, yieldTurn), null, withHidden);
  }
  const { decoded, delimited } = readTextFile(bytes, { most: ROWS_MAX, headed, encoding });
  await yieldTurn();
  const reading = { encoding: decoded.encoding, marked: decoded.marked, delimiter: delimited.delimiter };
  return makeTable({ ...delimited, numbers: null }, reading, withHidden);
}

/** Maximum number of rows to read: residents, and as many headings, empty and repeated rows. */
const ROWS_MAX = 2 * IMPORT.rows;

const findMissingColumns = (columnIndexes: ColumnIndexes): ImportColumn[] =>
  IMPORT_COLUMNS.filter((column) => columnIndexes[column] === null);

const EMPTY_LINE: ImportLine = { row: 0, label: '', last_name: '', first_name: '', phone_number: '' };

function isSameLine(line: ImportLine, other: ImportLine): boolean {
  return (
    line.label === other.label &&
    line.phone_number === other.phone_number &&
    line.last_name === other.last_name &&
    line.first_name === other.first_name
  );
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Rows of a file, their numbers in Excel, and the indexes of hidden ones. */
interface Rows {
  rows: readonly string[][];
  numbers: readonly number[] | null;
  hidden?: ReadonlySet<number>;
  /** Columns of doubtful cells, by row index. */
  doubtful?: ReadonlyMap<number, readonly number[]>;
}

function makeTable(
  { rows, numbers, hidden = NO_ROWS, doubtful }: Rows,
  reading: ImportTable['reading'],
  withHidden: boolean,
): ImportTable {
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ImportFileError('empty');
  const headingIndex = findHeadingRow(rows);
  const headings = rows[headingIndex] ?? [];
  const columnIndexes = findColumns(headings);
  const missing = findMissingColumns(columnIndexes);
  if (missing.length) throw new ImportFileError('columns', { columns: missing.join(' ') });
  const makeLine = (cells: readonly string[], row: number): ImportLine => {
    const cell = (column: ImportColumn) => cleanCell(cells[columnIndexes[column] ?? -1] ?? '');
    return {
      row,
      label: cell('unit'),
      last_name: cell('last_name'),
      first_name: cell('first_name'),
      phone_number: cell('phone_number'),
    };
  };
  const heading = makeLine(headings, 0);
  const lines: ImportLine[] = [];
  const keptCells: string[][] = [];
  const columns = new Set<number | null>(Object.values(columnIndexes));
  let hiddenCount = 0;
  for (let index = headingIndex + 1; index < rows.length; index += 1) {
    const cells = rows[index] ?? [];
    const line = makeLine(cells, numbers?.[index] ?? index + 1);
    // Headings that are repeated on every printed page, or merged over two rows, are not people.
    if (isSameLine(line, EMPTY_LINE) || isSameLine(line, heading)) continue;
    if (hidden.has(index)) hiddenCount += 1;
    if (hidden.has(index) && !withHidden) continue;
    if (lines.length >= IMPORT.rows) throw new ImportFileError('tooManyRows', { most: IMPORT.rows });
    const isDoubtful = doubtful?.get(index)?.some((column) => columns.has(column)) === true;
    lines.push(isDoubtful ? { ...line, isDoubtful } : line);
    keptCells.push(cells);
  }
  if (!lines.length && !hiddenCount) throw new ImportFileError('onlyHeader');
  return { lines, reading, columnIndexes, headings, cells: keptCells, hidden: hiddenCount };
}
