import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Principal } from '#server/access/reader.ts';
import { anyBuildingInReach, idsInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { type StoredField, textColumn } from './columns.ts';
import { labelExpression } from './labels.ts';
import type { ListCall } from './list-query.ts';
import { hasSameValue, hasValue, uniqueKey } from './unique.ts';

/** Records counted exactly, at most; larger totals are estimated. */
const COUNTED_MAX = 10_000;

/** A record as stored; references are ids, where the wire has objects. */
export interface StoredRecord {
  id: number;
  data: Record<string, unknown>;
  /** Ids of the buildings it belongs to; null for none. */
  building_ids: number[] | null;
  /** User id of the author; null if unknown. */
  created_by: number | null;
}

/** The columns that a write sets. */
export type WrittenRecord = Pick<StoredRecord, 'data' | 'building_ids'>;

/** Query of the records of a section that are not deleted. */
const notDeleted = (db: Db, resource: Resource) =>
  db
    .selectFrom('records')
    .where('records.resource', '=', sql.lit(resource.name))
    .where('records.deleted_at', 'is', null);

/**
 * Condition that limits a list to the buildings in the reader's reach and, if some are chosen, to these; null if that is every
 * building. It holds literal ids instead of a subquery, and drops the null check if no record lacks a building, because the
 * planner then estimates the row count well.
 */
async function buildingCondition(
  db: Db,
  principal: Principal,
  resource: Resource,
  chosenBuildings: readonly number[] | null,
): Promise<RawBuilder<boolean> | null> {
  const withoutBuilding = notDeleted(db, resource).where('records.building_ids', 'is', null).select('records.id');
  const { rows } = await sql<{ ids: number[]; all: number; open: boolean }>`select
    (select count(*) from buildings)::int as all, exists (${withoutBuilding}) as open, ${idsInReach(principal)} as ids`.execute(
    db,
  );
  const { ids = [], all = 0, open = true } = rows[0] ?? {};
  const chosenIds = chosenBuildings && new Set(chosenBuildings);
  const buildingIds = chosenIds ? ids.filter((id) => chosenIds.has(id)) : ids;
  if (buildingIds.length === all) return null;
  const inBuildings = sql<boolean>`records.building_ids && ${buildingIds}::int[]`;
  return open ? sql<boolean>`(records.building_ids is null or ${inBuildings})` : inBuildings;
}

/**
 * Condition that the building in `record.reachedBuilding` is in the reader's reach, as opening the record requires; null if the
 * section has no such rule.
 */
export function reachedCondition(principal: Principal, { record }: Resource): RawBuilder<boolean> | null {
  const key = record?.reachedBuilding;
  if (key === undefined) return null;
  return sql<boolean>`${textColumn(key)} = any(${idsInReach(principal)}::text[])`;
}

/**
 * Query of the records that the reader may see.
 * @param deletedSince deleted records since then; null for records that are not deleted
 */
function visibleRecords(db: Db, principal: Principal, resource: Resource, deletedSince: Date | null = null) {
  return (
    db
      .selectFrom('records')
      // A literal, so that the planner matches the condition of the partial indexes.
      .where('records.resource', '=', sql.lit(resource.name))
      .where('records.deleted_at', deletedSince === null ? 'is' : '>', deletedSince)
      .$if(resource.building !== undefined, (query) =>
        query.where(anyBuildingInReach(principal, 'records.building_ids')),
      )
  );
}

/** The planner's estimate of the number of rows of a query. */
async function estimateRows(query: {
  explain(format: 'json'): Promise<readonly Record<string, unknown>[]>;
}): Promise<number> {
  const [answer] = await query.explain('json');
  const [plan] = (answer?.['QUERY PLAN'] ?? []) as { Plan?: { 'Plan Rows'?: number } }[];
  return Math.round(plan?.Plan?.['Plan Rows'] ?? 0);
}

/** Query of all records a list call matches within the reader's reach, without paging, and the condition on buildings. */
export async function matchingRecords(db: Db, principal: Principal, resource: Resource, call: ListCall) {
  let query = notDeleted(db, resource);
  for (const condition of call.where) query = query.where(condition);
  const buildingBounds =
    resource.building === undefined ? null : await buildingCondition(db, principal, resource, call.buildings);
  if (buildingBounds) query = query.where(buildingBounds);
  const reachable = reachedCondition(principal, resource);
  if (reachable) query = query.where(reachable);
  return { query, bounds: buildingBounds ?? reachable };
}

/**
 * One page of records and the total, exact up to `COUNTED_MAX` and estimated beyond; null if the page continues after a known
 * record.
 */
export async function listRecords(
  db: Db,
  principal: Principal,
  resource: Resource,
  call: ListCall,
): Promise<{ rows: StoredRecord[]; total: number | null }> {
  const { query, bounds: buildingBounds } = await matchingRecords(db, principal, resource, call);
  const rows = await query
    .select(['id', 'data', 'building_ids', 'created_by'])
    .orderBy(call.order)
    .offset(call.offset)
    .limit(call.limit)
    .execute();
  if (call.before !== null) return { rows, total: null };
  // An incomplete page is the last one, so the total follows from it.
  if (rows.length && rows.length < call.limit) return { rows, total: call.offset + rows.length };
  // The planner's estimate is reliable for conditions on values, but not for those on buildings.
  const estimate = call.isEstimable && buildingBounds === null ? await estimateRows(query.select('id')) : 0;
  if (estimate > 5 * COUNTED_MAX) return { rows, total: Math.max(estimate, call.offset + rows.length + 1) };
  const limited = query.select(sql`1`.as('one')).limit(COUNTED_MAX + 1);
  const { total } = await db
    .selectFrom(limited.as('some'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total) <= COUNTED_MAX) return { rows, total: Number(total) };
  return {
    rows,
    total: Math.max(COUNTED_MAX + 1, call.offset + rows.length + 1, await estimateRows(query.select('id'))),
  };
}

/** The newest records in reach that meet a condition, with their labels. */
export function findRecords(
  db: Db,
  principal: Principal,
  resource: Resource,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<{ id: number; title: string }[]> {
  return visibleRecords(db, principal, resource)
    .where(condition)
    .where(reachedCondition(principal, resource) ?? sql<boolean>`true`)
    .orderBy('records.id', 'desc')
    .limit(limit)
    .select(['records.id', labelExpression(resource).as('title')])
    .execute();
}

/** One record; null if it is out of reach, deleted or unknown. */
export async function findVisibleRecord(
  db: Db,
  principal: Principal,
  resource: Resource,
  id: number,
): Promise<StoredRecord | null> {
  const row = await visibleRecords(db, principal, resource)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Like `findVisibleRecord`, but locked until the transaction ends.
 * @param deletedSince a record deleted since then; null for one that is not deleted
 */
export async function lockVisibleRecord(
  trx: Db,
  principal: Principal,
  resource: Resource,
  id: number,
  deletedSince: Date | null = null,
): Promise<(StoredRecord & { updated_at: Date; deleted_at: Date | null }) | null> {
  const row = await visibleRecords(trx, principal, resource, deletedSince)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by', 'updated_at', 'deleted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Inserts a record.
 * @param importKey key of its row in an import; null if it was not imported
 * @returns its id
 */
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

/** Ids of records already created from rows of an import, by row key. */
export async function selectImportedIds(
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

/** Overwrites the data of a record. */
export async function updateRecord(
  trx: Db,
  { id, data, building_ids }: WrittenRecord & Pick<StoredRecord, 'id'>,
  now: Date,
): Promise<void> {
  const values = { data: JSON.stringify(data), building_ids, updated_at: now };
  await trx.updateTable('records').set(values).where('id', '=', id).execute();
}

/** Number of records written by one statement, so that its JSON stays small. */
const RECORDS_PER_STATEMENT = 200;

/** Writes several records like `updateRecord`, each at most once. */
export async function updateRecords(
  trx: Db,
  records: readonly (WrittenRecord & Pick<StoredRecord, 'id'>)[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_PER_STATEMENT) {
    const written = JSON.stringify(records.slice(from, from + RECORDS_PER_STATEMENT));
    await sql`update records set data = written.data, building_ids = written.building_ids, updated_at = ${now}
      from jsonb_to_recordset(${written}::jsonb) as written(id integer, data jsonb, building_ids integer[])
      where records.id = written.id`.execute(trx);
  }
}

/** Replaces the values of records; who changed them last, and when, stays. */
export async function replaceData(trx: Db, records: readonly Pick<StoredRecord, 'id' | 'data'>[]): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_PER_STATEMENT) {
    const written = records.slice(from, from + RECORDS_PER_STATEMENT).map(({ id, data }) => ({ id, data }));
    await sql`update records set data = written.data
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as written(id integer, data jsonb)
      where records.id = written.id`.execute(trx);
  }
}

/** Marks a record as deleted; the row stays for the audit log and for undo. */
export async function deleteRecord(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('records').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
}

/** Marks several records as deleted. */
export async function deleteRecords(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  if (!ids.length) return;
  const values = { deleted_at: now, updated_at: now };
  await trx
    .updateTable('records')
    .set(values)
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * The ids among these of records that the reader may see.
 * @param deletedSince deleted records since then; null for records that are not deleted
 */
export async function visibleIds(
  db: Db,
  principal: Principal,
  resource: Resource,
  ids: readonly number[],
  deletedSince: Date | null = null,
): Promise<number[]> {
  const rows = await visibleRecords(db, principal, resource, deletedSince)
    .where(sql<boolean>`records.id = any(${ids}::int[])`)
    .where(reachedCondition(principal, resource) ?? sql<boolean>`true`)
    .select('records.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a section until the transaction ends; writers wait, so that unique values stay unique. */
export async function lockSection(trx: Db, { name }: Pick<Resource, 'name'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`records/${name}`}, 0))`.execute(trx);
}

/** Whether another record has the same value, in the reader's reach or not. */
export async function isValueTaken(
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
    .where(hasSameValue(storedField, value))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether another record has the unique value of one of these, in the reader's reach or not: one statement for all of them.
 * @param records values that are stored or to be stored
 */
export async function isAnyValueTaken(
  trx: Db,
  resource: Resource,
  storedField: StoredField,
  records: readonly Pick<StoredRecord, 'id' | 'data'>[],
): Promise<boolean> {
  const { wire } = storedField;
  const values = records.map(({ id, data }) => ({ id, data: { [wire]: data[wire] ?? null } }));
  const key = uniqueKey(storedField).map((part, at) => ({ part, name: sql.ref(`key_${at}`) }));
  const { rows } = await sql`
    with given as materialized (
      select records.id as given_id, ${sql.join(key.map(({ part, name }) => sql`${part} as ${name}`))}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as records(id integer, data jsonb)
      where ${hasValue(wire)}
    )
    select records.id
    from given join records on ${sql.join(
      key.map(({ part, name }) => sql`${part} = ${name}`),
      sql` and `,
    )}
    where records.resource = ${sql.lit(resource.name)} and records.deleted_at is null and ${hasValue(wire)}
      and records.id <> given_id
    limit 1`.execute(trx);
  return rows.length > 0;
}
