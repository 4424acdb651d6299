import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { asJsonb, columnRule, jsonColumn, type StoredField, textColumn } from './columns.ts';

/** The prefix by which a unique text is looked up first. */
const beginning = (text: RawBuilder<string>) => sql`fold(left(${text}, 500))`;
/** The whole of it, short enough for an index. */
const digest = (text: RawBuilder<string>) => sql`md5(fold(${text}))`;

/** Whether a field is not empty: several records may leave a unique field empty. */
export const hasValue = (wire: string) => sql<boolean>`${textColumn(wire)} not in ('', '[]')`;

/**
 * The unique value of a field, as columns of its index (`indexes.ts`): texts are the same whatever their case,
 * lists are compared by a digest, since an index holds no long values; all else is compared as it is.
 */
export function uniqueKey({ wire, field }: StoredField): RawBuilder<unknown>[] {
  const column = columnRule(field)?.column;
  if (column === 'text') return [beginning(textColumn(wire)), digest(textColumn(wire))];
  return [column === 'numbers' ? sql`md5(${textColumn(wire)})` : jsonColumn(wire)];
}

/** The same for a value to be stored. */
function valueUniqueKey(field: FieldInput, value: unknown): RawBuilder<unknown>[] {
  const column = columnRule(field)?.column;
  const text = sql<string>`${String(value)}::text`;
  if (column === 'text') return [beginning(text), digest(text)];
  return [column === 'numbers' ? sql`md5(${asJsonb(value)}::text)` : asJsonb(value)];
}

/** Whether a record holds this value in a unique field; the index of the field is found by it. */
export function holdsSame(storedField: StoredField, value: unknown): RawBuilder<boolean> {
  const asked = valueUniqueKey(storedField.field, value);
  const same = uniqueKey(storedField).map((part, at) => sql`${part} = ${asked[at]}`);
  return sql<boolean>`(${sql.join([...same, hasValue(storedField.wire)], sql` and `)})`;
}

/**
 * The keys by which rows of a file find records, as columns of its index: for one field its unique value, for several one digest,
 * in which empty and missing values are the same.
 */
export function importKeyParts(fields: readonly StoredField[]): RawBuilder<unknown>[] {
  const [first, ...others] = fields;
  if (first && !others.length) return uniqueKey(first);
  const digests = fields.map(({ wire }) => digest(sql<string>`coalesce(${textColumn(wire)}, '')`));
  return [sql`md5(${sql.join(digests, sql` || `)})`];
}

/** Whether a record can be found by these fields: a single one must not be empty. */
export function hasImportKey([first, ...others]: readonly StoredField[]): RawBuilder<boolean> {
  return first && !others.length ? hasValue(first.wire) : sql<boolean>`true`;
}
