import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** No connection came free in time: too much at once, or a query on the pool from inside a transaction. */
class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor(cause: unknown) {
    super('No connection to the database came free in time (is the pool used inside a transaction?)', { cause });
  }
}

/** The pool as Kysely takes it, with a wait that ends in `DatabaseBusyError` told apart from other failures. */
export function telling(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw isBusy(error) ? new DatabaseBusyError(error) : error;
      }
    },
    end: () => pool.end(),
  };
}

/** Messages of `pg`, without a code, about a connection that ended or could not be made in time. */
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

/** The parts of a failure that are looked at, whichever realm its class is of. */
function errorParts(error: unknown): { code: unknown; message: string; causes: readonly unknown[] } {
  if (typeof error !== 'object' || error === null) return { code: undefined, message: '', causes: [] };
  const { code, message, cause, errors } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  // Several addresses of one name fail together; `fetch` hides what happened in its cause.
  return { code, message: String(message ?? ''), causes: [cause, ...(Array.isArray(errors) ? errors : [])] };
}

/** Whether all connections of a pool were taken for too long. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || /^timeout exceeded/.test(errorParts(error).message);

/** Whether something failed since the other end (the database, a service) is out of reach now. */
export function isOutOfReach(error: unknown): boolean {
  const { code, message, causes } = errorParts(error);
  return error instanceof DatabaseBusyError || NETWORK.has(code) || GONE.test(message) || causes.some(isOutOfReach);
}

/** Of the system, of a quota, and of PostgreSQL. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed since there is no room left on a disk. */
export function isDiskFull(error: unknown): boolean {
  const { code, message, causes } = errorParts(error);
  const isSaid = /\b(ENOSPC|EDQUOT)\b|No space left on device/.test(message);
  return isSaid || FULL.has(code) || causes.some(isDiskFull);
}
