import { readDelimited } from './delimited.ts';
import { decode, isArchive, refuseForeign } from './encoding.ts';
import { ImportFileError } from './problem.ts';

/** Rows of a file as they are. */
export interface ImportSheet {
  rows: readonly (readonly string[])[];
  /** What Excel calls each row; null for a text. */
  numbers: readonly number[] | null;
  /** Places of the rows that Excel does not show. */
  hidden: ReadonlySet<number>;
}

/**
 * Reads a CSV file, in whatever encoding and with whatever delimiter, or the first sheet of a workbook.
 * @param most rows; more are refused
 * @throws ImportFileError when it is no table
 */
export async function readImportSheet(bytes: Uint8Array, most: number): Promise<ImportSheet> {
  refuseForeign(bytes);
  if (isArchive(bytes)) {
    const { readWorkbook } = await import('./workbook.ts');
    return readWorkbook(bytes, most, async () => undefined);
  }
  const { rows } = readDelimited(decode(bytes).text, most);
  if (rows.every((cells) => cells.every((cell) => cell.trim() === ''))) throw new ImportFileError('empty');
  return { rows, numbers: null, hidden: new Set() };
}
