import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import type { Database } from '#server/db/connect.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { disableStatementTimeout } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { sha256Of } from '#server/files/sha256.ts';
import type { FileStore } from '#server/files/store.ts';
import { StartError } from '#server/start-error.ts';
import { damagedBackup, readArchive } from './archive.ts';
import { createMigrationTables, dropEverything } from './schema.ts';
import { type Column, tableColumns } from './tables.ts';
import { ENTRY, endingShape, type Manifest, manifestShape } from './write-backup.ts';

/** Where a backup is restored to. */
export interface RestoreTarget {
  database: Pick<Database, 'kysely'>;
  files: FileStore;
  /** Folder of the definitions of an installation's own sections. */
  definitions: string;
}

/** Result of a restore. */
export interface Restored {
  rows: number;
  files: number;
  /** When the backup was made, ISO in UTC, and the product version that made it. */
  madeAt: string;
  version: string;
  /** Names of definition files that differ from those in the backup and were kept. */
  keptDefinitions: string[];
}

/** The entries of an archive. */
type Entries = AsyncGenerator<{ name: string; bytes: Buffer }>;

/**
 * Replaces all data with a backup, in one transaction: if the restore is refused, fails or is killed, the database stays as it
 * was, and at most unused bytes are left in the file store. The schema is that of the backup; the next start migrates it.
 * @throws StartError with a message for the user: not one of our backups, of a newer version, damaged, truncated, key missing or
 * wrong
 */
export async function restoreBackup(target: RestoreTarget, path: string, key?: string): Promise<Restored> {
  const definitions = new Map<string, Buffer>();
  const damaged = () => damagedBackup(path, key);
  const entries = readArchive(path, key);
  try {
    const restored = await target.database.kysely.transaction().execute(async (trx) => {
      await disableStatementTimeout(trx);
      const manifestData = await readManifest(entries, path);
      await dropEverything(trx);
      await createMigrationTables(trx);
      for (const name of manifestData.migrations) await migrations[name]?.up(trx);
      const count = await withoutConstraints(trx, () =>
        fillTables(trx, target.files, definitions, manifestData, entries, damaged),
      );
      for (const [name, { value, given }] of Object.entries(manifestData.sequences))
        await sql`select setval(${name}::regclass, ${value}::bigint, ${given})`.execute(trx);
      return { ...count, madeAt: manifestData.made_at, version: manifestData.version };
    });
    return { ...restored, keptDefinitions: await writeDefinitions(target.definitions, definitions) };
  } finally {
    await entries.return(undefined);
  }
}

/** The parsed content of an entry; null for invalid JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function readManifest(entries: Entries, path: string): Promise<Manifest> {
  const first = await entries.next();
  const isManifest = !first.done && first.value.name === ENTRY.manifest;
  const head = manifestShape.safeParse(isManifest ? parseJson(first.value.bytes) : null);
  if (!head.success) throw new StartError(text('backup.foreign', { file: path }), { cause: head.error });
  const { version } = head.data;
  if (head.data.migrations.some((name) => !Object.hasOwn(migrations, name)))
    throw new StartError(text('backup.newer', { file: path, version }));
  return head.data;
}

/** Fills the tables and stores the files; the counts must match the last entry. */
async function fillTables(
  trx: Db,
  files: FileStore,
  definitions: Map<string, Buffer>,
  head: Manifest,
  entries: Entries,
  damaged: () => StartError,
) {
  const columns = await tableColumns(trx);
  for (const table of columns.keys()) await sql`delete from ${sql.table(table)}`.execute(trx);
  const count = { rows: 0, files: 0 };
  for await (const { name, bytes } of entries) {
    if (name === ENTRY.ending) {
      const expected = endingShape.safeParse(parseJson(bytes)).data;
      if (expected?.rows !== count.rows || expected.files !== count.files) throw damaged();
      return count;
    }
    const table = ENTRY.table.exec(name)?.[1];
    const definition = ENTRY.definitions.exec(name)?.[1];
    if (definition) definitions.set(definition, bytes);
    else if (table) {
      const targetColumns = head.tables[table]?.map((column) => columns.get(table)?.find((one) => one.name === column));
      const rows = parseJson(bytes);
      if (!targetColumns?.every((column) => column !== undefined) || !areRows(rows, targetColumns.length))
        throw damaged();
      count.rows += await insertRows(trx, table, targetColumns, String(bytes));
    } else {
      if (sha256Of(bytes) !== ENTRY.bytes.exec(name)?.[1]) throw damaged();
      await files.put(bytes);
      count.files += 1;
    }
  }
  throw damaged();
}

const areRows = (rows: unknown, columns: number): boolean =>
  Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length === columns);

/**
 * Inserts rows into a table.
 * @param rows JSON array of rows
 * @returns their number
 */
async function insertRows(trx: Db, table: string, columns: readonly Column[], rows: string): Promise<number> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const values = sql.join(columns.map(({ type }, at) => sql`(row ->> ${sql.lit(at)})::${sql.raw(type)}`));
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from json_array_elements(${rows}::json) as given (row)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Runs `work` without foreign keys and triggers, then recreates them, which checks the foreign keys of all rows. */
async function withoutConstraints<Result>(trx: Db, work: () => Promise<Result>): Promise<Result> {
  const { rows: keys } = await sql<{ table: string; name: string; rule: string }>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx);
  const { rows: triggers } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`.execute(trx);
  for (const { table, name } of keys)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  for (const { table } of triggers) await sql`alter table ${sql.raw(table)} disable trigger user`.execute(trx);
  const result = await work();
  for (const { table } of triggers) await sql`alter table ${sql.raw(table)} enable trigger user`.execute(trx);
  for (const { table, name, rule } of keys)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(rule)}`.execute(trx);
  return result;
}

/**
 * Writes the missing definition files.
 * @returns names of existing files with another content
 */
async function writeDefinitions(folder: string, definitions: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const differingNames: string[] = [];
  if (definitions.size) await mkdir(folder, { recursive: true });
  for (const [name, bytes] of definitions) {
    try {
      await writeFile(join(folder, name), bytes, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!bytes.equals(await readFile(join(folder, name)))) differingNames.push(name);
    }
  }
  return differingNames;
}
