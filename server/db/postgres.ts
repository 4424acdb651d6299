import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import type { Database } from './connect.ts';
import { turnsOnPostgres } from './exclusive-work.ts';
import { telling } from './failures.ts';
import { Listener } from './listener.ts';
import { migrateToLatest } from './migrate.ts';
import { notify } from './notify.ts';
import { types } from './parsers.ts';
import { STATEMENT_MS, withoutLimit } from './statement-limit.ts';
import type { Tables } from './tables.ts';

/** Connections of one process; PostgreSQL allows 100 to all of them together unless told otherwise. */
const CONNECTIONS = 10;
/** How long a query waits for a free connection, and a connection for its server. */
const WAIT_MS = 30_000;

/** How a connection reads and writes times, plans and ends its statements. @param limit longest statement, ms */
export async function prepareConnection(client: Pick<pg.ClientBase, 'query'>, limit: number): Promise<void> {
  await client.query(`set time zone 'UTC'`);
  // Compiling a query of rights takes a second where running it takes twenty milliseconds.
  await client.query('set jit = off');
  await client.query(`set statement_timeout = ${limit}`);
}

/**
 * Opens a PostgreSQL database (15 or later) that any number of our processes may share.
 * @param url `postgres://user:password@host:port/name`, with libpq's parameters (`sslmode`…)
 * @param limit longest statement of a call, ms
 * @throws StartError when it does not answer
 */
export async function openPostgres(url: string, limit = STATEMENT_MS): Promise<Database> {
  const config: pg.ClientConfig = {
    connectionString: url,
    types,
    application_name: 'upravdom',
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
  };
  let closing = false;
  const reportedErrors = new WeakSet<Error>();
  const lost = (error: Error) => {
    if (closing || reportedErrors.has(error)) return;
    reportedErrors.add(error);
    console.error(text('start.connectionLost', { reason: error.message }));
  };
  const pool = new pg.Pool({
    ...config,
    max: CONNECTIONS,
    onConnect: async (client) => {
      // While it is in use the pool does not listen, and an unhandled break ends the process.
      client.on('error', lost);
      await prepareConnection(client, limit);
    },
  });
  // The pool drops a broken idle connection by itself and opens another; the operator is told.
  pool.on('error', lost);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: telling(pool) }) });
  const listener = new Listener(config);
  try {
    await sql`select 1`.execute(kysely);
  } catch (error) {
    await kysely.destroy();
    throw new StartError(
      text('start.postgresUnreachable', { server: serverName(url), reason: connectionFailureText(error) }),
      {
        cause: error,
      },
    );
  }
  return {
    kysely,
    kind: 'postgres',
    failed: new Promise(() => undefined),
    migrate: (options) => withoutLimit(kysely, limit, (db) => migrateToLatest(db, options)),
    withoutLimit: (work) => withoutLimit(kysely, limit, work),
    check: async () => {
      await sql`select 1`.execute(kysely);
    },
    checkListener: () => listener.check(),
    state: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ...turnsOnPostgres(config, lost),
    listen: (channel, onMessage, onGap) => listener.add(channel, onMessage, onGap),
    notify,
    close: async () => {
      closing = true;
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** Host and database of the address, without the password. */
function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The reason of a failed connection. */
export function connectionFailureText(error: unknown): string {
  // Several addresses of one name fail together: the first says enough.
  if (error instanceof AggregateError && error.errors.length > 0) return connectionFailureText(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
