import { zoneClock } from '#resources/time-zone.ts';

const MINUTE = 60_000;
/** How far back the events of today reach; a shorter day than that squeezes them together. */
const WORKDAY = 10 * 60 * MINUTE;

/** Dates of the demo company, counted back from the day it is made; none of them lies in the future. */
export interface Calendar {
  /** The moment the company is made. */
  now: Date;
  /** Day of the month by the company's clock. */
  dayOfMonth: number;
  /** Minutes ago, but not before today began: early in the morning they are squeezed together. */
  today(minutesAgo: number): Date;
  /** That many days ago at `HH:MM` by the company's clock; never later than now. */
  ago(days: number, time: string): Date;
  /** YYYYMM of the month that many months ago. */
  month(monthsAgo: number): number;
  /** A day of the month that many months ago at `HH:MM`; may lie in the future for the current month. */
  monthDay(monthsAgo: number, day: number, time: string): Date;
  /** 1…12 of the month that many months ago. */
  monthNumber(monthsAgo: number): number;
}

/**
 * A calendar of one company.
 * @param timeZone name of the zone, e.g. Europe/Moscow
 */
export function createCalendar(now: Date, timeZone: string): Calendar {
  const localTime = localClock(timeZone);
  const localNow = localTime(now);
  const at = (year: number, month: number, day: number, time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const guess = Date.UTC(year, month - 1, day, hours, minutes);
    return new Date(guess - localTime(new Date(guess)).offset);
  };
  const midnight = at(localNow.year, localNow.month, localNow.day, '00:00');
  const monthsBack = (months: number) => {
    const index = localNow.year * 12 + localNow.month - 1 - months;
    return { year: Math.floor(index / 12), month: (index % 12) + 1 };
  };
  return {
    now,
    dayOfMonth: localNow.day,
    today: (minutesAgo) => {
      const passed = now.getTime() - midnight.getTime();
      const back = minutesAgo * MINUTE * Math.min(1, passed / WORKDAY);
      return new Date(now.getTime() - Math.min(back, passed));
    },
    ago: (days, time) => {
      const moment = at(localNow.year, localNow.month, localNow.day - days, time);
      return moment > now ? new Date(now.getTime() - 7 * MINUTE) : moment;
    },
    month: (monthsAgo) => {
      const { year, month } = monthsBack(monthsAgo);
      return year * 100 + month;
    },
    monthDay: (monthsAgo, day, time) => {
      const { year, month } = monthsBack(monthsAgo);
      return at(year, month, day, time);
    },
    monthNumber: (monthsAgo) => monthsBack(monthsAgo).month,
  };
}

/** A moment that many minutes after another. */
export function later(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * MINUTE);
}

interface LocalTime {
  year: number;
  month: number;
  day: number;
  /** Milliseconds east of UTC. */
  offset: number;
}

/** The local time of a zone at a moment. */
function localClock(timeZone: string): (moment: Date) => LocalTime {
  const shownAt = zoneClock(timeZone);
  return (moment) => {
    const second = Math.floor(moment.getTime() / 1000) * 1000;
    const clock = new Date(shownAt(second));
    return {
      year: clock.getUTCFullYear(),
      month: clock.getUTCMonth() + 1,
      day: clock.getUTCDate(),
      offset: clock.getTime() - second,
    };
  };
}
