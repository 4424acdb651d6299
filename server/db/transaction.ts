import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** PostgreSQL error code of a transaction cancelled because of a deadlock. */
const DEADLOCK = '40P01';

/** Maximum number of attempts, for conflicts that never resolve. */
const MAX_ATTEMPTS = 10;

/**
 * Runs a transaction that locks many tables, such as one that empties them all, and retries it after a deadlock, because others
 * may lock the same tables in another order.
 * @throws the work's error, or the last deadlock
 */
export async function retryOnDeadlock<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
