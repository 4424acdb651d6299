import { type Kysely, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/**
 * Longest statement of a call on PostgreSQL, ms: the caller has given up by then, and others wait for the connection.
 */
export const STATEMENT_MS = 60_000;

/** Lets the statements of this transaction, begun just now, take as long as they need. */
export async function unboundTransaction(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}

/** Does work on one connection of PostgreSQL whose statements may take as long as they need. */
export function withoutLimit<Result>(
  kysely: Kysely<Tables>,
  limit: number,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`set statement_timeout = ${sql.lit(limit)}`.execute(db);
    }
  });
}
