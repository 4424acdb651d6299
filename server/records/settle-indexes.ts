import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import {
  INDEX_PREFIX,
  type NeededIndex,
  neededIndexes,
  nonUniqueIndex,
  STATISTICS_PREFIX,
  sectionIndexes,
} from './indexes.ts';
import { RoundRunner } from './round-runner.ts';

/** PostgreSQL error code for a duplicate value. */
const DUPLICATE = '23505';

/** The parts of a database error that name the violated index. */
interface ConstraintError {
  code?: unknown;
  constraint?: unknown;
}

const isDuplicate = (error: unknown): boolean => (error as ConstraintError | null)?.code === DUPLICATE;

/** Wire name of the unique field whose index rejected a value; null for other errors. */
export function duplicateField(db: Db, resource: Resource, error: unknown): string | null {
  if (!isDuplicate(error)) return null;
  const { constraint } = error as ConstraintError;
  return (
    sectionIndexes(db, resource).find(({ name, unique }) => unique !== undefined && name === constraint)?.unique ?? null
  );
}

async function settleStatistics(db: Db, wantedStatistics: readonly NeededIndex[]): Promise<boolean> {
  // Sections with fields of the same name share statistics.
  const bodies = new Map(wantedStatistics.map((one) => [one.name, one.body]));
  const { rows } = await sql<{ name: string }>`select stxname as name from pg_statistic_ext
    where stxrelid = 'records'::regclass and starts_with(stxname::text, ${STATISTICS_PREFIX}::text)`.execute(db);
  const existingNames = new Set(rows.map(({ name }) => name));
  for (const name of existingNames)
    if (!bodies.has(name)) await sql.raw(`drop statistics if exists ${name}`).execute(db);
  const missing = [...bodies].filter(([name]) => !existingNames.has(name));
  for (const [name, body] of missing)
    await sql.raw(`create statistics if not exists ${name} ${body} from records`).execute(db);
  return missing.length > 0;
}

/** The parts of `Database` that creating indexes needs. */
type IndexDatabase = Pick<Database, 'kind' | 'tryWithLock' | 'withoutLimit'>;

/**
 * Creates the indexes that definitions need and drops those that none needs; on PostgreSQL without blocking writers.
 * @returns names of created and dropped indexes; `busy` if another process is doing this
 */
export async function settleIndexes(
  database: IndexDatabase,
  resources: readonly Resource[],
): Promise<{ made: string[]; dropped: string[] } | 'busy'> {
  const work = () => database.withoutLimit((db) => settle(db, database.kind, resources));
  return (await database.tryWithLock('indexes', work)) ?? 'busy';
}

async function settle(db: Db, kind: Database['kind'], resources: readonly Resource[]) {
  const concurrently = kind === 'postgres' ? 'concurrently' : '';
  const { indexes, statistics } = neededIndexes(db, resources);
  const existing = await existingIndexes(db);
  const validNames = new Set(existing.filter(({ valid }) => valid).map(({ name }) => name));
  const needed = new Set(indexes.map(({ name }) => name));
  const make = ({ name, body, unique }: NeededIndex) =>
    sql
      .raw(
        `create ${unique === undefined ? '' : 'unique'} index ${concurrently} if not exists ${name} on records ${body}`,
      )
      .execute(db);
  const drop = (name: string) => sql.raw(`drop index ${concurrently} if exists ${name}`).execute(db);
  const createdNames: string[] = [];
  for (const { name, valid } of existing) if (!valid) await drop(name);
  for (const one of indexes) {
    if (validNames.has(one.name)) continue;
    try {
      await make(one);
      createdNames.push(one.name);
    } catch (error) {
      if (one.unique === undefined || !isDuplicate(error)) throw error;
      // Duplicates exist from before the rule: a plain index is used, and the unique one is tried again next time.
      await drop(one.name);
      const nonUnique = nonUniqueIndex(one);
      needed.add(nonUnique.name);
      if (validNames.has(nonUnique.name)) continue;
      await make(nonUnique);
      createdNames.push(nonUnique.name);
    }
  }
  // Dropped only now, after the replacements exist.
  const dropped = existing.filter(({ name, valid }) => !valid || !needed.has(name)).map(({ name }) => name);
  for (const name of dropped) if (validNames.has(name)) await drop(name);
  // Statistics of an expression are filled by `analyze`.
  const hasNewStatistics = await settleStatistics(db, statistics);
  if (createdNames.length || hasNewStatistics) await sql`analyze records`.execute(db);
  return { made: createdNames, dropped };
}

async function existingIndexes(db: Db): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select pg_class.relname as name, pg_index.indisvalid as valid
    from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where pg_index.indrelid = 'records'::regclass and starts_with(pg_class.relname, ${INDEX_PREFIX}::text)`.execute(db);
  return rows;
}

/**
 * Creates a runner that keeps indexes in line with the definitions.
 * @param resources returns the current generically stored definitions
 */
export const createIndexRunner = (
  database: IndexDatabase,
  resources: () => readonly Resource[],
  onError: (error: unknown) => void,
): RoundRunner =>
  new RoundRunner(async () => ((await settleIndexes(database, resources())) === 'busy' ? 'busy' : 'done'), onError);
