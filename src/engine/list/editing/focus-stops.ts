const INPUT_SELECTOR = 'input:not([type="hidden"]):not(:disabled), select, textarea, [role="spinbutton"]';

const TAB_STOP_SELECTOR =
  'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex], [contenteditable="true"]';

/** The element of an area to focus first: the checked radio button, else the first input, else the first button. */
export const firstInput = (area: HTMLElement): HTMLElement | null =>
  area.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
  area.querySelector<HTMLElement>(INPUT_SELECTOR) ??
  area.querySelector<HTMLElement>('button:not(:disabled)');

const isRadio = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'radio';

/** Radio buttons with the same name are one tab stop. */
const isSameStop = (one: Element, other: Element): boolean =>
  one === other || (isRadio(one) && isRadio(other) && one.name === other.name);

/** Whether Tab (or Shift+Tab for a step back) on an element would leave the area. */
export function isLastStop(area: Element, element: Element, step: -1 | 1): boolean {
  const direction = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  return ![...area.querySelectorAll<HTMLElement>(TAB_STOP_SELECTOR)].some(
    (stop) =>
      stop.tabIndex >= 0 &&
      !stop.matches(':disabled') &&
      (stop.checkVisibility?.() ?? true) &&
      !isSameStop(stop, element) &&
      (element.compareDocumentPosition(stop) & direction) !== 0,
  );
}
