import { sql } from 'kysely';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { Db } from '#server/db/tables.ts';

/** Whether the person `users` of a query has a second factor. */
const holdsFactor = sql<boolean>`(exists (select 1 from totp_factors held where held.user_id = users.id)
  or exists (select 1 from passkeys held where held.user_id = users.id))`;

/** Whether the company asks the person `users` of a query for one. */
export const isAskedForFactor = sql<boolean>`(users.role <> 'resident' and exists (select 1 from installation
  where cardinality(second_factor_for) > 0 and (
    (users.role in ('admin', 'superuser') and 'administrator' = any(second_factor_for))
    or exists (select 1 from levels asked where asked.user_id = users.id and asked.level = any(second_factor_for)))))`;

/** Whether the person `users` of a query may come in by a password alone no more: what was opened by one is worth nothing. */
export const needsFactor = sql<boolean>`(${holdsFactor} or ${isAskedForFactor})`;

/** What the second step of signing in has to know of a person. */
export async function findFactors(trx: Db, user: number) {
  const row = await trx
    .selectFrom('users')
    .where('users.id', '=', user)
    .select(isAskedForFactor.as('asked'))
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('totp_factors').where('user_id', '=', user).select('user_id')).as('totp'),
      exists(selectFrom('passkeys').where('user_id', '=', user).select('id')).as('passkey'),
      selectFrom('recovery_codes')
        .where('user_id', '=', user)
        .where('used_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('recovery'),
    ])
    .executeTakeFirstOrThrow();
  const [totp, passkey] = [row.totp === true, row.passkey === true];
  return { asked: row.asked, totp, passkey, recovery: Number(row.recovery), holds: totp || passkey };
}

/** Whether a person may no longer sign in by the password alone. */
export async function mayNotEnterByPassword(db: Db, user: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', user)
    .select(needsFactor.as('needs'))
    .executeTakeFirst();
  return row?.needs === true;
}

/**
 * Removes the second factor of a person, with what it had opened. @returns ids of sessions that end; null: there was
 * none
 */
export async function resetFactor(trx: Db, user: number): Promise<number[] | null> {
  await trx.selectFrom('users').where('id', '=', user).select('id').forNoKeyUpdate().executeTakeFirst();
  const { holds } = await findFactors(trx, user);
  if (!holds) return null;
  await dropFactors(trx, [user]);
  const ended = await trx
    .deleteFrom('tokens')
    .where('user_id', '=', user)
    .where('purpose', 'in', ['session', 'chat', 'chat_pass', 'second_factor', 'enrolment'])
    .returning(['id', 'purpose'])
    .execute();
  return sessionsAmong(ended);
}

/** Forgets apps, passkeys and recovery codes of people. */
export async function dropFactors(trx: Db, users: readonly number[]): Promise<void> {
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes', 'second_factor_challenges'] as const) {
    await trx
      .deleteFrom(table)
      .where('user_id', 'in', [...users])
      .execute();
  }
}

/** What sockets hang on: sessions, of the chat too. */
export const sessionsAmong = (ended: readonly { id: number; purpose: string }[]): number[] =>
  ended.filter(({ purpose }) => purpose === 'session' || purpose === 'chat').map(({ id }) => id);

/** The levels that the company requires a second factor of. */
export async function readSecondFactorPolicy(db: Db): Promise<SecondFactorLevel[]> {
  const row = await db.selectFrom('installation').select('second_factor_for').executeTakeFirst();
  return row?.second_factor_for ?? [];
}
