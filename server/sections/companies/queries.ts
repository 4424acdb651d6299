import type { CompanyItem } from '#resources/protocol/people/employees.ts';
import type { Db } from '#server/db/tables.ts';

/** The companies people can belong to, the head one first. */
export function listCompanies(db: Db): Promise<CompanyItem[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'label', 'is_tenant'])
    .orderBy('is_tenant', 'desc')
    .orderBy('label')
    .execute();
}
