import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Sources of an empty migrated database. */
const SCHEMA = [
  'server/db/migrations',
  'server/db/pglite-worker.mjs',
  'node_modules/@electric-sql/pglite/package.json',
];
/** Further sources of the demo company of the tests. */
const DEMO = [
  'server/demo',
  'server/db',
  'server/access',
  'server/files',
  'resources',
  'tests/support/server/test-database.ts',
  'tests/support/server/test-database-postgres.ts',
];

/** The database of a template in its folder. */
export const TARBALL = 'database.tar';

const UNWRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS']);

/** Content of a template: the schema alone, or the demo company of a day in it. */
export type TemplateKind = 'empty' | { demo: 'yard'; day: string };

/**
 * Where a template of this version of the sources is kept, made or not: a folder, so that the demo company's files lie
 * beside its database. Another version has another name, so nothing is ever stale.
 */
export async function templateFolder(kind: TemplateKind): Promise<string> {
  const hash = createHash('sha256');
  for (const source of kind === 'empty' ? SCHEMA : [...SCHEMA, ...DEMO]) await digest(join(ROOT, source), hash);
  const name = kind === 'empty' ? 'empty' : `${kind.demo}-${kind.day}`;
  return join(cacheFolder(), `${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** The tarball of an empty migrated database when one has been made before, else null. */
export async function cachedTemplate(): Promise<string | null> {
  const path = join(await templateFolder('empty'), TARBALL);
  return (await isThere(path)) ? path : null;
}

/**
 * Keeps an empty migrated database, so that the next fresh start and the tests take it from here. Nothing depends on
 * it: where the installation is read-only the next one takes some seconds longer.
 */
export async function keepTemplate(database: { dump(path: string): Promise<void> }): Promise<void> {
  const folder = await templateFolder('empty');
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code)) return;
    throw error;
  }
  await database.dump(join(folder, TARBALL));
}

/** The folder of all templates; it can be deleted at any time. */
export function cacheFolder(): string {
  return join(ROOT, 'node_modules/.cache/upravdom/database');
}

/** Whether a file or folder is there. */
export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function digest(path: string, hash: ReturnType<typeof createHash>): Promise<void> {
  if (!(await isThere(path))) return;
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).sort()) await digest(join(path, name), hash);
    return;
  }
  hash
    .update(path.slice(ROOT.length))
    .update('\0')
    .update(await readFile(path))
    .update('\0');
}
