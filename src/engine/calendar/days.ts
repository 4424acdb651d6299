import { addDays } from '#resources/days.ts';
import { addMonths } from '#resources/rules/readings/month.ts';

/** Functions on days in the form `YYYY-MM-DD`, without time or time zone. */

/** Milliseconds of a day. */
const DAY_MS = 86_400_000;
export const WEEK = 7;

/** Whether a value is the text of an existing day. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Number of days from the first to the last day. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);

/** The Monday of a day's week. */
const weekStart = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % WEEK));

/** All days of a range. */
export const daysFrom = ({ first, last }: CalendarRange): string[] =>
  Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDays(first, at));

/** A range of days, both ends included. */
export interface CalendarRange {
  first: string;
  last: string;
}

/** Views of a calendar; `undated` lists records without a date. */
export const CALENDAR_VIEWS_WITH_UNDATED = ['month', 'week', 'day', 'agenda', 'undated'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS_WITH_UNDATED)[number];

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7));
const monthStart = (month: number): string =>
  `${String(Math.floor(month / 100)).padStart(4, '0')}-${String(month % 100).padStart(2, '0')}-01`;

/** First and last day of a day's month. */
function monthRange(day: string): CalendarRange {
  const month = monthNumber(day);
  return { first: monthStart(month), last: addDays(monthStart(addMonths(month, 1)), -1) };
}

/** The days visible in a view; a month is extended to whole weeks. */
export function visibleRange(view: CalendarView, day: string): CalendarRange {
  if (view === 'day' || view === 'undated') return { first: day, last: day };
  const weekRange = (start: string, end: string) => ({
    first: weekStart(start),
    last: addDays(weekStart(end), WEEK - 1),
  });
  if (view === 'week') return weekRange(day, day);
  const month = monthRange(day);
  return view === 'agenda' ? month : weekRange(month.first, month.last);
}

/** The day for the next (1) or previous (-1) page of a view. */
export function stepDay(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'week') return addDays(day, direction * WEEK);
  if (view === 'month' || view === 'agenda') return monthStart(addMonths(monthNumber(day), direction));
  return addDays(day, direction);
}

const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('ru', { timeZone: 'UTC', ...options });
const MONTH_FORMAT = createFormat({ month: 'long', year: 'numeric' });
const DAY_MONTH_FORMAT = createFormat({ day: 'numeric', month: 'long' });
const DAY_YEAR_FORMAT = createFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const WEEKDAY_FORMAT = createFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const WEEKDAY_YEAR_FORMAT = createFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_FORMAT = createFormat({ weekday: 'short' });
const LONG_FORMAT = createFormat({ weekday: 'long' });

const stripYearMark = (text: string): string => text.replace(/\s?г\.$/, '');

/** Title of the visible range: «ноябрь 2026», «23–29 ноября 2026», «суббота, 28 ноября 2026». */
export function viewTitle(view: CalendarView, day: string): string {
  if (view === 'week') {
    const { first, last } = visibleRange(view, day);
    return stripYearMark(DAY_YEAR_FORMAT.formatRange(new Date(first), new Date(last)));
  }
  return stripYearMark((view === 'day' ? WEEKDAY_YEAR_FORMAT : MONTH_FORMAT).format(new Date(day)));
}

/** Formats a day: «суббота, 28 ноября». */
export const dayTitle = (day: string): string => WEEKDAY_FORMAT.format(new Date(day));

/** Formats a range: «5 декабря», «5–7 декабря»; with the year if it is not the year of `today`. */
export function rangeTitle({ first, last }: CalendarRange, today: string): string {
  const isThisYear = [first, last].every((day) => day.slice(0, 4) === today.slice(0, 4));
  return stripYearMark((isThisYear ? DAY_MONTH_FORMAT : DAY_YEAR_FORMAT).formatRange(new Date(first), new Date(last)));
}

/** Weekday names, Monday first: «Пн» and «понедельник». */
export const WEEKDAYS = daysFrom({ first: '2024-01-01', last: '2024-01-07' }).map((day) => {
  const short = SHORT_FORMAT.format(new Date(day));
  return { short: short.charAt(0).toUpperCase() + short.slice(1), long: LONG_FORMAT.format(new Date(day)) };
});
