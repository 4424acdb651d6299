import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { currentDate } from '#resources/clock.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import type { Database } from '#server/db/connect.ts';
import { openInMemory } from '#server/db/embedded.ts';
import {
  cachedTemplate,
  cacheFolder,
  fileExists,
  TARBALL,
  type TemplateKind,
  templateFolder,
} from '#server/db/template-cache.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { createFolderStore } from '#server/files/store.ts';
import { settleIndexes } from '#server/records/settle-indexes.ts';
import { EXTRA_DEFINITIONS } from './definitions.ts';
import { copyOfPostgresTemplate } from './test-database-postgres.ts';

/** A template older than this belongs to sources that no longer exist. */
const STALE_MS = 3 * 24 * 60 * 60 * 1_000;

/** A password hash that takes about 1 ms: the demo accounts sign in thousands of times. */
const TEST_HASH_COST = { N: 2 ** 10, r: 1, p: 1 };

/** Options of a test database. */
export interface TestDatabaseOptions {
  /** Fill it with the demo company for tests; without it the tables are empty. */
  demo?: 'yard';
  /** The day the demo company is dated by; today unless given. */
  today?: Date;
  /** A PostgreSQL server whose user may create databases, instead of the embedded one. */
  postgresUrl?: string;
  /** The embedded engine's code, compiled once for many databases. */
  compiled?: WebAssembly.Module | undefined;
}

/** A database of one test file, its own from the first row. */
export interface TestDatabase {
  database: Database;
  /** A folder of its own for `Settings.dataDir`, with the demo company's files in it. */
  dataDir: string;
  /** Closes the database and removes what was made for it. */
  close(): Promise<void>;
}

/**
 * A migrated database for one test file, in about a second: it begins from a template that the first caller makes.
 * The embedded one is in memory and leaves nothing behind.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { demo, today = currentDate(), postgresUrl, compiled } = options;
  const kind: TemplateKind = demo ? { demo, day: today.toISOString().slice(0, 10) } : 'empty';
  const fill = (database: Database, dataDir: string) => fillTemplate(database, dataDir, demo, today);
  const template = postgresUrl
    ? await copyOfPostgresTemplate(postgresUrl, kind, fill)
    : await copyOfEmbeddedTemplate(kind, fill, compiled);
  const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-test-'));
  const files = join(template.folder, 'files');
  if (await fileExists(files)) copyFolder(files, join(dataDir, 'files'));
  return {
    database: template.database,
    dataDir,
    close: async () => {
      await template.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies a folder of files and folders, with a fifth of the processor time of Node's `cp`. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

type Fill = (database: Database, dataDir: string) => Promise<void>;

async function fillTemplate(database: Database, dataDir: string, demo: 'yard' | undefined, today: Date): Promise<void> {
  await database.migrate();
  if (!demo) return;
  await fillDemo(database.kysely, createFolderStore(join(dataDir, 'files')), {
    size: demo,
    today,
    hashCost: TEST_HASH_COST,
  });
  // Each app would create these 30 indexes as it starts.
  const resources = Object.entries(EXTRA_DEFINITIONS).map(([name, definition]) => readDefinition(definition, name));
  await settleIndexes(database, resources);
}

async function copyOfEmbeddedTemplate(kind: TemplateKind, fill: Fill, compiled?: WebAssembly.Module) {
  const folder = await embeddedTemplate(kind, fill);
  const database = await openInMemory(join(folder, TARBALL), compiled);
  return { database, folder, close: () => database.close() };
}

/** The template's folder, created when missing; of two created at once one is kept. */
async function embeddedTemplate(kind: TemplateKind, fill: Fill): Promise<string> {
  const folder = await templateFolder(kind);
  if (await fileExists(join(folder, TARBALL))) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  const database = await openInMemory(kind === 'empty' ? null : await cachedTemplate());
  try {
    await fill(database, draft);
    await dropTemplateDatabases(database);
    await database.dump(join(draft, TARBALL));
  } finally {
    await database.close();
  }
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await fileExists(join(folder, TARBALL)))) throw error;
  });
  await dropStale(folder);
  return folder;
}

/** PostgreSQL's own template databases are two fifths of the files that each test database would begin by unpacking. */
async function dropTemplateDatabases({ kysely }: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false where datname in ('template0', 'template1')`.execute(kysely);
  for (const name of ['template0', 'template1']) await sql`drop database if exists ${sql.id(name)}`.execute(kysely);
  await sql`checkpoint`.execute(kysely);
}

/** Drops templates much older than the one just made. Ages are compared by the file system's clock: a test may set its own. */
async function dropStale(made: string): Promise<void> {
  const { mtimeMs: now } = await stat(made);
  for (const name of await readdir(cacheFolder())) {
    const path = join(cacheFolder(), name);
    // Another test worker may be tidying up as well.
    const found = await stat(path).catch(() => null);
    if (found && now - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
}
