import { currentDate } from '#resources/clock.ts';
import { type CompanyDay, companyDay, dayLater } from '#resources/days.ts';
import { wireMonth } from '#resources/rules/readings/month.ts';

/** A day of 24 hours, ms. */
const DAY = 86_400_000;

/** The zone of the company, taken from `index.html`, where the server sets it; the browser's zone where it sets none. */
export function companyZone(): string {
  const zoneName = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content;
  return zoneName || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment by the clock of the company, «26 нояб., 08:02». @param at ISO, or ms since 1970 */
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

/** The present day at the company, wherever this console is: it decides days and months. */
export function companyToday(): CompanyDay {
  return companyDay(currentDate(), companyZone());
}

/** The present month at the company, `MMYYYY` (READ-01). */
export function presentMonth(): string {
  return wireMonth(companyToday().month);
}

/** How far the clocks of a zone are ahead of UTC at a moment, ms. */
function ahead(at: number, timeZone: string): number {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...numbers });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute) - at;
}

/** When a day begins in a zone, ms since 1970: at midnight, or later where the clocks skip it. */
function dayStart(date: string, timeZone: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const midnights = [utc - DAY, utc + DAY].map((near) => utc - ahead(near, timeZone));
  return Math.min(...midnights.filter((at) => companyDay(new Date(at), timeZone).date === date));
}

/** Today at the company as moments, ms since 1970. */
export interface CompanyDaySpan {
  readonly begins: number;
  /** When the next day begins. */
  readonly ends: number;
}

/** The last result: it is needed with every drawing and changes once a day. */
let cachedDay: (CompanyDaySpan & { zone: string }) | null = null;

/** When the day of a moment begins and ends at the company, wherever this console stands. */
export function companyDaySpan(now: Date = currentDate()): CompanyDaySpan {
  const zone = companyZone();
  const at = now.getTime();
  if (cachedDay?.zone === zone && cachedDay.begins <= at && at < cachedDay.ends) return cachedDay;
  const { date } = companyDay(now, zone);
  const next = dayLater(date, 1);
  cachedDay = { zone, begins: dayStart(date, zone), ends: dayStart(next, zone) };
  return cachedDay;
}
