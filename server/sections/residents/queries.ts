import { type RawBuilder, sql } from 'kysely';
import type { ResidentDetails } from '#resources/protocol/people/residents.ts';
import { residents } from '#resources/sections/residents.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Gender } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { purgePeople } from '#server/records/kit/deleted-people.ts';
import { type FieldsRow, recordFields } from '#server/records/kit/fields.ts';

export const residentFields = recordFields(residents, { columns: { phone_number: 'phone' } });
/** Writable columns of a person. */
type SavedResident = FieldsRow<typeof residentFields>;
/** Columns as stored: imported residents have no gender, deleted ones no phone. */
type ResidentRow = Omit<SavedResident, 'gender' | 'phone'> & { gender: Gender | null; phone: string | null };

const COLUMNS = residentFields.columns.map((column) => `users.${column}` as const);

/** Condition: the person has a home in an entrance in reach. @param person column that holds their id */
const livesInReach = (principal: Principal, person: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from residents_units homes join units on units.id = homes.unit_id
    where homes.user_id = ${sql.ref(person)} and ${entranceInReach(principal, 'units.porch_id')})`;

/** Condition: all homes of the person are in entrances in reach. @param person column that holds their id */
const livesOnlyInReach = (principal: Principal, person: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from residents_units homes join units on units.id = homes.unit_id
    where homes.user_id = ${sql.ref(person)} and not ${entranceInReach(principal, 'units.porch_id')})`;

/** A resident in reach, with their units in reach. @returns null if they do not exist or are out of reach */
export async function findResident(db: Db, principal: Principal, id: number) {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', id)
    .where('users.role', '=', 'resident')
    .where('users.status', '!=', 'deleted')
    .where(livesInReach(principal, 'users.id'))
    .select(COLUMNS)
    .select([
      'users.id',
      'users.email',
      'users.avatar_file_id',
      sql<ResidentDetails['status']>`users.status`.as('status'),
      livesOnlyInReach(principal, 'users.id').as('is_all_units'),
      sql<
        ResidentDetails['units']
      >`(select coalesce(jsonb_agg(jsonb_build_object('unit_type', units.unit_type, 'object',
          jsonb_build_object('id', units.id, 'label', units.label,
            'building', jsonb_build_object('id', buildings.id, 'street', buildings.street, 'number', buildings.number),
            'porch', jsonb_build_object('number', porches.number), 'floor', jsonb_build_object('number', floors.number),
            'pipe', case when pipes.id is not null then jsonb_build_object('name', pipes.name) end))
          order by homes.place, units.id), '[]')
        from residents_units homes join units on units.id = homes.unit_id
        join buildings on buildings.id = units.building_id join porches on porches.id = units.porch_id
        join floors on floors.id = units.floor_id left join pipes on pipes.id = units.pipe_id
        where homes.user_id = users.id and ${entranceInReach(principal, 'units.porch_id')})`.as('units'),
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** A stored resident; for the audit log. */
export type StoredResident = ResidentRow & {
  id: number;
  status: 'active' | 'created' | 'suspended' | 'deleted';
  suspended_from: 'active' | 'created' | null;
  /** Every unit in the order of the form, in reach or not. */
  units: number[];
};

/** A resident locked for a change; `seen` are their units in reach. */
export type ChangedResident = StoredResident & { seen: number[] };

/** Locks a resident in reach until the transaction ends. @param deleted looks for a deleted resident instead */
export async function lockResident(
  trx: Db,
  principal: Principal,
  id: number,
  deleted = false,
): Promise<ChangedResident | null> {
  const row = await trx
    .selectFrom('users')
    .where('users.id', '=', id)
    .where('users.role', '=', 'resident')
    .where('users.status', deleted ? '=' : '!=', 'deleted')
    .where(livesInReach(principal, 'users.id'))
    .select(COLUMNS)
    .select(['users.id', 'users.status', 'users.suspended_from'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const homes = await trx
    .selectFrom('residents_units')
    .innerJoin('units', 'units.id', 'residents_units.unit_id')
    .where('residents_units.user_id', '=', id)
    .select(['units.id', entranceInReach(principal, 'units.porch_id').as('held')])
    .orderBy('residents_units.place')
    .orderBy('units.id')
    .execute();
  return {
    ...row,
    units: homes.map((home) => home.id),
    seen: homes.filter(({ held }) => held).map((home) => home.id),
  };
}

/** Values that make up the version of a resident. @param units units in reach, in the order of the form */
export function residentVersionInput(resident: ResidentRow, units: readonly number[]) {
  return { ...residentFields.rowValues(resident), units };
}

/** Inserts an invited resident. @returns their id; null if the phone is in use */
export async function insertResident(trx: Db, resident: SavedResident, now: Date): Promise<number | null> {
  const row = await trx
    .insertInto('users')
    .values({
      ...resident,
      role: 'resident',
      status: 'created',
      password_hash: null,
      email: null,
      position: null,
      company_id: null,
      avatar_file_id: null,
      chat_id: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Updates the personal data of a resident. */
export async function updateResident(trx: Db, id: number, resident: SavedResident, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...resident, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Replaces the units of a resident, in this order. */
export async function replaceResidentUnits(trx: Db, id: number, units: readonly number[]): Promise<void> {
  await trx.deleteFrom('residents_units').where('user_id', '=', id).execute();
  if (!units.length) return;
  const rows = units.map((unit, index) => ({ user_id: id, unit_id: unit, place: index + 1 }));
  await trx.insertInto('residents_units').values(rows).execute();
}

/** Blocks a resident and stores their former status, or unblocks them. @returns their new status */
export async function suspendResident(
  trx: Db,
  { id, status, suspended_from }: StoredResident,
  flag: boolean,
  now: Date,
): Promise<'active' | 'created' | 'suspended'> {
  const unblockedStatus = status === 'created' ? 'created' : 'active';
  const before = status === 'suspended' ? (suspended_from ?? 'active') : unblockedStatus;
  const next = flag ? 'suspended' : before;
  await trx
    .updateTable('users')
    .set({ status: next, suspended_from: flag ? before : null, updated_at: now })
    .where('id', '=', id)
    .execute();
  return next;
}

/** Removes the flats of residents whose deletion can no longer be undone. @returns number of people */
export function purgeResidents(db: Db, now: Date): Promise<number> {
  return purgePeople(db, 'resident_deletions', now, async (trx, ids) => {
    await trx.deleteFrom('residents_units').where('user_id', 'in', ids).execute();
  });
}
