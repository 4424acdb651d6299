import * as z from 'zod';
import type { DayRange } from '#resources/rules/readings/days.ts';
import { COUNT } from '../../limits.ts';
import { isEmpty } from './ids.ts';
import { defineKind, unless } from './kind.ts';

/** The rule of one of the days: a number on the wire, the text of a form is taken too; nothing is null. */
export const dayRule = z.preprocess(
  (value) => (isEmpty(value) ? null : typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
  z
    .int('validation.number')
    .min(1, 'validation.numberLow')
    .max(COUNT.submissionDayMax, 'validation.numberHigh')
    .nullable(),
);

/**
 * What is wrong with two days that are each right by themselves; null when nothing is.
 * @param missing the message for the one that lacks
 */
export function dayRangeMistake(
  first: number | null,
  last: number | null,
  missing: string,
): { part: keyof DayRange; message: string } | null {
  if ((first === null) !== (last === null)) return { part: first === null ? 'start' : 'end', message: missing };
  return first !== null && last !== null && first > last ? { part: 'end', message: 'validation.dayOrder' } : null;
}

const textOf = (value: unknown) => (isEmpty(value) ? '' : String(value).padStart(2, '0'));
const numberOf = (text: string) => (text === '' ? null : Number(text));

/** From a day of the month to a day of the month, each in a key of its own; both or neither (B§5, SET-33…37). */
export const dayRange = defineKind({
  options: z.object({
    start: z.string().describe('Key of the first day on the wire'),
    end: z.string().describe('Key of the last day on the wire'),
  }),
  rule: ({ start, end }, missing) =>
    z
      .object({ [start]: dayRule, [end]: dayRule }, unless(missing, 'validation.number'))
      .superRefine((range, context) => {
        const wrong = dayRangeMistake(range[start] ?? null, range[end] ?? null, missing);
        if (wrong)
          context.addIssue({ code: 'custom', path: [wrong.part === 'start' ? start : end], message: wrong.message });
      }),
  given: (wire) => Object.values(wire as object).every((value) => value !== null),
  initial: (): DayRange => ({ start: '', end: '' }),
  read: (wire, { start, end }): DayRange => {
    const days = (wire ?? {}) as Record<string, unknown>;
    return { start: textOf(days[start]), end: textOf(days[end]) };
  },
  write: (value, { start, end }) => {
    const range = (value ?? { start: '', end: '' }) as DayRange;
    return { [start]: numberOf(range.start), [end]: numberOf(range.end) };
  },
});
