import { useCallback, useEffect, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { HEADING_SELECTOR, moveLostFocus } from '#console/ui/dialogs/focus-fallback.ts';
import { allCells, cellInRow, isCell, rowIndex } from './grid-steps.ts';

/** A cell of the grid, identified by record and field, because the list may be refetched in another order. */
export interface CellPosition {
  grid: HTMLElement;
  /** The element when the position was taken. */
  cell: HTMLElement;
  /** The current element; undefined while its record is not in the grid. */
  find: () => HTMLElement | undefined;
  /**
   * The element to focus for a cell: the cell itself; if it is gone, the same column in the nearest row; else the page heading.
   */
  findFocusFallback: () => HTMLElement | null;
}

/** Locates cells, and keeps the focus in the grid when the focused row is removed. */
export function useCellPositions(
  frame: { readonly current: HTMLElement | null },
  findRecord: (cell: HTMLElement) => RaRecord | undefined,
) {
  const { data } = useListContext<RaRecord>();
  const latestRows = useRef(data);
  latestRows.current = data;
  const focusedCell = useRef<(CellPosition & { record: RaRecord }) | null>(null);

  const locate = useCallback(
    (cell: HTMLElement) => {
      const grid = frame.current;
      const record = findRecord(cell);
      if (!grid || !record) return null;
      const name = cell.dataset.cell ?? '';
      const row = rowIndex(grid, cell);
      const find = () =>
        grid.isConnected
          ? allCells(grid).find((one) => one.dataset.cell === name && findRecord(one)?.id === record.id)
          : undefined;
      const findNearest = () => (grid.isConnected ? cellInRow(grid, row, name) : undefined);
      const findFocusFallback = () => find() ?? findNearest() ?? document.querySelector<HTMLElement>(HEADING_SELECTOR);
      return { grid, cell, record, find, findFocusFallback };
    },
    [frame, findRecord],
  );

  useEffect(() => {
    const grid = frame.current;
    if (!grid) return;
    const observer = new MutationObserver(() => {
      const position = focusedCell.current;
      if (!position || position.cell.isConnected) return;
      // A long table is virtualised: a row that was scrolled away is not removed.
      const isScrolledAway =
        !position.find() && latestRows.current?.some(({ id }) => id === position.record.id) === true;
      if (!isScrolledAway) moveLostFocus(position.findFocusFallback, { preventScroll: true });
    });
    observer.observe(grid, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      if (focusedCell.current && !grid.isConnected)
        moveLostFocus(focusedCell.current.findFocusFallback, { preventScroll: true });
    };
  }, [frame]);

  /** Called with the newly focused element; null when the focus leaves the grid. */
  const trackFocus = (target: unknown) => {
    focusedCell.current = isCell(target) ? locate(target) : null;
  };
  return { locate, trackFocus };
}
