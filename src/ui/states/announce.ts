let liveRegion: HTMLElement | null = null;

/**
 * Announces a sentence to screen readers (polite). The live region exists as long as the page, so that the announcement survives
 * the menu or dialog it came from.
 */
export function announce(sentence: string): void {
  if (!liveRegion?.isConnected) {
    liveRegion = document.createElement('div');
    liveRegion.setAttribute('role', 'status');
    liveRegion.className = 'sr-only';
    document.body.append(liveRegion);
  }
  // An open menu sets `aria-hidden` on everything else; this region must stay audible.
  liveRegion.removeAttribute('aria-hidden');
  liveRegion.textContent = sentence;
}
