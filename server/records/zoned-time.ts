import { zoneClock } from '#resources/time-zone.ts';

/**
 * The moment at which the clock of a zone shows a time; in an hour that comes twice the earlier one.
 * @param written the time as if it were UTC, ISO
 * @returns ISO in UTC; null for what is no time
 */
export function momentIn(timeZone: string, written: string): string | null {
  const wallTime = Date.parse(written);
  if (Number.isNaN(wallTime) || new Date(wallTime).toISOString() !== written) return null;
  const shownAt = zoneClock(timeZone);
  // The offset may be another one on the other side of a change of the hour.
  const offsetAt = (at: number) => shownAt(at) - at;
  const first = wallTime - offsetAt(wallTime);
  const at = wallTime - Math.max(offsetAt(first), offsetAt(first - 3_600_000));
  const isShown = shownAt(at) === wallTime;
  return new Date(isShown ? at : wallTime - offsetAt(first)).toISOString();
}
