import type { Kysely } from 'kysely';
import type { Settings } from '#server/config.ts';
import { openFolder } from './embedded.ts';
import type { RunExclusively } from './exclusive-work.ts';
import type { MigrateOptions } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';
import { cachedTemplate, keepTemplate } from './template-cache.ts';

/** How busy the connections of this process are. */
interface DatabaseState {
  /** Open ones, and of them the idle ones. */
  connections: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
}

/** The database of the backend in the box: the embedded one or a PostgreSQL server, with the same interface. */
export interface Database extends RunExclusively {
  /** Queries. The embedded database has one connection: inside a transaction use the transaction, never this. */
  kysely: Kysely<Tables>;
  kind: 'embedded' | 'postgres';
  /** Resolves when the embedded database has died by itself (never for PostgreSQL): the process had better end. */
  failed: Promise<Error>;
  /** Asks the database something. @throws when it does not answer, or keeps nothing any more */
  check(): Promise<void>;
  /** Asks the connection that hears notifications something. @throws when it is lost */
  checkListener(): Promise<void>;
  state(): DatabaseState;
  /** Does work whose statements may take as long as they need; those of calls on PostgreSQL may not. */
  withoutLimit<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Brings the schema to the newest version. @throws StartError when it cannot */
  migrate(options?: MigrateOptions): Promise<void>;
  /**
   * Hears what is notified on a channel by any process on this database, this one included.
   * @param onGap called when messages may have been missed (the connection was lost and is back)
   * @returns how to stop
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Notifies when `trx` commits (at once outside of a transaction). Each under 8000 bytes; see `server/live/bus.ts`. */
  notify(trx: Kysely<Tables>, channel: string, said: string | readonly string[]): Promise<void>;
  /** Finishes what runs, closes the database and gives the data folder free. */
  close(): Promise<void>;
}

/**
 * Opens the database the settings name, without migrating it.
 * @throws StartError with a sentence: folder held by another process, server out of reach, database damaged
 */
export async function connect(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl);
  const template = await cachedTemplate();
  const database = await openFolder(settings.dataDir, template);
  if (!database.fresh || template !== null) return database;
  return {
    ...database,
    migrate: async (options) => {
      await database.migrate(options);
      await keepTemplate(database);
    },
  };
}
