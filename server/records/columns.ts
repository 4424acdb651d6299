import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { Kind } from '#resources/language/kinds/kind.ts';
import { kindOf } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';

/** How a field of a generic record is looked for and sorted by; one entry for each `column` a kind may name. */
export type Column = NonNullable<Kind['column']>;

/** A field of a definition with its name on the wire, which is its key in the stored data. */
export interface StoredField {
  wire: string;
  field: FieldInput;
}

/**
 * The stored JSON value. The name stands in the text of the query, where an index on the same expression is found by it
 * (`indexes.ts`).
 */
export const jsonOf = (wire: string) => sql`(records.data -> ${sql.lit(wire)})`;
/** The same as text. */
export const textOf = (wire: string) => sql<string>`(records.data ->> ${sql.lit(wire)})`;
/** What a text is sorted by: its beginning, so that an index can hold it. */
export const sortedText = (wire: string) => sql`left(${textOf(wire)}, 200) collate russian`;
/** What a unique text is looked up by first: its beginning. */
export const uniqueText = (text: RawBuilder<string>) => sql`fold(left(${text}, 500))`;

/** A value as jsonb, so that it is compared with the stored one as what it is and never by a cast that could fail. */
export const asJsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Kinds whose text is searched for a part of it; of the others the whole counts. */
export const FREE_TEXT: ReadonlySet<string> = new Set(['text', 'long-text', 'link', 'phone']);

/** `%part%` with case and ё folded and the pattern's own marks taken literally. */
export function containsText(column: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const literal = part.replace(/[\\%_]/g, (mark) => `\\${mark}`);
  return sql<boolean>`fold(${column}) like '%' || fold(${literal}::text) || '%'`;
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

function compared({ wire }: StoredField, side: Side, value: unknown): RawBuilder<boolean> {
  const held = jsonOf(wire);
  const wanted = asJsonb(value);
  if (side === 'is') return sql<boolean>`(${held} = ${wanted})`;
  const { first, next } = SPAN[typeof value === 'number' ? 'number' : 'string'];
  return side === 'from'
    ? sql<boolean>`(${held} >= ${wanted} and ${held} < ${next})`
    : sql<boolean>`(${held} <= ${wanted} and ${held} >= ${first})`;
}

const contained = ({ wire }: StoredField, value: unknown) => sql<boolean>`${jsonOf(wire)} @> ${asJsonb([value])}`;

interface Rule {
  column: Column;
  /** The value as it is stored; undefined for what it cannot be. */
  read(value: unknown, field: FieldInput): unknown;
  /** Whether `_gte` and `_lte` make sense. */
  ordered: boolean;
  condition(stored: StoredField, side: Side, value: unknown): RawBuilder<boolean>;
  order(wire: string): RawBuilder<unknown>;
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** The rules by column. */
export const COLUMNS: Readonly<Record<Column, Rule>> = {
  text: {
    column: 'text',
    read: (value) => (typeof value === 'string' && value.length <= 200 ? value : undefined),
    ordered: false,
    condition: (stored, side, value) =>
      FREE_TEXT.has(stored.field.kind)
        ? containsText(textOf(stored.wire), String(value))
        : compared(stored, side, value),
    order: sortedText,
  },
  number: {
    column: 'number',
    read: (value, field) => {
      const number = numberOf(value);
      const digits = field.kind === 'number' ? field.digits : undefined;
      return number !== undefined && digits ? String(number).padStart(digits, '0') : number;
    },
    ordered: true,
    condition: compared,
    order: jsonOf,
  },
  boolean: {
    column: 'boolean',
    read: (value) => ({ true: true, false: false })[String(value)],
    ordered: false,
    condition: compared,
    order: jsonOf,
  },
  date: {
    column: 'date',
    read: (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined),
    ordered: true,
    condition: compared,
    order: jsonOf,
  },
  numbers: {
    column: 'numbers',
    read: numberOf,
    ordered: false,
    condition: (stored, _side, value) => contained(stored, value),
    order: jsonOf,
  },
};

/** The rule of a field; null when its kind can be neither looked for nor sorted by. */
export function ruleOf(field: FieldInput): Rule | null {
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
