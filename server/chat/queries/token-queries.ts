import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { needsFactor } from '#server/access/second-factor.ts';
import { LIFETIME, overSince, type SessionLimits, tokenHash } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Member } from './people-queries.ts';

/** A session of the chat. */
export interface ChatToken {
  id: number;
  token: string;
  expires: Date;
}

/** Standard base64 whatever the address made of it (A13). */
const plain = (token: string) => token.replaceAll('-', '+').replaceAll('_', '/').trim();

/** Makes a token of the chat. @param parent session of the console that it dies with */
export async function issueChatToken(trx: Db, user: number, parent: number | null, now: Date): Promise<ChatToken> {
  const token = randomBytes(33).toString('base64');
  const expires = new Date(now.getTime() + LIFETIME.chat);
  const { id } = await trx
    .insertInto('tokens')
    .values({
      user_id: user,
      parent_id: parent,
      purpose: 'chat',
      hash: tokenHash(token),
      created_at: now,
      expires_at: expires,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expires };
}

/**
 * Live tokens: one that was given to a session of the console lives as long as that does, another one of staff has the
 * limits of a session itself, and is worth nothing to a person that needs a second factor. Residents have no session
 * whose settings could end it.
 */
function liveTokens(db: Db, limits: SessionLimits, now: Date) {
  const { createdAfter, seenAfter } = overSince(limits, now);
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('tokens as session', 'session.id', 'tokens.parent_id')
    .where('tokens.purpose', '=', 'chat')
    .where('tokens.expires_at', '>', now)
    .where(({ eb, or, and, fn }) =>
      or([
        eb('users.role', '=', 'resident'),
        and([
          eb(fn.coalesce('session.expires_at', 'tokens.expires_at'), '>', now),
          eb(fn.coalesce('session.created_at', 'tokens.created_at'), '>', createdAfter),
          eb(
            fn.coalesce('session.last_seen_at', 'session.created_at', 'tokens.last_seen_at', 'tokens.created_at'),
            '>',
            seenAfter,
          ),
          sql<boolean>`(coalesce(session.second_factor, false) or not ${needsFactor})`,
        ]),
      ]),
    );
}

/** Which of these tokens are still alive. */
export async function aliveTokens(
  db: Db,
  ids: readonly number[],
  limits: SessionLimits,
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await liveTokens(db, limits, now)
    .where(sql<boolean>`tokens.id = any(${[...ids]}::integer[])`)
    .select('tokens.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The owner of a live token, whatever their state, and the session of the console that it dies with. */
export async function chatTokenOwner(
  db: Db,
  token: string,
  limits: SessionLimits,
  now: Date,
): Promise<(Member & { token: number; parent: number | null }) | null> {
  const row = await liveTokens(db, limits, now)
    .where('tokens.hash', '=', tokenHash(plain(token)))
    .select(['tokens.id as token', 'tokens.parent_id as parent'])
    .select(['users.id', 'users.chat_id', 'users.role', 'users.status'])
    .executeTakeFirst();
  if (!row) return null;
  const { chat_id, role, ...rest } = row;
  return { ...rest, chatId: chat_id ?? '', staff: role !== 'resident' };
}

/** Lengthens a token's life, as a token that logs in does. @returns when it ends now */
export async function renewToken(db: Db, id: number, now: Date): Promise<Date> {
  const expires = new Date(now.getTime() + LIFETIME.chat);
  await db.updateTable('tokens').set({ expires_at: expires, last_seen_at: now }).where('id', '=', id).execute();
  return expires;
}

/** Words before the secret of a pass, so that a password is never looked up as one. */
const PASS = 'pass-';

/**
 * Makes a password that opens the chat for a moment. @param parent session of the console it is given to; null: none
 */
export async function issuePass(db: Db, user: number, parent: number | null, now: Date): Promise<string> {
  const secret = PASS + randomBytes(32).toString('base64url');
  await db
    .deleteFrom('tokens')
    .where('user_id', '=', user)
    .where('purpose', '=', 'chat_pass')
    .where('expires_at', '<=', now)
    .execute();
  await db
    .insertInto('tokens')
    .values({
      user_id: user,
      parent_id: parent,
      purpose: 'chat_pass',
      hash: tokenHash(secret),
      expires_at: new Date(now.getTime() + LIFETIME.chat_pass),
    })
    .execute();
  return secret;
}

/** The owner of a pass and the session that it was given to; null for any other password. It may be used again until it is too old. */
export async function chatPassOwner(db: Db, password: string, now: Date) {
  if (!password.startsWith(PASS)) return null;
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.hash', '=', tokenHash(password))
    .where('tokens.purpose', '=', 'chat_pass')
    .where('tokens.expires_at', '>', now)
    .select(['tokens.parent_id', 'users.id', 'users.phone', 'users.chat_id', 'users.role', 'users.status'])
    .executeTakeFirst();
  return row ?? null;
}

/** The account of a phone, as far as the chat needs it; deleted people have no phone. */
export async function accountByPhone(db: Db, phone: string) {
  const row = await db
    .selectFrom('users')
    .where('phone', '=', phone)
    .where('status', '!=', 'deleted')
    .select(['id', 'role', 'status', 'password_hash', 'chat_id'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the password is still the one that was checked; locks the row until the transaction ends. */
export async function lockUnchangedPassword(trx: Db, id: number, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', hash)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
