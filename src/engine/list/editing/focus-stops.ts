const INPUTS = 'input:not([type="hidden"]):not(:disabled), select, textarea, [role="spinbutton"]';

const STOPS = 'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex], [contenteditable="true"]';

/** The element of an area that takes the focus first: the chosen radio button, else the first input, else the first button. */
export const firstInput = (area: HTMLElement): HTMLElement | null =>
  area.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
  area.querySelector<HTMLElement>(INPUTS) ??
  area.querySelector<HTMLElement>('button:not(:disabled)');

const isRadio = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'radio';

/** Radio buttons of one name are one stop of Tab. */
const isSameStop = (one: Element, other: Element): boolean =>
  one === other || (isRadio(one) && isRadio(other) && one.name === other.name);

/** Whether Tab, or Shift+Tab for a step back, would lead out of an area from an element in it. */
export function isLastStop(area: Element, element: Element, step: -1 | 1): boolean {
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  return ![...area.querySelectorAll<HTMLElement>(STOPS)].some(
    (stop) =>
      stop.tabIndex >= 0 &&
      !stop.matches(':disabled') &&
      (stop.checkVisibility?.() ?? true) &&
      !isSameStop(stop, element) &&
      (element.compareDocumentPosition(stop) & side) !== 0,
  );
}
