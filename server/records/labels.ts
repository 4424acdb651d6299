import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { titleField } from '#resources/language/title-field.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise } from '#resources/language/words.ts';
import { textColumn } from './columns.ts';

/**
 * SQL for the label of a record in references to it: its title, else the section's word and its number. The words are literals,
 * not parameters, so that the planner matches the expression index (`indexes.ts`).
 */
export function labelExpression(resource: Resource): RawBuilder<string> {
  const title = titleField(resource);
  const field = title === null ? undefined : resource.fields[title];
  const nameless = sql<string>`(${sql.lit(`${capitalise(resource.words.one)} `)} || records.id::text)`;
  if (!field || title === null || !getTraits(field).canBeTitle) return nameless;
  return sql<string>`coalesce(nullif(${textColumn(wireName(title, field))}, ''), ${nameless})`;
}

/** The searchable part of a label, cut so that it fits into an index. */
export const searchableLabel = (label: RawBuilder<string>) => sql<string>`fold(left(${label}, 200))`;
/** Sort key of a label. */
export const sortedLabel = (label: RawBuilder<string>) => sql`left(${label}, 200) collate russian`;
