import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { needsFactor } from '#server/access/second-factor.ts';
import { LIFETIME, type SessionLimits, sessionCutoffs, tokenHash } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Member } from './people-queries.ts';

/** A newly issued or renewed chat token. */
export interface IssuedChatToken {
  id: number;
  token: string;
  expires: Date;
}

/** Converts base64url back to standard base64, because clients may use either in a URL (A13). */
const standardBase64 = (token: string) => token.replaceAll('-', '+').replaceAll('_', '/').trim();

/** Issues a chat token. @param parent console session that it ends with; null = none */
export async function issueChatToken(
  trx: Db,
  user: number,
  parent: number | null,
  now: Date,
): Promise<IssuedChatToken> {
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
 * Query of live chat tokens. A token issued by a console session lives as long as that session; any other token of staff has the
 * limits of a session itself, and is invalid for people who need a second factor. These limits do not apply to residents, who
 * have no console session.
 */
function liveTokens(db: Db, limits: SessionLimits, now: Date) {
  const { createdAfter, seenAfter } = sessionCutoffs(limits, now);
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

/** Ids of the given tokens that are still live. */
export async function selectLiveTokenIds(
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

/** Owner of a live token, whatever their status, and the console session that it ends with. */
export async function chatTokenOwner(
  db: Db,
  token: string,
  limits: SessionLimits,
  now: Date,
): Promise<(Member & { token: number; parent: number | null }) | null> {
  const row = await liveTokens(db, limits, now)
    .where('tokens.hash', '=', tokenHash(standardBase64(token)))
    .select(['tokens.id as token', 'tokens.parent_id as parent'])
    .select(['users.id', 'users.chat_id', 'users.role', 'users.status'])
    .executeTakeFirst();
  if (!row) return null;
  const { chat_id, role, ...memberFields } = row;
  return { ...memberFields, chatId: chat_id ?? '', staff: role !== 'resident' };
}

/** Extends a token that was used to log in. @returns its new expiry */
export async function renewToken(db: Db, id: number, now: Date): Promise<Date> {
  const expires = new Date(now.getTime() + LIFETIME.chat);
  await db.updateTable('tokens').set({ expires_at: expires, last_seen_at: now }).where('id', '=', id).execute();
  return expires;
}

/** Prefix of passes, so that an ordinary password is never looked up as one. */
const PASS_PREFIX = 'pass-';

/** Issues a chat pass: a one-minute password for the chat. @param parent console session it is issued to; null = none */
export async function issueChatPass(db: Db, user: number, parent: number | null, now: Date): Promise<string> {
  const secret = PASS_PREFIX + randomBytes(32).toString('base64url');
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

/** Owner of a chat pass and its console session; null for any other password. A pass can be reused until it expires. */
export async function chatPassOwner(db: Db, password: string, now: Date) {
  if (!password.startsWith(PASS_PREFIX)) return null;
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

/** Account of a phone, with the columns the chat needs; deleted people have no phone. */
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
