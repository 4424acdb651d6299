import type { Db } from '#server/db/tables.ts';

/** What identifies a repeated submission: the person's key, and the SHA-256 of the body, hex. */
export interface RunKey {
  user: number;
  key: string;
  body: string;
}

/**
 * Claims a key for a submission; waits for another submission with the same key to end.
 * @returns null if the key was free, else the body and answer of the first submission
 */
export async function claimRun(trx: Db, { user, key, body }: RunKey, now: Date) {
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
export async function storeRunAnswer(trx: Db, { user, key }: RunKey, answer: unknown): Promise<void> {
  await trx
    .updateTable('import_runs')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user)
    .where('key', '=', key)
    .execute();
}

/** Deletes submissions from before a moment. @returns how many */
export async function sweepRuns(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('import_runs').where('created_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
