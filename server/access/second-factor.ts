import { sql } from 'kysely';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { endTokens } from './tokens.ts';

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

/** Facts about a person that the second step of signing in needs. */
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

/** Purposes of what a password alone, or a second factor, has opened or begun. */
export const SIGN_IN_PURPOSES = ['session', 'chat', 'chat_pass', 'second_factor', 'enrolment'] as const;

/** Removes the second factor of a person and ends what it had opened. @returns false: there was none */
export async function resetFactor(trx: Db, publisher: Publisher<Topics>, user: number): Promise<boolean> {
  await trx.selectFrom('users').where('id', '=', user).select('id').forNoKeyUpdate().executeTakeFirst();
  const { holds } = await findFactors(trx, user);
  if (!holds) return false;
  await dropFactors(trx, [user]);
  await endTokens(trx, publisher, ({ and, eb }) =>
    and([eb('user_id', '=', user), eb('purpose', 'in', SIGN_IN_PURPOSES)]),
  );
  return true;
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

/** The levels that the company requires a second factor of. */
export async function readSecondFactorPolicy(db: Db): Promise<SecondFactorLevel[]> {
  const row = await db.selectFrom('installation').select('second_factor_for').executeTakeFirst();
  return row?.second_factor_for ?? [];
}
