import type { ImportRow } from '#resources/protocol/import.ts';
import { CELLS, type CellName, codesIn } from './words.ts';

/** A cell of the table. */
export interface Place {
  /** Place of its row in the list. */
  at: number;
  cell: CellName;
}

/**
 * The next cell with an error: further right in the row, else in the next row that has one, else from the top again.
 * @param wrong places of the rows with errors, in order
 * @returns null when there is none at all
 */
export function nextError(rows: readonly ImportRow[], wrong: Uint32Array, from: Place | null): Place | null {
  const firstIn = (at: number, cells: readonly CellName[] = CELLS): Place | null => {
    const row = rows[at];
    const cell = row && cells.find((name) => codesIn(row, name).length > 0);
    return cell ? { at, cell } : null;
  };
  if (from) {
    const further = firstIn(from.at, CELLS.slice(CELLS.indexOf(from.cell) + 1));
    if (further) return further;
  }
  const below = from ? wrong.find((at) => at > from.at) : undefined;
  const at = below ?? wrong[0];
  return at === undefined ? null : firstIn(at);
}
