import { companyZone } from '#console/data/company-clock.ts';
import { currentDate } from '#resources/clock.ts';
import { companyDay } from '#resources/days.ts';

/** Date formats in a time zone. */
interface Formats {
  day: Intl.DateTimeFormat;
  longDay: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const formatsByZone = new Map<string, Formats>();

/** Cached per time zone, because a table needs the formats in every row. */
function zoneFormats(timeZone: string): Formats {
  const cached = formatsByZone.get(timeZone);
  if (cached) return cached;
  const formats = {
    day: new Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', month: 'short' }),
    longDay: new Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', month: 'long' }),
    time: new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }),
  };
  formatsByZone.set(timeZone, formats);
  return formats;
}

/** «15 окт., 09:31» in the company's time zone, like the month and the days of submission. */
export function sentText(at: string): string {
  if (!at) return '';
  const { day, time } = zoneFormats(companyZone());
  const date = new Date(at);
  return `${day.format(date)}, ${time.format(date)}`;
}

/** «15 октября» in the company's time zone, with the year unless it is the current one. */
export function sentDay(at: string, now = currentDate()): string {
  if (!at) return '';
  const zone = companyZone();
  const [year, currentYear] = [new Date(at), now].map((date) => Math.floor(companyDay(date, zone).month / 100));
  const day = zoneFormats(zone).longDay.format(new Date(at));
  return year === currentYear ? day : `${day} ${year}`;
}
