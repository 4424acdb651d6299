import * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { Deviation } from './ask.ts';

/** An answer with what came before it. */
export interface Given {
  records: readonly unknown[];
  body: unknown;
  /** Query of the call. */
  query: URLSearchParams;
  /** Values that earlier answers gave, by name. */
  found: ReadonlyMap<string, string | number>;
  /** Records of an earlier call, by its name. */
  earlier(name: string): readonly unknown[];
}

/** Looks at an answer as a whole: paging, parameters, repeated ids. */
export type Rule = (given: Given) => Deviation[];

/** The value at a path of keys; undefined where a key is missing. */
export function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** A number or a text as a text; undefined for anything else. */
function plain(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

/** An id, that of an object, or that of one under its name (G-68). */
export const readId = (value: unknown, name = ''): string | undefined =>
  plain(value) ?? plain(at(value, 'id')) ?? plain(at(value, name)) ?? plain(at(value, name, 'id'));

/** The identifier of a record in its list. */
const recordKey = (record: unknown) =>
  plain(at(record, 'id')) ?? plain(at(record, 'user')) ?? plain(at(record, 'unit', 'id'));
const keysOf = (records: readonly unknown[]) => records.map(recordKey).filter((key) => key !== undefined);

/** No record comes twice in one answer. */
export const unique: Rule = ({ records }) => {
  const keys = keysOf(records);
  const [id] = keys.filter((key, index) => keys.indexOf(key) !== index);
  return id === undefined ? [] : [{ what: text('staging.rule.twice', { id }), effect: 'twice' }];
};

/** The answer has no more records than the parameter asks for. @param counted how many there are, where it is not the records */
export function atMost(parameter: string, counted = (records: readonly unknown[]) => records.length): Rule {
  return ({ records, query }) => {
    const size = Number(query.get(parameter));
    const count = counted(records);
    return count > size ? [{ what: text('staging.rule.long', { count, size, parameter }), effect: 'long' }] : [];
  };
}

const whole = z.coerce.number().int();
const numberAt = (body: unknown, key: string) => {
  const read = whole.safeParse(at(body, key) ?? Number.NaN);
  return read.success ? read.data : null;
};

/** `next` is there as long as there is more, and leads on. @param most how many a page of so many records may count for */
export function goesOn(most = (records: readonly unknown[]) => records.length): Rule {
  return ({ records, body, query }) => {
    const [count, mostCount] = [numberAt(body, 'count'), most(records)];
    const next = at(body, 'next');
    // Of the pages after the first it is not known how many came before.
    const isFirst = !query.has('cursor') && Number(query.get('page') ?? 1) === 1 && !query.has('before');
    if (typeof next === 'string') {
      const told = new URL(next, 'http://server').searchParams;
      return told.toString() === query.toString() ? [{ what: text('staging.rule.loop'), effect: 'again' }] : [];
    }
    if (count === null || !isFirst || Array.isArray(body)) return [];
    if (count < records.length && count < mostCount)
      return [{ what: text('staging.rule.countLow', { count, given: records.length }), effect: 'early' }];
    return next === null && count > mostCount
      ? [{ what: text('staging.rule.early', { count, given: records.length }), effect: 'early' }]
      : [];
  };
}

/** A list that the contract gives as a whole is one, also where it comes as a page (G-68). */
export const wholeList: Rule = ({ records, body }) => {
  const count = numberAt(body, 'count') ?? records.length;
  const isPart = typeof at(body, 'next') === 'string' || count > records.length;
  return isPart ? [{ what: text('staging.rule.parts', { count, given: records.length }), effect: 'early' }] : [];
};

/** `number` and `page_size` of a page are those that were asked for. */
export const asAsked: Rule = ({ body, query }) =>
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

/** None of the records came in an earlier answer already. */
export function further(parameter: string, before: string): Rule {
  return ({ records, earlier }) => {
    const known = new Set(keysOf(earlier(before)));
    const count = keysOf(records).filter((key) => known.has(key)).length;
    return count > 0
      ? [{ what: text('staging.rule.again', { parameter, count, given: records.length }), effect: 'again' }]
      : [];
  };
}

/**
 * Every record is one of those that the parameter asks for.
 * @param fits undefined: the record does not say
 */
export function only(
  parameter: string,
  fits: (record: unknown, asked: string, found: Given['found']) => boolean | undefined,
  item?: string,
): Rule {
  return ({ records, query, found }) => {
    const asked = query.get(parameter) ?? '';
    const count = records.filter((record) => fits(record, asked, found) === false).length;
    const what = text('staging.rule.stray', { parameter, count, given: records.length });
    return count > 0 ? [{ what, effect: 'stray', ...(item ? { item } : {}) }] : [];
  };
}

/** Whether a building is the one that is asked for: by its id, or by its address where it has none. */
export function isBuilding(value: unknown, buildingId: string, values: Given['found']): boolean | undefined {
  const id = readId(value, 'building');
  if (id !== undefined) return id === buildingId;
  const [street, number] = [plain(at(value, 'street')), plain(at(value, 'number'))];
  return street === undefined ? undefined : `${street} ${number}` === values.get('address');
}

/** `count` of a call is the number of records of the list with the same parameters, as long as that is not cut. @param most where it is cut */
export function countsLike(list: string, most: number): Rule {
  return ({ body, earlier }) => {
    const [count, given] = [numberAt(body, 'count'), earlier(list).length];
    const isOther = count !== null && (given < most ? count !== given : count < given);
    return isOther ? [{ what: text('staging.rule.otherCount', { count, given }), effect: 'number' }] : [];
  };
}

/** A month's values are not those of another month too: a submission is of one month. */
export function ofMonth(before: string): Rule {
  return ({ records, earlier }) => {
    const keyAndDate = (record: unknown) => {
      const date = plain(at(record, 'month_result', 'date'));
      return date === undefined ? undefined : `${recordKey(record)} ${date}`;
    };
    const known = new Set(earlier(before).map(keyAndDate));
    const count = records.map(keyAndDate).filter((one) => one !== undefined && known.has(one)).length;
    return count > 0
      ? [{ what: text('staging.rule.stray', { parameter: 'date', count, given: records.length }), effect: 'stray' }]
      : [];
  };
}

/** Days and types of one building are those of its settings. */
export const likeSettings: Rule = ({ body, earlier, found }) => {
  const [settings] = earlier('settings-here').filter((record) =>
    isBuilding(record, String(found.get('buildings')), found),
  );
  if (!settings) return [];
  return ['submit_start_day', 'submit_end_day'].flatMap((key) => {
    const [actual, expected] = [at(body, key), at(settings, key)];
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
