/** The heading of a page. */
export const HEADING = 'h1[tabindex="-1"]';

/** The card, the dialog that something stands in: it takes the focus itself when nothing in it has it. */
export const focusableAround = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]');

/** The element that gets the focus once a row menu is gone, as the page is then. */
export type Heir = () => HTMLElement | null | undefined;

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
export function passFocus(heir: Heir, how?: FocusOptions): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) heir()?.focus(how);
}

/** Calls back once something has left the page; the card of a deleted record takes the focus itself as long as it stands. */
export function whenGone(element: HTMLElement | null, callback: () => void): void {
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
