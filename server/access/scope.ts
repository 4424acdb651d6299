import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Conditions on buildings and entrances for a WHERE clause: the only place that decides what a person may see (architecture.md
 * "Rights are a WHERE"). People are assigned entrances (`user_porches`); a building is in reach through any of its entrances and
 * complete when all of them are assigned.
 *
 * Each function takes the column that holds the id, written as in SQL:
 * ```ts
 * db.selectFrom('units').where(entranceInReach(reader, 'units.porch_id'))
 * // where exists (select 1 from user_porches held where held.user_id = $1 and held.porch_id = units.porch_id)
 * ```
 */
/** The entrance is assigned to the person. */
export function entranceInReach({ user }: Principal, porch: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from user_porches held
    where held.user_id = ${user} and held.porch_id = ${sql.ref(porch)})`;
}

/** At least one entrance of the building is assigned to the person. */
export function buildingInReach({ user }: Principal, building: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from porches entrances
    join user_porches held on held.porch_id = entrances.id and held.user_id = ${user}
    where entrances.building_id = ${sql.ref(building)})`;
}

/** Every entrance of the building is assigned to the person. */
export function buildingWhole(principal: Principal, building: string): RawBuilder<boolean> {
  return sql<boolean>`(${buildingInReach(principal, building)} and not exists (select 1 from porches entrances
    where entrances.building_id = ${sql.ref(building)} and not ${entranceInReach(principal, 'entrances.id')}))`;
}

/** The building is closed. Nobody reaches it, and it does not restrict changes of records that also belong to other buildings. */
export const isBuildingClosed = (building: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from buildings shut where shut.id = ${sql.ref(building)} and shut.closed_at is not null)`;

/** Array of the building ids in reach, for queries that compare with the ids themselves (`server/records/queries.ts`). */
export function idsInReach({ user }: Principal): RawBuilder<number[]> {
  return sql<number[]>`array(select distinct entrances.building_id from user_porches held
    join porches entrances on entrances.id = held.porch_id where held.user_id = ${user})`;
}

/** At least one building of an array column is in reach; null (no building) is visible to everybody. */
export function anyBuildingInReach(principal: Principal, buildings: string): RawBuilder<boolean> {
  const column = sql.ref(buildings);
  return sql<boolean>`(${column} is null or ${column} && ${idsInReach(principal)})`;
}

/** For a row that belongs to an entrance, or to the whole building when `porch` is null (announcements, risers). */
export function placeInReach(principal: Principal, building: string, porch: string): RawBuilder<boolean> {
  return sql<boolean>`(case when ${sql.ref(porch)} is null then ${buildingInReach(principal, building)}
    else ${entranceInReach(principal, porch)} end)`;
}

/** At least one place of two array columns (buildings, entrances) is in reach; both null (no place) is visible to everybody. */
export function anyPlaceInReach({ user }: Principal, buildings: string, porches: string): RawBuilder<boolean> {
  const [buildingIds, entrances] = [sql.ref(buildings), sql.ref(porches)];
  return sql<boolean>`(${buildingIds} is null and ${entrances} is null
    or ${buildingIds} && array(select porches.building_id from porches
      join user_porches held on held.porch_id = porches.id where held.user_id = ${user})
    or ${entrances} && array(select held.porch_id from user_porches held where held.user_id = ${user}))`;
}

/**
 * SQL condition: the person in column `person` has an entrance of one of these buildings, or one of these entrances; if both lists
 * are null, everybody does.
 */
export function reachesAny(
  person: string,
  buildings: readonly number[] | null,
  porches: readonly number[] | null,
): RawBuilder<boolean> {
  if (!buildings && !porches) return sql<boolean>`true`;
  return sql<boolean>`exists (select 1 from user_porches held join porches entrances on entrances.id = held.porch_id
    where held.user_id = ${sql.ref(person)} and (entrances.building_id = any(${[...(buildings ?? [])]}::integer[])
      or entrances.id = any(${[...(porches ?? [])]}::integer[])))`;
}

/**
 * At least one target of the announcement is in reach: a building through any of its entrances; a flat, floor or entrance through
 * its own. One join, so that the planner may start from the announcements or from the assigned entrances.
 * @param onlyBuildings limits it to targets in these buildings
 */
export function announcementInReach(
  { user }: Principal,
  news: string,
  onlyBuildings: readonly number[] | null = null,
): RawBuilder<boolean> {
  const buildingFilter = onlyBuildings ? sql`and target.building_id = any(${[...onlyBuildings]}::integer[])` : sql``;
  return sql<boolean>`exists (select 1 from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    join user_porches held on held.porch_id = entrances.id and held.user_id = ${user}
    where target.news_id = ${sql.ref(news)} ${buildingFilter})`;
}

/**
 * The announcement reaches this flat, which is in an assigned entrance: through the flat, its floor, riser, entrance or building.
 */
export function announcementToUnit({ user }: Principal, news: string, unit: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from units home
    join user_porches held on held.porch_id = home.porch_id and held.user_id = ${user}
    join news_targets target on target.building_id = home.building_id
      and (target.porch_id is null or target.porch_id = home.porch_id)
      and (target.floor_id is null or target.floor_id = home.floor_id)
      and (target.pipe_id is null or target.pipe_id = home.pipe_id)
      and (target.unit_id is null or target.unit_id = home.id)
    where home.id = ${unit} and target.news_id = ${sql.ref(news)})`;
}

/** Every entrance that the announcement targets is assigned to the reader; closed buildings do not count. */
export function announcementWhole(principal: Principal, news: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    where target.news_id = ${sql.ref(news)} and not ${isBuildingClosed('target.building_id')} and not ${entranceInReach(principal, 'entrances.id')})`;
}

/** Maps those of the given buildings that are in reach to whether they are completely in reach. */
export async function readScope(
  db: Db,
  principal: Principal,
  buildings: readonly number[],
): Promise<Map<number, boolean>> {
  if (!buildings.length) return new Map();
  const rows = await db
    .selectFrom('buildings')
    .where('id', 'in', [...buildings])
    .where(buildingInReach(principal, 'buildings.id'))
    .select(['id', buildingWhole(principal, 'buildings.id').as('whole')])
    .execute();
  return new Map(rows.map((row) => [row.id, row.whole]));
}
