import { type Kysely, sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

/** Statement timeout of requests on PostgreSQL, ms: by then the client has given up, and others need the connection. */
export const STATEMENT_TIMEOUT_MS = 60_000;

/** Removes the statement timeout for this transaction; call it right after its start. */
export async function disableStatementTimeout(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}

/** Runs work on one PostgreSQL connection without the statement timeout. */
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
