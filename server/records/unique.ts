import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { asJsonb, columnRule, jsonColumn, type StoredField, textColumn } from './columns.ts';

/** Indexed prefix of a unique text. */
const textPrefix = (text: RawBuilder<string>) => sql`fold(left(${text}, 500))`;
/** Digest of the whole text, short enough for an index. */
const digest = (text: RawBuilder<string>) => sql`md5(fold(${text}))`;

/** Condition that a field is not empty; empty values need not be unique. */
export const hasValue = (wire: string) => sql<boolean>`${textColumn(wire)} not in ('', '[]')`;

/**
 * The unique value of a field as columns of its index (`indexes.ts`): texts ignore case, lists are compared by digest because an
 * index entry must be short, other values as they are.
 */
export function uniqueKey({ wire, field }: StoredField): RawBuilder<unknown>[] {
  const column = columnRule(field)?.column;
  if (column === 'text') return [textPrefix(textColumn(wire)), digest(textColumn(wire))];
  return [column === 'numbers' ? sql`md5(${textColumn(wire)})` : jsonColumn(wire)];
}

/** The same columns for a value to be stored. */
function valueUniqueKey(field: FieldInput, value: unknown): RawBuilder<unknown>[] {
  const column = columnRule(field)?.column;
  const text = sql<string>`${String(value)}::text`;
  if (column === 'text') return [textPrefix(text), digest(text)];
  return [column === 'numbers' ? sql`md5(${asJsonb(value)}::text)` : asJsonb(value)];
}

/** Condition that a record has this value in a unique field, written so that the index of the field applies. */
export function hasSameValue(storedField: StoredField, value: unknown): RawBuilder<boolean> {
  const valueKey = valueUniqueKey(storedField.field, value);
  const conditions = uniqueKey(storedField).map((part, at) => sql`${part} = ${valueKey[at]}`);
  return sql<boolean>`(${sql.join([...conditions, hasValue(storedField.wire)], sql` and `)})`;
}

/**
 * The columns of the import key's index: for one field its unique value, for several one digest, in which empty and missing
 * values are equal.
 */
export function importKeyParts(fields: readonly StoredField[]): RawBuilder<unknown>[] {
  const [first, ...others] = fields;
  if (first && !others.length) return uniqueKey(first);
  const digests = fields.map(({ wire }) => digest(sql<string>`coalesce(${textColumn(wire)}, '')`));
  return [sql`md5(${sql.join(digests, sql` || `)})`];
}

/** Condition that a record has an import key; a key of a single field must not be empty. */
export function hasImportKey([first, ...others]: readonly StoredField[]): RawBuilder<boolean> {
  return first && !others.length ? hasValue(first.wire) : sql<boolean>`true`;
}
