import { sql } from 'kysely';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { Layout } from '#resources/rules/buildings/layout.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';

/** A building to be created. */
export type NewBuilding = Pick<BuildingPassport, 'street' | 'number' | 'complex' | 'building_type'> & {
  layout: Layout;
  /** Key of the imported row that it comes from. */
  import_key?: string;
};

/** Companies of a new building: the head company owns it; the author's company serves it, if it is another one and open. */
async function findOwners(db: Db, user: number): Promise<{ company_id: number; subsidiary_id: number | null }> {
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
export async function findOrInsertComplexes(trx: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
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

/** Which of these addresses are taken, ignoring case; `closed` says that the building there was closed. */
export async function findTakenAddresses(
  db: Db,
  addresses: readonly { street: string; number: string }[],
  exceptBuilding: number | null = null,
): Promise<{ at: number; closed: boolean }[]> {
  const streets = sql`${addresses.map(({ street }) => street)}::text[]`;
  const numbers = sql`${addresses.map(({ number }) => number)}::text[]`;
  const { rows } = await sql<{ at: number; closed: boolean }>`
    select (given.at - 1)::int as at, bool_and(buildings.closed_at is not null) as closed
    from unnest(${streets}, ${numbers}) with ordinality as given(street, number, at)
    join buildings on buildings.search = fold(given.street || ' ' || given.number)
    where buildings.id is distinct from ${exceptBuilding}::integer
    group by given.at order by given.at`.execute(db);
  return rows;
}

/** Message key for a taken address. */
export const takenAddressMessage = ({ closed }: { closed: boolean }) =>
  closed ? 'buildingPlan.closedAddress' : 'buildingPlan.takenAddress';

/**
 * Inserts buildings with everything in them.
 * @returns their ids, in order
 * @throws FieldsError for an address that was taken meanwhile
 */
export async function insertBuildings(trx: Db, user: number, buildings: readonly NewBuilding[]): Promise<number[]> {
  const owners = await findOwners(trx, user);
  const complexes = await findOrInsertComplexes(
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
    floor_count: layout.floors.reduce((highest, floor) => Math.max(highest, floor.number), 0),
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
    throw new FieldsError({ number: [takenAddressMessage({ closed: false })] });
  await insertParts(
    trx,
    buildings.map(({ layout }, index) => ({ building: ids[index] as number, layout })),
  );
  return ids as number[];
}

/** Number of attempts when other processes create the same buildings meanwhile. */
const ATTEMPTS_MAX = 3;

/** Runs a transaction that creates buildings, and retries it if one of their addresses was taken meanwhile. */
export async function retryWhenTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FieldsError) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** New parts of an existing building, or all parts of a new one. */
export interface BuildingPart {
  building: number;
  layout: Layout;
}

/** Inserts entrances, floors, risers and units into buildings; existing floors and risers stay. */
export async function insertParts(trx: Db, parts: readonly BuildingPart[]): Promise<void> {
  const porches = parts.flatMap(({ building, layout }) => layout.entrances.map((number) => ({ building, number })));
  const floors = parts.flatMap(({ building, layout }) => layout.floors.map((floor) => ({ building, ...floor })));
  const risers = parts.flatMap(({ building, layout }) => layout.risers.map((riser) => ({ building, ...riser })));
  const units = parts.flatMap(({ building, layout }) => layout.units.map((unit) => ({ building, ...unit })));
  const integerArray = <Row>(rows: readonly Row[], getValue: (row: Row) => number) =>
    sql`${rows.map(getValue)}::integer[]`;
  const textArray = <Row>(rows: readonly Row[], getValue: (row: Row) => string | null) =>
    sql`${rows.map(getValue)}::text[]`;
  if (porches.length)
    await sql`insert into porches (building_id, number)
      select * from unnest(${integerArray(porches, (row) => row.building)}, ${integerArray(porches, (row) => row.number)})`.execute(
      trx,
    );
  if (floors.length)
    await sql`insert into floors (porch_id, building_id, number)
      select porches.id, given.building, given.floor
      from unnest(${integerArray(floors, (row) => row.building)}, ${integerArray(floors, (row) => row.entrance)},
        ${integerArray(floors, (row) => row.number)}) as given(building, entrance, floor)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      on conflict (porch_id, number) do nothing`.execute(trx);
  if (risers.length)
    await sql`insert into pipes (building_id, porch_id, name)
      select given.building, porches.id, given.name
      from unnest(${integerArray(risers, (row) => row.building)}, ${integerArray(risers, (row) => row.entrance)},
        ${textArray(risers, (row) => row.name)}) with ordinality as given(building, entrance, name, at)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      where not exists (select 1 from pipes where pipes.porch_id = porches.id and pipes.name = given.name)
      order by given.at`.execute(trx);
  if (units.length)
    await sql`insert into units (building_id, porch_id, floor_id, pipe_id, unit_type, label)
      select given.building, porches.id, floors.id, pipes.id, given.unit_type, given.label
      from unnest(${integerArray(units, (row) => row.building)}, ${integerArray(units, (row) => row.entrance)},
        ${integerArray(units, (row) => row.floor)}, ${textArray(units, (row) => row.riser)},
        ${textArray(units, (row) => row.unit_type)}, ${textArray(units, (row) => row.label)})
        with ordinality as given(building, entrance, floor, riser, unit_type, label, at)
      join porches on porches.building_id = given.building and porches.number = given.entrance
      join floors on floors.porch_id = porches.id and floors.number = given.floor
      left join pipes on pipes.porch_id = porches.id and pipes.name = given.riser
      order by given.at`.execute(trx);
}

/** Ids of imported buildings, by the key of their row. */
export async function selectImportedBuildings(trx: Db, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('buildings')
    .where('import_key', 'in', [...keys])
    .select(['id', 'import_key'])
    .execute();
  return new Map(rows.map(({ id, import_key }) => [import_key ?? '', id]));
}

/** Administrators with access to every entrance, not counting closed buildings: they also get access to new buildings. */
export async function selectHoldersOfAll(db: Db): Promise<number[]> {
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

/** Suppresses the automatic `access-changed` event of this transaction; the caller publishes it. */
export async function suppressAccessEvent(trx: Db): Promise<void> {
  await sql`select set_config('upravdom.access_untold', 'on', true)`.execute(trx);
}
