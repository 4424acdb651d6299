import { fileURLToPath } from 'node:url';

const PRELOAD = fileURLToPath(new URL('./clock-back.mjs', import.meta.url));

/**
 * What the product is started with where a test gives readings: they are taken until the 28th at the latest, so on the
 * last days of a month its clock stands three days back.
 */
export function readingDays(today = new Date()): Readonly<Record<string, string>> {
  return today.getDate() > 27 ? { NODE_OPTIONS: `--import=${PRELOAD}` } : {};
}
