import * as z from 'zod';
import { isEmpty, toId, toIds } from '../../language/kinds/ids.ts';
import { defineKind, idRule, idsRule, plainText, typeMessage } from '../../language/kinds/kind.ts';
import { COUNT } from '../../limits.ts';
import type { DayRange } from '../../rules/readings/days.ts';
import {
  findGroupOption,
  METER_GROUPS,
  METERS_BY_GROUP,
  METERS_BY_READING_TYPE,
  READING_TYPES,
  type ReadingType,
} from '../../rules/readings/meters.ts';

/** The street and number of a record, in separate keys; display only. */
export const address = defineKind({
  options: z.object({}),
  rule: (_options, missing) =>
    z.object({ street: plainText(missing), number: plainText(missing) }, typeMessage(missing, 'validation.text')),
  isShownOnly: true,
  initial: () => null,
});

/** A named item that a record has as `{name}` or `{label}`: a complex, a company; display only. */
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
  isShownOnly: true,
  initial: () => null,
});

/** Schema of a submission day: a number, also as text from a form; empty becomes null. */
export const dayRule = z.preprocess(
  (value) => (isEmpty(value) ? null : typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
  z
    .int('validation.number')
    .min(1, 'validation.numberLow')
    .max(COUNT.submissionDayMax, 'validation.numberHigh')
    .nullable(),
);

/**
 * The mistake in two days that are each valid alone; null if there is none.
 * @param missing message for a missing day
 */
export function dayRangeMistake(
  first: number | null,
  last: number | null,
  missing: string,
): { part: keyof DayRange; message: string } | null {
  if ((first === null) !== (last === null)) return { part: first === null ? 'start' : 'end', message: missing };
  return first !== null && last !== null && first > last ? { part: 'end', message: 'validation.dayOrder' } : null;
}

const formatDay = (value: unknown) => (isEmpty(value) ? '' : String(value).padStart(2, '0'));
const readDay = (text: string) => (text === '' ? null : Number(text));

/** A range of days of the month, each in its own key; both or neither are set (SET-33…37). */
export const dayRange = defineKind({
  options: z.object({
    start: z.string().describe('Key of the first day on the wire'),
    end: z.string().describe('Key of the last day on the wire'),
  }),
  rule: ({ start, end }, missing) =>
    z
      .object({ [start]: dayRule, [end]: dayRule }, typeMessage(missing, 'validation.number'))
      .superRefine((range, context) => {
        const mistake = dayRangeMistake(range[start] ?? null, range[end] ?? null, missing);
        if (mistake)
          context.addIssue({
            code: 'custom',
            path: [mistake.part === 'start' ? start : end],
            message: mistake.message,
          });
      }),
  isGiven: (wire) => Object.values(wire as object).every((value) => value !== null),
  initial: (): DayRange => ({ start: '', end: '' }),
  read: (wire, { start, end }): DayRange => {
    const days = (wire ?? {}) as Record<string, unknown>;
    return { start: formatDay(days[start]), end: formatDay(days[end]) };
  },
  write: (value, { start, end }) => {
    const range = (value ?? { start: '', end: '' }) as DayRange;
    return { [start]: readDay(range.start), [end]: readDay(range.end) };
  },
});

/** Keeps at most one option per group; two of the same group become their combined option (G-18). */
function mergeByGroup(types: readonly ReadingType[]): ReadingType[] {
  return METER_GROUPS.flatMap((group) => {
    const meters: readonly string[] = METERS_BY_GROUP[group];
    const groupTypes = [...new Set(types)].filter((type) =>
      METERS_BY_READING_TYPE[type].some((meter) => meters.includes(meter)),
    );
    const [only] = groupTypes;
    return groupTypes.length > 1 ? (findGroupOption(group, groupTypes) ?? []) : (only ?? []);
  });
}

/** Reading types of a building: water, electricity, gas, heating, with one option each (SET-30…32). */
export const readingTypes = defineKind({
  options: z.object({
    group: z.enum(METER_GROUPS).optional().describe('Shown: only what is collected of it; all there is when left out'),
  }),
  rule: (_options, missing) =>
    z
      .array(
        z.enum(READING_TYPES, typeMessage(missing, 'validation.choice')),
        typeMessage(missing, 'validation.choice'),
      )
      .max(READING_TYPES.length * 2, 'validation.tooMany')
      .transform(mergeByGroup),
  initial: () => [],
});

const isLine = (item: unknown): item is { is_selected?: unknown } => typeof item === 'object' && item !== null;

/**
 * A selection from a list in the record, `[{id, name, is_selected, is_editable, buildings}]`; sends the ids of the selected
 * items (SET-38, SET-40).
 */
export const selection = defineKind({
  options: z.object({}),
  rule: (_options, missing) => idsRule(missing, 0),
  initial: () => [],
  read: (wire) =>
    Array.isArray(wire)
      ? wire.flatMap((item) => (isLine(item) && item.is_selected !== true ? [] : (toId(item) ?? [])))
      : [],
  write: toIds,
});
