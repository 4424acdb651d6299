import { IMPORT } from '../../limits.ts';
import { ImportFileError } from './problem.ts';

/**
 * Counts cells and characters while a file is read, because an archive of a few kilobytes can unpack to gigabytes of cells.
 * @throws ImportFileError longCell, tooManyCells, tooMuchText
 */
export class ImportBudget {
  #cells = 0;
  #characters = 0;

  /**
   * Counts the text of a cell.
   * @param row row number as in Excel
   */
  take(cell: string, row: number): void {
    if (cell.length > IMPORT.cell) throw new ImportFileError('longCell', { row, most: IMPORT.cell });
    this.#characters += cell.length;
    if (this.#characters > IMPORT.characters) throw new ImportFileError('tooMuchText');
  }

  /** Counts cells, including empty ones. */
  room(cells: number): void {
    this.#cells += cells;
    if (this.#cells > IMPORT.cells) throw new ImportFileError('tooManyCells', { most: IMPORT.cells });
  }
}
