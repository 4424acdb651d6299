import type { Db } from '#server/db/tables.ts';

/** A submission as its repetition is known by: the person's own key and the hash of the body, SHA-256 hex. */
export interface RunKey {
  user: number;
  key: string;
  body: string;
}

/**
 * Takes a key for a submission; waits for another one under the same key to end.
 * @returns null when the key was free, else the body and the answer of the first submission
 */
export async function beginRun(trx: Db, { user, key, body }: RunKey, now: Date) {
  const claim = await trx
    .insertInto('import_runs')
    .values({ user_id: user, key, body, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claim) return null;
  return trx
    .selectFrom('import_runs')
    .where('user_id', '=', user)
    .where('key', '=', key)
    .select(['body', 'answer'])
    .executeTakeFirstOrThrow();
}

/** Stores the answer to a submission, for a repeated call. */
export async function endRun(trx: Db, { user, key }: RunKey, answer: unknown): Promise<void> {
  await trx
    .updateTable('import_runs')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user)
    .where('key', '=', key)
    .execute();
}

/** Forgets submissions from before a moment. @returns how many */
export async function sweepRuns(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('import_runs').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
