/** Duration of a card's flight, ms, and its curve. */
const FLIGHT = { duration: 240, easing: 'cubic-bezier(.2,.7,.2,1)' } as const;
/** Frames within which the card has to stand at its new place. */
const PATIENCE = 12;

/** Height of a card that cannot be measured, CSS pixels. */
export const CARD_HEIGHT = 120;

const findCardElement = (id: number) => document.querySelector<HTMLElement>(`[data-card-id="${id}"]`);

/** Height of a card with the gap below it, CSS pixels. */
export function cardHeight(id: number): number {
  const card = findCardElement(id);
  if (!card?.offsetHeight) return CARD_HEIGHT;
  return card.offsetHeight + Number.parseFloat(getComputedStyle(card).marginBottom || '0');
}

/**
 * Lets a card fly from where it stands to where the next rendering puts it; call it before the change. Nothing happens for a
 * card that is out of view before or after, or when the person prefers less motion.
 * @param start where the flight begins, if not at the card's place: where a dragged card was let go
 */
export function flyCard(id: number, start: DOMRect | null = null): void {
  const from = start ?? findCardElement(id)?.getBoundingClientRect();
  if (!from || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  let frames = 0;
  const look = () => {
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
        FLIGHT,
      );
    } else if (frames < PATIENCE) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Pause between two checks of the focus, ms. */
const LOOK_AGAIN = 100;
/** How many checks follow a move: the card may be drawn anew, or a dialog open. */
const LOOKS = 12;

/** The next check; a later move ends those of the one before. */
let nextLook: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives the focus to a card, wherever it stands, and gives it again when it is lost because the card was drawn anew or a dialog of
 * the move was closed.
 */
export function focusCard(id: number): void {
  let [looksLeft, isGiven] = [LOOKS, false];
  const look = () => {
    if (document.querySelector('[role="dialog"]')) looksLeft = LOOKS;
    else {
      if (!isGiven || document.activeElement === document.body)
        findCardElement(id)?.querySelector<HTMLElement>('[data-card]')?.focus();
      isGiven = true;
      looksLeft -= 1;
    }
    if (looksLeft > 0) nextLook = setTimeout(look, LOOK_AGAIN);
  };
  clearTimeout(nextLook);
  nextLook = setTimeout(look);
}
