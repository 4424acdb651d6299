import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { Kind } from '#resources/language/kinds/kind.ts';
import { type Numbering, placeholderOffsets } from '#resources/language/kinds/number-template.ts';
import { getPointer, getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { getKind } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { getPhonePatterns } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { knownPlaceCondition, PLACES } from './places.ts';

type Column = NonNullable<Kind['column']>;

/** A field of a definition and its wire name, which is its key in the stored data. */
export interface StoredField {
  wire: string;
  field: FieldInput;
}

/**
 * The stored JSON value; the key is a literal, not a parameter, so that the planner matches the expression index (`indexes.ts`).
 */
export const jsonColumn = (wire: string) => sql`(records.data -> ${sql.lit(wire)})`;
/** The stored value as text. */
export const textColumn = (wire: string) => sql<string>`(records.data ->> ${sql.lit(wire)})`;
/** Sort key of a text, cut to 200 characters so that it fits into an index. */
const textSortKey = (wire: string) => sql`left(${textColumn(wire)}, 200) collate russian`;
/** Sort key of a month stored as `MMYYYY`: year, then month. */
const monthSortKey = (wire: string) => sql`(right(${textColumn(wire)}, 4) || left(${textColumn(wire)}, 2))`;
/** Sort key of automatic numbers: by year, then numerically. */
function numberSortKey(wire: string, numbering: Numbering) {
  const { before, after, yearBefore, yearAfter } = placeholderOffsets(numbering);
  const text = textColumn(wire);
  const part = (from: RawBuilder<unknown>, length: RawBuilder<unknown>) =>
    sql`substr(${text}, greatest(${from}, 1), greatest(${length}, 0))`;
  const counter = part(sql.lit(before + 1), sql`length(${text}) - ${sql.lit(before + after)}`);
  const number = sql`lpad(${counter}, 9, '0')`;
  if (yearBefore !== null) return sql`(${part(sql.lit(yearBefore + 1), sql.lit(4))} || ${number})`;
  if (yearAfter === null) return number;
  return sql`(${part(sql`length(${text}) - ${sql.lit(yearAfter + 3)}`, sql.lit(4))} || ${number})`;
}

/** Sort key of a text field: numeric for automatic numbers, chronological for months, else alphabetic. */
function textOrder({ wire, field }: StoredField): RawBuilder<unknown> {
  const { isYearLast, numbering } = getTraits(field);
  if (numbering) return numberSortKey(wire, numbering(field));
  return isYearLast ? monthSortKey(wire) : textSortKey(wire);
}

/** Sort key of other values; JSON null becomes SQL null, since PostgreSQL would sort it before all other values. */
const jsonOrder = ({ wire }: StoredField) => sql`nullif(${jsonColumn(wire)}, 'null'::jsonb)`;

/** Condition that a field is empty. */
export const isEmptyColumn = (wire: string) => sql<boolean>`coalesce(${textColumn(wire)}, '') = ''`;

/** A value as jsonb, so that comparing never casts stored data, which could fail. */
export const asJsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Whether a filter matches part of the field's text; other fields match only whole values. */
export function isFreeText(field: FieldInput): boolean {
  const { search } = getTraits(field);
  return search === 'text' || search === 'digits';
}

/** Condition that a field contains the query; phone numbers are compared by digits. */
export function containsQuery({ wire, field }: StoredField, query: string): RawBuilder<boolean> {
  const part = getKind(field).normalizeQuery?.(query, field as never) ?? query;
  // The query held only separators, which no stored value contains, so nothing matches.
  if (part === '' && query.trim() !== '') return sql<boolean>`false`;
  if (getTraits(field).search !== 'digits') return containsText(textColumn(wire), part);
  const digitParts = getPhonePatterns(part, 1).map((digits) => containsText(textColumn(wire), digits));
  return digitParts.length ? sql<boolean>`(${sql.join(digitParts, sql` or `)})` : sql<boolean>`false`;
}

/** Characters after which a word begins. */
const WORD_BOUNDARIES = [' ', '-', '.', ',', '/', '(', '«', '"', '№'] as const;
/** Queries with fewer characters contain no trigram for the index, so only word beginnings are matched. */
const INDEXED_QUERY_MIN = 3;

/** LIKE patterns for a query, with wildcards escaped. */
function likePatterns(part: string): string[] {
  const literal = part.replace(/[\\%_]/g, (mark) => `\\${mark}`);
  if (part.trim().length >= INDEXED_QUERY_MIN) return [`%${literal}%`];
  const word = literal.trim();
  return [`${word}%`, ...WORD_BOUNDARIES.map((mark) => `%${mark}${word}%`)];
}

/** Condition that a text contains a query, ignoring case and ё/е; a query of one or two characters must begin a word. */
const containsText = (column: RawBuilder<string>, part: string): RawBuilder<boolean> =>
  containsFolded(sql<string>`fold(${column})`, part);

/** `containsText` for a column that is already folded. */
export function containsFolded(column: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const [first, ...others] = likePatterns(part).map((pattern) => sql`fold(${pattern}::text)`);
  if (!others.length) return sql<boolean>`${column} like ${first}`;
  return sql<boolean>`${column} like any(array[${sql.join([first, ...others])}])`;
}

type Operator = 'is' | 'from' | 'to';

/**
 * Bounds of each JSON type in PostgreSQL's jsonb order (null, strings, numbers, booleans), so that range comparisons stay within
 * one type and are estimated well.
 */
const TYPE_BOUNDS = {
  string: { first: sql`'""'::jsonb`, next: sql`'-1e400'::jsonb` },
  number: { first: sql`'-1e400'::jsonb`, next: sql`'false'::jsonb` },
} as const;

/** Condition that compares a stored value with another one. */
export function comparison({ wire }: Pick<StoredField, 'wire'>, side: Operator, value: unknown): RawBuilder<boolean> {
  const column = jsonColumn(wire);
  const operand = asJsonb(value);
  if (side === 'is') return sql<boolean>`(${column} = ${operand})`;
  const { first, next } = TYPE_BOUNDS[typeof value === 'number' ? 'number' : 'string'];
  return side === 'from'
    ? sql<boolean>`(${column} >= ${operand} and ${column} < ${next})`
    : sql<boolean>`(${column} <= ${operand} and ${column} >= ${first})`;
}

/** The table of place names for the values of a field; undefined if its values are not places. */
function placeNames(field: FieldInput) {
  const pointer = getPointer(field);
  if (pointer?.to === 'unit') return PLACES.unit;
  return pointer?.to === 'parts' ? PLACES[pointer.of] : undefined;
}

/** Filters by a typed place name instead of an id; places out of reach never match. */
function nameCondition(
  { wire, field }: StoredField,
  name: string,
  principal: Principal,
): RawBuilder<boolean> | undefined {
  const names = placeNames(field);
  if (!names) return undefined;
  const ids = sql`array(select to_jsonb(id) from ${names.from}
    where fold(${names.name}) = fold(${name}::text) and ${names.known(principal)})`;
  const values = jsonColumn(wire);
  return getPointerTo(field, 'unit')
    ? sql<boolean>`(${values} = any(${ids}))`
    : sql<boolean>`(${values} @> any(${ids}))`;
}

const containsValue = ({ wire }: StoredField, value: unknown) =>
  sql<boolean>`${jsonColumn(wire)} @> ${asJsonb([value])}`;

interface ColumnRule {
  column: Column;
  /** The filter value in stored form; undefined if it is not valid for the field. */
  read(value: unknown, field: FieldInput): unknown;
  /** Whether the range filters `_gte` and `_lte` are offered. */
  ordered: boolean;
  condition(stored: StoredField, side: Operator, value: unknown, principal: Principal): RawBuilder<boolean>;
  order(stored: StoredField): RawBuilder<unknown>;
  /** Expression to index for a filtered field; default the stored value. */
  indexed?(stored: StoredField): RawBuilder<unknown>;
}

/** Number from a query parameter; rejects 0x10 and 1e3, which `Number` would accept. */
const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,17}(?:\.\d{1,17})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const readYesNo = (value: unknown): boolean | undefined => ({ true: true, false: false })[String(value)];

const readName = (value: string): string | undefined => {
  const name = value.trim();
  return name !== '' && name.length <= 60 ? name : undefined;
};

/** How a field of a generic record is filtered and sorted, by the `column` of its kind. */
const COLUMNS: Readonly<Record<Column, ColumnRule>> = {
  text: {
    column: 'text',
    read: (value, field) => {
      if (typeof value !== 'string' || value.length > 200) return undefined;
      const digits = getTraits(field).digits?.(field);
      return digits ? value.trim().padStart(digits, '0') : value;
    },
    ordered: false,
    condition: (stored, side, value) =>
      isFreeText(stored.field) ? containsQuery(stored, String(value)) : comparison(stored, side, value),
    order: textOrder,
  },
  number: {
    column: 'number',
    read: (value, field) => {
      if (typeof value === 'string' && placeNames(field)) return readName(value);
      const number = readNumber(value);
      const digits = getTraits(field).digits?.(field);
      return number !== undefined && digits ? String(number).padStart(digits, '0') : number;
    },
    ordered: true,
    condition: (stored, side, value, principal) =>
      (typeof value === 'string' ? nameCondition(stored, value, principal) : undefined) ??
      comparison(stored, side, value),
    order: jsonOrder,
  },
  boolean: {
    column: 'boolean',
    read: readYesNo,
    ordered: false,
    // A missing or null value also counts as «Нет»: the record is older than the field, or its expression gave no result.
    condition: (storedField, side, value) =>
      value === true
        ? comparison(storedField, side, value)
        : sql<boolean>`(${jsonColumn(storedField.wire)} is null or ${jsonColumn(storedField.wire)} = any(array['false', 'null']::jsonb[]))`,
    order: jsonOrder,
  },
  // Days and times, whose text order is chronological.
  ordered: {
    column: 'ordered',
    read: (value, field) => (getTraits(field).isFilterValue?.(value, field) ? value : undefined),
    ordered: true,
    condition: comparison,
    order: jsonOrder,
  },
  numbers: {
    column: 'numbers',
    read: (value, field) => (typeof value === 'string' && placeNames(field) ? readName(value) : readNumber(value)),
    ordered: false,
    condition: (stored, _side, value, principal) =>
      (typeof value === 'string' ? nameCondition(stored, value, principal) : undefined) ??
      sql<boolean>`(${containsValue(stored, value)} and ${knownPlaceCondition(stored.field, value, principal)})`,
    order: jsonOrder,
  },
  // Fields too long to index by value; filters can only ask whether they are filled.
  presence: {
    column: 'presence',
    read: readYesNo,
    ordered: false,
    condition: ({ wire }, _side, value) =>
      value === true ? sql<boolean>`(not ${isEmptyColumn(wire)})` : isEmptyColumn(wire),
    order: ({ wire }) => sql`(${isEmptyColumn(wire)})`,
    indexed: ({ wire }) => sql`(${isEmptyColumn(wire)})`,
  },
};

/** Indexed expression of a filtered field, also used for its statistics. */
export const indexedValue = (stored: StoredField): RawBuilder<unknown> =>
  columnRule(stored.field)?.indexed?.(stored) ?? jsonColumn(stored.wire);

/** The rule of a field; null if its kind can be neither filtered nor sorted by. */
export function columnRule(field: FieldInput): ColumnRule | null {
  const { column } = getKind(field);
  return column ? COLUMNS[column] : null;
}

/** Fields of a definition by wire name. */
export function storedFields(fields: Readonly<Record<string, FieldInput>>): Map<string, StoredField> {
  return new Map(
    Object.entries(fields).map(([name, field]) => {
      const wire = wireName(name, field);
      return [wire, { wire, field }];
    }),
  );
}
