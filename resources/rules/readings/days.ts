import { COUNT } from '../../limits.ts';

/** The days of a month between which readings are taken, as a form holds them: two digits each, or nothing (B§5). */
export interface DayRange {
  start: string;
  end: string;
}

/**
 * What becomes of a typed day when it is left: what is no digit is dropped, zeros are put in front, more than 28 is 28,
 * zero is the first day; nothing stays nothing (SET-33, SET-36).
 */
export function dayText(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  return String(Math.min(Math.max(Number(digits), 1), COUNT.submissionDayMax)).padStart(2, '0');
}

/**
 * The range after one of its days was left: a first day later than the last pulls the last along, a last day earlier
 * than the first pulls the first (SET-34, SET-35).
 */
export function pulled(range: DayRange, part: keyof DayRange): DayRange {
  const day = dayText(range[part]);
  const other = part === 'start' ? 'end' : 'start';
  const next = { ...range, [part]: day };
  if (next.start === '' || next.end === '' || next.start <= next.end) return next;
  return { ...next, [other]: day };
}
