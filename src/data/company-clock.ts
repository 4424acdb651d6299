import { currentDate } from '#resources/clock.ts';
import { addDays, type CompanyDay, companyDay } from '#resources/days.ts';
import { formatWireMonth } from '#resources/rules/readings/month.ts';

/** 24 hours, ms. */
const DAY = 86_400_000;

/** Time zone of the company from `index.html`, where the server writes it; the zone of the browser if it is not set. */
export function companyZone(): string {
  const zoneName = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content;
  return zoneName || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Date and time in the time zone of the company, «26 нояб., 08:02».
 * @param at ISO, or ms since 1970
 */
export function companyMoment(at: string | number): string {
  const options = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: companyZone(),
  } as const;
  return new Intl.DateTimeFormat('ru', options).format(new Date(at));
}

/** Today in the time zone of the company; the zone of the browser does not matter. */
export function companyToday(): CompanyDay {
  return companyDay(currentDate(), companyZone());
}

/** The current month at the company, `MMYYYY` (READ-01). */
export function presentMonth(): string {
  return formatWireMonth(companyToday().month);
}

/** Offset of a time zone from UTC at a moment, ms. */
function zoneOffset(at: number, timeZone: string): number {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...numbers });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - at;
}

/** Start of a day in a zone, ms since 1970: midnight, or later when a clock change skips it. */
function dayStart(date: string, timeZone: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const midnights = [utc - DAY, utc + DAY].map((guess) => utc - zoneOffset(guess, timeZone));
  return Math.min(...midnights.filter((at) => companyDay(new Date(at), timeZone).date === date));
}

/** Start and end of today at the company, ms since 1970. */
export interface CompanyDaySpan {
  readonly begins: number;
  /** Start of the next day. */
  readonly ends: number;
}

/** The last result, cached because it is needed on every render and changes once a day. */
let cachedDay: (CompanyDaySpan & { zone: string }) | null = null;

/** Start and end of the day that contains a moment, in the time zone of the company. */
export function companyDaySpan(now: Date = currentDate()): CompanyDaySpan {
  const zone = companyZone();
  const at = now.getTime();
  if (cachedDay?.zone === zone && cachedDay.begins <= at && at < cachedDay.ends) return cachedDay;
  const { date } = companyDay(now, zone);
  const next = addDays(date, 1);
  cachedDay = { zone, begins: dayStart(date, zone), ends: dayStart(next, zone) };
  return cachedDay;
}
