import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/**
 * A creating call as its repetition is recognised: the user, the route, their key, and the SHA-256 of the body, hex.
 */
export interface SentCall {
  user: number;
  /** Method and path. */
  route: string;
  key: string;
  body: string;
}

/** How long a call is known again: longer than anybody presses a button once more, and no longer. */
const KNOWN = sql`interval '15 minutes'`;

/**
 * Takes a key for a call; waits for another call under the same key to end.
 * @returns null when the key was free or its time is over, else the body and the answer of the call that has it
 */
export async function claimKey(trx: Db, { user, route, key, body }: SentCall) {
  const claim = await trx
    .insertInto('sent_calls')
    .values({ user_id: user, route, key, body })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ body, answer: null, created_at: sql`now()` })
        .where('sent_calls.created_at', '<', sql<Date>`now() - ${KNOWN}`),
    )
    .returning('key')
    .executeTakeFirst();
  if (claim) return null;
  return trx
    .selectFrom('sent_calls')
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .select(['body', 'answer'])
    .executeTakeFirstOrThrow();
}

/** Whether a call was answered under its key a little while ago. */
export async function wasAnswered(db: Db, { user, route, key, body }: SentCall): Promise<boolean> {
  const row = await db
    .selectFrom('sent_calls')
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('body', '=', body)
    .where('answer', 'is not', null)
    .where('created_at', '>=', sql<Date>`now() - ${KNOWN}`)
    .select('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what a call is answered, for its repetition. */
export async function keepAnswer(trx: Db, { user, route, key }: SentCall, answer: unknown): Promise<void> {
  await trx
    .updateTable('sent_calls')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

/** Forgets calls from before a moment. @returns how many */
export async function sweepSentCalls(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('sent_calls').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
