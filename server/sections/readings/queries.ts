import { sql } from 'kysely';
import { METER_TYPES, type MeterType, type ReadingType } from '#resources/rules/readings/meters.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { SenderType } from '#server/db/tables/operations.ts';
import type { Db } from '#server/db/tables.ts';

/** Reading settings of a building. */
export interface BuildingSettings {
  id: number;
  reading_types: ReadingType[];
  submit_start_day: number | null;
  submit_end_day: number | null;
}

/** Reading settings of the buildings in reach; `only` narrows it to some. */
export function buildingSettings(
  db: Db,
  principal: Principal,
  only: readonly number[] | null,
): Promise<BuildingSettings[]> {
  return db
    .selectFrom('buildings')
    .where(buildingInReach(principal, 'buildings.id'))
    .$if(only !== null, (query) => query.where(sql<boolean>`buildings.id = any(${[...(only ?? [])]}::integer[])`))
    .select(['id', 'reading_types', 'submit_start_day', 'submit_end_day'])
    .orderBy('id')
    .execute();
}

/** A submission as it is stored, with the sender's name; null where the meter was not given. */
export type StoredPass = Record<MeterType, number | null> & {
  id: number;
  unit_id: number;
  month: number;
  sender_type: SenderType;
  sender_id: number | null;
  first_name: string | null;
  last_name: string | null;
  at: Date;
};

/** Columns of a submission, with the users joined. */
export const PASS = [
  'readings.id',
  'readings.unit_id',
  'readings.month',
  'readings.sender_type',
  'readings.sender_id',
  'users.first_name',
  'users.last_name',
  'readings.at',
  ...METER_TYPES.map((meter) => `readings.${meter}` as const),
] as const;

/** The submissions of some flats for the months from one to another, both included, the newest first. */
export async function selectPasses(
  db: Db,
  units: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, StoredPass[]>> {
  const passes = new Map<number, StoredPass[]>(units.map((unit) => [unit, []]));
  if (units.length === 0) return passes;
  const rows = await db
    .selectFrom('readings')
    .leftJoin('users', 'users.id', 'readings.sender_id')
    .where(sql<boolean>`readings.unit_id = any(${[...units]}::integer[])`)
    .where('readings.month', '>=', from)
    .where('readings.month', '<=', to)
    .select(PASS)
    .orderBy('readings.month', 'desc')
    .orderBy('readings.at', 'desc')
    .orderBy('readings.id', 'desc')
    .execute();
  for (const row of rows) passes.get(row.unit_id)?.push(row);
  return passes;
}

/** A flat that values are given for, locked until the transaction ends, with the settings of its building. */
export async function flatToRead(
  trx: Db,
  principal: Principal,
  unit: number,
): Promise<(Omit<BuildingSettings, 'id'> & { id: number; building_id: number }) | null> {
  const row = await trx
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.id', '=', unit)
    .where('units.unit_type', '=', 'flat')
    .where('buildings.closed_at', 'is', null)
    .where(entranceInReach(principal, 'units.porch_id'))
    .select([
      'units.id',
      'units.building_id',
      'buildings.reading_types',
      'buildings.submit_start_day',
      'buildings.submit_end_day',
    ])
    .forNoKeyUpdate('units')
    // No reading is left in a building that is closed meanwhile.
    .forKeyShare('buildings')
    .executeTakeFirst();
  return row ?? null;
}

/** Values by meter as they are stored. */
export type Values = Partial<Record<MeterType, number>>;

/** The newest submission of a flat for a month. */
export function newestPass(trx: Db, unit: number, month: number) {
  return trx
    .selectFrom('readings')
    .where('unit_id', '=', unit)
    .where('month', '=', month)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A submission of one's own for a month. */
export function ownPass(trx: Db, { user }: Principal, id: number, month: number) {
  return trx
    .selectFrom('readings')
    .where('id', '=', id)
    .where('month', '=', month)
    .where('sender_type', '=', 'employee')
    .where('sender_id', '=', user)
    .selectAll()
    .executeTakeFirst();
}

/** Writes a submission of an employee. @returns its id */
export async function insertPass(
  trx: Db,
  pass: { unit_id: number; month: number; sender_id: number; at: Date; values: Values },
): Promise<number> {
  const { values, ...row } = pass;
  const empty = Object.fromEntries(METER_TYPES.map((meter) => [meter, null])) as Record<MeterType, null>;
  const { id } = await trx
    .insertInto('readings')
    .values({ ...row, ...empty, ...values, sender_type: 'employee' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds values to a submission, or, by null, takes them out of it. */
export async function changePass(
  trx: Db,
  id: number,
  change: Partial<Record<MeterType, number | null>> & { at?: Date },
) {
  await trx.updateTable('readings').set(change).where('id', '=', id).execute();
}

/** Deletes a submission. */
export async function deletePass(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('readings').where('id', '=', id).execute();
}
