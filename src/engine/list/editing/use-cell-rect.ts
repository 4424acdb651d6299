import { useEffect, useState } from 'react';
import type { CellPosition } from './use-cell-positions.ts';

const isSameRect = (one: DOMRect, other: DOMRect): boolean =>
  one.top === other.top && one.left === other.left && one.width === other.width && one.height === other.height;

/** Viewport rectangle of a cell, updated when its row moves; if the cell is gone, the last known one. */
export function useCellRect({ grid, cell, find }: CellPosition): DOMRect {
  const [rect, setRect] = useState(() => cell.getBoundingClientRect());
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const movedCell = find();
      if (!movedCell) return;
      movedCell.scrollIntoView?.({ block: 'nearest' });
      const movedRect = movedCell.getBoundingClientRect();
      setRect((lastRect) => (isSameRect(lastRect, movedRect) ? lastRect : movedRect));
    });
    observer.observe(grid, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [grid, find]);
  return rect;
}
