import { type RawBuilder, sql } from 'kysely';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** What one line of the answer counts; `object` is a building or an entrance, as it was chosen. */
export type Grain = 'building' | 'object' | 'porch' | 'floor' | 'pipe';

/** Number of flats and residents in the part with this address, or in all parts if `house` is null. */
export interface ReachRow {
  house: number | null;
  street: string | null;
  number: string | null;
  porch: number | null;
  floor: number | null;
  pipe: string | null;
  flats: number;
  residents: number;
}

/** Maximum number of lines in an answer; with more only the total is given. */
export const PARTS_MAX = 20;

const NULL_ID = sql`null::integer`;
const isOneOfIds = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::integer[])`;

/** Condition: the units that belong to a target. */
function isInTarget({
  for_all_objects,
  buildings = [],
  porches = [],
  floors = [],
  pipes = [],
  units = [],
}: AudienceTarget) {
  if (for_all_objects) return sql<boolean>`true`;
  const conditions = [
    buildings.length ? isOneOfIds('units.building_id', buildings) : null,
    porches.length ? isOneOfIds('units.porch_id', porches) : null,
    floors.length ? isOneOfIds('units.floor_id', floors) : null,
    pipes.length ? isOneOfIds('units.pipe_id', pipes) : null,
    units.length ? isOneOfIds('units.id', units) : null,
  ].filter((condition) => condition !== null);
  return conditions.length ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : sql<boolean>`false`;
}

/** Columns by which a unit is grouped. */
function groupingColumns(grain: Grain, { buildings = [] }: AudienceTarget) {
  const porches: Record<Grain, RawBuilder<unknown>> = {
    building: NULL_ID,
    // A building that is chosen together with entrances is counted as a whole.
    object: sql`case when ${isOneOfIds('units.building_id', buildings)} then null else units.porch_id end`,
    porch: sql`units.porch_id`,
    floor: sql`units.porch_id`,
    pipe: sql`units.porch_id`,
  };
  return sql`units.building_id as house, ${porches[grain]} as porch, ${grain === 'floor' ? sql`units.floor_id` : NULL_ID} as floor,
    ${grain === 'pipe' ? sql`units.pipe_id` : NULL_ID} as pipe`;
}

/**
 * Counts flats and residents that a target reaches in the entrances the reader holds: the total and, for a grain, each part by
 * address. Flats and people are counted separately, since a flat has several people and a person may have several flats.
 */
export async function selectReach(
  db: Db,
  principal: Principal,
  target: AudienceTarget,
  grain: Grain | null,
): Promise<ReachRow[]> {
  const groupColumns = grain
    ? sql`house, porch, floor, pipe`
    : sql`${NULL_ID} as house, ${NULL_ID} as porch, ${NULL_ID} as floor,
    ${NULL_ID} as pipe`;
  const groupBy = grain ? sql`group by grouping sets ((), (house, porch, floor, pipe))` : sql``;
  const { rows } = await sql<ReachRow>`with chosen as not materialized (
      select units.id, units.unit_type = 'flat' as is_flat ${grain ? sql`, ${groupingColumns(grain, target)}` : sql``}
      from units where ${isInTarget(target)} and ${entranceInReach(principal, 'units.porch_id')}),
    flats as (select ${groupColumns}, count(*) filter (where is_flat) as flats from chosen ${groupBy}),
    people as (select ${groupColumns}, count(distinct homes.user_id) as residents
      from chosen join residents_units homes on homes.unit_id = chosen.id ${groupBy})
    select flats.house, buildings.street, buildings.number, porches.number as porch, floors.number as floor,
      pipes.name as pipe, flats.flats::integer, coalesce(people.residents, 0)::integer as residents
    from flats
    left join people on people.house is not distinct from flats.house and people.porch is not distinct from flats.porch
      and people.floor is not distinct from flats.floor and people.pipe is not distinct from flats.pipe
    left join buildings on buildings.id = flats.house
    left join porches on porches.id = flats.porch
    left join floors on floors.id = flats.floor
    left join pipes on pipes.id = flats.pipe
    order by buildings.street nulls first, buildings.number_sort, porches.number nulls first, floors.number, pipes.name
    limit ${PARTS_MAX + 2}`.execute(db);
  return rows;
}
