import { type RawBuilder, sql } from 'kysely';
import type { Ties } from '#resources/protocol/buildings/building-plan.ts';
import type { DependentKind } from '#resources/protocol/buildings/ties.ts';
import type { Db } from '#server/db/tables.ts';

/** A field of an added section that holds the id of a unit. */
export interface UnitField {
  resource: string;
  /** Name of the field on the wire. */
  field: string;
}

type Counts = Partial<Record<DependentKind, RawBuilder<number>>>;

/** Reads all counts in one query. @returns the counts above 0 */
async function selectCounts(db: Db, counts: Counts): Promise<Ties['ties']> {
  const columns = Object.entries(counts).map(([tie, count]) => sql`(${count})::int as ${sql.id(tie)}`);
  const { rows } = await sql<Record<DependentKind, number>>`select ${sql.join(columns)}`.execute(db);
  const [row] = rows;
  return Object.keys(counts).flatMap((name) => {
    const tie = name as DependentKind;
    const count = row?.[tie] ?? 0;
    return count > 0 ? [{ tie, count }] : [];
  });
}

/** Counts of records that refer to a building; it can be closed if none of them is an open request. */
export async function countBuildingTies(db: Db, id: number): Promise<Ties> {
  const ties = await selectCounts(db, {
    open_requests: sql`select count(*) from tasks where building_id = ${id} and stage <> 'done'`,
    residents: sql`select count(distinct residents_units.user_id) from residents_units
      join units on units.id = residents_units.unit_id where units.building_id = ${id}`,
    requests: sql`select count(*) from tasks where building_id = ${id} and stage = 'done'`,
    readings: sql`select count(*) from readings join units on units.id = readings.unit_id where units.building_id = ${id}`,
    announcements: sql`select count(distinct news_targets.news_id) from news_targets
      join news on news.id = news_targets.news_id and news.deleted_at is null where news_targets.building_id = ${id}`,
    cameras: sql`select count(*) from camera_buildings where building_id = ${id}`,
    complaints: sql`select count(*) from complaints where building_id = ${id}`,
    records: sql`select count(*) from records where building_ids @> array[${id}::integer] and deleted_at is null`,
    employees: sql`select count(distinct user_porches.user_id) from user_porches
      join porches on porches.id = user_porches.porch_id where porches.building_id = ${id}`,
  });
  return { ties, is_free: !ties.some(({ tie }) => tie === 'open_requests') };
}

/** Counts of records that refer to a unit; it can be deleted if there are none. */
export async function countUnitReferences(db: Db, id: number, fields: readonly UnitField[]): Promise<Ties> {
  const conditions = fields.map(
    ({ resource, field }) => sql`(resource = ${resource} and data ->> ${field}::text = ${String(id)})`,
  );
  const ties = await selectCounts(db, {
    residents: sql`select count(*) from residents_units where unit_id = ${id}`,
    readings: sql`select count(*) from readings where unit_id = ${id}`,
    announcements: sql`select count(distinct news_id) from news_targets where unit_id = ${id}`,
    ...(conditions.length
      ? { records: sql`select count(*) from records where ${sql.join(conditions, sql` or `)}` }
      : {}),
  });
  return { ties, is_free: ties.length === 0 };
}
