import type { CompanyItem } from '#resources/protocol/people/employees.ts';
import type { Db } from '#server/db/tables.ts';

/** The companies that are open for people to belong to, the head one first. */
export function listCompanies(db: Db): Promise<CompanyItem[]> {
  return db
    .selectFrom('companies')
    .where('closed', '=', false)
    .select(['id', 'label', 'is_tenant'])
    .orderBy('is_tenant', 'desc')
    .orderBy('label')
    .execute();
}
