import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND_FACTOR_LIMITS, type SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import { isFactorRequired, needsFactor, SIGN_IN_PURPOSES } from '#server/access/second-factor.ts';
import { endTokens, LIFETIME } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';

/** A person's TOTP factor (authenticator app). */
export async function findTotpFactor(db: Db, user: number) {
  const row = await db.selectFrom('totp_factors').where('user_id', '=', user).selectAll().executeTakeFirst();
  return row ?? null;
}

/** Marks a TOTP time step as used. @returns false if it or a later one was used before */
export async function takeTotpStep(trx: Db, user: number, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a TOTP factor. @returns false if the person already has one */
export async function insertTotp(
  trx: Db,
  user: number,
  { secret, step }: { secret: Uint8Array; step: number },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('totp_factors')
    .values({ user_id: user, secret, last_step: step, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Passkeys of a person, oldest first. */
export const selectPasskeys = (db: Db, user: number) =>
  db.selectFrom('passkeys').where('user_id', '=', user).orderBy('id').selectAll().execute();

/** Inserts a passkey. @returns false if it is already registered or the person has too many */
export async function insertPasskey(
  trx: Db,
  user: number,
  passkey: { credential_id: string; public_key: Uint8Array; counter: number; transports: string[]; name: string },
  now: Date,
): Promise<boolean> {
  if ((await selectPasskeys(trx, user)).length >= SECOND_FACTOR_LIMITS.passkeys) return false;
  const row = await trx
    .insertInto('passkeys')
    .values({ user_id: user, ...passkey, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the new counter of a passkey that signed; of two simultaneous signatures with the same counter only one succeeds. */
export async function advancePasskeyCounter(
  trx: Db,
  { id, counter }: { id: number; counter: number },
  next: number,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('passkeys')
    .set({ counter: next, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes one factor.
 * @param passkey null removes the app
 * @returns false if there is no such factor
 */
export async function removeFactor(trx: Db, user: number, passkey: number | null): Promise<boolean> {
  const removed =
    passkey === null
      ? await trx.deleteFrom('totp_factors').where('user_id', '=', user).executeTakeFirst()
      : await trx.deleteFrom('passkeys').where('user_id', '=', user).where('id', '=', passkey).executeTakeFirst();
  return removed.numDeletedRows > 0;
}

/** The stored hash of a recovery code; with 60 random bits no slow hash is needed. */
const recoveryHash = (user: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${user}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest();

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(trx: Db, user: number, codes: readonly string[], now: Date): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user).execute();
  if (!codes.length) return;
  const rows = codes.map((code) => ({ user_id: user, hash: recoveryHash(user, code), created_at: now }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** Uses up a recovery code. @returns false if it is unknown or already used */
export async function takeRecoveryCode(trx: Db, user: number, code: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user)
    .where('hash', '=', recoveryHash(user, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the challenge of a token for one purpose, replacing the former one. */
export async function storeChallenge(
  db: Db,
  { token, user }: { token: number; user: number },
  challenge: { purpose: 'totp' | 'passkey'; challenge?: string; secret?: Uint8Array },
  now: Date,
): Promise<void> {
  const values = {
    challenge: challenge.challenge ?? null,
    secret: challenge.secret ?? null,
    attempts: 0,
    expires_at: new Date(now.getTime() + LIFETIME.enrolment),
  };
  await db
    .insertInto('second_factor_challenges')
    .values({ token_id: token, purpose: challenge.purpose, user_id: user, ...values })
    .onConflict((conflict) => conflict.columns(['token_id', 'purpose']).doUpdateSet(values))
    .execute();
}

/** Stores the passkey challenge of a sign-in, replacing the former one. */
export async function storePasskeyChallenge(db: Db, token: number, challenge: string): Promise<void> {
  await db
    .updateTable('second_factor_challenges')
    .set({ challenge })
    .where('token_id', '=', token)
    .where('purpose', '=', 'sign-in')
    .execute();
}

/** The challenge of a token, unless it has expired. */
export async function findChallenge(db: Db, token: number, purpose: 'sign-in' | 'totp' | 'passkey', now: Date) {
  const row = await db
    .selectFrom('second_factor_challenges')
    .where('token_id', '=', token)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .select(['challenge', 'secret'])
    .executeTakeFirst();
  return row ?? null;
}

/** Uses up the challenge; of several simultaneous answers only one succeeds. */
export async function takeChallenge(trx: Db, token: number, purpose: 'totp' | 'passkey', now: Date): Promise<boolean> {
  const row = await trx
    .deleteFrom('second_factor_challenges')
    .where('token_id', '=', token)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks a person until the transaction ends; call it before their tokens and factors are locked.
 * @returns false if they are not active staff
 */
export async function lockActiveStaff(trx: Db, user: number): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', user)
    .where('status', '=', 'active')
    .where('role', '!=', 'resident')
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The account name that an authenticator app shows, and the password's hash. */
export const selectAccount = (db: Db, user: number) =>
  db.selectFrom('users').where('id', '=', user).select(['phone', 'password_hash']).executeTakeFirstOrThrow();

/** Marks a session as confirmed by a second factor. @returns false if the session has ended */
export async function markSession(trx: Db, token: number): Promise<boolean> {
  const row = await trx
    .updateTable('tokens')
    .set({ second_factor: true })
    .where('id', '=', token)
    .where('purpose', '=', 'session')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the tokens that a password alone has opened or begun, except one token and its descendants. */
export async function endOtherTokens(
  trx: Db,
  publisher: Publisher<Topics>,
  user: number,
  except: number,
): Promise<void> {
  await endTokens(trx, publisher, ({ and, or, eb }) =>
    and([
      eb('user_id', '=', user),
      eb('id', '!=', except),
      eb('purpose', 'in', SIGN_IN_PURPOSES),
      or([eb('parent_id', 'is', null), eb('parent_id', '!=', except)]),
    ]),
  );
}

/** Stores the levels for which a second factor is required. @returns the former ones */
export async function storePolicy(trx: Db, levels: readonly SecondFactorLevel[]): Promise<SecondFactorLevel[]> {
  const before = await trx.selectFrom('installation').select('second_factor_for').forUpdate().executeTakeFirst();
  await trx
    .updateTable('installation')
    .set({ second_factor_for: [...levels] })
    .execute();
  return before?.second_factor_for ?? [];
}

/** Number of people who need a second factor and have none yet. */
export async function countWithoutFactor(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where(isFactorRequired)
    .where(
      sql<boolean>`not exists (select 1 from totp_factors held where held.user_id = users.id)
        and not exists (select 1 from passkeys held where held.user_id = users.id)`,
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether the owner of a token needs a second factor, but signed in without one. */
export async function lacksRequiredFactor(trx: Db, token: number): Promise<boolean> {
  const row = await trx
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.id', '=', token)
    .select(sql<boolean>`not tokens.second_factor and ${needsFactor}`.as('lacks'))
    .executeTakeFirst();
  return row?.lacks !== false;
}

/** Ends sessions opened with a password alone, of people who need a second factor. */
export async function endSessionsWithoutFactor(trx: Db, publisher: Publisher<Topics>): Promise<void> {
  const sessionsWithoutFactor = trx
    .selectFrom('tokens as open')
    .innerJoin('users', 'users.id', 'open.user_id')
    .where(({ or, and, eb }) =>
      or([
        eb('open.purpose', '=', 'session'),
        and([eb('open.purpose', 'in', ['chat', 'chat_pass']), eb('open.parent_id', 'is', null)]),
      ]),
    )
    .where('open.second_factor', '=', false)
    .where('users.role', '!=', 'resident')
    .where(needsFactor)
    .select('open.id');
  await endTokens(trx, publisher, ({ eb }) => eb('id', 'in', sessionsWithoutFactor));
}
