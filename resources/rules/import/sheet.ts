import type { Headed } from './delimited.ts';
import { type Encoding, isArchive, rejectForeignFile } from './encoding.ts';
import { ImportFileError } from './problem.ts';
import { readTextFile } from './text-file.ts';

/** Rows of a file, unchanged. */
export interface ImportSheet {
  rows: readonly (readonly string[])[];
  /** Row numbers as in Excel; null for a text file. */
  numbers: readonly number[] | null;
  /** Indexes of rows hidden in Excel. */
  hidden: ReadonlySet<number>;
  /** Columns of cells with doubtful quotes, by row index. */
  doubtful: ReadonlyMap<number, readonly number[]>;
  /** Encoding of a text file; null for a workbook, which defines it itself. */
  encoding: Encoding | null;
}

/**
 * Reads a CSV file with any encoding and delimiter, or the first sheet of a workbook.
 * @param most maximum number of rows; more are refused
 * @param headed counts headings in a row, by which encoding and delimiter of a text are detected
 * @param encoding encoding that the person has chosen; detected when left out
 * @throws ImportFileError if it is not a table
 */
export async function readImportSheet(
  bytes: Uint8Array,
  most: number,
  headed: Headed,
  encoding?: Encoding,
): Promise<ImportSheet> {
  rejectForeignFile(bytes);
  if (isArchive(bytes)) {
    const { readWorkbook } = await import('./workbook.ts');
    return { ...(await readWorkbook(bytes, most, async () => undefined)), doubtful: new Map(), encoding: null };
  }
  const { decoded, delimited } = readTextFile(bytes, { most, headed, encoding });
  const { rows, doubtful } = delimited;
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ImportFileError('empty');
  return { rows, numbers: null, hidden: new Set(), doubtful, encoding: decoded.encoding };
}
