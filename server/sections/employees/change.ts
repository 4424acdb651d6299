import type { Levels } from '#resources/language/access.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Gender } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import {
  companyLabel,
  hasMore,
  isLastOfRole,
  type Personal,
  phoneTaken,
  type StoredEmployee,
  storedEmployee,
  takeTurn,
  writeServices,
} from './change-queries.ts';
import { servicesOf } from './queries.ts';

/** Personal data as a payload names them. */
export interface PersonalBody {
  first_name: string;
  last_name: string;
  gender: Gender;
  position: string;
  company: number;
  phone_number: string;
}

/** The two of a change: who makes it and whom it is about, as they are now. */
export interface Pair {
  giver: StoredEmployee;
  employee: StoredEmployee;
}

/**
 * Waits for its turn and finds the two of a change.
 * @throws ApiError not_found; own_employee, since nobody raises, blocks or deletes himself (PERM-23)
 */
export async function pairOf(trx: Db, reader: Reader, id: number, extra: readonly string[]): Promise<Pair> {
  const giver = await takeTurn(trx, reader, extra);
  if (id === reader.user) throw new ApiError('own_employee');
  const employee = await storedEmployee(trx, id, extra);
  if (!employee) throw new ApiError('not_found');
  return { giver, employee };
}

/** @throws ApiError last_administrator where nobody but him could give rights with this role */
export async function keepAdministrator(trx: Db, employee: StoredEmployee): Promise<void> {
  if (employee.role === 'admin' && employee.status === 'active' && (await isLastOfRole(trx, employee))) {
    throw new ApiError('last_administrator');
  }
}

/** What stays in the audit log of personal data. */
export const personalOf = ({ first_name, last_name, gender, position, company_id, phone }: StoredEmployee) => ({
  first_name,
  last_name,
  gender,
  position,
  company_id,
  phone,
});

/**
 * Personal data as they are to be written.
 * @throws FieldsError for a company that is not there and a phone somebody else has; ApiError beyond_rights: with another
 * phone the account could be taken over, and with it rights that the giver lacks
 */
export async function settlePersonal(
  trx: Db,
  body: PersonalBody,
  pair: { giver: StoredEmployee; employee: StoredEmployee | null },
): Promise<Personal> {
  const { company, phone_number: phone, ...rest } = body;
  const { employee, giver } = pair;
  if ((await companyLabel(trx, company)) === null) throw new FieldsError({ company: ['validation.unknown'] });
  if (employee?.phone !== phone) {
    if (await phoneTaken(trx, phone, employee?.id ?? null))
      throw new FieldsError({ phone_number: ['validation.taken'] });
    if (employee && (await hasMore(trx, employee, giver))) throw new ApiError('beyond_rights');
  }
  return { ...rest, company_id: company, phone };
}

/**
 * Writes the kinds of work of a performer; of who is none they stay as they are until he becomes one.
 * @returns what changed, for the audit log; null when nothing did
 * @throws FieldsError where a performer is left without, and for one that is not known
 */
export async function settleServices(
  trx: Db,
  user: number,
  levels: Levels,
  chosen: readonly number[],
): Promise<{ before: number[]; after: number[] } | null> {
  if (levels.tasks === 'performer' && chosen.length === 0) throw new FieldsError({ services: ['validation.services'] });
  const before = (await servicesOf(trx, user)).map(({ id }) => id);
  const after = [...new Set(chosen)].sort((a, b) => a - b);
  if (before.join() === after.join()) return null;
  if (!(await writeServices(trx, user, after))) throw new FieldsError({ services: ['validation.unknown'] });
  return { before, after };
}
