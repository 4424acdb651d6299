import type * as z from 'zod';
import { allows, type Levels } from '#resources/language/access.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { isLimitedToPerforming } from '#resources/rules/requests/rights.ts';
import { employees } from '#resources/sections/employees.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Role } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, type ErrorCode, FieldsError } from '#server/http/errors.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import {
  type EmployeePersonalData,
  employeeFields,
  hasMoreAccess,
  isLastOfRole,
  isPhoneTaken,
  lockEmployee,
  lockEmployeeChanges,
  mayBelongToCompany,
  type StoredEmployee,
  type StoredPersonal,
  writeServices,
} from './change-queries.ts';
import { selectEmployeeServices } from './queries.ts';

/** Validation rules of personal data. */
export const personalRules = {
  ...employeeFields.rules,
  company: fieldRule(employees.fields.company),
};

/** Personal data in the body of a call. */
type PersonalBody = z.output<z.ZodObject<typeof personalRules>>;

/** The giver of rights and the employee being changed, as they are now. */
export interface EmployeePair {
  giver: StoredEmployee;
  employee: StoredEmployee;
}

/**
 * Waits for the lock of employee changes and reads the giver and the employee.
 * @throws ApiError not_found; own_employee, since nobody may change their own rights, or block or delete themselves (PERM-23)
 */
async function lockEmployeePair(trx: Db, reader: Reader, id: number, extra: readonly string[]): Promise<EmployeePair> {
  const giver = await lockEmployeeChanges(trx, reader, extra);
  if (id === reader.user) throw new ApiError('own_employee');
  const employee = await lockEmployee(trx, id, extra);
  if (!employee) throw new ApiError('not_found');
  return { giver, employee };
}

/** Writes of employees, one at a time; nobody can change themselves. */
export const employeeWrites = (context: Pick<ServerContext, 'db' | 'bus' | 'guard'>) =>
  recordWrites(context, employees, {
    find: (trx, reader, id) => lockEmployeePair(trx, reader, id, context.guard.extraSections()),
  });

const LAST_OF_ROLE: Partial<Record<Role, ErrorCode>> = { admin: 'last_administrator', superuser: 'last_superuser' };

/** Refuses to remove the last person of a role who can give rights. @throws ApiError last_administrator, last_superuser */
export async function refuseLastOfRole(trx: Db, employee: StoredEmployee): Promise<void> {
  const refusal = LAST_OF_ROLE[employee.role];
  if (refusal && employee.status === 'active' && (await isLastOfRole(trx, employee))) throw new ApiError(refusal);
}

/** Personal data for the audit log. */
export const personalValues = (employee: StoredPersonal) => ({
  ...employeeFields.rowValues(employee),
  company_id: employee.company_id,
});

/**
 * Validates personal data and returns the row to write.
 * @throws FieldsError for a company that is unknown or closed, and a phone of another person; ApiError beyond_rights: with
 * another phone the giver could take over the account, and gain rights that they lack
 */
export async function settlePersonal(
  trx: Db,
  body: PersonalBody,
  pair: { giver: StoredEmployee; employee: StoredEmployee | null },
): Promise<EmployeePersonalData> {
  const { company, phone_number: phone } = body;
  const { employee, giver } = pair;
  if (!(await mayBelongToCompany(trx, company, employee?.company_id ?? null)))
    throw new FieldsError({ company: ['validation.unknown'] });
  if (employee?.phone !== phone) {
    if (await isPhoneTaken(trx, phone, employee?.id ?? null))
      throw new FieldsError({ phone_number: ['validation.taken'] });
    if (employee && (await hasMoreAccess(trx, employee, giver))) throw new ApiError('beyond_rights');
  }
  return { ...employeeFields.toRow(body, employee ?? undefined), company_id: company };
}

/**
 * Writes the services of a performer; other employees keep theirs until they become one. Services decide which requests a
 * performer sees: a giver who is only a performer gives and takes only their own, a giver who may not change requests none.
 * @param chosenIds if omitted, they stay
 * @returns what changed, for the audit log; null if nothing did
 * @throws FieldsError if a performer would have none, or a service is unknown or not the giver's to give
 */
export async function settleServices(
  trx: Db,
  { giver, employee }: EmployeePair,
  levels: Levels,
  chosenIds: readonly number[] | undefined,
): Promise<{ before: number[]; after: number[] } | null> {
  const before = (await selectEmployeeServices(trx, employee.id)).map(({ id }) => id);
  const after = chosenIds ? [...new Set(chosenIds)].sort((a, b) => a - b) : before;
  const isPerformer = levels.tasks === 'performer';
  const becomesPerformer = isPerformer && employee.levels.tasks !== 'performer';
  if (isPerformer && after.length === 0 && (chosenIds || becomesPerformer)) {
    throw new FieldsError({ services: ['validation.services'] });
  }
  const changedIds = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))];
  // With the level, the services they already had take effect too.
  const givenIds = becomesPerformer ? [...changedIds, ...after] : changedIds;
  if (givenIds.length && !(await mayGiveServices(trx, giver, givenIds))) {
    throw new FieldsError({ services: ['employees.refused.service'] }, 'rights service');
  }
  if (changedIds.length === 0) return null;
  if (!(await writeServices(trx, employee.id, after))) throw new FieldsError({ services: ['validation.unknown'] });
  return { before, after };
}

/**
 * Whether a person may give all these services: with access to every request all, as a performer only their own; a performer
 * without services has all.
 */
async function mayGiveServices(trx: Db, { id, role, levels }: StoredEmployee, services: readonly number[]) {
  const taskAccess = { role, level: levels.tasks };
  if (!isLimitedToPerforming(taskAccess)) return allows('tasks', levels.tasks, 'change');
  const ownServices = new Set((await selectEmployeeServices(trx, id)).map((service) => service.id));
  return ownServices.size === 0 || services.every((service) => ownServices.has(service));
}
