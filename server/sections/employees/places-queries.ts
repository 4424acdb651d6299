import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** A building with the entrances that are open to an employee. */
interface HeldBuilding {
  id: number;
  street: string;
  number: string;
  /** All its entrances are open to the employee. */
  whole: boolean;
  porches: { id: number; number: number }[];
}

/** The buildings of an employee: the total number, and the first of them by address. */
export interface HeldBuildings {
  count: number;
  houses: HeldBuilding[];
}

type Row = HeldBuilding & { user: number; total: number };

/**
 * Buildings that are open to these people, whoever the reader is: an employee's card shows all of them (EMP-42).
 * @param limit maximum number of buildings listed for a person, by address; the others are only counted
 */
export async function selectHeldBuildings(
  db: Db,
  users: readonly number[],
  limit: number,
): Promise<Map<number, HeldBuildings>> {
  const placesByUser = new Map<number, HeldBuildings>(users.map((user) => [user, { count: 0, houses: [] }]));
  if (!users.length) return placesByUser;
  // Addresses are sorted once for all employees; entrances are looked up for the listed buildings only.
  const { rows } = await sql<Row>`
    with houses as (
      select id, street, number, row_number() over (order by street, number_sort, id) as place from buildings
    ), own as (
      select user_porches.user_id, porches.building_id, count(*) as open
      from user_porches join porches on porches.id = user_porches.porch_id
      where user_porches.user_id = any(${[...users]}::integer[])
      group by user_porches.user_id, porches.building_id
    ), listed as (
      select own.user_id, own.open, houses.*,
        (count(*) over (partition by own.user_id))::int as total,
        row_number() over (partition by own.user_id order by houses.place) as turn
      from own join houses on houses.id = own.building_id
    )
    select listed.user_id as "user", listed.total, listed.id, listed.street, listed.number,
      listed.open = (select count(*) from porches where porches.building_id = listed.id) as whole,
      (select jsonb_agg(jsonb_build_object('id', porches.id, 'number', porches.number) order by porches.number)
        from porches join user_porches on user_porches.porch_id = porches.id
        where porches.building_id = listed.id and user_porches.user_id = listed.user_id) as porches
    from listed
    where listed.turn <= ${limit}
    order by listed.user_id, listed.turn`.execute(db);
  for (const { user, total, ...building } of rows) {
    const places = placesByUser.get(user);
    if (!places) continue;
    places.count = total;
    places.houses.push(building);
  }
  return placesByUser;
}

/** The entrances of a building with the holders of each, and their number. */
export async function selectEntrancesWithHolders(db: Db, building: number) {
  const porches = await db
    .selectFrom('porches')
    .where('building_id', '=', building)
    .select(({ selectFrom }) => [
      'id',
      'number',
      selectFrom('user_porches')
        .whereRef('user_porches.porch_id', '=', 'porches.id')
        .select(sql<number[]>`coalesce(array_agg(user_id), '{}')`.as('users'))
        .as('users'),
    ])
    .orderBy('number')
    .execute();
  return { count: porches.length, porches: porches.map((porch) => ({ ...porch, users: porch.users ?? [] })) };
}
