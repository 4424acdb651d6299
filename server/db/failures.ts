import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/** No connection became free in time: too much load, or a query on the pool inside a transaction. */
class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';

  constructor(cause: unknown) {
    super('No connection to the database came free in time (is the pool used inside a transaction?)', { cause });
  }
}

/** Adapts a pool for Kysely; a connection timeout becomes `DatabaseBusyError`. */
export function withBusyError(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw isPoolExhausted(error) ? new DatabaseBusyError(error) : error;
      }
    },
    end: () => pool.end(),
  };
}

/** Messages of `pg` errors without a code about a lost or failed connection. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout expired|Query read timeout|There was an error establishing an SSL connection|Cannot use a pool after calling end)/;

/** Error codes of the network and of name resolution. */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
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

/** The relevant parts of an error, independent of its realm (no `instanceof`). */
function errorParts(error: unknown): { code: unknown; message: string; causes: readonly unknown[] } {
  if (typeof error !== 'object' || error === null) return { code: undefined, message: '', causes: [] };
  const { code, message, cause, errors } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  // Several addresses of one name fail together; `fetch` puts the reason into its cause.
  return { code, message: String(message ?? ''), causes: [cause, ...(Array.isArray(errors) ? errors : [])] };
}

/** Whether all connections of a pool were in use for too long. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || /^timeout exceeded/.test(errorParts(error).message);

/** Whether the other side (database or service) is currently unreachable. */
export function isUnreachable(error: unknown): boolean {
  const { code, message, causes } = errorParts(error);
  return (
    error instanceof DatabaseBusyError ||
    NETWORK_CODES.has(code) ||
    CONNECTION_LOST.test(message) ||
    causes.some(isUnreachable)
  );
}

/** Error codes of the system, of quotas, and of PostgreSQL. */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether a disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message, causes } = errorParts(error);
  const isInMessage = /\b(ENOSPC|EDQUOT)\b|No space left on device/.test(message);
  return isInMessage || DISK_FULL_CODES.has(code) || causes.some(isDiskFull);
}
