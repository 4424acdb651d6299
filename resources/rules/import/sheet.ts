import type { Headed } from './delimited.ts';
import { type Encoding, isArchive, refuseForeign } from './encoding.ts';
import { ImportFileError } from './problem.ts';
import { readTextFile } from './text-file.ts';

/** Rows of a file as they are. */
export interface ImportSheet {
  rows: readonly (readonly string[])[];
  /** Row numbers as Excel shows them; null for a text. */
  numbers: readonly number[] | null;
  /** Places of the rows that Excel does not show. */
  hidden: ReadonlySet<number>;
  /** Columns of the cells whose quotes are doubtful, by the place of their row. */
  doubtful: ReadonlyMap<number, readonly number[]>;
  /** How the text was read; null for a workbook, which says so itself. */
  encoding: Encoding | null;
}

/**
 * Reads a CSV file, in whatever encoding and with whatever delimiter, or the first sheet of a workbook.
 * @param most rows; more are refused
 * @param headed how many columns of the table a row heads: it tells the encoding and the delimiter of a text
 * @param encoding as the person wants a text read; told by what is in it when left out
 * @throws ImportFileError when it is no table
 */
export async function readImportSheet(
  bytes: Uint8Array,
  most: number,
  headed: Headed,
  encoding?: Encoding,
): Promise<ImportSheet> {
  refuseForeign(bytes);
  if (isArchive(bytes)) {
    const { readWorkbook } = await import('./workbook.ts');
    return { ...(await readWorkbook(bytes, most, async () => undefined)), doubtful: new Map(), encoding: null };
  }
  const { decoded, delimited } = readTextFile(bytes, { most, headed, encoding });
  const { rows, doubtful } = delimited;
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ImportFileError('empty');
  return { rows, numbers: null, hidden: new Set(), doubtful, encoding: decoded.encoding };
}
