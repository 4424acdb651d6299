import { useEffect, useRef, useState } from 'react';
import type { CheckedList } from './checked-list.ts';
import type { NumberedRow } from './rows-table.tsx';

/** A cell of the check. */
interface CellPlace<Name extends string> {
  /** Place of its row in the list. */
  at: number;
  cell: Name;
}

/** Which cells rows have, in the order of the columns, and which of them are wrong. */
interface RowCells<Row, Name extends string> {
  cells: readonly Name[];
  isWrong: (row: Row, cell: Name) => boolean;
}

/**
 * The next cell with an error: further right in the row, else in the next row that has one, else from the top again.
 * @returns null when there is none at all
 */
function nextError<Row extends NumberedRow, Name extends string>(
  { rows, wrong }: CheckedList<Row>,
  { cells, isWrong }: RowCells<Row, Name>,
  from: CellPlace<Name> | null,
): CellPlace<Name> | null {
  const firstIn = (at: number, among: readonly Name[] = cells): CellPlace<Name> | null => {
    const row = rows[at];
    const cell = row && among.find((name) => isWrong(row, name));
    return cell === undefined ? null : { at, cell };
  };
  if (from) {
    const further = firstIn(from.at, cells.slice(cells.indexOf(from.cell) + 1));
    if (further) return further;
  }
  // Rows are in the order of their numbers; their places may be in another one.
  const fromRow = from ? (rows[from.at]?.row ?? 0) : 0;
  const below = wrong.find((at) => (rows[at]?.row ?? 0) > fromRow);
  const at = below ?? wrong[0];
  return at === undefined ? null : firstIn(at);
}

/** The cell that is being corrected. */
export interface OpenCell<Name extends string> {
  open: CellPlace<Name> | null;
  edit: (place: CellPlace<Name> | null | ((now: CellPlace<Name> | null) => CellPlace<Name> | null)) => void;
  /** Opens the next cell with an error. @param from the cell to begin at; the open one when left out */
  goOn: (from?: CellPlace<Name>) => void;
}

/**
 * Which cell of a checked list is being corrected. F8 leads to the next error from anywhere on the page.
 * @param onJump called before the jump from anywhere: the rows with errors have to be shown
 */
export function useOpenCell<Row extends NumberedRow, Name extends string>(
  list: CheckedList<Row>,
  rowCells: RowCells<Row, Name>,
  onJump: () => void,
): OpenCell<Name> {
  const [open, setOpen] = useState<CellPlace<Name> | null>(null);
  const goOn = (from?: CellPlace<Name>): void => {
    if (!from) onJump();
    setOpen((now) => nextError(list, rowCells, from ?? now));
  };
  const latestGoOn = useRef(goOn);
  latestGoOn.current = goOn;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      latestGoOn.current();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  return { open, edit: setOpen, goOn };
}
