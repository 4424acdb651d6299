import * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { Deviation } from './ask.ts';

/** An answer, and the values and records of earlier ones. */
export interface RuleInput {
  records: readonly unknown[];
  body: unknown;
  /** Query parameters of the call. */
  query: URLSearchParams;
  /** Values found in earlier answers, by name. */
  found: ReadonlyMap<string, string | number>;
  /** Records of an earlier call, by its name. */
  earlier(name: string): readonly unknown[];
}

/** Checks an answer as a whole: paging, parameters, repeated ids. */
export type Rule = (given: RuleInput) => Deviation[];

/** The value at a path of keys; undefined if a key is missing. */
export function getPath(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** A number or text as text; undefined for anything else. */
function asText(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

/** The id in a value that is an id, an object with `id`, or either nested under a name (G-68). */
export const readId = (value: unknown, name = ''): string | undefined =>
  asText(value) ?? asText(getPath(value, 'id')) ?? asText(getPath(value, name)) ?? asText(getPath(value, name, 'id'));

/** Key of a record in its list. */
const recordKey = (record: unknown) =>
  asText(getPath(record, 'id')) ?? asText(getPath(record, 'user')) ?? asText(getPath(record, 'unit', 'id'));
const recordKeys = (records: readonly unknown[]) => records.map(recordKey).filter((key) => key !== undefined);

/** Rule: no record occurs twice in an answer. */
export const noDuplicateIds: Rule = ({ records }) => {
  const keys = recordKeys(records);
  const [id] = keys.filter((key, index) => keys.indexOf(key) !== index);
  return id === undefined ? [] : [{ what: text('staging.rule.twice', { id }), effect: 'twice' }];
};

/**
 * Rule: the answer has no more records than the parameter allows.
 * @param countOf returns the number to compare with the limit; by default the number of records
 */
export function atMost(parameter: string, countOf = (records: readonly unknown[]) => records.length): Rule {
  return ({ records, query }) => {
    const size = Number(query.get(parameter));
    const count = countOf(records);
    return count > size ? [{ what: text('staging.rule.long', { count, size, parameter }), effect: 'long' }] : [];
  };
}

const whole = z.coerce.number().int();
const numberAt = (body: unknown, key: string) => {
  const read = whole.safeParse(getPath(body, key) ?? Number.NaN);
  return read.success ? read.data : null;
};

/**
 * Rule: `next` is present while there is more, and leads to another page.
 * @param maxOf maximum of `count` that these records can account for; by default their number
 */
export function hasValidNextLink(maxOf = (records: readonly unknown[]) => records.length): Rule {
  return ({ records, body, query }) => {
    const [count, mostCount] = [numberAt(body, 'count'), maxOf(records)];
    const next = getPath(body, 'next');
    // For later pages the number of earlier records is unknown.
    const isFirst = !query.has('cursor') && Number(query.get('page') ?? 1) === 1 && !query.has('before');
    if (typeof next === 'string') {
      const nextQuery = new URL(next, 'http://server').searchParams;
      return nextQuery.toString() === query.toString() ? [{ what: text('staging.rule.loop'), effect: 'again' }] : [];
    }
    if (count === null || !isFirst || Array.isArray(body)) return [];
    if (count < records.length && count < mostCount)
      return [{ what: text('staging.rule.countLow', { count, given: records.length }), effect: 'early' }];
    return next === null && count > mostCount
      ? [{ what: text('staging.rule.early', { count, given: records.length }), effect: 'early' }]
      : [];
  };
}

/** Rule: a list that the contract gives as a whole is complete, even if it comes as a page (G-68). */
export const wholeList: Rule = ({ records, body }) => {
  const count = numberAt(body, 'count') ?? records.length;
  const isPart = typeof getPath(body, 'next') === 'string' || count > records.length;
  return isPart ? [{ what: text('staging.rule.parts', { count, given: records.length }), effect: 'early' }] : [];
};

/** Rule: `number` and `page_size` of a page are as requested. */
export const matchesRequestedPage: Rule = ({ body, query }) =>
  (
    [
      ['number', 'page'],
      ['page_size', 'page_size'],
    ] as const
  ).flatMap(([key, parameter]) => {
    const [actual, expected] = [numberAt(body, key), Number(query.get(parameter) ?? 1)];
    return actual === null || actual === expected
      ? []
      : [{ what: text('staging.rule.wrongNumber', { key, given: actual, expected }), effect: 'spare' as const }];
  });

/** Rule: none of the records was in an earlier answer. */
export function noRepeatsOf(parameter: string, before: string): Rule {
  return ({ records, earlier }) => {
    const earlierKeys = new Set(recordKeys(earlier(before)));
    const count = recordKeys(records).filter((key) => earlierKeys.has(key)).length;
    return count > 0
      ? [{ what: text('staging.rule.again', { parameter, count, given: records.length }), effect: 'again' }]
      : [];
  };
}

/**
 * Rule: every record matches the parameter.
 * @param fits returns undefined if the record lacks the value to compare
 */
export function onlyMatching(
  parameter: string,
  fits: (record: unknown, asked: string, found: RuleInput['found']) => boolean | undefined,
  item?: string,
): Rule {
  return ({ records, query, found }) => {
    const asked = query.get(parameter) ?? '';
    const count = records.filter((record) => fits(record, asked, found) === false).length;
    const what = text('staging.rule.stray', { parameter, count, given: records.length });
    return count > 0 ? [{ what, effect: 'stray', ...(item ? { item } : {}) }] : [];
  };
}

/** Whether a building is the requested one, by its id, or by its address if it has no id. */
export function isBuilding(value: unknown, buildingId: string, values: RuleInput['found']): boolean | undefined {
  const id = readId(value, 'building');
  if (id !== undefined) return id === buildingId;
  const [street, number] = [asText(getPath(value, 'street')), asText(getPath(value, 'number'))];
  return street === undefined ? undefined : `${street} ${number}` === values.get('address');
}

/**
 * Rule: `count` equals the number of records of the list with the same parameters, unless that was cut off.
 * @param most page size at which the list is cut off
 */
export function countMatches(list: string, most: number): Rule {
  return ({ body, earlier }) => {
    const [count, given] = [numberAt(body, 'count'), earlier(list).length];
    const isDifferent = count !== null && (given < most ? count !== given : count < given);
    return isDifferent ? [{ what: text('staging.rule.otherCount', { count, given }), effect: 'number' }] : [];
  };
}

/** Rule: the values of a month are not also in another month's answer, since a submission belongs to one month. */
export function notOfOtherMonth(before: string): Rule {
  return ({ records, earlier }) => {
    const keyAndDate = (record: unknown) => {
      const date = asText(getPath(record, 'month_result', 'date'));
      return date === undefined ? undefined : `${recordKey(record)} ${date}`;
    };
    const earlierKeys = new Set(earlier(before).map(keyAndDate));
    const count = records.map(keyAndDate).filter((one) => one !== undefined && earlierKeys.has(one)).length;
    return count > 0
      ? [{ what: text('staging.rule.stray', { parameter: 'date', count, given: records.length }), effect: 'stray' }]
      : [];
  };
}

/** Rule: the submission days of a building match its settings. */
export const matchesSettings: Rule = ({ body, earlier, found }) => {
  const [settings] = earlier('settings-here').filter((record) =>
    isBuilding(record, String(found.get('buildings')), found),
  );
  if (!settings) return [];
  return ['submit_start_day', 'submit_end_day'].flatMap((key) => {
    const [actual, expected] = [getPath(body, key), getPath(settings, key)];
    return expected === undefined || Number(actual ?? 0) === Number(expected ?? 0)
      ? []
      : [
          {
            what: text('staging.rule.otherSettings', { key, given: String(actual), expected: String(expected) }),
            effect: 'window' as const,
          },
        ];
  });
};
