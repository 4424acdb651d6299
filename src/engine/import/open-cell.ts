import { useEffect, useRef, useState } from 'react';
import type { CheckedList } from './checked-list.ts';
import type { NumberedRow } from './rows-table.tsx';

/** Position of a cell in the list of checked rows. */
interface CellPosition<Name extends string> {
  /** Index of its row in the list. */
  at: number;
  cell: Name;
}

/** Names of the cells in column order, and a check whether a cell has an error. */
interface RowCells<Row, Name extends string> {
  cells: readonly Name[];
  isWrong: (row: Row, cell: Name) => boolean;
}

/**
 * Finds the next cell with an error: further right in the row, else in the next row with one, else from the top.
 * @returns null when there is no error
 */
function findNextError<Row extends NumberedRow, Name extends string>(
  { rows, wrong }: CheckedList<Row>,
  { cells, isWrong }: RowCells<Row, Name>,
  from: CellPosition<Name> | null,
): CellPosition<Name> | null {
  const findFirstError = (at: number, among: readonly Name[] = cells): CellPosition<Name> | null => {
    const row = rows[at];
    const cell = row && among.find((name) => isWrong(row, name));
    return cell === undefined ? null : { at, cell };
  };
  if (from) {
    const nextInRow = findFirstError(from.at, cells.slice(cells.indexOf(from.cell) + 1));
    if (nextInRow) return nextInRow;
  }
  // Row numbers give the order; indexes may differ from it.
  const fromRow = from ? (rows[from.at]?.row ?? 0) : 0;
  const nextRowIndex = wrong.find((at) => (rows[at]?.row ?? 0) > fromRow);
  const at = nextRowIndex ?? wrong[0];
  return at === undefined ? null : findFirstError(at);
}

/** State of the cell being corrected. */
export interface OpenCell<Name extends string> {
  open: CellPosition<Name> | null;
  edit: (
    position: CellPosition<Name> | null | ((current: CellPosition<Name> | null) => CellPosition<Name> | null),
  ) => void;
  /** Opens the next cell with an error. @param from where to start; by default the open cell */
  goOn: (from?: CellPosition<Name>) => void;
}

/**
 * State of the cell being corrected in a checked list. F8 jumps to the next error from anywhere on the page.
 * @param onJump called before such a jump, to show the rows with errors
 */
export function useOpenCell<Row extends NumberedRow, Name extends string>(
  list: CheckedList<Row>,
  rowCells: RowCells<Row, Name>,
  onJump: () => void,
): OpenCell<Name> {
  const [open, setOpen] = useState<CellPosition<Name> | null>(null);
  const goOn = (from?: CellPosition<Name>): void => {
    if (!from) onJump();
    setOpen((current) => findNextError(list, rowCells, from ?? current));
  };
  const goOnRef = useRef(goOn);
  goOnRef.current = goOn;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      goOnRef.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { open, edit: setOpen, goOn };
}
