import type { Reader } from '#server/access/reader.ts';
import { endTokens, type SessionLimits, sessionCutoffs } from '#server/access/tokens.ts';
import type { Db } from '#server/db/tables.ts';
import type { Publisher } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';

/** Maximum number of sessions in an answer; the newest are returned. */
const SESSIONS_MAX = 100;

/** Live sessions of a person, newest first. */
export function selectSessions(db: Db, user: number, limits: SessionLimits, now: Date) {
  const { createdAfter, seenAfter } = sessionCutoffs(limits, now);
  return db
    .selectFrom('tokens')
    .where('user_id', '=', user)
    .where('purpose', '=', 'session')
    .where('expires_at', '>', now)
    .where('created_at', '>', createdAfter)
    .where(({ eb, fn }) => eb(fn.coalesce('last_seen_at', 'created_at'), '>', seenAfter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_MAX)
    .select(['id', 'created_at', 'last_seen_at', 'address', 'agent'])
    .execute();
}

/** Ends one of a person's own sessions and the tokens derived from it. @returns false if they have no session with this id */
export async function endSession(trx: Db, publisher: Publisher<Topics>, user: number, id: number): Promise<boolean> {
  const count = await endTokens(trx, publisher, ({ and, eb }) =>
    and([eb('id', '=', id), eb('user_id', '=', user), eb('purpose', '=', 'session')]),
  );
  return count > 0;
}

/** Phone and password hash, to check a person's own password. */
export async function selectOwnPassword(db: Db, user: number) {
  return db.selectFrom('users').where('id', '=', user).select(['phone', 'password_hash']).executeTakeFirstOrThrow();
}

/** Records that the password was confirmed in a session. */
export async function markPasswordConfirmed(trx: Db, { token }: Reader, now: Date): Promise<void> {
  await trx.updateTable('tokens').set({ confirmed_at: now }).where('id', '=', token.id).execute();
}
