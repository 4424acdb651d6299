import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { startProduct } from '#tests/support/product.ts';
import type { Figure } from './figures.ts';

const MAIN = fileURLToPath(new URL('../../server/backup/main.ts', import.meta.url));
const MEGABYTE = 1024 ** 2;

type Env = Readonly<Record<string, string>>;

/** Runs `npm run backup` or `npm run restore` as an administrator does. @returns how long it took, ms */
async function timed(command: 'backup' | 'restore', file: string, env: Env): Promise<number> {
  const began = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const words = command === 'restore' ? [file, '--yes'] : [file];
  await promisify(execFile)(process.execPath, ['--import', 'tsx', MAIN, command, ...words], {
    env: { PATH, HOME, ...env },
    maxBuffer: MEGABYTE,
  });
  return performance.now() - began;
}

/** Fills a database, copies it while it is used, and restores the copy into an empty one. */
async function copied(size: string, from: Env, into: Env, where: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'upravdom-bench-backup-'));
  const file = join(folder, 'backup');
  try {
    const product = await startProduct({ env: { ...from, DEMO_SIZE: size }, dataDir: from.DATA_DIR ?? folder });
    let backup: number;
    try {
      backup = await timed('backup', file, from);
    } finally {
      await product.stop();
    }
    const restore = await timed('restore', file, into);
    return [
      { name: `${where}: backup while it runs`, value: backup / 1_000, unit: 's' },
      { name: `${where}: restore into an empty one`, value: restore / 1_000, unit: 's' },
      { name: `${where}: the file`, value: (await stat(file)).size / MEGABYTE, unit: 'MB' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Backup and restore: of a city in the embedded database, of a metropolis on PostgreSQL. */
export async function backup(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const folders = await Promise.all([1, 2, 3, 4].map(() => mkdtemp(join(tmpdir(), 'upravdom-bench-data-'))));
  const [first = '', second = '', third = '', fourth = ''] = folders;
  const postgres = await startPostgres(bin);
  try {
    const [from, into] = [await newDatabase(postgres.url, 'source'), await newDatabase(postgres.url, 'target')];
    return [
      ...(await copied('city', { DATA_DIR: first }, { DATA_DIR: second }, 'City, embedded')),
      ...(await copied(
        'metropolis',
        { DATA_DIR: third, DATABASE_URL: from },
        { DATA_DIR: fourth, DATABASE_URL: into },
        'Metropolis on PostgreSQL',
      )),
    ];
  } finally {
    await postgres.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}
