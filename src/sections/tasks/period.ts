/** Spans of the date filter (TASK-04); the first is the default. */
export const PERIODS = ['today', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Days back from now; today begins at midnight instead (B§9). */
const DAYS = { today: 0, week: 7, month: 30 } as const satisfies Record<Period, number>;

/** Where a span begins, unix seconds: start of today, 7 or 30 days ago (TASK-05). */
export function sinceOf(period: Period, now: Date = new Date()): number {
  const since = new Date(now);
  if (period === 'today') since.setHours(0, 0, 0, 0);
  else since.setDate(since.getDate() - DAYS[period]);
  return Math.floor(since.getTime() / 1000);
}

/** The span a text names; today for what names none. */
export function periodOf(name: string | null): Period {
  return PERIODS.find((period) => period === name) ?? 'today';
}
