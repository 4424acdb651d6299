import { companyZone } from '#console/data/company-clock.ts';

/** Times in the company's time zone, independent of the browser's. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Start time of a record that is put on a day without a time: 9 o'clock, ms. */
const MORNING_MS = 9 * 60 * MINUTE_MS;

let cachedFormat: { zone: string; format: Intl.DateTimeFormat } | null = null;

function getFormat(zone: string): Intl.DateTimeFormat {
  if (cachedFormat?.zone === zone) return cachedFormat.format;
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numbers });
  cachedFormat = { zone, format };
  return format;
}

/** The company's local time at a moment, encoded as if it were UTC; ms. */
function companyClockAt(time: number): number {
  const parts = getFormat(companyZone()).formatToParts(time);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) + (((time % MINUTE_MS) + MINUTE_MS) % MINUTE_MS);
}

/** The moment at which the company's clock shows a time. A time skipped by daylight saving counts as an hour later. */
function utcFromClock(clock: number): number {
  const firstGuess = clock - (companyClockAt(clock) - clock);
  return clock - (companyClockAt(firstGuess) - firstGuess);
}

/** The day and time of a moment in the company's time zone; null if the value is not a date. */
export function companyDayAndTime(moment: unknown): { day: string; time: string } | null {
  const time = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const clock = new Date(companyClockAt(time)).toISOString();
  return { day: clock.slice(0, 10), time: clock.slice(11, 16) };
}

/** A moment some days later, at the same local time. */
export function momentLater(moment: string, days: number): string {
  return new Date(utcFromClock(companyClockAt(Date.parse(moment)) + days * DAY_MS)).toISOString();
}

/** First and last millisecond of a range of days. */
export function dayBounds(first: string, last: string): [first: string, last: string] {
  const next = utcFromClock(Date.parse(last) + DAY_MS);
  return [new Date(utcFromClock(Date.parse(first))).toISOString(), new Date(next - 1).toISOString()];
}

/** 9 o'clock of a day. */
export const dayMorning = (day: string): string => new Date(utcFromClock(Date.parse(day) + MORNING_MS)).toISOString();
