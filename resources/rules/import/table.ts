import { IMPORT } from '../../limits.ts';
import { headed, headingRow, IMPORT_COLUMNS, type ImportColumn, type Places, placesIn } from './columns.ts';
import { type Encoding, isArchive, refuseForeign } from './encoding.ts';
import { writtenText } from './exact-cell.ts';
import { ImportFileError } from './problem.ts';
import { readTextFile } from './text-file.ts';

/** A resident as the file has them, before anything is checked. Cells are trimmed. */
export interface ImportLine {
  /** Number of the row as Excel shows it. */
  row: number;
  label: string;
  last_name: string;
  first_name: string;
  phone_number: string;
  /** Its quotes may mean something else than they were read for. */
  isDoubtful?: true;
}

/** A file that was read as a list. */
export interface ImportTable {
  lines: ImportLine[];
  /** How it was read; null for a workbook, which says so itself. */
  reading: { encoding: Encoding; marked: boolean; delimiter: string } | null;
  /** Where the columns stand, and the rows of the file as they are, for a copy of some of them. */
  places: Places;
  headings: string[];
  /** Cells of each line, in the order of `lines`. */
  cells: string[][];
  /** Rows with a resident that Excel does not show. They are among the lines only where `withHidden` was set. */
  hidden: number;
}

/** Options of reading a file. */
export interface ReadOptions {
  /** Chosen by the person, from the letters shown. */
  encoding?: Encoding | undefined;
  /** Rows that Excel hides are lines as well. They are left out otherwise. */
  withHidden?: boolean | undefined;
  /** Called now and then: the server answers others meanwhile. */
  yieldTurn?: () => Promise<void>;
}

/** White space of every kind, controls, marks of direction, and what the decoder could not read as half of a letter. */
const BLANK = /[\s\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+/g;
const HALVES = /\p{Surrogate}/gu;

/**
 * A cell as a person means it: white space as one space, without the apostrophe and the `="…"` by which people keep Excel
 * from changing a number, and by which exports keep it from running a formula.
 */
export function cleanCell(cell: string): string {
  const plain = /^[\wА-Яа-яёЁ+.-]*$/.test(cell) ? cell : cell.replace(HALVES, '').replace(BLANK, ' ').trim();
  return writtenText(plain).trim();
}

/**
 * Reads a list of residents out of a CSV file or a workbook (IMPORT-05, IMPORT-06).
 * @throws ImportFileError when it is none
 */
export async function readImportTable(bytes: Uint8Array, options: ReadOptions = {}): Promise<ImportTable> {
  const { encoding, withHidden = false, yieldTurn = async () => undefined } = options;
  refuseForeign(bytes);
  if (isArchive(bytes)) {
    // Loaded only for workbooks.
    const { readWorkbook } = await import('./workbook.ts');
    return makeTable(await readWorkbook(bytes, ROWS_READ, yieldTurn), null, withHidden);
  }
  const { decoded, delimited } = readTextFile(bytes, { most: ROWS_READ, headed, encoding });
  await yieldTurn();
  const reading = { encoding: decoded.encoding, marked: decoded.marked, delimiter: delimited.delimiter };
  return makeTable({ ...delimited, numbers: null }, reading, withHidden);
}

/** Rows that are read: of residents, of headings and what stands above them, and as many empty or repeated ones. */
const ROWS_READ = 2 * IMPORT.rows;

const missingIn = (places: Places): ImportColumn[] => IMPORT_COLUMNS.filter((column) => places[column] === null);

const NOTHING: ImportLine = { row: 0, label: '', last_name: '', first_name: '', phone_number: '' };

function saysTheSame(line: ImportLine, other: ImportLine): boolean {
  return (
    line.label === other.label &&
    line.phone_number === other.phone_number &&
    line.last_name === other.last_name &&
    line.first_name === other.first_name
  );
}

const NONE: ReadonlySet<number> = new Set();

/** Rows of a file, what Excel calls them, and the places of those that it hides. */
interface Rows {
  rows: readonly string[][];
  numbers: readonly number[] | null;
  hidden?: ReadonlySet<number>;
  /** Columns of doubtful cells, by the place of their row. */
  doubtful?: ReadonlyMap<number, readonly number[]>;
}

function makeTable(
  { rows, numbers, hidden = NONE, doubtful }: Rows,
  reading: ImportTable['reading'],
  withHidden: boolean,
): ImportTable {
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ImportFileError('empty');
  const at = headingRow(rows);
  const headings = rows[at] ?? [];
  const places = placesIn(headings);
  const missing = missingIn(places);
  if (missing.length) throw new ImportFileError('columns', { columns: missing.join(' ') });
  const makeLine = (cells: readonly string[], row: number): ImportLine => {
    const cell = (column: ImportColumn) => cleanCell(cells[places[column] ?? -1] ?? '');
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
  const columns = new Set<number | null>(Object.values(places));
  let hiddenCount = 0;
  for (let index = at + 1; index < rows.length; index += 1) {
    const cells = rows[index] ?? [];
    const line = makeLine(cells, numbers?.[index] ?? index + 1);
    // Headings that stand over every printed page, or are merged over two rows, are not people.
    if (saysTheSame(line, NOTHING) || saysTheSame(line, heading)) continue;
    if (hidden.has(index)) hiddenCount += 1;
    if (hidden.has(index) && !withHidden) continue;
    if (lines.length >= IMPORT.rows) throw new ImportFileError('tooManyRows', { most: IMPORT.rows });
    const isDoubtful = doubtful?.get(index)?.some((column) => columns.has(column)) === true;
    lines.push(isDoubtful ? { ...line, isDoubtful } : line);
    keptCells.push(cells);
  }
  if (!lines.length && !hiddenCount) throw new ImportFileError('onlyHeader');
  return { lines, reading, places, headings, cells: keptCells, hidden: hiddenCount };
}
