import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Files that determine an empty migrated database. */
const SCHEMA_SOURCES = [
  'server/db/migrations',
  'server/db/pglite-worker.mjs',
  'node_modules/@electric-sql/pglite/package.json',
];
/** Further files that determine the demo company of the tests. */
const DEMO_SOURCES = [
  'server/demo',
  'server/db',
  'server/access',
  'server/files',
  'resources',
  'tests/support/server/definitions.ts',
  'tests/support/server/test-database.ts',
  'tests/support/server/test-database-postgres.ts',
];

/** Kept for the whole process, which has loaded its sources once: reading 500 files takes 0.2 s of processor time. */
let schemaHash: Promise<string> | undefined;
let demoHash: Promise<string> | undefined;

/** File name of the database within a template folder. */
export const TARBALL = 'database.tar';

const UNWRITABLE_CODES = new Set<unknown>(['EACCES', 'EPERM', 'EROFS']);

/** Content of a template: the schema only, or with the demo company of a certain day. */
export type TemplateKind = 'empty' | { demo: 'yard'; day: string };

/**
 * Folder of a template for this version of the sources, whether or not it exists. It is a folder, so that the demo company's
 * files are next to its database; its name contains a hash of the sources, so it is never outdated.
 */
export async function templateFolder(kind: TemplateKind): Promise<string> {
  if (kind === 'empty') {
    schemaHash ??= hashSources(SCHEMA_SOURCES);
    return join(cacheFolder(), `empty-${await schemaHash}`);
  }
  demoHash ??= hashSources([...SCHEMA_SOURCES, ...DEMO_SOURCES]);
  return join(cacheFolder(), `${kind.demo}-${kind.day}-${await demoHash}`);
}

/** Tarball of an empty migrated database, or null when none has been made yet. */
export async function cachedTemplate(): Promise<string | null> {
  const path = join(await templateFolder('empty'), TARBALL);
  return (await fileExists(path)) ? path : null;
}

/**
 * Stores an empty migrated database as a template for later fresh starts and tests. Optional: where the installation is
 * read-only, the next start only takes some seconds longer.
 */
export async function storeTemplate(database: { dump(path: string): Promise<void> }): Promise<void> {
  const folder = await templateFolder('empty');
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE_CODES.has(error.code)) return;
    throw error;
  }
  await database.dump(join(folder, TARBALL));
}

/** Folder of all templates; can be deleted at any time. */
export function cacheFolder(): string {
  return join(ROOT, 'node_modules/.cache/upravdom/database');
}

/** Whether a file or folder exists. */
export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @returns the first 16 hex digits of the SHA-256 of these files, and of all files in these folders */
async function hashSources(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) await addToHash(join(ROOT, source), hash);
  return hash.digest('hex').slice(0, 16);
}

async function addToHash(path: string, hash: ReturnType<typeof createHash>): Promise<void> {
  if (!(await fileExists(path))) return;
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addToHash(join(path, name), hash);
    return;
  }
  hash
    .update(path.slice(ROOT.length))
    .update('\0')
    .update(await readFile(path))
    .update('\0');
}
