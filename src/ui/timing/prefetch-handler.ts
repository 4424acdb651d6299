/**
 * Returns a hover or focus handler that prefetches code. Failures are ignored: opening fetches the code again and shows its own
 * failure.
 */
export function createPrefetchHandler(load: () => Promise<unknown>): () => void {
  return () => {
    load().catch(() => undefined);
  };
}
