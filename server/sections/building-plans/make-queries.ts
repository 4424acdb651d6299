import { sql } from 'kysely';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { Layout } from '#resources/rules/buildings/layout.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';

/** A building to be made. */
export type NewBuilding = Pick<BuildingPassport, 'street' | 'number' | 'complex' | 'building_type'> & {
  layout: Layout;
  /** The row of a table that it comes from. */
  import_key?: string;
};

/** Companies of a new building: the head one owns it, and the maker's own one serves it where that is another and open. */
async function ownersFor(db: Db, user: number): Promise<{ company_id: number; subsidiary_id: number | null }> {
  const row = await db
    .selectFrom('companies as heads')
    .where('heads.is_tenant', '=', true)
    .orderBy('heads.id')
    .select(({ selectFrom }) => [
      'heads.id as company_id',
      selectFrom('users')
        .innerJoin('companies', 'companies.id', 'users.company_id')
        .where('users.id', '=', user)
        .where('companies.closed', '=', false)
        .select('companies.id')
        .as('own'),
    ])
    .executeTakeFirstOrThrow();
  const { company_id, own } = row;
  return { company_id, subsidiary_id: own === null || own === company_id ? null : own };
}

/** Ids of complexes by name, ignoring case and ё; new ones are created. */
export async function settleComplexes(trx: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (!names.length) return new Map();
  const nameArray = sql`${[...new Set(names)]}::text[]`;
  await sql`insert into complexes (name)
    select distinct on (fold(given.name)) given.name from unnest(${nameArray}) as given(name)
    where not exists (select 1 from complexes where fold(complexes.name) = fold(given.name))
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ name: string; id: number }>`select given.name, min(complexes.id)::int as id
    from unnest(${nameArray}) as given(name) join complexes on fold(complexes.name) = fold(given.name)
    group by given.name`.execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Which of these addresses a building already has, ignoring case; `closed`: that building was closed. */
export async function takenAddresses(
  db: Db,
  addresses: readonly { street: string; number: string }[],
  except: number | null = null,
): Promise<{ at: number; closed: boolean }[]> {
  const streets = sql`${addresses.map(({ street }) => street)}::text[]`;
  const numbers = sql`${addresses.map(({ number }) => number)}::text[]`;
  const { rows } = await sql<{ at: number; closed: boolean }>`
    select (given.at - 1)::int as at, bool_and(buildings.closed_at is not null) as closed
    from unnest(${streets}, ${numbers}) with ordinality as given(street, number, at)
    join buildings on buildings.search = fold(given.street || ' ' || given.number)
    where buildings.id is distinct from ${except}::integer
    group by given.at order by given.at`.execute(db);
  return rows;
}

/** The message for an address that a building already has. */
export const takenMessage = ({ closed }: { closed: boolean }) =>
  closed ? 'buildingPlan.closedAddress' : 'buildingPlan.takenAddress';

/**
 * Makes buildings with everything in them.
 * @returns their ids, in order
 * @throws FieldsError for an address that was taken meanwhile
 */
export async function insertBuildings(trx: Db, user: number, buildings: readonly NewBuilding[]): Promise<number[]> {
  const owners = await ownersFor(trx, user);
  const complexes = await settleComplexes(
    trx,
    buildings.flatMap(({ complex }) => complex ?? []),
  );
  const rows = buildings.map(({ street, number, complex, building_type, layout, import_key = null }) => ({
    import_key,
    ...owners,
    street,
    number,
    complex_id: complex === null ? null : (complexes.get(complex) ?? null),
    building_type,
    floor_count: layout.floors.reduce((most, floor) => Math.max(most, floor.number), 0),
    submit_start_day: null,
    submit_end_day: null,
  }));
  const newBuildings = await trx
    .insertInto('buildings')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['street', 'number']).doNothing())
    .returning(['id', 'street', 'number'])
    .execute();
  const idsByAddress = new Map(newBuildings.map(({ id, street, number }) => [`${street}\n${number}`, id]));
  const ids = buildings.map(({ street, number }) => idsByAddress.get(`${street}\n${number}`));
  if (ids.includes(undefined) || newBuildings.length < buildings.length)
    throw new FieldsError({ number: [takenMessage({ closed: false })] });
  await insertParts(
    trx,
    buildings.map(({ layout }, at) => ({ building: ids[at] as number, layout })),
  );
  return ids as number[];
}

/** How often work is begun anew when another process makes one of its buildings meanwhile. */
const TRIES = 3;

/** Does a transaction that makes buildings, and does it anew when one of their addresses was taken meanwhile. */
export async function retriedWhenTaken<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FieldsError) || tries === TRIES) throw error;
    }
  }
}

/** A part of a building that is there, or all of it. */
export interface BuildingPart {
  building: number;
  layout: Layout;
}

/** Puts entrances, floors, risers and units into buildings; floors that are there already stay. */
export async function insertParts(trx: Db, parts: readonly BuildingPart[]): Promise<void> {
  const porches = parts.flatMap(({ building, layout }) => layout.entrances.map((number) => ({ building, number })));
  const floors = parts.flatMap(({ building, layout }) => layout.floors.map((floor) => ({ building, ...floor })));
  const risers = parts.flatMap(({ building, layout }) => layout.risers.map((riser) => ({ building, ...riser })));
  const units = parts.flatMap(({ building, layout }) => layout.units.map((unit) => ({ building, ...unit })));
  const ints = <Row>(rows: readonly Row[], of: (row: Row) => number) => sql`${rows.map(of)}::integer[]`;
  const texts = <Row>(rows: readonly Row[], of: (row: Row) => string | null) => sql`${rows.map(of)}::text[]`;
  if (porches.length)
    await sql`insert into porches (building_id, number)
      select * from unnest(${ints(porches, (row) => row.building)}, ${ints(porches, (row) => row.number)})`.execute(
      trx,
    );
  if (floors.length)
    await sql`insert into floors (porch_id, building_id, number)
      select porches.id, given.building, given.floor
      from unnest(${ints(floors, (row) => row.building)}, ${ints(floors, (row) => row.entrance)},
        ${ints(floors, (row) => row.number)}) as given(building, entrance, floor)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      on conflict (porch_id, number) do nothing`.execute(trx);
  if (risers.length)
    await sql`insert into pipes (building_id, porch_id, name)
      select given.building, porches.id, given.name
      from unnest(${ints(risers, (row) => row.building)}, ${ints(risers, (row) => row.entrance)},
        ${texts(risers, (row) => row.name)}) with ordinality as given(building, entrance, name, at)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      where not exists (select 1 from pipes where pipes.porch_id = porches.id and pipes.name = given.name)
      order by given.at`.execute(trx);
  if (units.length)
    await sql`insert into units (building_id, porch_id, floor_id, pipe_id, unit_type, label)
      select given.building, porches.id, floors.id, pipes.id, given.unit_type, given.label
      from unnest(${ints(units, (row) => row.building)}, ${ints(units, (row) => row.entrance)},
        ${ints(units, (row) => row.floor)}, ${texts(units, (row) => row.riser)},
        ${texts(units, (row) => row.unit_type)}, ${texts(units, (row) => row.label)})
        with ordinality as given(building, entrance, floor, riser, unit_type, label, at)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      join floors on floors.porch_id = porches.id and floors.number = given.floor
      left join pipes on pipes.porch_id = porches.id and pipes.name = given.riser
      order by given.at`.execute(trx);
}

/** Ids of buildings by the rows of tables that they come from. */
export async function importedBuildings(trx: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('buildings')
    .where('import_key', 'in', [...keys])
    .select(['id', 'import_key'])
    .execute();
  return new Map(rows.map(({ id, import_key }) => [import_key ?? '', id]));
}

/** Administrators with access to every entrance, closed buildings aside: they get access to new buildings, too. */
export async function holdersOfAll(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select users.id from users
    where users.role in ('admin', 'superuser') and users.status <> 'deleted'
      and not exists (select 1 from porches join buildings on buildings.id = porches.building_id
        where buildings.closed_at is null and not exists (select 1 from user_porches held
          where held.user_id = users.id and held.porch_id = porches.id))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives people access to every entrance of these buildings. */
export async function openBuildingsTo(trx: Db, buildings: readonly number[], users: readonly number[]): Promise<void> {
  await sql`insert into user_porches (user_id, porch_id)
    select people.id, porches.id from porches, unnest(${[...new Set(users)]}::integer[]) as people(id)
    where porches.building_id = any(${[...buildings]}::integer[])
    on conflict do nothing`.execute(trx);
}

/** Leaves it to the caller to tell whose rights the transaction changes (`access-changed`). */
export async function tellAccessLater(trx: Db): Promise<void> {
  await sql`select set_config('upravdom.access_untold', 'on', true)`.execute(trx);
}
