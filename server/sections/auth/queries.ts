import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';

/** The account with a phone, with the columns that sign-in needs; deleted people have no phone. */
export async function findAccountByPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status', 'password_hash'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether an account has not changed since its password was checked. Locks the row until the transaction ends, so that a
 * concurrent password change or suspension either refuses the new session or ends it.
 */
export async function isAccountUnchanged(
  trx: Db,
  account: { id: number; status: UserStatus; password_hash: string | null },
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', account.id)
    .where('status', '=', account.status)
    .where('password_hash', '=', account.password_hash)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
