import { type RawBuilder, sql } from 'kysely';
import type { ResidentOne } from '#resources/protocol/residents.ts';
import { porchInReach } from '#server/access/scope.ts';
import type { Gender } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';

type Holder = { readonly user: number };

/** A resident before his picture is looked up. */
export type ResidentRow = Omit<ResidentOne, 'avatar' | 'id' | 'user' | 'phone_number'> & {
  id: number;
  phone: string | null;
  avatar_file_id: number | null;
};

/** Somebody lives in an entrance that is held; the column holds his id. */
const livesInReach = (holder: Holder, person: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from residents_units homes join units on units.id = homes.unit_id
    where homes.user_id = ${sql.ref(person)} and ${porchInReach(holder, 'units.porch_id')})`;

/** Every unit of his is in an entrance that is held. */
const livesInReachOnly = (holder: Holder, person: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from residents_units homes join units on units.id = homes.unit_id
    where homes.user_id = ${sql.ref(person)} and not ${porchInReach(holder, 'units.porch_id')})`;

/** A resident who lives in reach, with his units that are. @returns null when there is none */
export async function oneResident(db: Db, holder: Holder, id: number): Promise<ResidentRow | null> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', id)
    .where('users.role', '=', 'resident')
    .where('users.status', '!=', 'deleted')
    .where(livesInReach(holder, 'users.id'))
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.phone',
      'users.gender',
      'users.email',
      'users.avatar_file_id',
      sql<ResidentOne['status']>`users.status`.as('status'),
      livesInReachOnly(holder, 'users.id').as('is_all_units'),
      sql<ResidentOne['units']>`(select coalesce(jsonb_agg(jsonb_build_object('unit_type', units.unit_type, 'object',
          jsonb_build_object('id', units.id, 'label', units.label,
            'building', jsonb_build_object('id', buildings.id, 'street', buildings.street, 'number', buildings.number),
            'porch', jsonb_build_object('number', porches.number), 'floor', jsonb_build_object('number', floors.number),
            'pipe', case when pipes.id is not null then jsonb_build_object('name', pipes.name) end))
          order by homes.place, units.id), '[]')
        from residents_units homes join units on units.id = homes.unit_id
        join buildings on buildings.id = units.building_id join porches on porches.id = units.porch_id
        join floors on floors.id = units.floor_id left join pipes on pipes.id = units.pipe_id
        where homes.user_id = users.id and ${porchInReach(holder, 'units.porch_id')})`.as('units'),
    ])
    .executeTakeFirst();
  return row ?? null;
}

/** A resident as he is stored; for the audit log. */
export interface StoredResident {
  id: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  gender: Gender | null;
  status: 'active' | 'created' | 'suspended' | 'deleted';
  suspended_from: 'active' | 'created' | null;
  /** Every unit in the order of the form, in reach or not. */
  units: number[];
}

/**
 * A resident who lives in reach, locked until the transaction ends; `seen`: those of his units that are in reach.
 * @param deleted looks for a deleted one instead
 */
export async function residentToChange(
  trx: Db,
  holder: Holder,
  id: number,
  deleted = false,
): Promise<(StoredResident & { seen: number[] }) | null> {
  const row = await trx
    .selectFrom('users')
    .where('users.id', '=', id)
    .where('users.role', '=', 'resident')
    .where('users.status', deleted ? '=' : '!=', 'deleted')
    .where(livesInReach(holder, 'users.id'))
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.phone',
      'users.gender',
      'users.status',
      'users.suspended_from',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const homes = await trx
    .selectFrom('residents_units')
    .innerJoin('units', 'units.id', 'residents_units.unit_id')
    .where('residents_units.user_id', '=', id)
    .select(['units.id', porchInReach(holder, 'units.porch_id').as('held')])
    .orderBy('residents_units.place')
    .orderBy('units.id')
    .execute();
  return {
    ...row,
    units: homes.map((home) => home.id),
    seen: homes.filter(({ held }) => held).map((home) => home.id),
  };
}

/** What the version of a resident is made of. @param units those in reach of the reader, in the order of the form */
export function versionedResident(
  { first_name, last_name, phone, gender }: Pick<StoredResident, 'first_name' | 'last_name' | 'phone' | 'gender'>,
  units: readonly number[],
) {
  return { first_name, last_name, phone, gender, units };
}

/** Of these units those in entrances that are held; they cannot be torn down until the transaction ends. */
export async function unitsInReach(trx: Db, holder: Holder, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select units.id from units
    where units.id = any(${[...ids]}::integer[]) and ${porchInReach(holder, 'units.porch_id')}
    for key share of units`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** What is written of a person. */
export interface Personal {
  first_name: string;
  last_name: string;
  phone: string;
  gender: Gender;
}

/** Writes somebody invited. @returns his id; null when his telephone belongs to somebody already */
export async function insertResident(trx: Db, personal: Personal, now: Date): Promise<number | null> {
  const row = await trx
    .insertInto('users')
    .values({
      ...personal,
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

/** Overwrites what is known of a person. */
export async function updateResident(trx: Db, id: number, personal: Personal, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...personal, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Sets the units of a resident, in this order. */
export async function setUnits(trx: Db, id: number, units: readonly number[]): Promise<void> {
  await trx.deleteFrom('residents_units').where('user_id', '=', id).execute();
  if (!units.length) return;
  const rows = units.map((unit, index) => ({ user_id: id, unit_id: unit, place: index + 1 }));
  await trx.insertInto('residents_units').values(rows).execute();
}

/** Blocks a resident, who remembers what he was, or lets him in again. @returns his status */
export async function suspendResident(
  trx: Db,
  { id, status, suspended_from }: StoredResident,
  flag: boolean,
  now: Date,
): Promise<'active' | 'created' | 'suspended'> {
  const known = status === 'created' ? 'created' : 'active';
  const before = status === 'suspended' ? (suspended_from ?? 'active') : known;
  const next = flag ? 'suspended' : before;
  await trx
    .updateTable('users')
    .set({ status: next, suspended_from: flag ? before : null, updated_at: now })
    .where('id', '=', id)
    .execute();
  return next;
}
