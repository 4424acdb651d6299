import { companyZone } from '#console/data/company-clock.ts';
import { currentDate } from '#resources/clock.ts';
import { companyDay } from '#resources/rules/readings/month.ts';

/** Texts of a moment in a zone. */
interface Formats {
  day: Intl.DateTimeFormat;
  longDay: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const known = new Map<string, Formats>();

/** Made once for a zone: a table asks for every row. */
function formatsOf(timeZone: string): Formats {
  const there = known.get(timeZone);
  if (there) return there;
  const made = {
    day: new Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', month: 'short' }),
    longDay: new Intl.DateTimeFormat('ru', { timeZone, day: 'numeric', month: 'long' }),
    time: new Intl.DateTimeFormat('ru', { timeZone, hour: '2-digit', minute: '2-digit' }),
  };
  known.set(timeZone, made);
  return made;
}

/** «15 окт., 09:31», by the clock of the company, as the month and the days of submission are. */
export function sentText(at: string): string {
  if (!at) return '';
  const { day, time } = formatsOf(companyZone());
  const date = new Date(at);
  return `${day.format(date)}, ${time.format(date)}`;
}

/** «15 октября» by the same clock, with the year when it is another one. */
export function sentDay(at: string, now = currentDate()): string {
  if (!at) return '';
  const zone = companyZone();
  const [then, today] = [new Date(at), now].map((date) => Math.floor(companyDay(date, zone).month / 100));
  const day = formatsOf(zone).longDay.format(new Date(at));
  return then === today ? day : `${day} ${then}`;
}
