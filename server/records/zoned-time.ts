/** The clock of a zone at a moment, as if it were UTC, ms. */
function clockIn(format: Intl.DateTimeFormat, at: number): number {
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The moment at which the clock of a zone shows a time; in an hour that comes twice the earlier one.
 * @param written the time as if it were UTC, ISO
 * @returns ISO in UTC; null for what is no time
 */
export function momentIn(timeZone: string, written: string): string | null {
  const wanted = Date.parse(written);
  if (Number.isNaN(wanted) || new Date(wanted).toISOString() !== written) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // The difference of the clocks may be another one on the other side of a change of the hour.
  const offsetAt = (at: number) => clockIn(format, at) - at;
  const first = wanted - offsetAt(wanted);
  const at = wanted - Math.max(offsetAt(first), offsetAt(first - 3_600_000));
  const isShown = clockIn(format, at) === wanted;
  return new Date(isShown ? at : wanted - offsetAt(first)).toISOString();
}
