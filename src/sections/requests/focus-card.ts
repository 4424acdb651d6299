/** Between two looks at the keyboard's place, ms, and how many follow a move: the card may be drawn anew, or a dialog come. */
const LOOK_AGAIN = 100;
const LOOKS = 12;

/** The next look; a later move ends those of the one before. */
let next: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives the keyboard to a card, wherever it stands, and again where it is lost with what was drawn before: by a move, or by a dialog
 * of that move that was closed.
 */
export function focusCard(id: number): void {
  let [left, isGiven] = [LOOKS, false];
  const look = () => {
    if (document.querySelector('[role="dialog"]')) left = LOOKS;
    else {
      if (!isGiven || document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[data-task="${id}"] [data-card]`)?.focus();
      isGiven = true;
      left -= 1;
    }
    if (left > 0) next = setTimeout(look, LOOK_AGAIN);
  };
  clearTimeout(next);
  next = setTimeout(look);
}
