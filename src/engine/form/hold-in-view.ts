/** How long a place is held while what stands above it still grows, ms. */
const PATIENCE = 4_000;

/** What the person does when he wants to be elsewhere. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to an element, and again whenever the page around it changes its height meanwhile: lists above it may still be on
 * their way. Ends when the person does something himself.
 */
export function holdInView(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView();
  const around = element?.parentElement;
  if (!around || !globalThis.ResizeObserver) return;
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const timer = setTimeout(end, PATIENCE);
  function end() {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of BY_HAND) globalThis.removeEventListener(type, end, true);
  }
  observer.observe(around);
  for (const type of BY_HAND) globalThis.addEventListener(type, end, { capture: true, passive: true });
}
