import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ReaderLevel } from '#resources/language/field-levels.ts';
import { orderedField } from '#resources/language/moves.ts';
import { columnRule, jsonColumn, storedFields } from './columns.ts';

/** SQL for reading records of boards ordered by hand. */

/** Sort column of records that nobody has placed by hand, by the definition; null to sort by id. */
function definedOrder({
  list,
  fields,
}: Resource): { column: RawBuilder<unknown>; direction: RawBuilder<unknown> } | null {
  const { field: name = 'id', order = 'DESC' } = list.sort ?? {};
  const field = fields[name];
  const stored = field && [...storedFields({ [name]: field }).values()][0];
  const column = stored && columnRule(stored.field)?.order(stored);
  return column ? { column, direction: order === 'ASC' ? sql`asc` : sql`desc` } : null;
}

/** SQL order of records that nobody has placed by hand. */
export function unplacedOrder(resource: Resource): RawBuilder<unknown> {
  const defined = definedOrder(resource);
  if (defined) return sql`${defined.column} ${defined.direction} nulls last, records.id ${defined.direction}`;
  return resource.list.sort?.order === 'ASC' ? sql`records.id asc` : sql`records.id desc`;
}

/** SQL order of a board column; undefined for a section without a board ordered by hand. */
export const boardOrder = (resource: Resource): RawBuilder<unknown> | undefined =>
  orderedField(resource) && sql`records.board_order asc nulls last, ${unplacedOrder(resource)}`;

/** Index for reading pages of a column; undefined for a section without a board ordered by hand. */
export function boardOrderIndex(resource: Resource): RawBuilder<unknown> | undefined {
  const field = orderedField(resource);
  if (!field) return undefined;
  const defined = definedOrder(resource);
  const cardOrder = defined
    ? sql`(${defined.column}) ${defined.direction} nulls last, id ${defined.direction}`
    : unplacedOrder(resource);
  return sql`using btree (${jsonColumn(field.wire)}, board_order, ${cardOrder})`;
}

/** Lowest access level that sees the columns of the board. */
export function orderLevel(resource: Resource): ReaderLevel {
  const name = orderedField(resource)?.name;
  return (name === undefined ? undefined : resource.fields[name]?.see) ?? 'read';
}
