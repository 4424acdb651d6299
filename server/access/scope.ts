import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Buildings and entrances as parts of a WHERE: the only place that says what a person may see (architecture.md
 * "Rights are a WHERE"). People hold entrances (`user_porches`); a building is in reach through any of its entrances
 * and wholly open when all of them are held.
 *
 * Each takes the column with the id in question, written as in SQL:
 * ```ts
 * db.selectFrom('units').where(entranceInReach(reader, 'units.porch_id'))
 * // where exists (select 1 from user_porches held where held.user_id = $1 and held.porch_id = units.porch_id)
 * ```
 */
/** The entrance is held. */
export function entranceInReach({ user }: Principal, porch: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from user_porches held
    where held.user_id = ${user} and held.porch_id = ${sql.ref(porch)})`;
}

/** Some entrance of the building is held. */
export function buildingInReach({ user }: Principal, building: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from porches entrances
    join user_porches held on held.porch_id = entrances.id and held.user_id = ${user}
    where entrances.building_id = ${sql.ref(building)})`;
}

/** Every entrance of the building is held. */
export function buildingWhole(principal: Principal, building: string): RawBuilder<boolean> {
  return sql<boolean>`(${buildingInReach(principal, building)} and not exists (select 1 from porches entrances
    where entrances.building_id = ${sql.ref(building)} and not ${entranceInReach(principal, 'entrances.id')}))`;
}

/**
 * The building is closed. No person reaches it, and it does not limit changes of records tied to other buildings too.
 */
export const buildingClosed = (building: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from buildings shut where shut.id = ${sql.ref(building)} and shut.closed_at is not null)`;

/** The ids of the buildings in reach, each once; for a query that is bounded by the ids themselves (`server/records/queries.ts`). */
export function idsInReach({ user }: Principal): RawBuilder<number[]> {
  return sql<number[]>`array(select distinct entrances.building_id from user_porches held
    join porches entrances on entrances.id = held.porch_id where held.user_id = ${user})`;
}

/** Of a column with the ids of several buildings, some is in reach. Null (tied to no building) is open to everybody. */
export function anyBuildingInReach(principal: Principal, buildings: string): RawBuilder<boolean> {
  const column = sql.ref(buildings);
  return sql<boolean>`(${column} is null or ${column} && ${idsInReach(principal)})`;
}

/** For a thing that lies in an entrance, or, where `porch` is null, in a whole building (announcements, risers). */
export function placeInReach(principal: Principal, building: string, porch: string): RawBuilder<boolean> {
  return sql<boolean>`(case when ${sql.ref(porch)} is null then ${buildingInReach(principal, building)}
    else ${entranceInReach(principal, porch)} end)`;
}

/** Of columns with ids of buildings and of entrances, some is in reach. Both null (tied to no place) is open to everybody. */
export function anyPlaceInReach({ user }: Principal, buildings: string, porches: string): RawBuilder<boolean> {
  const [whole, entrances] = [sql.ref(buildings), sql.ref(porches)];
  return sql<boolean>`(${whole} is null and ${entrances} is null
    or ${whole} && array(select porches.building_id from porches
      join user_porches held on held.porch_id = porches.id where held.user_id = ${user})
    or ${entrances} && array(select held.porch_id from user_porches held where held.user_id = ${user}))`;
}

/** The other way round: the person in a column reaches some of these buildings or entrances. Both null: everybody does. */
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
 * Of the recipients of an announcement some are in reach: a whole building through any of its entrances, a flat, a floor or an
 * entrance through its own. One join, so that the planner may begin at the announcements or at the entrances that are held.
 * @param only narrows it to recipients in some buildings
 */
export function announcementInReach(
  { user }: Principal,
  news: string,
  only: readonly number[] | null = null,
): RawBuilder<boolean> {
  const narrowed = only ? sql`and target.building_id = any(${[...only]}::integer[])` : sql``;
  return sql<boolean>`exists (select 1 from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    join user_porches held on held.porch_id = entrances.id and held.user_id = ${user}
    where target.news_id = ${sql.ref(news)} ${narrowed})`;
}

/** An announcement is for a flat in a held entrance: for itself, its floor, riser, entrance or building. */
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

/** The reader holds every entrance that the recipients of an announcement live in; entrances of closed buildings do not count. */
export function announcementWhole(principal: Principal, news: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    where target.news_id = ${sql.ref(news)} and not ${buildingClosed('target.building_id')} and not ${entranceInReach(principal, 'entrances.id')})`;
}

/** Of these buildings, those in reach and whether each is wholly open. What is out of reach is not in the map. */
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
