import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { Kind } from '#resources/language/kinds/kind.ts';
import { type Numbering, placesOf } from '#resources/language/kinds/number-template.ts';
import { pointerOf, pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { kindOf } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { phoneParts } from '#resources/rules/search/text.ts';
import type { Principal } from '#server/access/reader.ts';
import { PLACES, placeKnown } from './places.ts';

/** How a field of a generic record is looked for and sorted by; one entry for each `column` a kind may name. */
type Column = NonNullable<Kind['column']>;

/** A field of a definition with its name on the wire, which is its key in the stored data. */
export interface StoredField {
  wire: string;
  field: FieldInput;
}

/**
 * The stored JSON value. The name stands in the text of the query, where an index on the same expression is found by it
 * (`indexes.ts`).
 */
export const jsonColumn = (wire: string) => sql`(records.data -> ${sql.lit(wire)})`;
/** The same as text. */
export const textColumn = (wire: string) => sql<string>`(records.data ->> ${sql.lit(wire)})`;
/** The sort key of a text: its beginning, so that an index can hold it. */
const sortedText = (wire: string) => sql`left(${textColumn(wire)}, 200) collate russian`;
/** The same of a month, `MMYYYY`: the year counts first. */
const sortedMonth = (wire: string) => sql`(right(${textColumn(wire)}, 4) || left(${textColumn(wire)}, 2))`;
/** Numbers that the server gives: by year, then as numbers, of whatever length. */
function sortedNumber(wire: string, numbering: Numbering) {
  const { before, after, yearBefore, yearAfter } = placesOf(numbering);
  const text = textColumn(wire);
  const part = (from: RawBuilder<unknown>, length: RawBuilder<unknown>) =>
    sql`substr(${text}, greatest(${from}, 1), greatest(${length}, 0))`;
  const held = part(sql.lit(before + 1), sql`length(${text}) - ${sql.lit(before + after)}`);
  const number = sql`lpad(${held}, 9, '0')`;
  if (yearBefore !== null) return sql`(${part(sql.lit(yearBefore + 1), sql.lit(4))} || ${number})`;
  if (yearAfter === null) return number;
  return sql`(${part(sql`length(${text}) - ${sql.lit(yearAfter + 3)}`, sql.lit(4))} || ${number})`;
}

/** The sort key of a text: as a number or a month where its kind is written so. */
function textOrder({ wire, field }: StoredField): RawBuilder<unknown> {
  const { isYearLast, numbering } = traitsOf(field);
  if (numbering) return sortedNumber(wire, numbering(field));
  return isYearLast ? sortedMonth(wire) : sortedText(wire);
}

/** The sort key of other values: an empty one is stored as JSON's null, which PostgreSQL puts before all others. */
const jsonOrder = ({ wire }: StoredField) => sql`nullif(${jsonColumn(wire)}, 'null'::jsonb)`;

/** Whether a record holds nothing in a field. */
export const holdsNothing = (wire: string) => sql<boolean>`coalesce(${textColumn(wire)}, '') = ''`;

/** A value as jsonb, so that it is compared with the stored one as what it is and never by a cast that could fail. */
export const asJsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Whether the text of a field is searched for a part of it; of the others the whole counts. */
export function isFreeText(field: FieldInput): boolean {
  const { search } = traitsOf(field);
  return search === 'text' || search === 'digits';
}

/** A part of a text of some kind: of a telephone number its digits, however they are written. */
export function containsPart({ wire, field }: StoredField, query: string): RawBuilder<boolean> {
  const part = kindOf(field).sought?.(query, field as never) ?? query;
  // Nothing is left of marks that no value holds: they are in none.
  if (part === '' && query.trim() !== '') return sql<boolean>`false`;
  if (traitsOf(field).search !== 'digits') return containsText(textColumn(wire), part);
  const parts = phoneParts(part, 1).map((digits) => containsText(textColumn(wire), digits));
  return parts.length ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`false`;
}

/** The characters before a word within a text. */
const BEFORE_WORD = [' ', '-', '.', ',', '/', '(', '«', '"', '№'] as const;
/** Shorter parts are in no index: of these the beginnings of words are looked for, so that a long list need not be read through. */
const PART_MIN = 3;

/** Patterns of a part for `like`, with their own marks taken literally. */
function likePatterns(part: string): string[] {
  const literal = part.replace(/[\\%_]/g, (mark) => `\\${mark}`);
  if (part.trim().length >= PART_MIN) return [`%${literal}%`];
  const word = literal.trim();
  return [`${word}%`, ...BEFORE_WORD.map((mark) => `%${mark}${word}%`)];
}

/** Whether a text holds a part; case and ё do not count. Of one letter or two: whether a word of it begins with them. */
const containsText = (column: RawBuilder<string>, part: string): RawBuilder<boolean> =>
  containsFolded(sql<string>`fold(${column})`, part);

/** The same of a text that is folded already. */
export function containsFolded(column: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const [first, ...others] = likePatterns(part).map((pattern) => sql`fold(${pattern}::text)`);
  if (!others.length) return sql<boolean>`${column} like ${first}`;
  return sql<boolean>`${column} like any(array[${sql.join([first, ...others])}])`;
}

type Side = 'is' | 'from' | 'to';

/**
 * Where the values of one sort begin and where the next sort does, in PostgreSQL's order of JSON: null, texts, numbers,
 * booleans. A comparison that is bounded by them stays among its own sort, and the planner knows how much it finds.
 */
const SPAN = {
  string: { first: sql`'""'::jsonb`, next: sql`'-1e400'::jsonb` },
  number: { first: sql`'-1e400'::jsonb`, next: sql`'false'::jsonb` },
} as const;

/** How a stored value compares with another one. */
export function compared({ wire }: Pick<StoredField, 'wire'>, side: Side, value: unknown): RawBuilder<boolean> {
  const column = jsonColumn(wire);
  const operand = asJsonb(value);
  if (side === 'is') return sql<boolean>`(${column} = ${operand})`;
  const { first, next } = SPAN[typeof value === 'number' ? 'number' : 'string'];
  return side === 'from'
    ? sql<boolean>`(${column} >= ${operand} and ${column} < ${next})`
    : sql<boolean>`(${column} <= ${operand} and ${column} >= ${first})`;
}

/** The source of names for the values of a field; undefined for a field whose values have no such names. */
function nameSource(field: FieldInput) {
  const pointer = pointerOf(field);
  if (pointer?.to === 'unit') return PLACES.unit;
  return pointer?.to === 'parts' ? PLACES[pointer.of] : undefined;
}

/** A filter by a typed name in place of unknown ids; places out of reach have no name. */
function called({ wire, field }: StoredField, name: string, principal: Principal): RawBuilder<boolean> | undefined {
  const names = nameSource(field);
  if (!names) return undefined;
  const ids = sql`array(select to_jsonb(id) from ${names.from}
    where fold(${names.name}) = fold(${name}::text) and ${names.known(principal)})`;
  const values = jsonColumn(wire);
  return pointerTo(field, 'unit') ? sql<boolean>`(${values} = any(${ids}))` : sql<boolean>`(${values} @> any(${ids}))`;
}

const contained = ({ wire }: StoredField, value: unknown) => sql<boolean>`${jsonColumn(wire)} @> ${asJsonb([value])}`;

interface Rule {
  column: Column;
  /** The value as it is stored; undefined for what it cannot be. */
  read(value: unknown, field: FieldInput): unknown;
  /** Whether `_gte` and `_lte` make sense. */
  ordered: boolean;
  condition(stored: StoredField, side: Side, value: unknown, principal: Principal): RawBuilder<boolean>;
  order(stored: StoredField): RawBuilder<unknown>;
  /** The expression that an index of a filtered field holds. Left out: the stored value. */
  indexed?(stored: StoredField): RawBuilder<unknown>;
}

/** A number of an address; `Number` reads 0x10 and 1e3 as well, which no form takes. */
const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,17}(?:\.\d{1,17})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const readYesNo = (value: unknown): boolean | undefined => ({ true: true, false: false })[String(value)];

const readName = (value: string): string | undefined => {
  const name = value.trim();
  return name !== '' && name.length <= 60 ? name : undefined;
};

/** The rules by column. */
const COLUMNS: Readonly<Record<Column, Rule>> = {
  text: {
    column: 'text',
    read: (value, field) => {
      if (typeof value !== 'string' || value.length > 200) return undefined;
      const digits = traitsOf(field).digits?.(field);
      return digits ? value.trim().padStart(digits, '0') : value;
    },
    ordered: false,
    condition: (stored, side, value) =>
      isFreeText(stored.field) ? containsPart(stored, String(value)) : compared(stored, side, value),
    order: textOrder,
  },
  number: {
    column: 'number',
    read: (value, field) => {
      if (typeof value === 'string' && nameSource(field)) return readName(value);
      const number = readNumber(value);
      const digits = traitsOf(field).digits?.(field);
      return number !== undefined && digits ? String(number).padStart(digits, '0') : number;
    },
    ordered: true,
    condition: (stored, side, value, principal) =>
      (typeof value === 'string' ? called(stored, value, principal) : undefined) ?? compared(stored, side, value),
    order: jsonOrder,
  },
  boolean: {
    column: 'boolean',
    read: readYesNo,
    ordered: false,
    // A box that was never ticked reads «Нет» as well: in records older than the field, or not decided by its expression.
    condition: (storedField, side, value) =>
      value === true
        ? compared(storedField, side, value)
        : sql<boolean>`(${jsonColumn(storedField.wire)} is null or ${jsonColumn(storedField.wire)} = any(array['false', 'null']::jsonb[]))`,
    order: jsonOrder,
  },
  // Days and times, whose texts are in their order.
  ordered: {
    column: 'ordered',
    read: (value, field) => (traitsOf(field).isFilterValue?.(value, field) ? value : undefined),
    ordered: true,
    condition: compared,
    order: jsonOrder,
  },
  numbers: {
    column: 'numbers',
    read: (value, field) => (typeof value === 'string' && nameSource(field) ? readName(value) : readNumber(value)),
    ordered: false,
    condition: (stored, _side, value, principal) =>
      (typeof value === 'string' ? called(stored, value, principal) : undefined) ??
      sql<boolean>`(${contained(stored, value)} and ${placeKnown(stored.field, value, principal)})`,
    order: jsonOrder,
  },
  // Fields too long to index by value: a filter can only ask whether they are filled.
  presence: {
    column: 'presence',
    read: readYesNo,
    ordered: false,
    condition: ({ wire }, _side, value) =>
      value === true ? sql<boolean>`(not ${holdsNothing(wire)})` : holdsNothing(wire),
    order: ({ wire }) => sql`(${holdsNothing(wire)})`,
    indexed: ({ wire }) => sql`(${holdsNothing(wire)})`,
  },
};

/** The expressions of an index of a filtered field, and of its statistics. */
export const indexedValue = (stored: StoredField): RawBuilder<unknown> =>
  columnRule(stored.field)?.indexed?.(stored) ?? jsonColumn(stored.wire);

/** The rule of a field; null when its kind can be neither looked for nor sorted by. */
export function columnRule(field: FieldInput): Rule | null {
  const { column } = kindOf(field);
  return column ? COLUMNS[column] : null;
}

/** Fields of a definition by their names on the wire. */
export function storedFields(fields: Readonly<Record<string, FieldInput>>): Map<string, StoredField> {
  return new Map(
    Object.entries(fields).map(([name, field]) => {
      const wire = wireName(name, field);
      return [wire, { wire, field }];
    }),
  );
}
