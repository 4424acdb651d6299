import { sql } from 'kysely';
import type { SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import { endTokens } from './tokens.ts';

/** SQL condition: the user of the query has a second factor. */
const hasFactor = sql<boolean>`(exists (select 1 from totp_factors held where held.user_id = users.id)
  or exists (select 1 from passkeys held where held.user_id = users.id))`;

/** SQL condition: the company requires a second factor of the user of the query. */
export const isFactorRequired = sql<boolean>`(users.role <> 'resident' and exists (select 1 from installation
  where cardinality(second_factor_for) > 0 and (
    (users.role in ('admin', 'superuser') and 'administrator' = any(second_factor_for))
    or exists (select 1 from levels asked where asked.user_id = users.id and asked.level = any(second_factor_for)))))`;

/** SQL condition: the user of the query may not use sessions opened with a password alone. */
export const needsFactor = sql<boolean>`(${hasFactor} or ${isFactorRequired})`;

/** Second factors of a person, for the second step of signing in. */
export async function findFactors(trx: Db, user: number) {
  const row = await trx
    .selectFrom('users')
    .where('users.id', '=', user)
    .select(isFactorRequired.as('asked'))
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

/** Whether the person may no longer sign in with the password alone. */
export async function mustUseSecondFactor(db: Db, user: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', user)
    .select(needsFactor.as('needs'))
    .executeTakeFirst();
  return row?.needs === true;
}

/** Purposes of tokens that a sign-in issues. */
export const SIGN_IN_PURPOSES = ['session', 'chat', 'chat_pass', 'second_factor', 'enrolment'] as const;

/** Removes the second factor of a person and ends their sessions. @returns false when there was none */
export async function resetFactor(trx: Db, publisher: Publisher<Topics>, user: number): Promise<boolean> {
  await trx.selectFrom('users').where('id', '=', user).select('id').forNoKeyUpdate().executeTakeFirst();
  const { holds } = await findFactors(trx, user);
  if (!holds) return false;
  await deleteFactors(trx, [user]);
  await endTokens(trx, publisher, ({ and, eb }) =>
    and([eb('user_id', '=', user), eb('purpose', 'in', SIGN_IN_PURPOSES)]),
  );
  return true;
}

/** Deletes authenticator apps, passkeys and recovery codes of people. */
export async function deleteFactors(trx: Db, users: readonly number[]): Promise<void> {
  for (const table of ['totp_factors', 'passkeys', 'recovery_codes', 'second_factor_challenges'] as const) {
    await trx
      .deleteFrom(table)
      .where('user_id', 'in', [...users])
      .execute();
  }
}

/** Access levels for which the company requires a second factor. */
export async function readSecondFactorPolicy(db: Db): Promise<SecondFactorLevel[]> {
  const row = await db.selectFrom('installation').select('second_factor_for').executeTakeFirst();
  return row?.second_factor_for ?? [];
}
