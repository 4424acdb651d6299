import { getPath, readId } from './rules.ts';

/** Extracts a value for later calls from the records or the body of an answer. */
export type Find = (records: readonly unknown[], body: unknown) => unknown;

/** Finds the first value at a path of keys in any of the records. */
export const findFirst =
  (...path: readonly string[]): Find =>
  (records) =>
    records
      .map((record) => getPath(record, ...path))
      .find((value) => typeof value === 'number' || (value !== '' && value != null));
/** Finds the first value in the records of a nested list. */
export const findNested =
  (list: string, ...path: readonly string[]): Find =>
  (records) =>
    findFirst(...path)(
      records.flatMap((record) => getPath(record, list) ?? []),
      null,
    );
/** Ids per query, at most. */
const IDS_PER_QUERY = 50;
/** Finds all ids, comma-separated. */
export const findIds: Find = (records) => {
  const all = records.slice(0, IDS_PER_QUERY).map((record) => readId(record));
  return all.length ? all.join(',') : undefined;
};
/** Finds the query of the second page, if there is one. */
export const findNextPage: Find = (_, body) => (typeof getPath(body, 'next') === 'string' ? 'page=2' : undefined);
