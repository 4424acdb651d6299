import { companyDaySpan, companyToday } from '#console/data/company-clock.ts';
import { currentDate } from '#resources/clock.ts';

/** Options of the period filter (TASK-04); the first is the default. */
export const PERIODS = ['today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Length of a period in days back from now; `today` begins at the company's midnight instead (TASK-05). */
const PERIOD_DAYS = { week: 7, month: 30 } as const satisfies Record<Exclude<Period, 'today'>, number>;

/** Start of a period, unix seconds: start of the company's day, or 7 or 30 days ago (TASK-05). */
export function periodStart(period: Period, now: Date = currentDate()): number {
  if (period === 'today') return Math.floor(companyDaySpan(now).begins / 1000);
  const since = new Date(now);
  since.setDate(since.getDate() - PERIOD_DAYS[period]);
  return Math.floor(since.getTime() / 1000);
}

/** localStorage key of the period's start, stored as `day start` when it is first used on a day. */
const storageKey = (period: Period): string => `tasks-since-${period}`;

/**
 * Start of a period, constant for the whole day, so that the query key stays the same and the cached board is found again
 * after a reload or offline.
 * @param day start of the company's day, ms since 1970
 */
export function dayPeriodStart(day: number, period: Period): number {
  if (period === 'today') return Math.floor(day / 1000);
  const [startDay, stored] = (localStorage.getItem(storageKey(period)) ?? '').split(' ').map(Number);
  if (startDay === day && Number.isSafeInteger(stored)) return Number(stored);
  const since = periodStart(period);
  try {
    localStorage.setItem(storageKey(period), `${day} ${since}`);
  } catch {
    // The browser's storage is full: the start is computed again on the next visit.
  }
  return since;
}

/** Parses a period; defaults to today. */
export function readPeriod(name: string | null): Period {
  return PERIODS.find((period) => period === name) ?? 'today';
}

/** Today in the company's time zone, «05.03.2026». */
export function companyTodayText(): string {
  return companyToday().date.split('-').reverse().join('.');
}
