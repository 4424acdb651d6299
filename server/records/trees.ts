import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { isTree, TREE_DEPTH } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Db } from '#server/db/tables.ts';
import { textColumn } from './columns.ts';

/** SQL for the id in a reference field; null for no valid id. */
const parentId = (wire: string): RawBuilder<number | null> =>
  sql`case when ${textColumn(wire)} ~ '^[0-9]{1,10}$' then ${textColumn(wire)}::bigint end`;

const notDeleted = ({ name }: Resource) =>
  sql<boolean>`records.resource = ${sql.lit(name)} and records.deleted_at is null`;

/**
 * Message for a reference that would make a cycle or too deep a tree; null if valid. The section must be locked.
 * @param id of the record that refers
 */
export async function treeError(
  trx: Db,
  resource: Resource,
  wire: string,
  id: number,
  value: unknown,
): Promise<string | null> {
  const above = toId(value);
  if (above === null) return null;
  if (above === id) return 'validation.ownRecord';
  const { rows } = await sql<{ circles: boolean | null; deep: boolean | null }>`
    with recursive above (id, depth) as (
      select ${above}::bigint, 1
      union all
      select ${parentId(wire)}, above.depth + 1 from above join records on records.id = above.id
      where ${notDeleted(resource)} and above.depth <= ${sql.lit(TREE_DEPTH)} and above.id <> ${id}::bigint)
    select bool_or(id = ${id}::bigint) as circles, bool_or(id is not null and depth > ${sql.lit(TREE_DEPTH)}) as deep
    from above`.execute(trx);
  if (rows[0]?.circles) return 'validation.circle';
  return rows[0]?.deep ? 'validation.treeDeep' : null;
}

/**
 * Messages for changed tree references that would make a cycle or too deep a tree.
 * @param before former values of the record
 */
export async function treeErrors(
  trx: Db,
  resource: Resource,
  id: number,
  data: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Promise<Record<string, string[]>> {
  const messages: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (!isTree(field) || toId(data[wire]) === toId(before[wire])) continue;
    const error = await treeError(trx, resource, wire, id, data[wire]);
    if (error) messages[wire] = [error];
  }
  return messages;
}

/**
 * Ids of records whose references in a field form a cycle.
 * @param wire stored name of the field
 */
export async function cyclicRecords(db: Db, resource: Resource, wire: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above (start, id, depth) as (
      select records.id, ${parentId(wire)}, 1 from records where ${notDeleted(resource)}
      union all
      select above.start, ${parentId(wire)}, above.depth + 1 from above join records on records.id = above.id
      where ${notDeleted(resource)} and above.depth <= ${sql.lit(TREE_DEPTH)} and above.id <> above.start)
    select distinct start as id from above where id = start order by start`.execute(db);
  return rows.map(({ id }) => id);
}
