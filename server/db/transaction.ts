import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The code of PostgreSQL for the one of two deadlocked transactions that it ended. */
const DEADLOCK = '40P01';

/** How often such a transaction is begun anew: after that the conflict is one that does not end by itself. */
const MOST_ATTEMPTS = 10;

/**
 * A transaction that takes locks of many tables, like one that empties them all: others take the same locks in another order, so
 * it is begun anew where PostgreSQL ended it for that.
 * @throws what the work throws, and the deadlock that did not end
 */
export async function runInsistently<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!isDeadlock || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
