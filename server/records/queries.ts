import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Principal } from '#server/access/reader.ts';
import { anyBuildingInReach, idsInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { type StoredField, textColumn } from './columns.ts';
import { labelExpression } from './labels.ts';
import type { ListCall } from './list-query.ts';
import { holdsSame } from './unique.ts';

/** Most records that are counted exactly; larger numbers are estimated. */
const COUNTED = 10_000;

/** A stored record of a definition: ids where the wire has objects. */
export interface StoredRecord {
  id: number;
  data: Record<string, unknown>;
  /** Buildings it is tied to; null for none. */
  building_ids: number[] | null;
  /** The author; null where that is not known any more. */
  created_by: number | null;
}

/** Columns written of a record. */
export type WrittenRecord = Pick<StoredRecord, 'data' | 'building_ids'>;

/** Records of a definition that are not deleted. */
const standing = (db: Db, resource: Resource) =>
  db
    .selectFrom('records')
    .where('records.resource', '=', sql.lit(resource.name))
    .where('records.deleted_at', 'is', null);

/**
 * The buildings to which a list is limited, as a condition: those in reach of the reader and, where some are chosen, among
 * these. Null when that is every building there is. The ids themselves and not a subquery, and no condition for records that
 * belong to no building where there are none: the planner chooses the best plan by the number of records that are left.
 */
async function readBounds(
  db: Db,
  principal: Principal,
  resource: Resource,
  chosenBuildings: readonly number[] | null,
): Promise<RawBuilder<boolean> | null> {
  const untied = standing(db, resource).where('records.building_ids', 'is', null).select('records.id');
  const { rows } = await sql<{ ids: number[]; all: number; open: boolean }>`select
    (select count(*) from buildings)::int as all, exists (${untied}) as open, ${idsInReach(principal)} as ids`.execute(
    db,
  );
  const { ids = [], all = 0, open = true } = rows[0] ?? {};
  const wanted = chosenBuildings && new Set(chosenBuildings);
  const bounds = wanted ? ids.filter((id) => wanted.has(id)) : ids;
  if (bounds.length === all) return null;
  const tied = sql<boolean>`records.building_ids && ${bounds}::int[]`;
  return open ? sql<boolean>`(records.building_ids is null or ${tied})` : tied;
}

/**
 * Whether a record names a building in reach of the reader in the key of `record.reachedBuilding`, as opening it asks; null for a
 * section without that rule.
 */
export function reachedCondition(principal: Principal, { record }: Resource): RawBuilder<boolean> | null {
  const key = record?.reachedBuilding;
  if (key === undefined) return null;
  return sql<boolean>`${textColumn(key)} = any(${idsInReach(principal)}::text[])`;
}

/** Records of a definition that the reader may see. @param deletedSince null for those that stand */
function visible(db: Db, principal: Principal, resource: Resource, deletedSince: Date | null = null) {
  return (
    db
      .selectFrom('records')
      // In the text of the query, as in the condition of the definition's indexes.
      .where('records.resource', '=', sql.lit(resource.name))
      .where('records.deleted_at', deletedSince === null ? 'is' : '>', deletedSince)
      .$if(resource.building !== undefined, (query) =>
        query.where(anyBuildingInReach(principal, 'records.building_ids')),
      )
  );
}

/** The planner's estimate of the number of rows of a query. */
async function estimated(query: {
  explain(format: 'json'): Promise<readonly Record<string, unknown>[]>;
}): Promise<number> {
  const [answer] = await query.explain('json');
  const [plan] = (answer?.['QUERY PLAN'] ?? []) as { Plan?: { 'Plan Rows'?: number } }[];
  return Math.round(plan?.Plan?.['Plan Rows'] ?? 0);
}

/** The records that a list call finds in reach of the reader, whatever its page, and the buildings it is bounded by. */
export async function matchingRecords(db: Db, principal: Principal, resource: Resource, call: ListCall) {
  let query = standing(db, resource);
  for (const condition of call.where) query = query.where(condition);
  const bounds = resource.building === undefined ? null : await readBounds(db, principal, resource, call.buildings);
  if (bounds) query = query.where(bounds);
  const reached = reachedCondition(principal, resource);
  if (reached) query = query.where(reached);
  return { query, bounds: bounds ?? reached };
}

/**
 * One page and how many there are in all, counted up to `COUNTED` and estimated beyond; null where the call goes on after a
 * record it knows.
 */
export async function listRecords(
  db: Db,
  principal: Principal,
  resource: Resource,
  call: ListCall,
): Promise<{ rows: StoredRecord[]; total: number | null }> {
  const { query, bounds } = await matchingRecords(db, principal, resource, call);
  const rows = await query
    .select(['id', 'data', 'building_ids', 'created_by'])
    .orderBy(call.order)
    .offset(call.offset)
    .limit(call.limit)
    .execute();
  if (call.before !== null) return { rows, total: null };
  // The last page says by itself how many there are.
  if (rows.length && rows.length < call.limit) return { rows, total: call.offset + rows.length };
  // For conditions on values the planner estimates well enough whether there are far too many records to count; for conditions on
  // buildings it cannot.
  const guess = call.plain && bounds === null ? await estimated(query.select('id')) : 0;
  if (guess > 5 * COUNTED) return { rows, total: Math.max(guess, call.offset + rows.length + 1) };
  const some = query.select(sql`1`.as('one')).limit(COUNTED + 1);
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total) <= COUNTED) return { rows, total: Number(total) };
  return { rows, total: Math.max(COUNTED + 1, call.offset + rows.length + 1, await estimated(query.select('id'))) };
}

/** The newest records in reach that contain a part of a text, each with its label. */
export function findRecords(
  db: Db,
  principal: Principal,
  resource: Resource,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  return visible(db, principal, resource)
    .where(condition)
    .where(reachedCondition(principal, resource) ?? sql<boolean>`true`)
    .orderBy('records.id', 'desc')
    .limit(limit)
    .select(['records.id', labelExpression(resource).as('title')])
    .execute();
}

/** One record. @returns null when it is out of reach, deleted or unknown */
export async function oneRecord(
  db: Db,
  principal: Principal,
  resource: Resource,
  id: number,
): Promise<StoredRecord | null> {
  const row = await visible(db, principal, resource)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by'])
    .executeTakeFirst();
  return row ?? null;
}

/** The same, locked until the transaction ends. @param deletedSince null for one that stands */
export async function recordToChange(
  trx: Db,
  principal: Principal,
  resource: Resource,
  id: number,
  deletedSince: Date | null = null,
): Promise<(StoredRecord & { updated_at: Date; deleted_at: Date | null }) | null> {
  const row = await visible(trx, principal, resource, deletedSince)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by', 'updated_at', 'deleted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a new record. @param importKey what its row of a file is told from others by; null for one that is in no file @returns its id */
export async function insertRecord(
  trx: Db,
  principal: Principal,
  resource: Resource,
  { data, building_ids }: WrittenRecord,
  importKey: string | null = null,
): Promise<number> {
  const values = {
    resource: resource.name,
    data: JSON.stringify(data),
    building_ids,
    created_by: principal.user,
    import_key: importKey,
  };
  return (await trx.insertInto('records').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** Ids of the records already made from rows of a file, by the keys of the rows. */
export async function importedBefore(
  trx: Db,
  resource: Resource,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('records')
    .where('resource', '=', resource.name)
    .where('import_key', 'in', [...keys])
    .select(['id', 'import_key'])
    .execute();
  return new Map(rows.map(({ id, import_key }) => [String(import_key), id]));
}

/** Overwrites a record. */
export async function updateRecord(
  trx: Db,
  { id, data, building_ids }: WrittenRecord & Pick<StoredRecord, 'id'>,
  now: Date,
): Promise<void> {
  const values = { data: JSON.stringify(data), building_ids, updated_at: now };
  await trx.updateTable('records').set(values).where('id', '=', id).execute();
}

/** Deletes a record; the row stays for the log. */
export async function deleteRecord(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('records').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
}

/** The same of several records. */
export async function deleteRecords(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (!ids.length) return;
  const values = { deleted_at: now, updated_at: now };
  await trx
    .updateTable('records')
    .set(values)
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of some records that the reader may see. */
export async function visibleIds(
  db: Db,
  principal: Principal,
  resource: Resource,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await visible(db, principal, resource)
    .where(sql<boolean>`records.id = any(${ids}::int[])`)
    .where(reachedCondition(principal, resource) ?? sql<boolean>`true`)
    .select('records.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks out other writers of this definition until the transaction ends, so that unique values stay unique. */
export async function lockResource(trx: Db, { name }: Pick<Resource, 'name'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records/${name}`}, 0))`.execute(trx);
}

/** Whether another record, in reach or not, has the same value. */
export async function isTaken(
  trx: Db,
  resource: Resource,
  storedField: StoredField,
  value: unknown,
  except: number | null,
): Promise<boolean> {
  const row = await trx
    .selectFrom('records')
    .where('resource', '=', sql.lit(resource.name))
    .where('deleted_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except ?? 0))
    .where(holdsSame(storedField, value))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}
