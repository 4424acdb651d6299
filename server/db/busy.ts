import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** No connection came free in time: too much at once, or a query on the pool from inside a transaction. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor(cause: unknown) {
    super('No connection to the database came free in time (is the pool used inside a transaction?)', { cause });
  }
}

/** The pool as Kysely takes it, with a wait that ends in `DatabaseBusyError` told apart from other failures. */
export function telling(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw error instanceof Error && /^timeout exceeded/.test(error.message) ? new DatabaseBusyError(error) : error;
      }
    },
    end: () => pool.end(),
  };
}
