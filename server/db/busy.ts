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

/** What `pg` says, without a code, of a connection that ended or could not be made in time. */
const GONE =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout expired|Query read timeout|There was an error establishing an SSL connection|Cannot use a pool after calling end)/;

/** Codes of the network and of the system's resolver. */
const NETWORK: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether something failed since the other end (the database, a service) is out of reach now. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof DatabaseBusyError) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && NETWORK.has(error.code)) return true;
  // Several addresses of one name failed together.
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach);
  // `fetch` hides what happened in its cause.
  return GONE.test(error.message) || isOutOfReach(error.cause);
}
