import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import type { Database } from './connect.ts';
import { createPostgresLocks } from './exclusive-work.ts';
import { withBusyError } from './failures.ts';
import { NotificationListener } from './listener.ts';
import { migrateToLatest } from './migrate.ts';
import { notify } from './notify.ts';
import { types } from './parsers.ts';
import { PreparingClient } from './prepared-statements.ts';
import { STATEMENT_TIMEOUT_MS, withoutLimit } from './statement-limit.ts';
import type { Tables } from './tables.ts';

/** Maximum connections of one process; PostgreSQL allows 100 in total by default. */
const POOL_SIZE = 10;
/** Timeout for a free connection of the pool, and for connecting to the server, ms. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** Settings of a session: time zone, JIT and statement timeout. @param limit statement timeout, ms */
export async function prepareConnection(client: Pick<pg.ClientBase, 'query'>, limit: number): Promise<void> {
  await client.query(`set time zone 'UTC'`);
  // JIT compilation of a rights query takes a second, running it only 20 ms.
  await client.query('set jit = off');
  await client.query(`set statement_timeout = ${limit}`);
}

/**
 * Opens a PostgreSQL database (15 or later), which several of our processes may share.
 * @param url `postgres://user:password@host:port/name`, with libpq parameters (`sslmode`…)
 * @param limit statement timeout of requests, ms
 * @throws StartError when the server does not answer
 */
export async function openPostgres(url: string, limit = STATEMENT_TIMEOUT_MS): Promise<Database> {
  const config: pg.ClientConfig = {
    connectionString: url,
    types,
    application_name: 'upravdom',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
  };
  let isClosing = false;
  const reportedErrors = new WeakSet<Error>();
  const reportLost = (error: Error) => {
    if (isClosing || reportedErrors.has(error)) return;
    reportedErrors.add(error);
    console.error(text('start.connectionLost', { reason: error.message }));
  };
  const pool = new pg.Pool({
    ...config,
    Client: PreparingClient,
    max: POOL_SIZE,
    onConnect: async (client) => {
      // The pool does not handle errors of a checked-out connection, and an unhandled one would crash the process.
      client.on('error', reportLost);
      await prepareConnection(client, limit);
    },
  });
  // The pool replaces a broken idle connection itself; tell the operator.
  pool.on('error', reportLost);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withBusyError(pool) }) });
  const listener = new NotificationListener(config);
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
    ...createPostgresLocks(config, reportLost),
    listen: (channel, onMessage, onGap) => listener.add(channel, onMessage, onGap),
    notify,
    close: async () => {
      isClosing = true;
      await listener.close();
      await kysely.destroy();
    },
  };
}

/** Host and database of the URL, without the password. */
function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Message of a failed connection. */
export function connectionFailureText(error: unknown): string {
  // If all addresses of a name fail, report the first failure.
  if (error instanceof AggregateError && error.errors.length > 0) return connectionFailureText(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
