import { IMPORT } from '../../limits.ts';
import { ImportFileError } from './problem.ts';

/**
 * Counts what a file holds while it is read: a few kilobytes of an archive can claim to be gigabytes of cells.
 * @throws ImportFileError longCell, tooManyCells, tooMuchText
 */
export class ImportBudget {
  #cells = 0;
  #characters = 0;

  /** Counts a cell. @param row its number as Excel shows it */
  take(cell: string, row: number): void {
    if (cell.length > IMPORT.cell) throw new ImportFileError('longCell', { row, most: IMPORT.cell });
    this.#characters += cell.length;
    if (this.#characters > IMPORT.characters) throw new ImportFileError('tooMuchText');
  }

  /** Counts places of cells, empty ones too. */
  room(cells: number): void {
    this.#cells += cells;
    if (this.#cells > IMPORT.cells) throw new ImportFileError('tooManyCells', { most: IMPORT.cells });
  }
}
