import pg from 'pg';

type Parse = (text: string) => unknown;

/** PostgreSQL's numbers of the types that this product reads otherwise than `pg` does by itself. */
const OID = { int8: 20, date: 1082, timestamp: 1114, interval: 1186, numeric: 1700 } as const;
const ARRAY_OID = { int8: 1016, date: 1182, numeric: 1231 } as const;

const parseInteger: Parse = (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a whole number of JavaScript`);
  return value;
};
const decimal: Parse = Number;
const same: Parse = (text) => text;

/** Elements are read by the same rule; arrays of numbers and days are flat here and hold neither quotes nor commas. */
const parseArray =
  (parse: Parse): Parse =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item)));

const OWN = new Map<number, Parse>([
  [OID.int8, parseInteger],
  [OID.numeric, decimal],
  [OID.date, same],
  [OID.timestamp, same],
  [OID.interval, same],
  [ARRAY_OID.int8, parseArray(parseInteger)],
  [ARRAY_OID.numeric, parseArray(decimal)],
  [ARRAY_OID.date, parseArray(same)],
]);

/**
 * How values come out of either engine (`types` of a `pg` client):
 * - `int8` (counts, sums) → number; beyond 2^53 the query fails rather than answer something rounded;
 * - `numeric` → number: no column has this type, only sums and averages do. An order or amount that needs more than
 *   15 digits must be selected `::text`;
 * - `timestamptz` → Date; `date` → `YYYY-MM-DD` (a day has no time zone); `timestamp`, `interval` → text as it is;
 * - `bytea` → Buffer, `json`/`jsonb` → parsed, arrays → arrays.
 *
 * Going in: Date, Buffer, arrays and plain values are taken as they are; json is written as text (`JSON.stringify`),
 * because a bare array would be taken for a PostgreSQL array.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : (OWN.get(oid) ?? pg.types.getTypeParser(oid, 'text')),
};
