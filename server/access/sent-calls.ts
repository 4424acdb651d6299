import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Identifies a request for idempotency: user, route, idempotency key and SHA-256 of the body (hex). */
export interface SentCall {
  user: number;
  /** Method and path. */
  route: string;
  key: string;
  body: string;
}

/** Lifetime of a key: long enough for a repeated click or a retry, no longer. */
const KEY_TTL = sql`interval '15 minutes'`;

/**
 * Claims a key for a request; waits for a running request with the same key.
 * @returns null when the key was free or expired; otherwise the body hash and answer stored under it
 */
export async function claimKey(trx: Db, { user, route, key, body }: SentCall) {
  const claimed = await trx
    .insertInto('sent_calls')
    .values({ user_id: user, route, key, body })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ body, answer: null, created_at: sql`now()` })
        .where('sent_calls.created_at', '<', sql<Date>`now() - ${KEY_TTL}`),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  return trx
    .selectFrom('sent_calls')
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .select(['body', 'answer'])
    .executeTakeFirstOrThrow();
}

/** Whether a request was answered under this key recently. */
export async function wasAnswered(db: Db, { user, route, key, body }: SentCall): Promise<boolean> {
  const row = await db
    .selectFrom('sent_calls')
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('body', '=', body)
    .where('answer', 'is not', null)
    .where('created_at', '>=', sql<Date>`now() - ${KEY_TTL}`)
    .select('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the answer of a request for its repetition. */
export async function storeAnswer(trx: Db, { user, route, key }: SentCall, answer: unknown): Promise<void> {
  await trx
    .updateTable('sent_calls')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

/** Deletes keys created before `before`. @returns how many */
export async function sweepSentCalls(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('sent_calls').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
