/**
 * A handler for a pointer or the focus that comes near to something: fetches the code that it opens. A failure is not shown
 * here: opening it fetches the code again and shows its own failure.
 */
export function fetchAhead(load: () => Promise<unknown>): () => void {
  return () => {
    load().catch(() => undefined);
  };
}
