import { zoneClock } from '#resources/time-zone.ts';

const MINUTE = 60_000;
/** How far back events of today may lie, ms; on a day younger than this they are squeezed together. */
const WORKDAY = 10 * 60 * MINUTE;

/** Dates of the demo company, relative to the day it is created; only `monthDay` may return a future date. */
export interface Calendar {
  /** Creation time of the company. */
  now: Date;
  /** Day of the month in the company's time zone. */
  dayOfMonth: number;
  /** That many minutes ago, but not before midnight; early in the morning the events are squeezed together. */
  today(minutesAgo: number): Date;
  /** That many days ago at `HH:MM` in the company's time zone; never later than now. */
  ago(days: number, time: string): Date;
  /** YYYYMM of the month that many months ago. */
  month(monthsAgo: number): number;
  /** A day of the month that many months ago at `HH:MM`; may lie in the future for the current month. */
  monthDay(monthsAgo: number, day: number, time: string): Date;
  /** 1…12 of the month that many months ago. */
  monthNumber(monthsAgo: number): number;
}

/** Creates the calendar of a company. @param timeZone e.g. Europe/Moscow */
export function createCalendar(now: Date, timeZone: string): Calendar {
  const localTime = localClock(timeZone);
  const localNow = localTime(now);
  const dateAt = (year: number, month: number, day: number, time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const guess = Date.UTC(year, month - 1, day, hours, minutes);
    return new Date(guess - localTime(new Date(guess)).offset);
  };
  const midnight = dateAt(localNow.year, localNow.month, localNow.day, '00:00');
  const monthsBack = (months: number) => {
    const index = localNow.year * 12 + localNow.month - 1 - months;
    return { year: Math.floor(index / 12), month: (index % 12) + 1 };
  };
  return {
    now,
    dayOfMonth: localNow.day,
    today: (minutesAgo) => {
      const elapsed = now.getTime() - midnight.getTime();
      const offset = minutesAgo * MINUTE * Math.min(1, elapsed / WORKDAY);
      return new Date(now.getTime() - Math.min(offset, elapsed));
    },
    ago: (days, time) => {
      const date = dateAt(localNow.year, localNow.month, localNow.day - days, time);
      return date > now ? new Date(now.getTime() - 7 * MINUTE) : date;
    },
    month: (monthsAgo) => {
      const { year, month } = monthsBack(monthsAgo);
      return year * 100 + month;
    },
    monthDay: (monthsAgo, day, time) => {
      const { year, month } = monthsBack(monthsAgo);
      return dateAt(year, month, day, time);
    },
    monthNumber: (monthsAgo) => monthsBack(monthsAgo).month,
  };
}

/** Adds minutes to a date. */
export function addMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * MINUTE);
}

interface LocalTime {
  year: number;
  month: number;
  day: number;
  /** Milliseconds east of UTC. */
  offset: number;
}

/** The local time of a zone at a moment. */
function localClock(timeZone: string): (date: Date) => LocalTime {
  const toLocal = zoneClock(timeZone);
  return (date) => {
    const second = Math.floor(date.getTime() / 1000) * 1000;
    const clock = new Date(toLocal(second));
    return {
      year: clock.getUTCFullYear(),
      month: clock.getUTCMonth() + 1,
      day: clock.getUTCDate(),
      offset: clock.getTime() - second,
    };
  };
}
