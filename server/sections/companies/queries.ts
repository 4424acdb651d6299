import type { CompanyItem } from '#resources/protocol/people/employees.ts';
import type { Db } from '#server/db/tables.ts';

/** All companies, the head company first and closed ones last. */
export async function listCompanies(db: Db): Promise<CompanyItem[]> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'label', 'is_tenant', 'closed'])
    .orderBy('is_tenant', 'desc')
    .orderBy('closed')
    .orderBy('label')
    .execute();
  return rows.map(({ closed, ...company }) => (closed ? { ...company, closed } : company));
}
