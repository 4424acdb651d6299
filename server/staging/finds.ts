import { at, readId } from './rules.ts';

/** Takes a value for later calls from the records of an answer, or from its body. */
export type Find = (records: readonly unknown[], body: unknown) => unknown;

/** The first value at a way of keys, of whichever record has one. */
export const first =
  (...way: readonly string[]): Find =>
  (records) =>
    records
      .map((record) => at(record, ...way))
      .find((value) => typeof value === 'number' || (value !== '' && value != null));
/** The same of the records of a list inside the records. */
export const inner =
  (list: string, ...way: readonly string[]): Find =>
  (records) =>
    first(...way)(
      records.flatMap((record) => at(record, list) ?? []),
      null,
    );
/** Most ids of one query. */
const MOST_IDS = 50;
/** The ids, comma-separated. */
export const ids: Find = (records) => {
  const all = records.slice(0, MOST_IDS).map((record) => readId(record));
  return all.length ? all.join(',') : undefined;
};
/** The query of a second page, where there is one. */
export const more: Find = (_, body) => (typeof at(body, 'next') === 'string' ? 'page=2' : undefined);
