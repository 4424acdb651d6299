import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { Channels } from './channels.ts';
import type { Database } from './connect.ts';
import { type Lock, lockDataFolder } from './data-folder-lock.ts';
import { EngineThread } from './engine-thread.ts';
import { watchEngine } from './engine-watch.ts';
import { createLocalLocks } from './exclusive-work.ts';
import { withBusyError } from './failures.ts';
import { migrateToLatest } from './migrate.ts';
import { notify } from './notify.ts';
import { types } from './parsers.ts';
import { PreparingClient } from './prepared-statements.ts';
import type { Tables } from './tables.ts';
import { WorkerStream } from './worker-stream.ts';

/** Timeout for the single connection, ms; only reached when the pool is used inside a transaction. */
const CONNECTION_TIMEOUT_MS = 30_000;
/** The same for an in-memory database, shorter than the time limit of a test, ms. */
const MEMORY_CONNECTION_TIMEOUT_MS = 10_000;
/** Interval of VACUUM, ms: the embedded database runs as a single process and has no autovacuum. */
const VACUUM_INTERVAL_MS = 6 * 60 * 60 * 1_000;

/** An embedded database, with what only tests and templates need. */
export interface EmbeddedDatabase extends Database {
  /** Whether the database was just created and is empty. */
  fresh: boolean;
  /** Writes the data folder as a tarball that can be used as a template. */
  dump(path: string): Promise<void>;
}

/** Folder of the embedded database within a data folder. */
export const databaseFolder = (dataDir: string): string => join(resolve(dataDir), 'database');

/**
 * Opens (or creates) the embedded database of a data folder and locks the folder.
 * @param dataDir folder of the installation; the database goes to `<dataDir>/database`
 * @param template tarball from `EmbeddedDatabase.dump` for a new database
 * @throws StartError when another process has locked the folder, or the database cannot be opened
 */
export async function openEmbedded(dataDir: string, template: string | null = null): Promise<EmbeddedDatabase> {
  const root = resolve(dataDir);
  await ensureFolder(root);
  const lock = await lockDataFolder(root);
  try {
    const folder = databaseFolder(root);
    // Marker while the database is being created: the remains of an interrupted first start are deleted.
    const unfinishedMarker = join(root, 'database.unfinished');
    if (await pathExists(unfinishedMarker)) await rm(folder, { recursive: true, force: true });
    const isNew = !(await pathExists(join(folder, 'PG_VERSION')));
    // A damaged database, which lost a file: creating a new one over it would destroy the data.
    if (isNew && (await hasFiles(folder))) throw new StartError(text('start.databaseUnversioned', { dir: folder }));
    if (isNew) await writeFile(unfinishedMarker, '');
    const engine = await startEngine(folder, isNew ? template : null);
    if (isNew) await rm(unfinishedMarker);
    return await createDatabase(engine, { lock, folder, fresh: isNew });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens an embedded database in memory, for tests and for making templates. */
export async function openInMemory(
  template: string | null = null,
  compiled?: WebAssembly.Module,
): Promise<EmbeddedDatabase> {
  const engine = await EngineThread.start({ dataDir: null, template, ...(compiled ? { compiled } : {}) });
  return createDatabase(engine, { lock: null, folder: null, fresh: true });
}

async function startEngine(folder: string, template: string | null): Promise<EngineThread> {
  try {
    return await EngineThread.start({ dataDir: folder, template });
  } catch (error) {
    throw new StartError(text('start.databaseBroken', { dir: folder, reason: errorMessage(error) }), {
      cause: error,
    });
  }
}

interface FolderState {
  /** Null in memory. */
  lock: Lock | null;
  folder: string | null;
  fresh: boolean;
}

async function createDatabase(engine: EngineThread, { lock, folder, fresh }: FolderState): Promise<EmbeddedDatabase> {
  const watch = await watchEngine({ engine, folder });
  const channels = new Channels(async (statement) => {
    await sql.raw(statement).execute(kysely);
  });
  const pool = new pg.Pool({
    Client: PreparingClient,
    // A single session: transactions run one after another, in order of arrival.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: lock ? CONNECTION_TIMEOUT_MS : MEMORY_CONNECTION_TIMEOUT_MS,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new WorkerStream(engine),
    types,
    onConnect: async (client) => {
      // The pool does not handle errors of a checked-out connection, and an unhandled one would crash the process without a
      // message.
      client.on('error', () => undefined);
      client.on('notification', ({ channel, payload = '' }) => channels.deliver(channel, payload));
      for (const statement of channels.statements()) await client.query(statement);
    },
  });
  // `failed` reports the thread's death already; the pool reports it again for its idle connection.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withBusyError(pool) }) });
  const vacuumTimer = setInterval(() => {
    sql`vacuum (analyze)`.execute(kysely).catch((error: unknown) => {
      console.error(text('start.vacuumFailed', { reason: errorMessage(error) }));
    });
  }, VACUUM_INTERVAL_MS);
  vacuumTimer.unref();
  return {
    kysely,
    kind: 'embedded',
    fresh,
    failed: engine.failed,
    migrate: (options) => migrateToLatest(kysely, options),
    withoutLimit: (work) => work(kysely),
    check: async () => {
      await watch.look();
      await sql`select 1`.execute(kysely);
    },
    // Notifications arrive on the connection of the queries.
    checkListener: async () => undefined,
    state: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ...createLocalLocks(),
    listen: (channel, onMessage) => channels.add(channel, onMessage),
    notify,
    dump: (path) => engine.request({ kind: 'dump', path }, 'dumped'),
    close: async () => {
      clearInterval(vacuumTimer);
      watch.stop();
      // Pool first, so that running queries finish and no new ones start.
      await kysely.destroy();
      await engine.close();
      await lock?.release();
    },
  };
}

async function ensureFolder(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    throw new StartError(text('start.dataDirUnusable', { dir: root, reason: errorMessage(error) }), {
      cause: error,
    });
  }
}

async function hasFiles(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length > 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
