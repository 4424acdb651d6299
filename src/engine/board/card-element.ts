/** Duration of a card's flight, ms, and its easing. */
const FLIGHT_ANIMATION = { duration: 240, easing: 'cubic-bezier(.2,.7,.2,1)' } as const;
/** Frames to wait until the card is rendered at its new place. */
const MAX_FRAMES = 12;

/** Height of a card that cannot be measured, CSS pixels. */
export const CARD_HEIGHT = 120;

const findCardElement = (id: number) => document.querySelector<HTMLElement>(`[data-card-id="${id}"]`);

/** Height of a card including the gap below it, CSS pixels. */
export function cardHeight(id: number): number {
  const card = findCardElement(id);
  if (!card?.offsetHeight) return CARD_HEIGHT;
  return card.offsetHeight + Number.parseFloat(getComputedStyle(card).marginBottom || '0');
}

/**
 * Animates a card from its current place to where the next render puts it; must be called before the change. Does nothing if the
 * card is not rendered before or after, or with `prefers-reduced-motion`.
 * @param start where the flight begins, if not at the card's place: where a dragged card was released
 */
export function flyCard(id: number, start: DOMRect | null = null): void {
  const from = start ?? findCardElement(id)?.getBoundingClientRect();
  if (!from || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  let frames = 0;
  const animateWhenMoved = () => {
    frames += 1;
    const card = findCardElement(id);
    const to = card?.getBoundingClientRect();
    const [x, y] = to ? [from.left - to.left, from.top - to.top] : [0, 0];
    if (card && Math.abs(x) + Math.abs(y) > 1) {
      card.animate?.(
        [
          { transform: `translate(${x}px, ${y}px)`, zIndex: 3 },
          { transform: 'none', zIndex: 3 },
        ],
        FLIGHT_ANIMATION,
      );
    } else if (frames < MAX_FRAMES) requestAnimationFrame(animateWhenMoved);
  };
  requestAnimationFrame(animateWhenMoved);
}

/** Interval between two checks of the focus, ms. */
const FOCUS_CHECK_MS = 100;
/** Number of checks after a move, because the card may be remounted or a dialog may be open. */
const FOCUS_CHECKS = 12;

/** The next check; a later move cancels those of the previous one. */
let focusTimer: ReturnType<typeof setTimeout> | undefined;

/** Focuses a card, and again if the focus is lost because the card was remounted or a dialog of the move was closed. */
export function focusCard(id: number): void {
  let [checksLeft, hasFocused] = [FOCUS_CHECKS, false];
  const checkFocus = () => {
    if (document.querySelector('[role="dialog"]')) checksLeft = FOCUS_CHECKS;
    else {
      if (!hasFocused || document.activeElement === document.body)
        findCardElement(id)?.querySelector<HTMLElement>('[data-card]')?.focus();
      hasFocused = true;
      checksLeft -= 1;
    }
    if (checksLeft > 0) focusTimer = setTimeout(checkFocus, FOCUS_CHECK_MS);
  };
  clearTimeout(focusTimer);
  focusTimer = setTimeout(checkFocus);
}
