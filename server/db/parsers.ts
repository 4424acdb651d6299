import pg from 'pg';

type Parser = (text: string) => unknown;

/** PostgreSQL type ids that we parse differently from `pg`. */
const OID = { int8: 20, date: 1082, timestamp: 1114, interval: 1186, numeric: 1700 } as const;
const ARRAY_OID = { int8: 1016, date: 1182, numeric: 1231 } as const;

const parseInteger: Parser = (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a whole number of JavaScript`);
  return value;
};
const parseDecimal: Parser = Number;
const keepText: Parser = (text) => text;

/** Parser of one-dimensional arrays of numbers or dates, whose items contain neither quotes nor commas. */
const parseArray =
  (parse: Parser): Parser =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item)));

const PARSERS = new Map<number, Parser>([
  [OID.int8, parseInteger],
  [OID.numeric, parseDecimal],
  [OID.date, keepText],
  [OID.timestamp, keepText],
  [OID.interval, keepText],
  [ARRAY_OID.int8, parseArray(parseInteger)],
  [ARRAY_OID.numeric, parseArray(parseDecimal)],
  [ARRAY_OID.date, parseArray(keepText)],
]);

/**
 * Conversion of values from either engine (`types` of a `pg` client):
 * - `int8` (counts, sums) → number; a value beyond 2^53 fails the query instead of being rounded;
 * - `numeric` → number: no column has this type, only sums and averages. A value that needs more than 15 digits must be selected
 * `::text`;
 * - `timestamptz` → Date; `date` → `YYYY-MM-DD` (a day has no time zone); `timestamp`, `interval` → text unchanged;
 * - `bytea` → Buffer, `json`/`jsonb` → parsed, arrays → arrays.
 *
 * Parameters: Date, Buffer, arrays and plain values are passed unchanged; JSON is passed as text (`JSON.stringify`), because an
 * array would become a PostgreSQL array.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (PARSERS.get(oid) ?? pg.types.getTypeParser(oid, 'text')),
};
