import { type MouseEvent, useEffect, useRef } from 'react';
import { cellIn, isCell, isEditable } from './grid-steps.ts';

/** A click on a cell opens the record once no second one has come meanwhile, in milliseconds. */
const DOUBLE_CLICK = 280;

/** Whether a click is meant for a part of a cell that has a use of its own; the button of the first cell opens the record, as the cell does. */
function isControl(target: EventTarget): boolean {
  const control = target instanceof Element ? target.closest('a, button, input, label') : null;
  return control !== null && !(isCell(control.parentElement) && control.hasAttribute('aria-expanded'));
}

/** The cell that can be edited and that a click is meant for. */
function clickedCell({ target }: MouseEvent): HTMLElement | null {
  const cell = cellIn(target);
  return cell && isEditable(cell) && !isControl(target) ? cell : null;
}

/** Tells the clicks apart that edit a cell and those that open its record. @returns handlers of what stands around the grid */
export function useCellClicks(choose: (cell: HTMLElement) => void, edit: (cell: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onClickCapture: (event: MouseEvent) => {
      const cell = clickedCell(event);
      // A key that presses a button is a click without a count.
      if (!cell || event.detail === 0) return;
      event.stopPropagation();
      clearTimeout(timer.current);
      if (event.detail === 1) timer.current = setTimeout(() => choose(cell), DOUBLE_CLICK);
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = clickedCell(event);
      if (!cell) return;
      clearTimeout(timer.current);
      edit(cell);
    },
  };
}
