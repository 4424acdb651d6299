import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';

/** The account of a phone, as far as sign-in needs it; deleted people have no phone. */
export async function accountOfPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status', 'password_hash'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether an account is as it was when its password was looked at; held until the transaction ends, so that a change of the
 * password or a suspension in between either refuses the new session or ends it.
 */
export async function isUnchanged(
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
