import { companyZone } from '#console/data/company-clock.ts';

/** Moments by the clock of the company, wherever this console stands. */

const MINUTE = 60_000;
const DAY = 86_400_000;
/** When a record begins that is put on a day without a time: 9 o'clock, ms. */
const MORNING = 9 * 60 * MINUTE;

let cachedFormat: { zone: string; format: Intl.DateTimeFormat } | null = null;

function formatIn(zone: string): Intl.DateTimeFormat {
  if (cachedFormat?.zone === zone) return cachedFormat.format;
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numbers });
  cachedFormat = { zone, format };
  return format;
}

/** The company's wall-clock time at a moment, as if it were UTC; ms. */
function clockAt(at: number): number {
  const parts = formatIn(companyZone()).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) + (((at % MINUTE) + MINUTE) % MINUTE);
}

/** The moment at which the clock of the company shows a time. One that is left out counts as an hour later. */
function momentAt(clock: number): number {
  const guess = clock - (clockAt(clock) - clock);
  return clock - (clockAt(guess) - guess);
}

/** The day and the time of a moment at the company; null for what is no moment. */
export function dayAndTime(moment: unknown): { day: string; time: string } | null {
  const at = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  if (Number.isNaN(at)) return null;
  const clock = new Date(clockAt(at)).toISOString();
  return { day: clock.slice(0, 10), time: clock.slice(11, 16) };
}

/** A moment that many days later, at the same time of the day. */
export function momentLater(moment: string, days: number): string {
  return new Date(momentAt(clockAt(Date.parse(moment)) + days * DAY)).toISOString();
}

/** When a day begins, and its last millisecond. */
export function dayBounds(first: string, last: string): [first: string, last: string] {
  const next = momentAt(Date.parse(last) + DAY);
  return [new Date(momentAt(Date.parse(first))).toISOString(), new Date(next - 1).toISOString()];
}

/** The morning of a day. */
export const dayMorning = (day: string): string => new Date(momentAt(Date.parse(day) + MORNING)).toISOString();
