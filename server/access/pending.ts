import { sql } from 'kysely';
import type { SecondStep, SecondWay } from '#resources/protocol/access/second-factor.ts';
import type { Db } from '#server/db/tables.ts';
import { type findFactors, needsFactor } from './second-factor.ts';
import { issueToken, LIFETIME, tokenHash } from './tokens.ts';

/** Attempts at one second step; after that the password is needed again. */
const MAX_ATTEMPTS = 5;

/**
 * After a correct password, issues a token for the second step, or for setting up a second factor when the company requires one
 * and the person has none. The token is good for nothing else.
 * @param passkeys whether passkeys work at the requested address
 */
export async function issuePending(
  trx: Db,
  user: number,
  factors: Awaited<ReturnType<typeof findFactors>>,
  passkeys: boolean,
  now: Date,
): Promise<SecondStep> {
  const purpose = factors.holds ? 'second_factor' : 'enrolment';
  await trx
    .deleteFrom('tokens')
    .where('user_id', '=', user)
    .where('purpose', '=', purpose)
    .where('expires_at', '<=', now)
    .execute();
  const pending = await issueToken(trx, user, purpose, now);
  if (factors.holds) {
    await trx
      .insertInto('second_factor_challenges')
      .columns(['token_id', 'purpose', 'user_id', 'expires_at'])
      .expression(({ selectFrom }) =>
        selectFrom('tokens')
          .where('hash', '=', tokenHash(pending))
          .select(['id', sql<'sign-in'>`'sign-in'`.as('purpose'), 'user_id', 'expires_at']),
      )
      .execute();
  }
  const ways: SecondWay[] = [
    ...(factors.totp ? (['totp'] as const) : []),
    ...(factors.passkey && passkeys ? (['passkey'] as const) : []),
    ...(factors.recovery > 0 ? (['recovery'] as const) : []),
  ];
  return { pending, expires_in: LIFETIME[purpose] / 1000, enrol: !factors.holds, ways };
}

/** Owner of a pending second step; null for an unknown, used or expired token, and for accounts that may not sign in. */
export async function pendingOwner(db: Db, pending: string, now: Date) {
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.hash', '=', tokenHash(pending))
    .where('tokens.purpose', '=', 'second_factor')
    .where('tokens.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .where('users.role', '!=', 'resident')
    .select(['tokens.id as token', 'users.id as user', 'users.role', needsFactor.as('needs')])
    .executeTakeFirst();
  return row ?? null;
}
export type Pending = NonNullable<Awaited<ReturnType<typeof pendingOwner>>>;

/**
 * Counts an attempt before the code is compared, so that parallel requests get no extra attempts.
 * @returns false when none is left
 */
export async function countSecondStepAttempt(
  db: Db,
  token: number,
  purpose: 'sign-in' | 'totp' | 'passkey',
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('second_factor_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_id', '=', token)
    .where('purpose', '=', purpose)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', now)
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a second-step token; of several parallel requests only one succeeds. */
export async function consumePending(
  trx: Db,
  token: number,
  purpose: 'second_factor' | 'enrolment',
  now: Date,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('tokens')
    .where('id', '=', token)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
