import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { StartError } from '#server/start-error.ts';
import { Channels } from './channels.ts';
import type { Database } from './connect.ts';
import { type Lock, takeLock } from './data-folder-lock.ts';
import { EngineThread } from './engine-thread.ts';
import { watchEngine } from './engine-watch.ts';
import { turnsAlone } from './exclusive-work.ts';
import { telling } from './failures.ts';
import { migrateToLatest } from './migrate.ts';
import { notify } from './notify.ts';
import { types } from './parsers.ts';
import type { Tables } from './tables.ts';
import { WorkerStream } from './worker-stream.ts';

/** How long a query waits for the one connection. Only a pool used inside a transaction ever waits this long. */
const WAIT_MS = 30_000;
/** The same in memory, where tests had better learn it before they run out of time. */
const WAIT_IN_MEMORY_MS = 10_000;
/** Vacuuming is ours: a database of one process has no autovacuum. */
const VACUUM_MS = 6 * 60 * 60 * 1_000;

/** An embedded database, and what only tests and templates ask of it. */
export interface EmbeddedDatabase extends Database {
  /** Whether there was no database before: it holds nothing yet that anybody has written. */
  fresh: boolean;
  /** Writes the data folder as a tarball to begin others from. */
  dump(path: string): Promise<void>;
}

/** Where the embedded database of a data folder is. */
export const databaseFolder = (dataDir: string): string => join(resolve(dataDir), 'database');

/**
 * Opens (creates) the embedded database of a data folder, for this process alone.
 * @param dataDir folder of the installation; the database goes to `<dataDir>/database`
 * @param template tarball of `EmbeddedDatabase.dump` to begin from when there is no database yet
 * @throws StartError when another process holds the folder, or the database cannot be opened
 */
export async function openFolder(dataDir: string, template: string | null = null): Promise<EmbeddedDatabase> {
  const root = resolve(dataDir);
  await writable(root);
  const lock = await takeLock(root);
  try {
    const folder = databaseFolder(root);
    // Stands while the database is being made: what an interrupted first start left is not taken for a database.
    const unfinished = join(root, 'database.unfinished');
    if (await present(unfinished)) await rm(folder, { recursive: true, force: true });
    const fresh = !(await present(join(folder, 'PG_VERSION')));
    // A database that lost a file: another one made over it would end it for good.
    if (fresh && (await holdsAnything(folder)))
      throw new StartError(text('start.databaseUnversioned', { dir: folder }));
    if (fresh) await writeFile(unfinished, '');
    const engine = await started(folder, fresh ? template : null);
    if (fresh) await rm(unfinished);
    return await over(engine, { lock, folder, fresh });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens an embedded database in memory: for tests and for making templates. */
export async function openMemory(
  template: string | null = null,
  compiled?: WebAssembly.Module,
): Promise<EmbeddedDatabase> {
  const engine = await EngineThread.start({ dataDir: null, template, ...(compiled ? { compiled } : {}) });
  return over(engine, { lock: null, folder: null, fresh: true });
}

async function started(folder: string, template: string | null): Promise<EngineThread> {
  try {
    return await EngineThread.start({ dataDir: folder, template });
  } catch (error) {
    throw new StartError(text('start.databaseBroken', { dir: folder, reason: openingFailureText(error) }), {
      cause: error,
    });
  }
}

interface Held {
  /** Null in memory. */
  lock: Lock | null;
  folder: string | null;
  fresh: boolean;
}

async function over(engine: EngineThread, { lock, folder, fresh }: Held): Promise<EmbeddedDatabase> {
  const watch = await watchEngine({ engine, folder });
  const channels = new Channels(async (statement) => {
    await sql.raw(statement).execute(kysely);
  });
  const pool = new pg.Pool({
    // One session: transactions take turns, in the order they came.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: lock ? WAIT_MS : WAIT_IN_MEMORY_MS,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new WorkerStream(engine),
    types,
    onConnect: async (client) => {
      // While it is in use the pool does not listen, and an unhandled error ends the process without its sentence.
      client.on('error', () => undefined);
      client.on('notification', ({ channel, payload = '' }) => channels.deliver(channel, payload));
      for (const statement of channels.statements()) await client.query(statement);
    },
  });
  // The thread's death is told by `failed`; the pool reports the same on its idle connection.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: telling(pool) }) });
  const tidy = setInterval(() => {
    sql`vacuum (analyze)`.execute(kysely).catch((error: unknown) => {
      console.error(text('start.vacuumFailed', { reason: openingFailureText(error) }));
    });
  }, VACUUM_MS);
  tidy.unref();
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
    // The connection of the queries hears them too.
    checkListener: async () => undefined,
    state: () => ({ connections: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ...turnsAlone(),
    listen: (channel, onMessage) => channels.add(channel, onMessage),
    notify,
    dump: (path) => engine.ask({ kind: 'dump', path }, 'dumped'),
    close: async () => {
      clearInterval(tidy);
      watch.stop();
      // Pool first: what runs is finished and answered, nothing new begins.
      await kysely.destroy();
      await engine.close();
      await lock?.release();
    },
  };
}

async function writable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    throw new StartError(text('start.dataDirUnusable', { dir: root, reason: openingFailureText(error) }), {
      cause: error,
    });
  }
}

async function holdsAnything(folder: string): Promise<boolean> {
  return readdir(folder).then(
    (names) => names.length > 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function present(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function openingFailureText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
