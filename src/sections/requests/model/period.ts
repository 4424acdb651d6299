import { companyDaySpan, companyToday } from '#console/data/company-clock.ts';
import { currentDate } from '#resources/clock.ts';

/** Spans of the date filter (TASK-04); the first is the default. */
export const PERIODS = ['today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Days back from now; today begins at the company's midnight instead (TASK-05). */
const DAYS = { week: 7, month: 30 } as const satisfies Record<Exclude<Period, 'today'>, number>;

/** Where a span begins, unix seconds: start of the company's day, 7 or 30 days ago (TASK-05). */
export function periodStart(period: Period, now: Date = currentDate()): number {
  if (period === 'today') return Math.floor(companyDaySpan(now).begins / 1000);
  const since = new Date(now);
  since.setDate(since.getDate() - DAYS[period]);
  return Math.floor(since.getTime() / 1000);
}

/** Where the browser keeps when a span began that was first asked for on some day. */
const storageKey = (period: Period): string => `tasks-since-${period}`;

/**
 * The same all day long, so that on the next visit the board finds what was loaded for it, offline and after a reload too.
 * @param day when the company's day began, ms since 1970
 */
export function dayPeriodStart(day: number, period: Period): number {
  if (period === 'today') return Math.floor(day / 1000);
  const [startDay, stored] = (localStorage.getItem(storageKey(period)) ?? '').split(' ').map(Number);
  if (startDay === day && Number.isSafeInteger(stored)) return Number(stored);
  const since = periodStart(period);
  try {
    localStorage.setItem(storageKey(period), `${day} ${since}`);
  } catch {
    // The browser's storage is full: the start is counted anew on the next visit.
  }
  return since;
}

/** The period that a text names; today if it names none. */
export function readPeriod(name: string | null): Period {
  return PERIODS.find((period) => period === name) ?? 'today';
}

/** Today at the company, «05.03.2026». */
export function companyTodayText(): string {
  return companyToday().date.split('-').reverse().join('.');
}
