import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { HeldLevel } from '#resources/language/field-levels.ts';
import { orderedField } from '#resources/language/moves.ts';
import { columnRule, jsonColumn, storedFields } from './columns.ts';

/** How the records of a board that is ordered by hand are read. */

/** The order of records that nobody has placed by hand: as the definition sorts, else the newest first. */
function definedOrder({ list, fields }: Resource): { column: RawBuilder<unknown>; way: RawBuilder<unknown> } | null {
  const { field: name = 'id', order = 'DESC' } = list.sort ?? {};
  const field = fields[name];
  const stored = field && [...storedFields({ [name]: field }).values()][0];
  const column = stored && columnRule(stored.field)?.order(stored);
  return column ? { column, way: order === 'ASC' ? sql`asc` : sql`desc` } : null;
}

/** The order of records that were never placed. */
export function unplacedOrder(resource: Resource): RawBuilder<unknown> {
  const defined = definedOrder(resource);
  if (defined) return sql`${defined.column} ${defined.way} nulls last, records.id ${defined.way}`;
  return resource.list.sort?.order === 'ASC' ? sql`records.id asc` : sql`records.id desc`;
}

/** The order of a column; undefined for a section without a board that is ordered by hand. */
export const boardOrder = (resource: Resource): RawBuilder<unknown> | undefined =>
  orderedField(resource) && sql`records.board_order asc nulls last, ${unplacedOrder(resource)}`;

/** The expression of the index by which pages of a column are read; undefined for a section without such a board. */
export function boardOrderIndex(resource: Resource): RawBuilder<unknown> | undefined {
  const field = orderedField(resource);
  if (!field) return undefined;
  const defined = definedOrder(resource);
  const rest = defined
    ? sql`(${defined.column}) ${defined.way} nulls last, id ${defined.way}`
    : unplacedOrder(resource);
  return sql`using btree (${jsonColumn(field.wire)}, board_order, ${rest})`;
}

/** The least level of people who see the columns of the board. */
export function orderLevel(resource: Resource): HeldLevel {
  const name = orderedField(resource)?.name;
  return (name === undefined ? undefined : resource.fields[name]?.see) ?? 'read';
}
