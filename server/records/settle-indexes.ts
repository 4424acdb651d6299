import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { askedBy, INDEX_PREFIX, plainIndex, STATISTICS_PREFIX, type WantedIndex, wantedIndexes } from './indexes.ts';
import { RoundRunner } from './round-runner.ts';

/** The database's error for a duplicate value. */
const TWICE = '23505';

/** The parts of a database error that tell which index refused a value. */
interface Refused {
  code?: unknown;
  constraint?: unknown;
}

const isTwice = (error: unknown): boolean => (error as Refused | null)?.code === TWICE;

/** The unique field of a section whose index refused a value; null when it was none of its. */
export function refusedField(db: Db, resource: Resource, error: unknown): string | null {
  if (!isTwice(error)) return null;
  const { constraint } = error as Refused;
  return (
    wantedIndexes(db, resource).find(({ name, unique }) => unique !== undefined && name === constraint)?.unique ?? null
  );
}

async function settleStatistics(db: Db, wantedStatistics: readonly WantedIndex[]): Promise<boolean> {
  // Several sections may have fields of one name: what is known of it serves all of them.
  const bodies = new Map(wantedStatistics.map((one) => [one.name, one.body]));
  const { rows } = await sql<{ name: string }>`select stxname as name from pg_statistic_ext
    where stxrelid = 'records'::regclass and starts_with(stxname::text, ${STATISTICS_PREFIX}::text)`.execute(db);
  const standing = new Set(rows.map(({ name }) => name));
  for (const name of standing) if (!bodies.has(name)) await sql.raw(`drop statistics if exists ${name}`).execute(db);
  const missing = [...bodies].filter(([name]) => !standing.has(name));
  for (const [name, body] of missing)
    await sql.raw(`create statistics if not exists ${name} ${body} from records`).execute(db);
  return missing.length > 0;
}

/** The parts of the database that making indexes needs. */
type Settled = Pick<Database, 'kind' | 'unlessBusy' | 'withoutLimit'>;

/**
 * Makes the indexes that definitions ask for and drops those that none asks for any more. On PostgreSQL each is made
 * beside the work of others.
 * @returns names of what was made and dropped; `busy` when another process is at it
 */
export async function settleIndexes(
  database: Settled,
  resources: readonly Resource[],
): Promise<{ made: string[]; dropped: string[] } | 'busy'> {
  const work = () => database.withoutLimit((db) => settle(db, database.kind, resources));
  return (await database.unlessBusy('indexes', work)) ?? 'busy';
}

async function settle(db: Db, kind: Database['kind'], resources: readonly Resource[]) {
  const beside = kind === 'postgres' ? 'concurrently' : '';
  const { indexes, statistics } = askedBy(db, resources);
  const standing = await present(db);
  const sound = new Set(standing.filter(({ valid }) => valid).map(({ name }) => name));
  const needed = new Set(indexes.map(({ name }) => name));
  const make = ({ name, body, unique }: WantedIndex) =>
    sql
      .raw(`create ${unique === undefined ? '' : 'unique'} index ${beside} if not exists ${name} on records ${body}`)
      .execute(db);
  const drop = (name: string) => sql.raw(`drop index ${beside} if exists ${name}`).execute(db);
  const createdNames: string[] = [];
  for (const { name, valid } of standing) if (!valid) await drop(name);
  for (const one of indexes) {
    if (sound.has(one.name)) continue;
    try {
      await make(one);
      createdNames.push(one.name);
    } catch (error) {
      if (one.unique === undefined || !isTwice(error)) throw error;
      // Values stood twice before the rule; they are looked up all the same, and the index is tried again next time.
      await drop(one.name);
      const plain = plainIndex(one);
      needed.add(plain.name);
      if (sound.has(plain.name)) continue;
      await make(plain);
      createdNames.push(plain.name);
    }
  }
  // An index that replaces another one exists before that one is dropped.
  const dropped = standing.filter(({ name, valid }) => !valid || !needed.has(name)).map(({ name }) => name);
  for (const name of dropped) if (sound.has(name)) await drop(name);
  // Statistics of an expression exist once its index has been looked at.
  const fresh = await settleStatistics(db, statistics);
  if (createdNames.length || fresh) await sql`analyze records`.execute(db);
  return { made: createdNames, dropped };
}

async function present(db: Db): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select pg_class.relname as name, pg_index.indisvalid as valid
    from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where pg_index.indrelid = 'records'::regclass and starts_with(pg_class.relname, ${INDEX_PREFIX}::text)`.execute(db);
  return rows;
}

/** Keeps the indexes as the definitions are. @param resources the definitions of now that are stored generically */
export const keepIndexes = (
  database: Settled,
  resources: () => readonly Resource[],
  onError: (error: unknown) => void,
): RoundRunner =>
  new RoundRunner(async () => ((await settleIndexes(database, resources())) === 'busy' ? 'busy' : 'done'), onError);
