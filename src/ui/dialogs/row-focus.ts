import { rowMenuClosed } from '../buttons/row-menu-trigger.tsx';
import { focusableAround, HEADING, type Heir, passFocus, whenGone } from './focus-fallback.ts';

/** Selector of the lists whose records have row menus. */
const LIST = 'ul, ol, tbody, [role="list"]';
/** The three dots, and nothing else that opens a menu. */
const DOTS = 'button[aria-haspopup="menu"]';

const dotsIn = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>(DOTS)];

/** The list that three dots stand in; of lines within a list, the whole. */
function rowList(dots: Element): Element | null {
  let list = dots.closest(LIST);
  for (let up = list; up; up = up.parentElement?.closest(LIST) ?? null) list = up;
  return list;
}

/**
 * Finds the heir while everything is there: the dots of the next record, else of the one before; in a list that is empty then,
 * what is around it: a card, a dialog, the page with its heading.
 */
function focusHeir(dots: HTMLElement): Heir {
  // A card beside the list shows the record that is chosen there.
  const chosen = rowList(dots) ? null : document.querySelector<HTMLElement>(`[aria-selected="true"] ${DOTS}`);
  const rowDots = chosen ?? dots;
  const list = rowList(rowDots);
  const around = focusableAround(rowDots);
  const before = list ? dotsIn(list) : [];
  const at = before.indexOf(rowDots);
  const next = before[at + 1];
  return () => {
    const left = list?.isConnected ? dotsIn(list).filter((one) => one !== rowDots) : [];
    // A row that moves into another line of a grid is drawn anew there, in the same place among all.
    const heir = next?.isConnected ? next : (left[at] ?? left.at(-1));
    return heir ?? (around?.isConnected ? around : document.querySelector<HTMLElement>(HEADING));
  };
}

/** Says before a record is deleted that the focus is not to be lost with its three dots. */
export function setFocusFallback(dots: HTMLElement): void {
  const heir = focusHeir(dots);
  const card = rowList(dots) ? null : focusableAround(dots);
  rowMenuClosed.set(dots, () => {
    clearFocusFallback(dots);
    // The menu that goes with them has first to give free the page that it hid from screen readers.
    queueMicrotask(() => whenGone(card, () => passFocus(heir)));
  });
}

/** Takes that back: the record stays. */
export function clearFocusFallback(dots: HTMLElement): void {
  rowMenuClosed.delete(dots);
}
