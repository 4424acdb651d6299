/** Readings are taken until the 28th at the latest (CONST-03): on the last days of a month the clock of a test stands back. */
const DAYS_BACK = 3;

/** The present moment, or, at the end of a month, one three days before on which readings are taken. */
export function inTheWindow(): Date {
  const now = new Date();
  return now.getDate() > 27 ? new Date(now.getTime() - DAYS_BACK * 86_400_000) : now;
}

/** What a piece of work has set to be done after so many milliseconds. */
export async function timerOf(wait: number, work: () => Promise<unknown>): Promise<() => void> {
  const { setTimeout } = globalThis;
  let found: (() => void) | undefined;
  globalThis.setTimeout = Object.assign((done: () => void, ms?: number) => {
    if (ms === wait) found = done;
    return setTimeout(done, ms);
  }, setTimeout) as typeof setTimeout;
  try {
    await work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  if (!found) throw new Error(`No timer of ${wait} ms was set`);
  return found;
}
