import { fileURLToPath } from 'node:url';

/** Sets a clock three days back: loaded ahead of the product, and into each page of a browser. */
const CLOCK_BACK = fileURLToPath(new URL('./clock-back.mjs', import.meta.url));

/**
 * The script for clocks where a test gives readings: they are taken until the 28th at the latest, so the product and its
 * browsers stand three days back on the last days of a month. Null on all other days.
 */
export const readingClock = (today = new Date()): string | null => (today.getDate() > 27 ? CLOCK_BACK : null);

/** Environment of a product that is started for readings, where no browser shows the day. */
export function readingDays(today = new Date()): Readonly<Record<string, string>> {
  const clock = readingClock(today);
  return clock ? { NODE_OPTIONS: `--import=${clock}` } : {};
}
