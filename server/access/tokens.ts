import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenPurpose } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';

const DAY = 86_400_000;

/** How long a token of each purpose lives, ms. A session's life begins anew whenever it is used. */
export const LIFETIME = {
  session: 30 * DAY,
  activation: 7 * DAY,
  recovery: 3_600_000,
  socket: 60_000,
  chat: 14 * DAY,
  chat_pass: 60_000,
  view: 15 * 60_000,
} as const satisfies Record<TokenPurpose, number>;

/** The time between two notes of a session's use, ms: a write for every call would cost more than the call. */
export const SEEN_EVERY = 300_000;

/** What the database keeps of a token: its SHA-256, so that reading the table opens nothing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Makes a token of 32 random bytes and stores its hash. @returns what the person is given, base64url */
export async function issueToken(trx: Db, user: number, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('tokens')
    .values({ user_id: user, hash: tokenHash(token), purpose, expires_at: new Date(now.getTime() + LIFETIME[purpose]) })
    .execute();
  return token;
}

/** Makes one that dies with the session it is given to. @param user whom it speaks for */
export async function issueChild(
  db: Db,
  user: number,
  session: number,
  purpose: 'socket' | 'view',
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({
      user_id: user,
      parent_id: session,
      purpose,
      hash: tokenHash(token),
      expires_at: new Date(now.getTime() + LIFETIME[purpose]),
    })
    .execute();
  return token;
}

/** Ends one token. */
export async function endToken(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('tokens').where('id', '=', id).execute();
}

/** Ends the links that were sent to somebody so that he sets a password. */
export async function endActivation(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', user).where('purpose', '=', 'activation').execute();
}

/** Ends the recovery tokens a person holds. */
export async function endRecoveries(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', user).where('purpose', '=', 'recovery').execute();
}

/** Ends the codes that were sent to somebody by SMS, typed right by a session and not yet used for a password among them. */
export async function endCodes(trx: Db, user: number, now: Date): Promise<void> {
  await trx
    .updateTable('sms_codes')
    .set({
      expires_at: sql<Date>`least(expires_at, ${now}::timestamptz)`,
      spent_at: sql<Date>`coalesce(spent_at, ${now}::timestamptz)`,
    })
    .where('user_id', '=', user)
    .where(({ eb, or }) => or([eb('expires_at', '>', now), eb('spent_at', 'is', null)]))
    .execute();
}

/** Notes that a session is in use and lengthens its life. */
export async function touchToken(db: Db, id: number, now: Date): Promise<void> {
  const expires = new Date(now.getTime() + LIFETIME.session);
  await db
    .updateTable('tokens')
    .set({ last_seen_at: now, expires_at: expires })
    .where('id', '=', id)
    .where('purpose', '=', 'session')
    .execute();
}

/** Removes tokens that died a day ago or earlier. @returns how many */
export async function sweepTokens(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('tokens')
    .where('expires_at', '<', new Date(now.getTime() - DAY))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
