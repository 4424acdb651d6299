import { zoneClock } from '#resources/time-zone.ts';

/**
 * The instant at which clocks of a zone show a time; the earlier one if that happens twice.
 * @param written the time as if it were UTC, ISO
 * @returns ISO in UTC; null for an invalid time
 */
export function zonedInstant(timeZone: string, written: string): string | null {
  const wallTime = Date.parse(written);
  if (Number.isNaN(wallTime) || new Date(wallTime).toISOString() !== written) return null;
  const wallTimeAt = zoneClock(timeZone);
  // The offset may differ on the other side of a change to or from summer time.
  const offsetAt = (at: number) => wallTimeAt(at) - at;
  const first = wallTime - offsetAt(wallTime);
  const at = wallTime - Math.max(offsetAt(first), offsetAt(first - 3_600_000));
  const isShown = wallTimeAt(at) === wallTime;
  return new Date(isShown ? at : wallTime - offsetAt(first)).toISOString();
}
