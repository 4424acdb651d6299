import { COUNT } from '../../limits.ts';

/** First and last submission day of a month as form values: two digits each, or empty (SET-33). */
export interface DayRange {
  start: string;
  end: string;
}

/** Normalises a typed day on blur: removes non-digits, pads with zeros, limits to 1…28; empty stays empty (SET-33, SET-36). */
export function completeDay(input: string): string {
  const digits = input.replace(/\D/g, '');
  if (digits === '') return '';
  return String(Math.min(Math.max(Number(digits), 1), COUNT.submissionDayMax)).padStart(2, '0');
}

/**
 * Adjusts the range after one day was edited: a first day after the last moves the last, and a last day before the first moves
 * the first (SET-34, SET-35).
 */
export function adjustRange(range: DayRange, part: keyof DayRange): DayRange {
  const day = completeDay(range[part]);
  const other = part === 'start' ? 'end' : 'start';
  const next = { ...range, [part]: day };
  if (next.start === '' || next.end === '' || next.start <= next.end) return next;
  return { ...next, [other]: day };
}

/** First and last day of the month on which readings are accepted (READ-14, READ-15); null: not set. */
export interface ReadingWindow {
  submit_start_day: number | null;
  submit_end_day: number | null;
}

/** Whether readings are accepted on a day of the month; never if the days are not set (READ-17). */
export function isReadingDay({ submit_start_day: from, submit_end_day: to }: ReadingWindow, day: number): boolean {
  return from !== null && to !== null && day >= from && day <= to;
}

const NOT_SET: ReadingWindow = { submit_start_day: null, submit_end_day: null };

/**
 * The submission days that several buildings share; not set if they differ (READ-16, G-44). Buildings without reading types are
 * ignored.
 */
export function commonWindow(
  buildings: readonly (ReadingWindow & { reading_types: readonly string[] })[],
): ReadingWindow {
  const [first, ...otherBuildings] = buildings.filter(({ reading_types }) => reading_types.length > 0);
  if (!first) return NOT_SET;
  const { submit_start_day, submit_end_day } = first;
  const same = otherBuildings.every(
    (other) => other.submit_start_day === submit_start_day && other.submit_end_day === submit_end_day,
  );
  return same ? { submit_start_day, submit_end_day } : NOT_SET;
}
