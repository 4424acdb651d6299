import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { isTree, TREE_DEPTH } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Db } from '#server/db/tables.ts';
import { textColumn } from './columns.ts';

/** The record that a record refers to; null where the field holds no id. */
const reference = (wire: string): RawBuilder<number | null> =>
  sql`case when ${textColumn(wire)} ~ '^[0-9]{1,10}$' then ${textColumn(wire)}::bigint end`;

const isStanding = ({ name }: Resource) =>
  sql<boolean>`records.resource = ${sql.lit(name)} and records.deleted_at is null`;

/**
 * The message for a wrong reference of a tree; null for a right one. Only while the section is held.
 * @param id of the record that refers
 */
export async function treeMistake(
  trx: Db,
  resource: Resource,
  wire: string,
  id: number,
  value: unknown,
): Promise<string | null> {
  const above = idOf(value);
  if (above === null) return null;
  if (above === id) return 'validation.ownRecord';
  const { rows } = await sql<{ circles: boolean | null; deep: boolean | null }>`
    with recursive above (id, depth) as (
      select ${above}::bigint, 1
      union all
      select ${reference(wire)}, above.depth + 1 from above join records on records.id = above.id
      where ${isStanding(resource)} and above.depth <= ${sql.lit(TREE_DEPTH)} and above.id <> ${id}::bigint)
    select bool_or(id = ${id}::bigint) as circles, bool_or(id is not null and depth > ${sql.lit(TREE_DEPTH)}) as deep
    from above`.execute(trx);
  if (rows[0]?.circles) return 'validation.circle';
  return rows[0]?.deep ? 'validation.treeDeep' : null;
}

/** Messages for the references of trees that a change would lead round or too far. @param before what the record held */
export async function treeMistakes(
  trx: Db,
  resource: Resource,
  id: number,
  data: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Promise<Record<string, string[]>> {
  const messages: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (!isTree(field) || idOf(data[wire]) === idOf(before[wire])) continue;
    const mistake = await treeMistake(trx, resource, wire, id, data[wire]);
    if (mistake) messages[wire] = [mistake];
  }
  return messages;
}

/** Records of a section whose references in a field lead round to themselves. @param wire name that the records have it under */
export async function circlingRecords(db: Db, resource: Resource, wire: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above (start, id, depth) as (
      select records.id, ${reference(wire)}, 1 from records where ${isStanding(resource)}
      union all
      select above.start, ${reference(wire)}, above.depth + 1 from above join records on records.id = above.id
      where ${isStanding(resource)} and above.depth <= ${sql.lit(TREE_DEPTH)} and above.id <> above.start)
    select distinct start as id from above where id = start order by start`.execute(db);
  return rows.map(({ id }) => id);
}
