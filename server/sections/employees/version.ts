import type { Level } from '#resources/language/access.ts';
import { allLevels } from '#server/access/find-reader.ts';
import type { Db } from '#server/db/tables.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { personalValues } from './change.ts';
import { lockEmployee, type StoredEmployee, type StoredPersonal } from './change-queries.ts';
import { selectPorchIds } from './porch-queries.ts';
import { selectEmployeeServices } from './queries.ts';

type VersionedEmployee = StoredPersonal &
  Pick<StoredEmployee, 'id' | 'status'> & { levels: Readonly<Record<string, Level>> };

/**
 * Input of an employee's version: everything that their form replaces, and the status, whose change makes an open form outdated.
 * @param extra sections that the installation added
 */
export async function selectVersionInput(db: Db, employee: VersionedEmployee, extra: readonly string[]) {
  const { id, status, levels } = employee;
  return {
    ...personalValues(employee),
    status,
    levels: allLevels({ levels }, extra),
    porches: await selectPorchIds(db, id),
    services: (await selectEmployeeServices(db, id)).map((service) => service.id),
  };
}

/** Version of an employee who was just written. */
export async function computeWrittenVersion(trx: Db, id: number, extra: readonly string[]): Promise<string> {
  const employee = await lockEmployee(trx, id, extra);
  if (!employee) throw new Error(`employee ${id} is gone while they are written`);
  return computeRecordVersion(await selectVersionInput(trx, employee, extra));
}
