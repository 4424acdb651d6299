import { sql } from 'kysely';
import type { FoundBuilding } from '#resources/protocol/search/search.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { isExistingResident, matchesTags } from './tag-queries.ts';
import type { Tags } from './tags.ts';

type Unit = FoundBuilding['units'][number];
type Resident = Unit['residents'][number];

/** A resident before the avatar URL and chat link are resolved. */
type FoundPerson = Omit<Resident, 'avatar' | 'chat'> & { avatar_file_id: number | null; chat_id: string | null };

/** A found unit with its building and residents. */
export interface FoundRow extends Omit<Unit, 'residents'> {
  building: Omit<FoundBuilding, 'units'>;
  residents: FoundPerson[];
}

/**
 * Whether a person (`people`) also has a unit in an entrance out of the reader's reach. A scalar subquery, so that PostgreSQL
 * uses an index for the few units of a person instead of joining all entrances in reach.
 */
const hasUnitOutOfReach = ({ user }: Principal) => sql<boolean>`exists (select 1 from residents_units theirs
  join units other on other.id = theirs.unit_id where theirs.user_id = people.id and (select held.porch_id
    from user_porches held where held.user_id = ${user} and held.porch_id = other.porch_id) is null)`;

/**
 * A page of the units that match every tag, by address and label, with the total count. One statement: matches are grouped by
 * building, and only the buildings of this page are sorted inside.
 * @param offset number of units before the page
 */
export async function selectUnitsByTags(
  db: Db,
  principal: Principal,
  tags: Tags,
  { offset, size }: { offset: number; size: number },
): Promise<{ count: number; rows: FoundRow[] }> {
  const { rows } = await sql<{ count: number; rows: FoundRow[] }>`
    with houses as materialized (
      select buildings.id, gathered.units, gathered.found,
        (sum(gathered.found) over (order by buildings.street, buildings.number_sort, buildings.id))::int as upto,
        row_number() over (order by buildings.street, buildings.number_sort, buildings.id) as place
      from (select units.building_id, count(*)::int as found, array_agg(units.id) as units
        from units where ${matchesTags(principal, tags)} group by units.building_id) gathered
      join buildings on buildings.id = gathered.building_id
    ), page as (
      select * from (
        select units.id, houses.place, houses.found, houses.upto - houses.found
          + row_number() over (partition by houses.id order by units.label_sort, units.id) as at
        from houses cross join unnest(houses.units) as opened(id) join units on units.id = opened.id
        where houses.upto > ${offset}::int and houses.upto - houses.found < ${offset + size}::int
      ) placed where at > ${offset}::int and at <= ${offset + size}::int
    ), shown as (
      select page.at, jsonb_build_object('id', units.id, 'unit_type', units.unit_type, 'label', units.label,
        'building', jsonb_build_object('id', buildings.id, 'street', buildings.street, 'number', buildings.number,
          'units_count', page.found, 'complex', case when complexes.id is not null
            then jsonb_build_object('id', complexes.id, 'name', complexes.name) end),
        'porch', jsonb_build_object('id', porches.id, 'number', porches.number),
        'floor', jsonb_build_object('id', floors.id, 'number', floors.number),
        'pipe', case when pipes.id is not null then jsonb_build_object('id', pipes.id, 'name', pipes.name) end,
        'residents', (select coalesce(jsonb_agg(jsonb_build_object('id', people.id, 'user', people.id,
            'first_name', people.first_name, 'last_name', people.last_name, 'phone_number', people.phone,
            'status', people.status, 'avatar_file_id', people.avatar_file_id, 'chat_id', people.chat_id, 'is_all_units', not ${hasUnitOutOfReach(principal)})
            order by people.last_name, people.first_name, people.id), '[]')
          from residents_units homes join users people on people.id = homes.user_id
          where homes.unit_id = units.id and ${isExistingResident})) as row
      from page
      join units on units.id = page.id
      join buildings on buildings.id = units.building_id
      join porches on porches.id = units.porch_id
      join floors on floors.id = units.floor_id
      left join complexes on complexes.id = buildings.complex_id
      left join pipes on pipes.id = units.pipe_id
    )
    select (select coalesce(max(upto), 0) from houses) as count,
      (select coalesce(jsonb_agg(shown.row order by shown.at), '[]') from shown) as rows`.execute(db);
  return rows[0] ?? { count: 0, rows: [] };
}

/** Which of these buildings exist and are in the reader's reach; a tag may name a deleted one (RES-10). */
export async function selectReachableBuildings(
  db: Db,
  { user }: Principal,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct porches.building_id as id from porches
    join user_porches held on held.porch_id = porches.id and held.user_id = ${user}
    where porches.building_id = any(${[...ids]}::integer[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
