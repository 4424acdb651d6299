import { COUNT } from '../../limits.ts';

/** The days of a month between which readings are taken, as a form holds them: two digits each, or nothing (SET-33). */
export interface DayRange {
  start: string;
  end: string;
}

/**
 * Completes a typed day when it is left: other characters than digits are dropped, zeros are put in front, more than 28 is 28,
 * zero is the first day; nothing stays nothing (SET-33, SET-36).
 */
export function completeDay(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  return String(Math.min(Math.max(Number(digits), 1), COUNT.submissionDayMax)).padStart(2, '0');
}

/**
 * The range after one of its days was left: a first day later than the last pulls the last along, a last day earlier
 * than the first pulls the first (SET-34, SET-35).
 */
export function adjustRange(range: DayRange, part: keyof DayRange): DayRange {
  const day = completeDay(range[part]);
  const other = part === 'start' ? 'end' : 'start';
  const next = { ...range, [part]: day };
  if (next.start === '' || next.end === '' || next.start <= next.end) return next;
  return { ...next, [other]: day };
}

/** Days of the month on which readings are taken, both ends included (READ-14, READ-15); null: not set. */
export interface ReadingWindow {
  submit_start_day: number | null;
  submit_end_day: number | null;
}

/** Whether a day of the month lies in a window; one that is not set is never open (READ-17). */
export function isOpen({ submit_start_day: from, submit_end_day: to }: ReadingWindow, day: number): boolean {
  return from !== null && to !== null && day >= from && day <= to;
}

const NONE: ReadingWindow = { submit_start_day: null, submit_end_day: null };

/**
 * The days that are the same for several buildings, not set when they differ (READ-16, G-44). Buildings that collect
 * nothing have no say.
 */
export function commonWindow(
  buildings: readonly (ReadingWindow & { reading_types: readonly string[] })[],
): ReadingWindow {
  const [first, ...otherBuildings] = buildings.filter(({ reading_types }) => reading_types.length > 0);
  if (!first) return NONE;
  const { submit_start_day, submit_end_day } = first;
  const same = otherBuildings.every(
    (other) => other.submit_start_day === submit_start_day && other.submit_end_day === submit_end_day,
  );
  return same ? { submit_start_day, submit_end_day } : NONE;
}
