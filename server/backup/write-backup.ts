import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '#server/db/connect.ts';
import { migrationsMade } from '#server/db/migrate.ts';
import { unboundTransaction } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { storedBytes } from '#server/files/queries.ts';
import { type FileStore, MissingFileError } from '#server/files/store.ts';
import { VERSION } from '#server/version.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type Column, sequencePlaces, tableColumns } from './tables.ts';

/** Content of the first entry of an archive. */
export const manifest = z.object({
  format: z.literal(1),
  /** Version of the product that wrote it. */
  version: z.string(),
  /** ISO in UTC. */
  made_at: z.string(),
  /** Migrations of the database, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Columns of each table, in the order in which its rows hold them. */
  tables: z.record(z.string(), z.array(z.string())),
  sequences: z.record(z.string(), z.object({ value: z.string(), given: z.boolean() })),
});
export type Manifest = z.output<typeof manifest>;

/** Content of the last entry: an archive without it was cut off. */
export const ending = z.object({ rows: z.number().int(), files: z.number().int() });

/** Names of the entries. Those of a table are numbered: each holds a JSON array of rows, a row an array of texts and nulls. */
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

/** Rows that are asked for at a time. */
const ROWS = 500;
/** An entry of a table is closed when it holds so many characters. */
const PART = 4_000_000;

/** Dependencies of a backup. */
export interface BackupSource {
  database: Pick<Database, 'kysely'>;
  /** Left out: the tables alone. */
  files?: FileStore;
  /** Folder of the definitions of an installation's own sections; left out: none of them. */
  definitions?: string;
  now(): Date;
}

/** Size of a written archive in bytes, and the number of its rows and files. */
export interface Written {
  bytes: number;
  rows: number;
  files: number;
}

/**
 * Writes all there is into one archive, while the product runs: tables as they stood at one moment, then the bytes of uploads,
 * which never change. Calls go on meanwhile on PostgreSQL; on the embedded database, which has one connection, they wait while
 * the tables are read.
 * @param path the archive; it is there when it is whole
 * @param key encrypts it
 * @throws StartError when the machine refuses to write
 */
export async function writeBackup(
  { database, files, definitions, now }: BackupSource,
  path: string,
  key?: string,
): Promise<Written> {
  const count = { rows: 0, files: 0 };
  const bytes = await writeArchive(path, key, async (archive) => {
    const names = await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await unboundTransaction(trx);
        count.rows = await writeTables(trx, archive, now());
        return files ? storedBytes(trx) : [];
      });
    if (definitions) await writeDefinitions(definitions, archive);
    if (files) count.files = await writeFiles(files, archive, names);
    await archive.add(ENTRY.ending, JSON.stringify(count satisfies z.output<typeof ending>));
  });
  return { bytes, ...count };
}

async function writeTables(trx: Db, archive: ArchiveWriter, now: Date): Promise<number> {
  await exactTexts(trx);
  const tables = await tableColumns(trx);
  const head: Manifest = {
    format: 1,
    version: VERSION,
    made_at: now.toISOString(),
    migrations: await migrationsMade(trx),
    tables: Object.fromEntries([...tables].map(([table, columns]) => [table, columns.map(({ name }) => name)])),
    sequences: Object.fromEntries(await sequencePlaces(trx)),
  };
  await archive.add(ENTRY.manifest, JSON.stringify(head));
  let rows = 0;
  for (const [table, columns] of tables) rows += await writeTable(trx, archive, table, columns);
  return rows;
}

/** Values as texts that are read back to the same values, whatever the connection was set to. */
async function exactTexts(trx: Db): Promise<void> {
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
    const batch = (await sql<{ row: string }>`fetch ${sql.lit(ROWS)} from reading`.execute(trx)).rows;
    for (const { row } of batch) {
      buffer.push(row);
      size += row.length;
      rows += 1;
    }
    if (size > PART || batch.length < ROWS) await flush();
    if (batch.length < ROWS) break;
  }
  await sql`close reading`.execute(trx);
  return rows;
}

async function writeDefinitions(folder: string, archive: ArchiveWriter): Promise<void> {
  for (const name of await definitionFiles(folder))
    await archive.add(ENTRY.definition(name), await readFile(join(folder, name)));
}

/** Files of a folder of definitions; none where there is no such folder. */
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
    const bytes = await read(files, sha256);
    if (!bytes) continue;
    await archive.add(ENTRY.file(sha256), bytes);
    count += 1;
  }
  return count;
}

/** Null when it is not there: removed meanwhile, or lost long ago, which a backup cannot mend. */
async function read(files: FileStore, sha256: string): Promise<Buffer | null> {
  try {
    const parts: Buffer[] = [];
    for await (const part of await files.read(sha256)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof MissingFileError) return null;
    throw error;
  }
}
