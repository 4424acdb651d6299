let region: HTMLElement | null = null;

/**
 * Says a sentence to screen readers, politely. The region lives as long as the page, so that what is
 * said survives the menu or the dialog it happened in.
 */
export function announce(sentence: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.className = 'sr-only';
    document.body.append(region);
  }
  // An open menu hides everything beside it from screen readers; this region must stay heard.
  region.removeAttribute('aria-hidden');
  region.textContent = sentence;
}
