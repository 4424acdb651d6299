import { sql } from 'kysely';
import type { BuildingPassport } from '#resources/protocol/buildings/building-plan.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, buildingWhole } from '#server/access/scope.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { UnitType } from '#server/db/tables/places.ts';
import type { Db } from '#server/db/tables.ts';
import { findOrInsertComplexes } from './make-queries.ts';

/** Passport of a building in reach; `whole` says that every entrance is the reader's. */
export type PassportRow = Omit<BuildingPassport, 'version'> & { whole: boolean };

const selectPassport = (db: Db, principal: Principal, id: number) =>
  db
    .selectFrom('buildings')
    .where('buildings.id', '=', id)
    // After waiting for a locked row PostgreSQL re-evaluates only conditions on that row, such as this one.
    .where('buildings.closed_at', 'is', null)
    .where(buildingInReach(principal, 'buildings.id'))
    .select([
      'buildings.id',
      'buildings.street',
      'buildings.number',
      'buildings.building_type',
      sql<string | null>`(select name from complexes where complexes.id = buildings.complex_id)`.as('complex'),
      buildingWhole(principal, 'buildings.id').as('whole'),
    ]);

/** Passport of a building. @returns null if it does not exist or is out of reach */
export const findPassport = (db: Db, principal: Principal, id: number): Promise<PassportRow | null> =>
  selectPassport(db, principal, id)
    .executeTakeFirst()
    .then((row) => row ?? null);

/**
 * The same, locked until the transaction ends.
 * @param exclusive also locks it against new references, e.g. a request or a camera
 */
export const lockPassport = (
  trx: Db,
  principal: Principal,
  id: number,
  exclusive = false,
): Promise<PassportRow | null> =>
  selectPassport(trx, principal, id)
    .$if(exclusive, (query) => query.forUpdate())
    .$if(!exclusive, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
    .then((row) => row ?? null);

/** Updates the address, complex and type of a building. */
export async function updatePassport(
  trx: Db,
  id: number,
  { complex, ...rest }: Pick<BuildingPassport, 'street' | 'number' | 'complex' | 'building_type'>,
): Promise<void> {
  const complexes = await findOrInsertComplexes(trx, complex === null ? [] : [complex]);
  const complex_id = complex === null ? null : (complexes.get(complex) ?? null);
  await trx
    .updateTable('buildings')
    .set({ ...rest, complex_id })
    .where('id', '=', id)
    .execute();
}

/** Numbers from which new parts of a building continue, and its entrances. */
export async function selectPartsStart(trx: Db, building: number) {
  const porches = await trx
    .selectFrom('porches')
    .where('building_id', '=', building)
    .select(['id', 'number'])
    .orderBy('number')
    .execute();
  const { rows } = await sql<{ units: number; number: number; riser: number }>`select
    (select count(*)::int from units where building_id = ${building}) as units,
    (select coalesce(max(label::int), 0) from units
      where building_id = ${building} and unit_type = 'flat' and label ~ '^[0-9]{1,6}$') as number,
    (select coalesce(max(name::int), 0) from pipes where building_id = ${building} and name ~ '^[0-9]{1,6}$') as riser`.execute(
    trx,
  );
  const [{ units, number, riser } = { units: 0, number: 0, riser: 0 }] = rows;
  const start = { entrance: (porches.at(-1)?.number ?? 0) + 1, number: number + 1, riser: riser + 1 };
  return { porches, units, start };
}

/** Floors of a building, each as numbers of the entrance and the floor. */
export const selectFloors = (trx: Db, building: number) =>
  trx
    .selectFrom('floors')
    .innerJoin('porches', 'porches.id', 'floors.porch_id')
    .where('floors.building_id', '=', building)
    .select(['porches.number as entrance', 'floors.number'])
    .execute();

/** The first of these labels that a unit of the building already has; null if all are free. */
export async function findTakenLabel(
  trx: Db,
  building: number,
  units: readonly { unit_type: UnitType; label: string }[],
  exceptUnit: number | null = null,
): Promise<string | null> {
  const { rows } = await sql<{ label: string }>`select units.label
    from unnest(${units.map(({ unit_type }) => unit_type)}::text[], ${units.map(({ label }) => label)}::text[])
      as given(unit_type, label)
    join units on units.building_id = ${building} and units.unit_type = given.unit_type and units.label = given.label
    where units.id is distinct from ${exceptUnit}::integer
    order by units.label_sort limit 1`.execute(trx);
  return rows[0]?.label ?? null;
}

/** Raises the floor count of a building to that of its highest entrance. */
export async function raiseFloorCount(trx: Db, building: number): Promise<void> {
  await sql`update buildings set floor_count = greatest(floor_count,
    (select coalesce(max(number), 0) from floors where floors.building_id = buildings.id))
    where id = ${building}`.execute(trx);
}

/** Opens new entrances of a building to everybody who holds all its other entrances. */
export async function openToHoldersOfWhole(trx: Db, building: number, numbers: readonly number[]): Promise<void> {
  const newNumbers = sql`${[...numbers]}::integer[]`;
  await sql`insert into user_porches (user_id, porch_id)
    select holders.user_id, porches.id from porches, (
      select user_porches.user_id from user_porches join porches old on old.id = user_porches.porch_id
      where old.building_id = ${building} and old.number <> all(${newNumbers})
      group by user_porches.user_id
      having count(*) = (select count(*) from porches where building_id = ${building} and number <> all(${newNumbers}))
    ) as holders
    where porches.building_id = ${building} and porches.number = any(${newNumbers})
    on conflict do nothing`.execute(trx);
}

/** Locks a unit of a building until the transaction ends, also against new references. */
export async function lockUnit(trx: Db, building: number, id: number) {
  const row = await trx
    .selectFrom('units')
    .where('id', '=', id)
    .where('building_id', '=', building)
    .select(['id', 'label', 'unit_type'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a building has a unit. */
export async function hasUnit(db: Db, building: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('units')
    .where('id', '=', id)
    .where('building_id', '=', building)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a unit's label and type. */
export const updateUnit = (trx: Db, id: number, change: { label: string; unit_type: UnitType }) =>
  trx.updateTable('units').set(change).where('id', '=', id).execute();

/** Deletes a unit; nothing may refer to it. */
export const deleteUnit = (trx: Db, id: number) => trx.deleteFrom('units').where('id', '=', id).execute();

/** Closes a building: access to its entrances is taken from everybody and kept in `closed_porches`. */
export async function closeBuilding(trx: Db, id: number, now: Date): Promise<void> {
  await trx.updateTable('buildings').set({ closed_at: now }).where('id', '=', id).execute();
  await sql`insert into closed_porches (user_id, porch_id)
    select held.user_id, held.porch_id from user_porches held join porches on porches.id = held.porch_id
    where porches.building_id = ${id} on conflict do nothing`.execute(trx);
  await sql`delete from user_porches using porches
    where porches.id = user_porches.porch_id and porches.building_id = ${id}`.execute(trx);
}

/** Condition: a closed building of an administrator who held every entrance of it, or who holds every entrance that is open. */
const isClosedInReach = ({ user }: Principal) => sql<boolean>`buildings.closed_at is not null and (
  not exists (select 1 from porches where porches.building_id = buildings.id and not exists (
    select 1 from closed_porches kept where kept.porch_id = porches.id and kept.user_id = ${user}::integer))
  or not exists (select 1 from porches open join buildings standing on standing.id = open.building_id
    where standing.closed_at is null and not exists (
      select 1 from user_porches held where held.porch_id = open.id and held.user_id = ${user}::integer)))`;

/** Locks a closed building of an administrator until the transaction ends. */
export async function lockClosedBuilding(trx: Db, principal: Principal, id: number) {
  const row = await trx
    .selectFrom('buildings')
    .where('id', '=', id)
    .where(isClosedInReach(principal))
    .where(stillAdministers(principal))
    .select(['id', 'street', 'number'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Reopens a closed building for its former holders who still have an account, and for these people. */
export async function reopenBuilding(trx: Db, id: number, users: readonly number[]): Promise<void> {
  await trx.updateTable('buildings').set({ closed_at: null }).where('id', '=', id).execute();
  await sql`with back as (
      delete from closed_porches using porches
      where porches.id = closed_porches.porch_id and porches.building_id = ${id}
      returning closed_porches.user_id, closed_porches.porch_id)
    insert into user_porches (user_id, porch_id)
    select back.user_id, back.porch_id from back join users on users.id = back.user_id
      where users.status <> 'deleted' and users.role <> 'resident'
    union select people.id, porches.id from porches, unnest(${[...users]}::integer[]) as people(id)
      where porches.building_id = ${id}
    on conflict do nothing`.execute(trx);
}

/** Closed buildings of an administrator, the latest first. */
export async function selectClosedBuildings(db: Db, principal: Principal, limit: number) {
  const rows = await db
    .selectFrom('buildings')
    .where(isClosedInReach(principal))
    .where(stillAdministers(principal))
    .select(['id', 'street', 'number', 'closed_at'])
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ closed_at, ...row }) => (closed_at ? [{ ...row, closed_at: closed_at.toISOString() }] : []));
}

/** Locks the building at an address, in reach or not, until the transaction ends; null if no building has the address. */
export async function lockBuildingAt(
  trx: Db,
  principal: Principal,
  { street, number }: { street: string; number: string },
) {
  const row = await trx
    .selectFrom('buildings')
    .where(sql<boolean>`buildings.search = fold(${street}::text || ' ' || ${number}::text)`)
    .orderBy('buildings.id')
    .select([
      'buildings.id',
      sql<boolean>`buildings.closed_at is not null`.as('closed'),
      buildingWhole(principal, 'buildings.id').as('whole'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Units of a building with the numbers of their entrances and floors. */
export async function selectBuildingUnits(trx: Db, building: number) {
  const rows = await trx
    .selectFrom('units')
    .where('building_id', '=', building)
    .select(['label', 'unit_type', 'porch_number as entrance', 'floor_number as floor', 'building_id'])
    .execute();
  return rows.map(({ building_id, ...unit }) => ({ ...unit, building: building_id as number | null }));
}

/** Numbers of the entrances of a building. */
export async function selectEntranceNumbers(trx: Db, building: number): Promise<number[]> {
  const rows = await trx.selectFrom('porches').where('building_id', '=', building).select('number').execute();
  return rows.map((porch) => porch.number);
}
