/** Selector of the page heading. */
export const HEADING_SELECTOR = 'h1[tabindex="-1"]';

/** The surrounding card or dialog, which can take the focus itself. */
export const focusableContainer = (element: Element) => element.closest<HTMLElement>('[tabindex="-1"]');

/** Finds the element that gets the focus after a row menu is removed, in the page at that time. */
export type FindFocusTarget = () => HTMLElement | null | undefined;

/** After a focused element is removed, focuses the page heading without scrolling. */
export function focusHeadingInstead(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const findHeading = () => document.querySelector<HTMLElement>(HEADING_SELECTOR);
  whenRemoved(element, () => moveLostFocus(findHeading, { preventScroll: true }));
}

/** After a focused element is removed, focuses the surrounding card, else the page heading. */
export function focusAroundInstead(element: Element | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const container = focusableContainer(element);
  const findTarget = () => (container?.isConnected ? container : document.querySelector<HTMLElement>(HEADING_SELECTOR));
  whenRemoved(element, () => moveLostFocus(findTarget, { preventScroll: true }));
}

/** Moves the focus if nothing has it. */
export function moveLostFocus(findTarget: FindFocusTarget, options?: FocusOptions): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) findTarget()?.focus(options);
}

/** Calls back when an element is removed from the page, at once if it is not in the page. */
export function whenRemoved(element: HTMLElement | null, callback: () => void): void {
  if (!element?.isConnected) {
    callback();
    return;
  }
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    callback();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
