import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { SECOND_FACTOR_LIMITS, type SecondFactorLevel } from '#resources/protocol/access/second-factor.ts';
import { isAskedForFactor, needsFactor, SIGN_IN_PURPOSES } from '#server/access/second-factor.ts';
import { endTokens, LIFETIME } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';

/** A person's app that gives codes. */
export async function findTotpFactor(db: Db, user: number) {
  const row = await db.selectFrom('totp_factors').where('user_id', '=', user).selectAll().executeTakeFirst();
  return row ?? null;
}

/** Takes a code of this step, unless it or a later one was taken. */
export async function takeStep(trx: Db, user: number, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('user_id', '=', user)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when there is one already */
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

/** Passkeys of a person, the oldest first. */
export const selectPasskeys = (db: Db, user: number) =>
  db.selectFrom('passkeys').where('user_id', '=', user).orderBy('id').selectAll().execute();

/** @returns false when it is registered already, or there are too many */
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

/** Notes the counter of a passkey that signed; of two at once with the same one goes through. */
export async function takeCounter(
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

/** Takes one factor away. @param passkey null: the app @returns false when it is not there */
export async function removeFactor(trx: Db, user: number, passkey: number | null): Promise<boolean> {
  const removed =
    passkey === null
      ? await trx.deleteFrom('totp_factors').where('user_id', '=', user).executeTakeFirst()
      : await trx.deleteFrom('passkeys').where('user_id', '=', user).where('id', '=', passkey).executeTakeFirst();
  return removed.numDeletedRows > 0;
}

/** The stored hash of a recovery code: 60 random bits need no slow hash. */
const recoveryHash = (user: number, code: string): Buffer =>
  createHash('sha256')
    .update(`${user}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest();

/** Puts these recovery codes in the place of all others. */
export async function writeRecoveryCodes(trx: Db, user: number, codes: readonly string[], now: Date): Promise<void> {
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

/** Stores the challenge of a token for one purpose, replacing the one before. */
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

/** Stores the passkey challenge of a second step, replacing the one before. */
export async function askPasskey(db: Db, token: number, challenge: string): Promise<void> {
  await db
    .updateTable('second_factor_challenges')
    .set({ challenge })
    .where('token_id', '=', token)
    .where('purpose', '=', 'sign-in')
    .execute();
}

/** The challenge of a token. */
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

/** Uses up the challenge; of several simultaneous answers one succeeds. */
export async function takeAsked(trx: Db, token: number, purpose: 'totp' | 'passkey', now: Date): Promise<boolean> {
  const row = await trx
    .deleteFrom('second_factor_challenges')
    .where('token_id', '=', token)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('token_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds a person until the transaction ends: before their tokens and factors. @returns false when they may not work now */
export async function holdPerson(trx: Db, user: number): Promise<boolean> {
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

/** Ends what a password alone has opened or begun, but for one token. */
export async function endOthers(trx: Db, publisher: Publisher<Topics>, user: number, except: number): Promise<void> {
  await endTokens(trx, publisher, ({ and, or, eb }) =>
    and([
      eb('user_id', '=', user),
      eb('id', '!=', except),
      eb('purpose', 'in', SIGN_IN_PURPOSES),
      or([eb('parent_id', 'is', null), eb('parent_id', '!=', except)]),
    ]),
  );
}

/** Writes the levels that a second factor is required of. @returns the former ones */
export async function writePolicy(trx: Db, levels: readonly SecondFactorLevel[]): Promise<SecondFactorLevel[]> {
  const before = await trx.selectFrom('installation').select('second_factor_for').forUpdate().executeTakeFirst();
  await trx
    .updateTable('installation')
    .set({ second_factor_for: [...levels] })
    .execute();
  return before?.second_factor_for ?? [];
}

/** How many of the people that need a second factor have none yet. */
export async function countWithout(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('users.status', '=', 'active')
    .where(isAskedForFactor)
    .where(
      sql<boolean>`not exists (select 1 from totp_factors held where held.user_id = users.id)
        and not exists (select 1 from passkeys held where held.user_id = users.id)`,
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a person needs a second factor that their session was opened without. */
export async function lacksFactor(trx: Db, token: number): Promise<boolean> {
  const row = await trx
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.id', '=', token)
    .select(sql<boolean>`not tokens.second_factor and ${needsFactor}`.as('lacks'))
    .executeTakeFirst();
  return row?.lacks !== false;
}

/** Ends sessions that a password alone has opened, of people that need more. */
export async function endLacking(trx: Db, publisher: Publisher<Topics>): Promise<void> {
  const lacking = trx
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
  await endTokens(trx, publisher, ({ eb }) => eb('id', 'in', lacking));
}
