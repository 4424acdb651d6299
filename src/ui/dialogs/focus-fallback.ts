import { rowMenuClosed } from '../buttons/row-menu-trigger.tsx';

/** What a record with a row menu stands in. */
const LIST = 'ul, ol, tbody, [role="list"]';
/** The three dots, and nothing else that opens a menu. */
const DOTS = 'button[aria-haspopup="menu"]';

/** The heading of a page. */
const HEADING = 'h1[tabindex="-1"]';

const dotsIn = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>(DOTS)];

/** The list that three dots stand in; of lines within a list, the whole. */
function rowList(dots: Element): Element | null {
  let list = dots.closest(LIST);
  for (let up = list; up; up = up.parentElement?.closest(LIST) ?? null) list = up;
  return list;
}

/** The card, the dialog that something stands in: it takes the focus itself when nothing in it has it. */
const focusableAround = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]');

/** What the focus goes to once three dots are gone, as the page is then. */
type Heir = () => HTMLElement | null | undefined;

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
    // What moves into another line of a grid is drawn anew there, in the same place among all.
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

/** Once something that has the focus has left the page, its heading gets it; the page stays where it was scrolled to. */
export function focusHeadingInstead(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const heading = () => document.querySelector<HTMLElement>(HEADING);
  whenGone(element, () => passFocus(heading, { preventScroll: true }));
}

/** Once something that has the focus has left the page, the card that it stood in gets it, else the heading of the page. */
export function focusAroundInstead(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const around = focusableAround(element);
  const heir = () => (around?.isConnected ? around : document.querySelector<HTMLElement>(HEADING));
  whenGone(element, () => passFocus(heir, { preventScroll: true }));
}

/** Passes the focus on, if it is nowhere else. */
function passFocus(heir: Heir, how?: FocusOptions): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) heir()?.focus(how);
}

/** Calls back once something has left the page; the card of a deleted record takes the focus itself as long as it stands. */
function whenGone(element: HTMLElement | null, callback: () => void): void {
  if (!element?.isConnected) {
    callback();
    return;
  }
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    watch.disconnect();
    callback();
  });
  watch.observe(document.body, { childList: true, subtree: true });
}
