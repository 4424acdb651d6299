import { dayLater } from '#resources/days.ts';
import { monthLater } from '#resources/rules/readings/month.ts';

/** Days as `YYYY-MM-DD`, without a clock. */

/** A day of 24 hours, ms. */
const DAY = 86_400_000;
export const WEEK = 7;

/** Whether a text names a day that there is. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** How many days lie between two. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY);

/** The Monday of the week of a day. */
const weekStart = (day: string): string => dayLater(day, -((new Date(day).getUTCDay() + 6) % WEEK));

/** All days from one to another. */
export const daysFrom = ({ first, last }: DayRange): string[] =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => dayLater(first, at));

/** A first and a last day. */
export interface DayRange {
  first: string;
  last: string;
}

/** Ways to look at a calendar; `undated`: records without a date. */
export const LOOKS = ['month', 'week', 'day', 'agenda', 'undated'] as const;
export type Look = (typeof LOOKS)[number];

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));
const monthStart = (month: number): string =>
  `${String(Math.floor(month / 100)).padStart(4, '0')}-${String(month % 100).padStart(2, '0')}-01`;

/** First and last day of the month of a day. */
function monthRange(day: string): DayRange {
  const month = monthNumber(day);
  return { first: monthStart(month), last: dayLater(monthStart(monthLater(month, 1)), -1) };
}

/** The days that a look at a day shows; of a month whole weeks. */
export function rangeShown(look: Look, day: string): DayRange {
  if (look === 'day' || look === 'undated') return { first: day, last: day };
  const week = (start: string, end: string) => ({ first: weekStart(start), last: dayLater(weekStart(end), WEEK - 1) });
  if (look === 'week') return week(day, day);
  const month = monthRange(day);
  return look === 'agenda' ? month : week(month.first, month.last);
}

/** The day that the next, or for −1 the previous, look of the same sort is at. */
export function stepTo(look: Look, day: string, by: 1 | -1): string {
  if (look === 'week') return dayLater(day, by * WEEK);
  if (look === 'month' || look === 'agenda') return monthStart(monthLater(monthNumber(day), by));
  return dayLater(day, by);
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('ru', { timeZone: 'UTC', ...options });
const MONTH = format({ month: 'long', year: 'numeric' });
const DAY_MONTH = format({ day: 'numeric', month: 'long' });
const DAY_YEAR = format({ day: 'numeric', month: 'long', year: 'numeric' });
const WEEKDAY = format({ weekday: 'long', day: 'numeric', month: 'long' });
const WEEKDAY_YEAR = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const SHORT = format({ weekday: 'short' });
const LONG = format({ weekday: 'long' });

const bare = (text: string): string => text.replace(/\s?г\.$/, '');

/** «ноябрь 2026», «23–29 ноября 2026», «суббота, 28 ноября 2026». */
export function lookTitle(look: Look, day: string): string {
  if (look === 'week') {
    const { first, last } = rangeShown(look, day);
    return bare(DAY_YEAR.formatRange(new Date(first), new Date(last)));
  }
  return bare((look === 'day' ? WEEKDAY_YEAR : MONTH).format(new Date(day)));
}

/** «суббота, 28 ноября». */
export const dayTitle = (day: string): string => WEEKDAY.format(new Date(day));

/** «5 декабря», «5–7 декабря», with the year where it is another one than that of `today`. */
export function rangeTitle({ first, last }: DayRange, today: string): string {
  const isNear = [first, last].every((day) => day.slice(0, 4) === today.slice(0, 4));
  return bare((isNear ? DAY_MONTH : DAY_YEAR).formatRange(new Date(first), new Date(last)));
}

/** «Пн» and «понедельник» of the days of a week, Monday first. */
export const WEEKDAYS = daysFrom({ first: '2024-01-01', last: '2024-01-07' }).map((day) => {
  const short = SHORT.format(new Date(day));
  return { short: short.charAt(0).toUpperCase() + short.slice(1), long: LONG.format(new Date(day)) };
});
