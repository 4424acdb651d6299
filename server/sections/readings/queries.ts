import { sql } from 'kysely';
import { METER_TYPES, type MeterType, type ReadingType } from '#resources/rules/readings/meters.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, entranceInReach } from '#server/access/scope.ts';
import type { SenderType } from '#server/db/tables/operations.ts';
import type { Db } from '#server/db/tables.ts';

/** Reading settings of a building. */
export interface ReadingSettings {
  id: number;
  reading_types: ReadingType[];
  submit_start_day: number | null;
  submit_end_day: number | null;
}

/** Reading settings of the buildings in reach. @param buildings only these buildings */
export function selectReadingSettings(
  db: Db,
  principal: Principal,
  buildings: readonly number[] | null,
): Promise<ReadingSettings[]> {
  return db
    .selectFrom('buildings')
    .where(buildingInReach(principal, 'buildings.id'))
    .$if(buildings !== null, (query) =>
      query.where(sql<boolean>`buildings.id = any(${[...(buildings ?? [])]}::integer[])`),
    )
    .select(['id', 'reading_types', 'submit_start_day', 'submit_end_day'])
    .orderBy('id')
    .execute();
}

/** A stored submission, with the sender's name; a meter without a value is null. */
export type StoredSubmission = Record<MeterType, number | null> & {
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
export const SUBMISSION_COLUMNS = [
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

/** Submissions of these flats for a range of months, both ends included; newest first. */
export async function selectPasses(
  db: Db,
  units: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, StoredSubmission[]>> {
  const passes = new Map<number, StoredSubmission[]>(units.map((unit) => [unit, []]));
  if (units.length === 0) return passes;
  const rows = await db
    .selectFrom('readings')
    .leftJoin('users', 'users.id', 'readings.sender_id')
    .where(sql<boolean>`readings.unit_id = any(${[...units]}::integer[])`)
    .where('readings.month', '>=', from)
    .where('readings.month', '<=', to)
    .select(SUBMISSION_COLUMNS)
    .orderBy('readings.month', 'desc')
    .orderBy('readings.at', 'desc')
    .orderBy('readings.id', 'desc')
    .execute();
  for (const row of rows) passes.get(row.unit_id)?.push(row);
  return passes;
}

/** Locks a flat, whose readings are written, until the transaction ends; with the settings of its building. */
export async function lockFlat(
  trx: Db,
  principal: Principal,
  unit: number,
): Promise<(Omit<ReadingSettings, 'id'> & { id: number; building_id: number }) | null> {
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
    // Keeps the building from being closed meanwhile.
    .forKeyShare('buildings')
    .executeTakeFirst();
  return row ?? null;
}

/** Values by meter, as stored. */
export type StoredMeterValues = Partial<Record<MeterType, number>>;

/** The newest submission of a flat for a month. */
export function findNewestPass(trx: Db, unit: number, month: number) {
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

/** An employee's own submission for a month. */
export function findOwnPass(trx: Db, { user }: Principal, id: number, month: number) {
  return trx
    .selectFrom('readings')
    .where('id', '=', id)
    .where('month', '=', month)
    .where('sender_type', '=', 'employee')
    .where('sender_id', '=', user)
    .selectAll()
    .executeTakeFirst();
}

/** Inserts a submission of an employee. @returns its id */
export async function insertPass(
  trx: Db,
  pass: { unit_id: number; month: number; sender_id: number; at: Date; values: StoredMeterValues },
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

/** Sets values of a submission; null removes one. */
export async function updatePass(
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
