/** After so long it is done whether there is time or not, ms. */
const PATIENCE = 1000;

/**
 * Does something when nothing moves that it could hold up: a frame of the screen is worth more.
 * @returns takes it back
 */
export function atLeisure(work: () => void): () => void {
  // Safari tells nobody when: the work is done after what is under way.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: PATIENCE });
  return () => cancelIdleCallback(asked);
}
