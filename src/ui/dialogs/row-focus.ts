import { onRowMenuRemoved } from '../buttons/row-menu-trigger.tsx';
import {
  type FindFocusTarget,
  focusableContainer,
  HEADING_SELECTOR,
  moveLostFocus,
  whenRemoved,
} from './focus-fallback.ts';

/** Selector of lists whose records have row menus. */
const LIST_SELECTOR = 'ul, ol, tbody, [role="list"]';
/** Selector of row menu buttons. */
const MENU_BUTTON_SELECTOR = 'button[aria-haspopup="menu"]';

const findMenuButtons = (container: ParentNode) => [...container.querySelectorAll<HTMLElement>(MENU_BUTTON_SELECTOR)];

/** The outermost list that contains a menu button. */
function findOutermostList(menuButton: Element): Element | null {
  let list = menuButton.closest(LIST_SELECTOR);
  for (let ancestor = list; ancestor; ancestor = ancestor.parentElement?.closest(LIST_SELECTOR) ?? null)
    list = ancestor;
  return list;
}

/**
 * Chooses the next focus target before the record is removed: the menu button of the next record, else of the previous one; if
 * the list becomes empty, the surrounding card or dialog, else the page heading.
 */
function createFocusTargetFinder(menuButton: HTMLElement): FindFocusTarget {
  // The button may be in a card next to the list, which shows the selected record.
  const selectedRowButton = findOutermostList(menuButton)
    ? null
    : document.querySelector<HTMLElement>(`[aria-selected="true"] ${MENU_BUTTON_SELECTOR}`);
  const rowButton = selectedRowButton ?? menuButton;
  const list = findOutermostList(rowButton);
  const focusContainer = focusableContainer(rowButton);
  const buttonsBefore = list ? findMenuButtons(list) : [];
  const index = buttonsBefore.indexOf(rowButton);
  const next = buttonsBefore[index + 1];
  return () => {
    const remainingButtons = list?.isConnected ? findMenuButtons(list).filter((one) => one !== rowButton) : [];
    // A row that moves to another line of a grid is remounted there, at the same index among all.
    const target = next?.isConnected ? next : (remainingButtons[index] ?? remainingButtons.at(-1));
    return (
      target ?? (focusContainer?.isConnected ? focusContainer : document.querySelector<HTMLElement>(HEADING_SELECTOR))
    );
  };
}

/** Called before a record is deleted, so that the focus moves on when its menu button disappears. */
export function setFocusFallback(menuButton: HTMLElement): void {
  const findTarget = createFocusTargetFinder(menuButton);
  const card = findOutermostList(menuButton) ? null : focusableContainer(menuButton);
  onRowMenuRemoved.set(menuButton, () => {
    clearFocusFallback(menuButton);
    // The menu first has to remove `aria-hidden` from the page.
    queueMicrotask(() => whenRemoved(card, () => moveLostFocus(findTarget)));
  });
}

/** Undoes `setFocusFallback` when the record was not deleted. */
export function clearFocusFallback(menuButton: HTMLElement): void {
  onRowMenuRemoved.delete(menuButton);
}
