import type { Level } from '#resources/language/access.ts';
import { allLevels } from '#server/access/look-up.ts';
import type { Db } from '#server/db/tables.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { personalValues } from './change.ts';
import { type StoredEmployee, type StoredPersonal, storedEmployee } from './change-queries.ts';
import { selectPorchIds } from './porch-queries.ts';
import { selectEmployeeServices } from './queries.ts';

type Versioned = StoredPersonal & Pick<StoredEmployee, 'id' | 'status'> & { levels: Readonly<Record<string, Level>> };

/**
 * The input of an employee's version: all that their form replaces, and the status, which ends what was about to be said
 * of them.
 * @param extra sections that the installation added
 */
export async function versionedEmployee(db: Db, employee: Versioned, extra: readonly string[]) {
  const { id, status, levels } = employee;
  return {
    ...personalValues(employee),
    status,
    levels: allLevels({ levels }, extra),
    porches: await selectPorchIds(db, id),
    services: (await selectEmployeeServices(db, id)).map((service) => service.id),
  };
}

/** The version of an employee just written. */
export async function writtenVersion(trx: Db, id: number, extra: readonly string[]): Promise<string> {
  const employee = await storedEmployee(trx, id, extra);
  if (!employee) throw new Error(`employee ${id} is gone while they are written`);
  return computeRecordVersion(await versionedEmployee(trx, employee, extra));
}
