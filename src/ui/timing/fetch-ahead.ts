/**
 * Handlers for a pointer or the focus that comes near to something: they fetch the code that it opens. Where that fails nothing is
 * said: what is opened then asks for it anew, and tells of its own failure.
 */
export function fetchAhead(load: () => Promise<unknown>): () => void {
  return () => {
    load().catch(() => undefined);
  };
}
