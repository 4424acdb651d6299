/** Longest time that is waited, ms: the patience of a page (`profiles.ts`). */
const PATIENCE = 90_000;
const PAUSE = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

/**
 * Repeats an action until something holds.
 * @param what is waited for: the error says it
 * @param act what is done before it is looked again; a short pause by default
 * @throws {Error} when it does not hold in time
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  act: () => Promise<unknown> = pause,
): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await act();
  }
}

/** Waits a moment for something to come; that it did not is for the caller to see. */
export const aMoment = (wait: Promise<unknown>): Promise<unknown> => wait.catch(() => undefined);
