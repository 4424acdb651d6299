import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import type { Database } from '#server/db/connect.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { unboundTransaction } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { sha256Of } from '#server/files/sha256.ts';
import type { FileStore } from '#server/files/store.ts';
import { StartError } from '#server/start-error.ts';
import { damagedBackup, readArchive } from './archive.ts';
import { dropEverything, makeMigrationTables } from './schema.ts';
import { type Column, tableColumns } from './tables.ts';
import { ENTRY, ending, type Manifest, manifest } from './write-backup.ts';

/** Where a backup is restored to. */
export interface RestoreTarget {
  database: Pick<Database, 'kysely'>;
  files: FileStore;
  /** Folder of the definitions of an installation's own sections. */
  definitions: string;
}

/** Report of a restoration: counts, the age and version of the backup, and the definitions that were not overwritten. */
export interface Restored {
  rows: number;
  files: number;
  /** When the backup was made, ISO in UTC, and by which version of the product. */
  madeAt: string;
  version: string;
  /** Names of definitions that differ from those in the backup; they were not overwritten. */
  left: string[];
}

/** Everything that is read of one archive. */
type Entries = AsyncGenerator<{ name: string; bytes: Buffer }>;

/**
 * Puts what a backup holds in the place of all there is, in one transaction: a restore that is refused, fails or is killed
 * leaves the database as it was, and at most bytes that no row speaks of. The schema is that of the backup afterwards: the next
 * start brings it to the newest.
 * @throws StartError with a sentence: not a backup of ours, of a newer version, damaged, cut off, no key or a wrong one
 */
export async function restoreBackup(target: RestoreTarget, path: string, key?: string): Promise<Restored> {
  const definitions = new Map<string, Buffer>();
  const damaged = () => damagedBackup(path, key);
  const entries = readArchive(path, key);
  try {
    const restored = await target.database.kysely.transaction().execute(async (trx) => {
      await unboundTransaction(trx);
      const head = await readManifest(entries, path);
      await dropEverything(trx);
      await makeMigrationTables(trx);
      for (const name of head.migrations) await migrations[name]?.up(trx);
      const count = await withoutRules(trx, () => fill(trx, target.files, definitions, head, entries, damaged));
      for (const [name, { value, given }] of Object.entries(head.sequences))
        await sql`select setval(${name}::regclass, ${value}::bigint, ${given})`.execute(trx);
      return { ...count, madeAt: head.made_at, version: head.version };
    });
    return { ...restored, left: await writeDefinitions(target.definitions, definitions) };
  } finally {
    await entries.return(undefined);
  }
}

/** The content of an entry; null for one that is no JSON. */
function parsed(bytes: Buffer): unknown {
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
  const head = manifest.safeParse(isManifest ? parsed(first.value.bytes) : null);
  if (!head.success) throw new StartError(text('backup.foreign', { file: path }), { cause: head.error });
  const { version } = head.data;
  if (head.data.migrations.some((name) => !Object.hasOwn(migrations, name)))
    throw new StartError(text('backup.newer', { file: path, version }));
  return head.data;
}

/** Fills the tables and keeps the bytes; the archive has to hold as much as its end says. */
async function fill(
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
      const said = ending.safeParse(parsed(bytes)).data;
      if (said?.rows !== count.rows || said.files !== count.files) throw damaged();
      return count;
    }
    const table = ENTRY.table.exec(name)?.[1];
    const definition = ENTRY.definitions.exec(name)?.[1];
    if (definition) definitions.set(definition, bytes);
    else if (table) {
      const into = head.tables[table]?.map((column) => columns.get(table)?.find((one) => one.name === column));
      const rows = parsed(bytes);
      if (!into?.every((column) => column !== undefined) || !areRows(rows, into.length)) throw damaged();
      count.rows += await insertRows(trx, table, into, String(bytes));
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

/** @param rows JSON array of rows. @returns how many they were */
async function insertRows(trx: Db, table: string, columns: readonly Column[], rows: string): Promise<number> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const values = sql.join(columns.map(({ type }, at) => sql`(row ->> ${sql.lit(at)})::${sql.raw(type)}`));
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from json_array_elements(${rows}::json) as given (row)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Runs `work` without foreign keys and triggers, then puts them back, which checks the foreign keys of every row. */
async function withoutRules<Result>(trx: Db, work: () => Promise<Result>): Promise<Result> {
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

/** Writes the definitions that are not there. @returns names of those that are there and say something else */
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
