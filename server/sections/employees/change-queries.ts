import { sql } from 'kysely';
import { allows, can, LEVELS, type Level } from '#resources/language/access.ts';
import { employees } from '#resources/sections/employees.ts';
import { effectiveLevels, type Reader } from '#server/access/reader.ts';
import { deleteFactors } from '#server/access/second-factor.ts';
import { hasAllRightsOf, seesMoreThan } from '#server/access/view.ts';
import type { Gender, Role, UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { purgePeople } from '#server/records/kit/deleted-people.ts';
import { type FieldsRow, recordFields } from '#server/records/kit/fields.ts';

/** Key of the advisory lock that serialises changes of employees. */
const EMPLOYEE_CHANGES_LOCK = 7_170_017;

/** The scalar fields of an employee, except the status, which has calls of its own. */
export const employeeFields = recordFields(employees, { except: ['status'], columns: { phone_number: 'phone' } });
type SavedFields = FieldsRow<typeof employeeFields>;

/** Personal data of an employee, to be written. */
export type EmployeePersonalData = SavedFields & { company_id: number };
/** Personal data as stored, where old rows may have gaps. */
export type StoredPersonal = Omit<SavedFields, 'gender' | 'position' | 'phone'> & {
  gender: Gender | null;
  position: string | null;
  company_id: number | null;
  phone: string | null;
};

/** An employee with their levels, but without their entrances. */
export type StoredEmployee = StoredPersonal & {
  id: number;
  role: Role;
  status: UserStatus;
  password_hash: string | null;
  levels: Record<string, Level>;
};

/**
 * Serialises changes of employees, so that the rights of the giver and the other administrators stay as they were read until the
 * commit.
 * @returns the giver with their current rights
 * @throws ApiError account_suspended, signed_out, no_right if they lost their right while waiting
 */
export async function lockEmployeeChanges(trx: Db, reader: Reader, extra: readonly string[]): Promise<StoredEmployee> {
  await sql`select pg_advisory_xact_lock(${EMPLOYEE_CHANGES_LOCK})`.execute(trx);
  const giver = await lockEmployee(trx, reader.user, extra);
  if (!giver) throw new ApiError('signed_out');
  if (giver.status === 'suspended') throw new ApiError('account_suspended');
  if (!can(giver.levels, 'employees', 'change')) throw new ApiError('no_right', { section: 'Сотрудники' });
  return giver;
}

/** Reads and locks an employee until the transaction ends; null if they do not exist. */
export async function lockEmployee(trx: Db, id: number, extra: readonly string[]): Promise<StoredEmployee | null> {
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

/** Whether the employee may do or see something that the other one may not. */
export async function hasMoreAccess(trx: Db, employee: StoredEmployee, other: StoredEmployee): Promise<boolean> {
  if (!hasAllRightsOf(other, employee)) return true;
  const { rows } = await sql<{ more: boolean }>`select ${seesMoreThan(employee, other)} as more`.execute(trx);
  return rows[0]?.more !== false;
}

/** Levels of the employees section that allow giving rights. */
const GIVING_LEVELS = LEVELS.filter((level) => allows('employees', level, 'change'));

/** Whether no other active employee of this role may give rights. */
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
          .where('levels.level', 'in', GIVING_LEVELS)
          .select('levels.user_id'),
      ),
    )
    .select('id')
    .executeTakeFirst();
  return !other;
}

/**
 * Whether an employee may belong to a company: they already do, or it is open (and locked until the transaction ends).
 * @param before id of their current company
 */
export async function mayBelongToCompany(trx: Db, id: number, before: number | null): Promise<boolean> {
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
export async function isPhoneTaken(trx: Db, phone: string, exceptId: number | null): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('phone', '=', phone)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts an invited employee with these levels. @returns their id */
export async function insertEmployee(
  trx: Db,
  personal: EmployeePersonalData,
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

/** Updates personal data or the status. */
export async function updateEmployee(
  trx: Db,
  id: number,
  change: Partial<EmployeePersonalData> & { status?: UserStatus },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Writes these levels; those of other sections stay. */
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
 * Replaces the services of a performer; a closed one can only be kept.
 * @returns false, with nothing written, if one is unknown, or closed and new to them
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

/** Removes rights, second factors and password of employees whose deletion can no longer be undone. @returns number of people */
export function purgeEmployees(db: Db, now: Date): Promise<number> {
  return purgePeople(db, 'employee_deletions', now, async (trx, ids) => {
    await trx.deleteFrom('levels').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_porches').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_services').where('user_id', 'in', ids).execute();
    await deleteFactors(trx, ids);
    await trx.updateTable('users').set({ password_hash: null }).where('id', 'in', ids).execute();
  });
}
