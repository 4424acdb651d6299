import type { Kysely } from 'kysely';
import type { Settings } from '#server/config.ts';
import { openEmbedded } from './embedded.ts';
import type { RunExclusively } from './exclusive-work.ts';
import type { MigrateOptions } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';
import { cachedTemplate, storeTemplate } from './template-cache.ts';

/** State of the connection pool of this process. */
interface DatabaseState {
  /** Number of open connections, and of those idle. */
  connections: number;
  idle: number;
  /** Number of queries waiting for a connection. */
  waiting: number;
}

/** The database of the built-in backend: embedded or a PostgreSQL server, with the same interface. */
export interface Database extends RunExclusively {
  /** Query builder. The embedded database has a single connection, so inside a transaction always use the transaction. */
  kysely: Kysely<Tables>;
  kind: 'embedded' | 'postgres';
  /** Resolves when the embedded database has failed for good (never for PostgreSQL); the process should then exit. */
  failed: Promise<Error>;
  /** Health check. @throws when the database does not respond or no longer stores data */
  check(): Promise<void>;
  /** Health check of the LISTEN connection. @throws when it is lost */
  checkListener(): Promise<void>;
  state(): DatabaseState;
  /** Runs work without the statement timeout that applies to requests on PostgreSQL. */
  withoutLimit<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Migrates the schema to the newest version. @throws StartError when it cannot */
  migrate(options?: MigrateOptions): Promise<void>;
  /**
   * Listens to notifications on a channel from all processes of this database, including this one.
   * @param onGap called when notifications may have been lost (after a reconnect)
   * @returns stops listening
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /**
   * Sends NOTIFY when `trx` commits (at once outside of a transaction). Payloads must be under 8000 bytes; see
   * `server/live/bus.ts`.
   */
  notify(trx: Kysely<Tables>, channel: string, payload: string | readonly string[]): Promise<void>;
  /** Waits for running queries, closes the database and releases the data folder. */
  close(): Promise<void>;
}

/**
 * Opens the configured database without migrating it.
 * @throws StartError for the operator: folder locked by another process, server unreachable, database damaged
 */
export async function connect(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl);
  const template = await cachedTemplate();
  const database = await openEmbedded(settings.dataDir, template);
  if (!database.fresh || template !== null) return database;
  return {
    ...database,
    migrate: async (options) => {
      await database.migrate(options);
      await storeTemplate(database);
    },
  };
}
