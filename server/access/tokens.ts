import { createHash, randomBytes } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely';
import type { TokenPurpose, TokensTable } from '#server/db/tables/access.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';

const DAY = 86_400_000;

/** Maximum lifetime of a session and maximum time without use, ms. */
export interface SessionLimits {
  end: number;
  idle: number;
}

/** Defaults of `SESSION_DAYS` and `SESSION_IDLE_DAYS`. */
export const SESSION_LIMITS: SessionLimits = { end: 30 * DAY, idle: 14 * DAY };

/** Oldest valid creation and last use: a session created or last seen at or before these times has expired. */
export function sessionCutoffs({ end, idle }: SessionLimits, now: Date): { createdAfter: Date; seenAfter: Date } {
  return { createdAfter: new Date(now.getTime() - end), seenAfter: new Date(now.getTime() - idle) };
}

/** Lifetime of a token by purpose, ms; using a session extends it within its limits. */
export const LIFETIME = {
  session: SESSION_LIMITS.idle,
  activation: 7 * DAY,
  recovery: 3_600_000,
  socket: 60_000,
  chat: 14 * DAY,
  chat_pass: 60_000,
  view: 15 * 60_000,
  second_factor: 5 * 60_000,
  enrolment: 15 * 60_000,
} as const satisfies Record<TokenPurpose, number>;

/** Minimum interval between updates of a session's last use, ms, because a write for every request would be too expensive. */
export const SEEN_INTERVAL_MS = 300_000;

/** SHA-256 of a token; only the hash is stored, so that a leaked table gives no access. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A new token of 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Stores the hash of a new token. @returns the token, base64url */
async function insertToken(trx: Db, row: Omit<Insertable<TokensTable>, 'hash'>): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('tokens')
    .values({ ...row, hash: tokenHash(token) })
    .execute();
  return token;
}

/** Creates a token of this purpose. @returns the token, base64url */
export function issueToken(trx: Db, user: number, purpose: TokenPurpose, now: Date): Promise<string> {
  return insertToken(trx, {
    user_id: user,
    purpose,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME[purpose]),
  });
}

/** Longest stored part of a `User-Agent`, characters. */
const AGENT_MAX = 300;

/** Creates a session. @param client its address and browser, and whether a second factor was used */
export function issueSession(
  trx: Db,
  user: number,
  { end, idle }: SessionLimits,
  client: { address: string; agent: string | undefined; secondFactor?: boolean },
  now: Date,
): Promise<string> {
  return insertToken(trx, {
    user_id: user,
    purpose: 'session',
    created_at: now,
    expires_at: new Date(now.getTime() + Math.min(end, idle)),
    address: client.address,
    agent: client.agent?.slice(0, AGENT_MAX) ?? null,
    second_factor: client.secondFactor ?? false,
  });
}

/** Creates a token that is deleted together with its session. @param user the person the token acts as */
export function issueChild(
  db: Db,
  user: number,
  session: number,
  purpose: 'socket' | 'view',
  now: Date,
): Promise<string> {
  return insertToken(db, {
    user_id: user,
    parent_id: session,
    purpose,
    expires_at: new Date(now.getTime() + LIFETIME[purpose]),
  });
}

/**
 * Deletes tokens and the tokens issued under them. Sockets of deleted sessions, including chat sockets, close when the
 * transaction commits.
 * @returns how many tokens matched
 */
export async function endTokens(
  trx: Db,
  publisher: Publisher<Topics>,
  condition: (tokens: ExpressionBuilder<Tables, 'tokens'>) => Expression<SqlBool>,
): Promise<number> {
  const endedTokens = await trx.deleteFrom('tokens').where(condition).returning(['id', 'purpose']).execute();
  const sessions = endedTokens.filter(({ purpose }) => purpose === 'session' || purpose === 'chat');
  if (sessions.length) {
    await publisher.publishAll(
      trx,
      'session-ended',
      sessions.map(({ id }) => ({ token: id })),
    );
  }
  return endedTokens.length;
}

/** Ends the activation links sent to a person. */
export async function endActivation(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', user).where('purpose', '=', 'activation').execute();
}

/** Ends the recovery tokens of a person. */
export async function endRecoveries(trx: Db, user: number): Promise<void> {
  await trx.deleteFrom('tokens').where('user_id', '=', user).where('purpose', '=', 'recovery').execute();
}

/** Ends the SMS codes of a person, including confirmed ones that have not been used for a password yet. */
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

/** Records that a session is in use and extends it, at most to its maximum lifetime. */
export async function touchToken(db: Db, id: number, { end, idle }: SessionLimits, now: Date): Promise<void> {
  const expires = sql<Date>`least(created_at + make_interval(secs => ${end / 1000}::double precision),
    ${new Date(now.getTime() + idle)}::timestamptz)`;
  await db
    .updateTable('tokens')
    .set({ last_seen_at: now, expires_at: expires })
    .where('id', '=', id)
    .where('purpose', '=', 'session')
    .execute();
}

/** Deletes tokens that expired at least a day ago. @returns how many */
export async function sweepTokens(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('tokens')
    .where('expires_at', '<', new Date(now.getTime() - DAY))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
