import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { titleField } from '#resources/language/title-field.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import { textColumn } from './columns.ts';

/**
 * The label of a record where another one points at it: its title, else the word for it with its number. The
 * words stand in the text of the query, where an index on the same expression is found by it (`indexes.ts`).
 */
export function labelExpression(resource: Resource): RawBuilder<string> {
  const title = titleField(resource);
  const field = title === null ? undefined : resource.fields[title];
  const nameless = sql<string>`(${sql.lit(`${capitalise(resource.words.one)} `)} || records.id::text)`;
  if (!field || title === null || !traitsOf(field).tellsRecord) return nameless;
  return sql<string>`coalesce(nullif(${textColumn(wireName(title, field))}, ''), ${nameless})`;
}

/** The searched part of a label: its beginning, so that an index can hold it. */
export const soughtLabel = (label: RawBuilder<string>) => sql<string>`fold(left(${label}, 200))`;
/** The sort key of labels. */
export const sortedLabel = (label: RawBuilder<string>) => sql`left(${label}, 200) collate russian`;
