import * as z from 'zod';
import { idOf, idsOf, isEmpty } from '../../language/kinds/ids.ts';
import { defineKind, idRule, idsRule, plainText, unless } from '../../language/kinds/kind.ts';
import { COUNT } from '../../limits.ts';
import type { DayRange } from '../../rules/readings/days.ts';
import {
  GROUP_METERS,
  groupOption,
  METER_GROUPS,
  METERS_OF,
  READING_TYPES,
  type ReadingType,
} from '../../rules/readings/meters.ts';

/** The street and number a record itself carries, in keys of their own. Only shown, never asked for. */
export const address = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z.object({ street: plainText(missing), number: plainText(missing) }, unless(missing, 'validation.text')),
  shownOnly: true,
  initial: () => null,
});

/** Something with a name that a record carries as `{name}` or `{label}`: a complex, a company. Only shown. */
export const named = defineKind({
  options: z.object({
    none: z.string().optional().describe('Said where there is none; a text key or the sentence'),
    from: z
      .array(z.string())
      .min(1)
      .readonly()
      .optional()
      .describe('Keys of the record, of which the first that is there counts'),
  }),
  rule: (_options, missing) => idRule(missing),
  shownOnly: true,
  initial: () => null,
});

/** The rule of one of the days: a number on the wire, the text of a form is taken too; empty becomes null. */
export const dayRule = z.preprocess(
  (value) => (isEmpty(value) ? null : typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
  z
    .int('validation.number')
    .min(1, 'validation.numberLow')
    .max(COUNT.submissionDayMax, 'validation.numberHigh')
    .nullable(),
);

/**
 * The mistake in two days that are each right by themselves; null for none.
 * @param missing the message for the missing day
 */
export function dayRangeMistake(
  first: number | null,
  last: number | null,
  missing: string,
): { part: keyof DayRange; message: string } | null {
  if ((first === null) !== (last === null)) return { part: first === null ? 'start' : 'end', message: missing };
  return first !== null && last !== null && first > last ? { part: 'end', message: 'validation.dayOrder' } : null;
}

const dayText = (value: unknown) => (isEmpty(value) ? '' : String(value).padStart(2, '0'));
const readDay = (text: string) => (text === '' ? null : Number(text));

/** From a day of the month to a day of the month, each in a key of its own; both or neither (SET-33…37). */
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
    return { start: dayText(days[start]), end: dayText(days[end]) };
  },
  write: (value, { start, end }) => {
    const range = (value ?? { start: '', end: '' }) as DayRange;
    return { [start]: readDay(range.start), [end]: readDay(range.end) };
  },
});

/** At most one option per group; two of one group become their combined option (G-18). */
function mergeByGroup(types: readonly ReadingType[]): ReadingType[] {
  return METER_GROUPS.flatMap((group) => {
    const meters: readonly string[] = GROUP_METERS[group];
    const own = [...new Set(types)].filter((type) => METERS_OF[type].some((meter) => meters.includes(meter)));
    const [only] = own;
    return own.length > 1 ? (groupOption(group, own) ?? []) : (only ?? []);
  });
}

/** Reading types of a building: water, electricity, gas, heating, with one option each (SET-30…32). */
export const readingTypes = defineKind({
  options: z.object({
    group: z.enum(METER_GROUPS).optional().describe('Shown: only what is collected of it; all there is when left out'),
  }),
  rule: (_options, missing) =>
    z
      .array(z.enum(READING_TYPES, unless(missing, 'validation.choice')), unless(missing, 'validation.choice'))
      .max(READING_TYPES.length * 2, 'validation.tooMany')
      .transform(mergeByGroup),
  initial: () => [],
});

const isLine = (item: unknown): item is { is_selected?: unknown } => typeof item === 'object' && item !== null;

/**
 * Reads a list from the record, `[{id, name, is_selected, is_editable, buildings}]`; sends the ids of the ticked items
 * (SET-38, SET-40).
 */
export const selection = defineKind({
  options: z.object({}),
  rule: (_options, missing) => idsRule(missing, 0),
  initial: () => [],
  read: (wire) =>
    Array.isArray(wire)
      ? wire.flatMap((item) => (isLine(item) && item.is_selected !== true ? [] : (idOf(item) ?? [])))
      : [],
  write: idsOf,
});
