import { useCallback, useEffect, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { HEADING, passFocus } from '#console/ui/dialogs/focus-fallback.ts';
import { allCells, cellInRow, isCell, rowIndex } from './grid-steps.ts';

/** A cell of the grid, told by its record and field: the list may come anew in another order. */
export interface CellPosition {
  grid: HTMLElement;
  /** As it stood then. */
  cell: HTMLElement;
  /** The cell as it stands now; undefined while its record is not in the grid. */
  find: () => HTMLElement | undefined;
  /** The element that takes the focus for a cell: itself; once it is gone, the same column in the nearest row, else the heading of the page. */
  heir: () => HTMLElement | null;
}

/** Tells positions of cells, and keeps the focus in the grid when the row that has it goes. */
export function useCellPositions(
  frame: { readonly current: HTMLElement | null },
  recordOf: (cell: HTMLElement) => RaRecord | undefined,
) {
  const { data } = useListContext<RaRecord>();
  const latestRows = useRef(data);
  latestRows.current = data;
  const focusedCell = useRef<(CellPosition & { record: RaRecord }) | null>(null);

  const positionOf = useCallback(
    (cell: HTMLElement) => {
      const grid = frame.current;
      const record = recordOf(cell);
      if (!grid || !record) return null;
      const name = cell.dataset.cell ?? '';
      const row = rowIndex(grid, cell);
      const find = () =>
        grid.isConnected
          ? allCells(grid).find((one) => one.dataset.cell === name && recordOf(one)?.id === record.id)
          : undefined;
      const nearest = () => (grid.isConnected ? cellInRow(grid, row, name) : undefined);
      const heir = () => find() ?? nearest() ?? document.querySelector<HTMLElement>(HEADING);
      return { grid, cell, record, find, heir };
    },
    [frame, recordOf],
  );

  useEffect(() => {
    const grid = frame.current;
    if (!grid) return;
    const observer = new MutationObserver(() => {
      const position = focusedCell.current;
      if (!position || position.cell.isConnected) return;
      // A long table draws the rows in view alone: one that is scrolled away is no row that is gone.
      const isScrolledAway =
        !position.find() && latestRows.current?.some(({ id }) => id === position.record.id) === true;
      if (!isScrolledAway) passFocus(position.heir, { preventScroll: true });
    });
    observer.observe(grid, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      if (focusedCell.current && !grid.isConnected) passFocus(focusedCell.current.heir, { preventScroll: true });
    };
  }, [frame]);

  /** Told of what the focus goes to, null for nothing in the grid. */
  const follow = (target: unknown) => {
    focusedCell.current = isCell(target) ? positionOf(target) : null;
  };
  return { positionOf, follow };
}
