import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '#server/db/connect.ts';
import { selectAppliedMigrations } from '#server/db/migrate.ts';
import { disableStatementTimeout } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { referencedBytes } from '#server/files/queries.ts';
import { type FileStore, MissingFileError } from '#server/files/store.ts';
import { VERSION } from '#server/version.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type Column, sequenceStates, tableColumns } from './tables.ts';

/** Schema of the first entry of an archive. */
export const manifestShape = z.object({
  format: z.literal(1),
  /** Product version that wrote it. */
  version: z.string(),
  /** When it was made, ISO in UTC. */
  made_at: z.string(),
  /** Migrations that the database had, in order. */
  migrations: z.array(z.string()).min(1),
  /** Columns of each table, in the order of the values in its rows. */
  tables: z.record(z.string(), z.array(z.string())),
  sequences: z.record(z.string(), z.object({ value: z.string(), given: z.boolean() })),
});
export type Manifest = z.output<typeof manifestShape>;

/** Schema of the last entry; an archive without it is truncated. */
export const endingShape = z.object({ rows: z.number().int(), files: z.number().int() });

/** Names of the entries. A table has numbered entries, each a JSON array of rows; a row is an array of texts and nulls. */
export const ENTRY = {
  manifest: 'manifest.json',
  rows: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.json`,
  table: /^tables\/([a-z_0-9]+)\/\d{6,}\.json$/,
  definition: (name: string) => `definitions/${name}`,
  definitions: /^definitions\/([\w-][\w.-]*)$/,
  file: (sha256: string) => `files/${sha256}`,
  bytes: /^files\/([0-9a-f]{64})$/,
  ending: 'ending.json',
} as const;

/** Rows fetched at a time. */
const FETCH_ROWS = 500;
/** Characters after which an entry of a table is closed. */
const ENTRY_CHARACTERS = 4_000_000;

/** Dependencies of a backup. */
export interface BackupSource {
  database: Pick<Database, 'kysely'>;
  /** Default: no uploads, only the tables. */
  files?: FileStore;
  /** Folder of the installation's definitions; default none. */
  definitions?: string;
  now(): Date;
}

/** Size of a written archive in bytes, and its number of rows and files. */
export interface WrittenBackup {
  bytes: number;
  rows: number;
  files: number;
}

/**
 * Writes all data into one archive while the server runs: a consistent snapshot of the tables, then the uploads, which never
 * change. On PostgreSQL requests go on meanwhile; on the embedded database, which has one connection, they wait while the tables
 * are read.
 * @param path of the archive, which appears only when complete
 * @param key encrypts the archive
 * @throws StartError if it cannot be written
 */
export async function writeBackup(
  { database, files, definitions, now }: BackupSource,
  path: string,
  key?: string,
): Promise<WrittenBackup> {
  const count = { rows: 0, files: 0 };
  const bytes = await writeArchive(path, key, async (archive) => {
    const names = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await disableStatementTimeout(trx);
        count.rows = await writeTables(trx, archive, now());
        return files ? referencedBytes(trx) : [];
      });
    if (definitions) await writeDefinitions(definitions, archive);
    if (files) count.files = await writeFiles(files, archive, names);
    await archive.add(ENTRY.ending, JSON.stringify(count satisfies z.output<typeof endingShape>));
  });
  return { bytes, ...count };
}

async function writeTables(trx: Db, archive: ArchiveWriter, now: Date): Promise<number> {
  await setExactTextFormat(trx);
  const tables = await tableColumns(trx);
  const manifestData: Manifest = {
    format: 1,
    version: VERSION,
    made_at: now.toISOString(),
    migrations: await selectAppliedMigrations(trx),
    tables: Object.fromEntries([...tables].map(([table, columns]) => [table, columns.map(({ name }) => name)])),
    sequences: Object.fromEntries(await sequenceStates(trx)),
  };
  await archive.add(ENTRY.manifest, JSON.stringify(manifestData));
  let rows = 0;
  for (const [table, columns] of tables) rows += await writeTable(trx, archive, table, columns);
  return rows;
}

/** Makes the text form of values exact and independent of the connection's settings. */
async function setExactTextFormat(trx: Db): Promise<void> {
  await sql`select set_config(name, value, true) from (values
    ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1'),
    ('timezone', 'UTC')) as exact (name, value)`.execute(trx);
}

async function writeTable(trx: Db, archive: ArchiveWriter, table: string, columns: readonly Column[]): Promise<number> {
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  await sql`declare reading no scroll cursor for
    select array_to_json(array[${texts}])::text as row from ${sql.table(table)}`.execute(trx);
  let [rows, part, buffer, size]: [number, number, string[], number] = [0, 1, [], 0];
  const flush = async () => {
    if (!buffer.length) return;
    await archive.add(ENTRY.rows(table, part), `[${buffer.join(',\n')}]`);
    [part, buffer, size] = [part + 1, [], 0];
  };
  for (;;) {
    const batch = (await sql<{ row: string }>`fetch ${sql.lit(FETCH_ROWS)} from reading`.execute(trx)).rows;
    for (const { row } of batch) {
      buffer.push(row);
      size += row.length;
      rows += 1;
    }
    if (size > ENTRY_CHARACTERS || batch.length < FETCH_ROWS) await flush();
    if (batch.length < FETCH_ROWS) break;
  }
  await sql`close reading`.execute(trx);
  return rows;
}

async function writeDefinitions(folder: string, archive: ArchiveWriter): Promise<void> {
  for (const name of await definitionFiles(folder))
    await archive.add(ENTRY.definition(name), await readFile(join(folder, name)));
}

/** Files of a folder of definitions; empty if the folder does not exist. */
async function definitionFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && /^[\w-][\w.-]*$/.test(entry.name)).map(({ name }) => name);
}

async function writeFiles(files: FileStore, archive: ArchiveWriter, names: readonly string[]): Promise<number> {
  let count = 0;
  for (const sha256 of names) {
    const bytes = await readStored(files, sha256);
    if (!bytes) continue;
    await archive.add(ENTRY.file(sha256), bytes);
    count += 1;
  }
  return count;
}

/** Bytes of a stored file; null if it is missing: deleted meanwhile, or lost earlier, which a backup cannot fix. */
async function readStored(files: FileStore, sha256: string): Promise<Buffer | null> {
  try {
    const chunks: Buffer[] = [];
    for await (const part of await files.read(sha256)) chunks.push(part as Buffer);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof MissingFileError) return null;
    throw error;
  }
}
