/** How long a card flies, ms, and by which curve (DESIGN §7). */
const FLIGHT = { duration: 240, easing: 'cubic-bezier(.2,.7,.2,1)' } as const;
/** Frames within which the card has to stand at its new place. */
const PATIENCE = 12;

const elementOf = (id: number) => document.querySelector<HTMLElement>(`[data-task="${id}"]`);

/**
 * Lets a card fly from where it stands to where the next rendering puts it; call it before the change. Nothing happens for a
 * card that is not in view before or after, and for who wants less motion.
 * @param start where it begins when that is elsewhere: in the hand that has just let go of it
 */
export function flyCard(id: number, start: DOMRect | null = null): void {
  const from = start ?? elementOf(id)?.getBoundingClientRect();
  if (!from || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  let frames = 0;
  const look = () => {
    frames += 1;
    const card = elementOf(id);
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
