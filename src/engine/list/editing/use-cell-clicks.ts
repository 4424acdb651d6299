import { type MouseEvent, useEffect, useRef } from 'react';
import { closestCell, isCell, isEditable } from './grid-steps.ts';

/** Time to wait for a second click before a single click opens the record, ms. */
const DOUBLE_CLICK_MS = 280;

/**
 * Whether a click is on a control inside a cell. The button of the first cell does not count: it opens the record, as the cell
 * does.
 */
function isControl(target: EventTarget): boolean {
  const control = target instanceof Element ? target.closest('a, button, input, label') : null;
  return control !== null && !(isCell(control.parentElement) && control.hasAttribute('aria-expanded'));
}

/** The editable cell that was clicked. */
function findClickedCell({ target }: MouseEvent): HTMLElement | null {
  const cell = closestCell(target);
  return cell && isEditable(cell) && !isControl(target) ? cell : null;
}

/** Distinguishes clicks that edit a cell from those that open its record. @returns handlers for the element around the grid */
export function useCellClicks(onSingleClick: (cell: HTMLElement) => void, onEdit: (cell: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onClickCapture: (event: MouseEvent) => {
      const cell = findClickedCell(event);
      // A click by keyboard has no click count.
      if (!cell || event.detail === 0) return;
      event.stopPropagation();
      clearTimeout(timer.current);
      if (event.detail === 1) timer.current = setTimeout(() => onSingleClick(cell), DOUBLE_CLICK_MS);
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = findClickedCell(event);
      if (!cell) return;
      clearTimeout(timer.current);
      onEdit(cell);
    },
  };
}
