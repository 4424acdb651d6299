import type { Db } from '#server/db/tables.ts';

/** Ends the links that were sent to somebody. */
export async function endInvitations(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', user).where('purpose', '=', 'activation').execute();
}

/** What an invitation says; null when the person has no phone any more. */
export async function invitationOf(db: Db, user: number) {
  const row = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', user)
    .select(['users.phone', 'users.first_name as name', 'companies.label as company'])
    .executeTakeFirst();
  if (!row?.phone) return null;
  return { phone: row.phone, name: row.name, company: row.company ?? '' };
}
