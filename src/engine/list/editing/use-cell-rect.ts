import { useEffect, useState } from 'react';
import type { CellPosition } from './use-cell-positions.ts';

const isSameRect = (one: DOMRect, other: DOMRect): boolean =>
  one.top === other.top && one.left === other.left && one.width === other.width && one.height === other.height;

/** Where a cell stands in the window, also after its row has moved; once it is gone, where it stood last. */
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
