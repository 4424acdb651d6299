import { sql } from 'kysely';
import { allows, can, LEVELS, type Level } from '#resources/language/access.ts';
import { employees } from '#resources/sections/employees.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import { dropFactors } from '#server/access/second-factor.ts';
import { coversAll, holdsBeyond } from '#server/access/view.ts';
import type { Gender, Role, UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { purgePeople } from '#server/records/kit/deleted-people.ts';
import { type RowOf, recordFields } from '#server/records/kit/fields.ts';

/** Names the queue that changes of employees stand in. */
const QUEUE = 7_170_017;

/** The scalar fields of an employee. The status is changed by calls of its own. */
export const employeeFields = recordFields(employees, { except: ['status'], columns: { phone_number: 'phone' } });
type SavedFields = RowOf<typeof employeeFields>;

/** Personal data of an employee as they are written. */
export type Personal = SavedFields & { company_id: number };
/** The same as they may stand in the table. */
export type StoredPersonal = Omit<SavedFields, 'gender' | 'position' | 'phone'> & {
  gender: Gender | null;
  position: string | null;
  company_id: number | null;
  phone: string | null;
};

/** An employee as a change finds them, with everything but their entrances. */
export type StoredEmployee = StoredPersonal & {
  id: number;
  role: Role;
  status: UserStatus;
  password_hash: string | null;
  levels: Record<string, Level>;
};

/**
 * Lets one change of employees through at a time: what it looks at – the rights of the giver, the other administrators
 * – then stays so until it commits.
 * @returns the giver, as they are now
 * @throws ApiError account_suspended, signed_out, no_right where they lost their right while they waited
 */
export async function lockEmployeeChanges(trx: Db, reader: Reader, extra: readonly string[]): Promise<StoredEmployee> {
  await sql`select pg_advisory_xact_lock(${QUEUE})`.execute(trx);
  const giver = await storedEmployee(trx, reader.user, extra);
  if (!giver) throw new ApiError('signed_out');
  if (giver.status === 'suspended') throw new ApiError('account_suspended');
  if (!can(giver.levels, 'employees', 'change')) throw new ApiError('no_right', { section: 'Сотрудники' });
  return giver;
}

/** An employee, locked until the transaction ends; null if they do not exist. */
export async function storedEmployee(trx: Db, id: number, extra: readonly string[]): Promise<StoredEmployee | null> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .where('role', '!=', 'resident')
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status', 'company_id', 'password_hash', ...employeeFields.columns])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const stored = await trx.selectFrom('levels').where('user_id', '=', id).select(['section', 'level']).execute();
  const levels = Object.fromEntries(stored.map(({ section, level }) => [section, level]));
  return { ...row, levels: effectiveLevels(row.role, levels, extra) };
}

/** Whether the employee may or sees something that the other one may not or does not. */
export async function hasMore(trx: Db, employee: StoredEmployee, than: StoredEmployee): Promise<boolean> {
  if (!coversAll(than, employee)) return true;
  const { rows } = await sql<{ more: boolean }>`select ${holdsBeyond(employee, than)} as more`.execute(trx);
  return rows[0]?.more !== false;
}

/** Levels of the section of employees that let an employee give rights. */
const GIVING = LEVELS.filter((level) => allows('employees', level, 'change'));

/** Whether no other active employee with the right to give rights has this role. */
export async function isLastOfRole(trx: Db, { id, role }: StoredEmployee): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .where('role', '=', role)
    .where('status', '=', 'active')
    .where('id', '!=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('levels')
          .whereRef('levels.user_id', '=', 'users.id')
          .where('levels.section', '=', 'employees')
          .where('levels.level', 'in', GIVING)
          .select('levels.user_id'),
      ),
    )
    .select('id')
    .executeTakeFirst();
  return !other;
}

/** Whether an employee may belong to a company: they do already, or it is open and stays so until the transaction ends. @param before id of the company they belong to */
export async function mayBelong(trx: Db, id: number, before: number | null): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('closed', '=', false), eb('id', '=', before)]))
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another person has this phone. */
export async function phoneTaken(trx: Db, phone: string, but: number | null): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('phone', '=', phone)
    .$if(but !== null, (query) => query.where('id', '!=', but))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes an invited employee with these levels. @returns their id */
export async function insertEmployee(
  trx: Db,
  personal: Personal,
  levels: Readonly<Record<string, Level>>,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('users')
    .values({
      ...personal,
      role: 'employee',
      status: 'created',
      password_hash: null,
      email: null,
      avatar_file_id: null,
      chat_id: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLevels(trx, id, levels);
  return id;
}

/** Overwrites personal data or the status. */
export async function updateEmployee(
  trx: Db,
  id: number,
  change: Partial<Personal> & { status?: UserStatus },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Writes these levels; others stay. */
export async function writeLevels(trx: Db, user: number, levels: Readonly<Record<string, Level>>): Promise<void> {
  const rows = Object.entries(levels).map(([section, level]) => ({ user_id: user, section, level }));
  if (!rows.length) return;
  await trx
    .insertInto('levels')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'section']).doUpdateSet({ level: sql`excluded.level` }))
    .execute();
}

/**
 * Sets the kinds of work of a performer; a closed one can be kept.
 * @returns false when one is not known, or new to them and closed; then nothing may be written
 */
export async function writeServices(trx: Db, user: number, services: readonly number[]): Promise<boolean> {
  const ids = sql`any(${[...services]}::integer[])`;
  const openServices = await trx
    .selectFrom('services')
    .where(sql<boolean>`id = ${ids}`)
    .where(
      sql<boolean>`(not closed or exists (select 1 from user_services held
        where held.user_id = ${user} and held.service_id = services.id))`,
    )
    .select('id')
    .forShare()
    .execute();
  if (openServices.length !== new Set(services).size) return false;
  await trx.deleteFrom('user_services').where('user_id', '=', user).execute();
  if (services.length) {
    await trx
      .insertInto('user_services')
      .values(openServices.map(({ id }) => ({ user_id: user, service_id: id })))
      .execute();
  }
  return true;
}

/** Takes their rights from employees whose deletion can no longer be restored. @returns how many people */
export function purgeEmployees(db: Db, now: Date): Promise<number> {
  return purgePeople(db, 'employee_deletions', now, async (trx, ids) => {
    await trx.deleteFrom('levels').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_porches').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_services').where('user_id', 'in', ids).execute();
    await dropFactors(trx, ids);
    await trx.updateTable('users').set({ password_hash: null }).where('id', 'in', ids).execute();
  });
}
