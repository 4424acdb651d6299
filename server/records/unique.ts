import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { asJsonb, columnRule, jsonColumn, type StoredField, textColumn } from './columns.ts';

/** The prefix by which a unique text is looked up first. */
const beginning = (text: RawBuilder<string>) => sql`fold(left(${text}, 500))`;
/** The whole of it, short enough for an index. */
const digest = (text: RawBuilder<string>) => sql`md5(fold(${text}))`;

/** Whether a field holds anything: several records may have nothing in a unique field. */
export const hasValue = (wire: string) => sql<boolean>`${textColumn(wire)} not in ('', '[]')`;

/**
 * The unique value of a field, as columns of its index (`indexes.ts`): texts are the same whatever their case,
 * lists are told apart by a digest, since an index holds no long ones; all else is what it is.
 */
export function uniqueKey({ wire, field }: StoredField): RawBuilder<unknown>[] {
  const column = columnRule(field)?.column;
  if (column === 'text') return [beginning(textColumn(wire)), digest(textColumn(wire))];
  return [column === 'numbers' ? sql`md5(${textColumn(wire)})` : jsonColumn(wire)];
}

/** The same of a value that is going to be stored. */
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
 * The keys by which rows of a file find records, as columns of its index: of one field what must not stand twice, of several one digest,
 * in which what is empty and what is missing are the same.
 */
export function importKeyParts(fields: readonly StoredField[]): RawBuilder<unknown>[] {
  const [first, ...others] = fields;
  if (first && !others.length) return uniqueKey(first);
  const digests = fields.map(({ wire }) => digest(sql<string>`coalesce(${textColumn(wire)}, '')`));
  return [sql`md5(${sql.join(digests, sql` || `)})`];
}

/** Whether a record can be found by these fields: one alone has to hold something. */
export function hasImportKey([first, ...others]: readonly StoredField[]): RawBuilder<boolean> {
  return first && !others.length ? hasValue(first.wire) : sql<boolean>`true`;
}
