import { sql } from 'kysely';
import { endCodes, endTokens } from '#server/access/tokens.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { CODE_LIMITS } from './codes.ts';

/** The code that this session has confirmed and not yet used for a password. */
const selectConfirmedCode = (db: Db, session: number, now: Date) =>
  db
    .selectFrom('sms_codes')
    .where('purpose', '=', 'authorized')
    .where('token_id', '=', session)
    .where('used_at', '>', new Date(now.getTime() - CODE_LIMITS.spend))
    .where('spent_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .select('id');

/** Whether a session has confirmed its code and may set a password. */
export async function hasConfirmedCode(db: Db, session: number, now: Date): Promise<boolean> {
  return (await selectConfirmedCode(db, session, now).executeTakeFirst()) !== undefined;
}

/** Uses up the code that `hasConfirmedCode` found. @returns false if it was used up or expired meanwhile */
export async function spendCode(trx: Db, session: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('sms_codes')
    .set({ spent_at: now })
    .where('id', '=', selectConfirmedCode(trx, session, now))
    .where('spent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the token of an invitation or recovery. @returns false if it was used up or expired meanwhile */
export async function spendToken(trx: Db, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('tokens')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', 'in', ['activation', 'recovery'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Words that a person's password must not contain: their name, phone and company. */
export async function selectPasswordContext(db: Db, user: number) {
  const row = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .where('users.id', '=', user)
    .select(['users.first_name', 'users.last_name', 'users.phone', 'companies.label as company'])
    .executeTakeFirst();
  return row ?? {};
}

/** Sets the password; an invited person becomes active. */
export async function storePassword(trx: Db, user: number, hash: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      password_hash: hash,
      updated_at: now,
      status: sql<UserStatus>`case status when 'created' then 'active' else status end`,
    })
    .where('id', '=', user)
    .execute();
}

/**
 * Ends every session (chat included), link and code that the old password opened or that could set a new one. The session that
 * changes its own password ends too: the person is signed out (AUTH-49), because its token may have been copied.
 */
export async function endAllTokens(trx: Db, publisher: Publisher<Topics>, user: number, now: Date): Promise<void> {
  await endCodes(trx, user, now);
  await endTokens(trx, publisher, ({ and, eb }) =>
    and([eb('user_id', '=', user), eb('used_at', 'is', null), eb('purpose', '!=', 'socket')]),
  );
}
