import type * as z from 'zod';
import { allows, type Levels } from '#resources/language/access.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { onlyPerforms } from '#resources/rules/requests/rights.ts';
import { employees } from '#resources/sections/employees.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Role } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, type ErrorCode, FieldsError } from '#server/http/errors.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import {
  employeeFields,
  hasMore,
  isLastOfRole,
  lockEmployeeChanges,
  mayBelong,
  type Personal,
  phoneTaken,
  type StoredEmployee,
  type StoredPersonal,
  storedEmployee,
  writeServices,
} from './change-queries.ts';
import { selectEmployeeServices } from './queries.ts';

/** The rules of personal data, with the types of their results. */
export const personalRules = {
  ...employeeFields.rules,
  company: fieldRule(employees.fields.company),
};

/** Personal data as a payload names them. */
type PersonalBody = z.output<z.ZodObject<typeof personalRules>>;

/** The two people of a change: the giver and the employee, as they are now. */
export interface Pair {
  giver: StoredEmployee;
  employee: StoredEmployee;
}

/**
 * Waits for its turn and finds the two of a change.
 * @throws ApiError not_found; own_employee, since people do not raise, block or delete themselves (PERM-23)
 */
async function takePair(trx: Db, reader: Reader, id: number, extra: readonly string[]): Promise<Pair> {
  const giver = await lockEmployeeChanges(trx, reader, extra);
  if (id === reader.user) throw new ApiError('own_employee');
  const employee = await storedEmployee(trx, id, extra);
  if (!employee) throw new ApiError('not_found');
  return { giver, employee };
}

/** Changes of employees, one at a time; the giver cannot change themselves. */
export const employeeWrites = (context: Pick<ServerContext, 'db' | 'bus' | 'guard'>) =>
  recordWrites(context, employees, {
    find: (trx, reader, id) => takePair(trx, reader, id, context.guard.extraSections()),
  });

const LAST_OF_ROLE: Partial<Record<Role, ErrorCode>> = { admin: 'last_administrator', superuser: 'last_superuser' };

/** @throws ApiError last_administrator or last_superuser where no one else could give rights with this role */
export async function keepLastOfRole(trx: Db, employee: StoredEmployee): Promise<void> {
  const refusal = LAST_OF_ROLE[employee.role];
  if (refusal && employee.status === 'active' && (await isLastOfRole(trx, employee))) throw new ApiError(refusal);
}

/** Personal data kept in the audit log. */
export const personalValues = (employee: StoredPersonal) => ({
  ...employeeFields.valuesOf(employee),
  company_id: employee.company_id,
});

/**
 * Personal data as they are to be written.
 * @throws FieldsError for a company that is not there or closed, and a phone of another person; ApiError beyond_rights:
 * with another phone the account could be taken over, and with it rights that the giver lacks
 */
export async function settlePersonal(
  trx: Db,
  body: PersonalBody,
  pair: { giver: StoredEmployee; employee: StoredEmployee | null },
): Promise<Personal> {
  const { company, phone_number: phone } = body;
  const { employee, giver } = pair;
  if (!(await mayBelong(trx, company, employee?.company_id ?? null)))
    throw new FieldsError({ company: ['validation.unknown'] });
  if (employee?.phone !== phone) {
    if (await phoneTaken(trx, phone, employee?.id ?? null))
      throw new FieldsError({ phone_number: ['validation.taken'] });
    if (employee && (await hasMore(trx, employee, giver))) throw new ApiError('beyond_rights');
  }
  return { ...employeeFields.rowOf(body, employee ?? undefined), company_id: company };
}

/**
 * Writes the kinds of work of a performer; of others they stay as they are until they become one. They decide which
 * requests a performer sees: a giver that only performs gives and takes only their own, a giver that may not make
 * performers none.
 * @param chosenIds left out, they stay
 * @returns what changed, for the audit log; null when nothing did
 * @throws FieldsError where a performer is left without, for one that is not known and for one that is not theirs to
 * give
 */
export async function settleServices(
  trx: Db,
  { giver, employee }: Pair,
  levels: Levels,
  chosenIds: readonly number[] | undefined,
): Promise<{ before: number[]; after: number[] } | null> {
  const before = (await selectEmployeeServices(trx, employee.id)).map(({ id }) => id);
  const after = chosenIds ? [...new Set(chosenIds)].sort((a, b) => a - b) : before;
  const performs = levels.tasks === 'performer';
  const becomes = performs && employee.levels.tasks !== 'performer';
  if (performs && after.length === 0 && (chosenIds || becomes)) {
    throw new FieldsError({ services: ['validation.services'] });
  }
  const moved = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))];
  // With the level all that they were left with comes to count.
  const given = becomes ? [...moved, ...after] : moved;
  if (given.length && !(await ownsServices(trx, giver, given))) {
    throw new FieldsError({ services: ['employees.refused.service'] }, 'rights service');
  }
  if (moved.length === 0) return null;
  if (!(await writeServices(trx, employee.id, after))) throw new FieldsError({ services: ['validation.unknown'] });
  return { before, after };
}

/**
 * Whether a person may give all these kinds of work: with every request in reach all, as a performer their own; none
 * means all.
 */
async function ownsServices(trx: Db, { id, role, levels }: StoredEmployee, services: readonly number[]) {
  const held = { role, level: levels.tasks };
  if (!onlyPerforms(held)) return allows('tasks', levels.tasks, 'change');
  const own = new Set((await selectEmployeeServices(trx, id)).map((service) => service.id));
  return own.size === 0 || services.every((service) => own.has(service));
}
