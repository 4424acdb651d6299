import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { FREE_TEXT, jsonOf, ruleOf, storedFields, textOf, uniqueText } from './columns.ts';

/** What begins the name of every index that a definition asks for. */
const PREFIX = 'records_x_';
/** The same of statistics. */
const STATISTICS = 'records_s_';
/** One number for all processes on a database: who holds it makes the indexes. */
const LOCK = 7_240_010;
/** Another process is at it: looked at again after this, ms. */
const AGAIN = 1_000;

/** An index that a definition asks for; its name is made of all that it is, so another one has another name. */
export interface WantedIndex {
  name: string;
  /** What follows `on records`. */
  body: string;
}

/** The indexes of a definition's filtered, sorted, searched and unique fields. */
export function indexesOf(db: Db, resource: Resource): WantedIndex[] {
  const text = (part: { compile(db: Db): { sql: string } }) => part.compile(db).sql.replaceAll('"records".', '');
  const bare = (part: { compile(db: Db): { sql: string } }) => text(part).replaceAll('records.', '');
  const shown = new Set(resource.list.columns ?? []);
  const searched = new Set(resource.list.search ?? []);
  const bodies = new Set<string>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const stored = storedFields(resource.fields).get(wire);
    const rule = stored && ruleOf(field);
    if (!rule) continue;
    const { column } = rule;
    const json = bare(sql`${jsonOf(wire)}`);
    const order = column === 'text' ? bare(sql`(${rule.order(stored)})`) : json;
    const part = FREE_TEXT.has(field.kind);
    if (column !== 'numbers' && (shown.has(name) || resource.list.sort?.field === name)) {
      bodies.add(`using btree (${order}, id)`);
      bodies.add(`using btree (${order} desc nulls last, id desc)`);
    }
    if (column === 'numbers') bodies.add(`using gin (${json} jsonb_path_ops)`);
    else if (field.filter && !part) bodies.add(`using btree (${json}, id)`);
    if (searched.has(name) || (field.filter && part)) {
      bodies.add(`using gin (fold(${bare(sql`${textOf(wire)}`)}) gin_trgm_ops)`);
    }
    if (field.unique) bodies.add(`using btree (${column === 'text' ? `(${bare(uniqueText(textOf(wire)))})` : json})`);
  }
  const where = bare(sql`where resource = ${sql.lit(resource.name)} and deleted_at is null`);
  return [...bodies].map((body) => {
    const whole = `${body} ${where}`;
    return { name: PREFIX + createHash('sha256').update(whole).digest('hex').slice(0, 16), body: whole };
  });
}

/**
 * The statistics that definitions ask for. Those of an index on a part of the table the planner does not look at; without any
 * it takes every condition for rare, and sorts hundreds of thousands of records to show a page of them.
 */
export function statisticsOf(db: Db, resource: Resource): WantedIndex[] {
  const { columns = [], sort } = resource.list;
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const rule = ruleOf(field);
    const asked = field.filter || columns.includes(name) || sort?.field === name;
    if (!rule || !asked || rule.column === 'numbers' || FREE_TEXT.has(field.kind)) return [];
    const json = sql`(${jsonOf(wireName(name, field))})`.compile(db).sql.replaceAll('"records".', '');
    const body = `on ${json.replaceAll('records.', '')}`;
    return { name: STATISTICS + createHash('sha256').update(body).digest('hex').slice(0, 16), body };
  });
}

async function settleStatistics(db: Db, resources: readonly Resource[]): Promise<boolean> {
  // Several sections may have fields of one name: what is known of it serves all of them.
  const wanted = new Map(
    resources.flatMap((resource) => statisticsOf(db, resource)).map((one) => [one.name, one.body]),
  );
  const { rows } = await sql<{ name: string }>`select stxname as name from pg_statistic_ext
    where stxrelid = 'records'::regclass and starts_with(stxname::text, ${STATISTICS}::text)`.execute(db);
  const standing = new Set(rows.map(({ name }) => name));
  for (const name of standing) if (!wanted.has(name)) await sql.raw(`drop statistics if exists ${name}`).execute(db);
  const missing = [...wanted].filter(([name]) => !standing.has(name));
  for (const [name, body] of missing)
    await sql.raw(`create statistics if not exists ${name} ${body} from records`).execute(db);
  return missing.length > 0;
}

/**
 * Makes the indexes that definitions ask for and drops those that none asks for any more. On PostgreSQL nobody waits for
 * it: each is made beside the work of others.
 * @returns names of what was made and dropped
 */
export async function settleIndexes(
  { kysely, kind }: Pick<Database, 'kysely' | 'kind'>,
  resources: readonly Resource[],
): Promise<{ made: string[]; dropped: string[] } | 'busy'> {
  const beside = kind === 'postgres' ? 'concurrently' : '';
  return kysely.connection().execute(async (db) => {
    if (beside && !(await locked(db))) return 'busy';
    try {
      const wanted = resources.flatMap((resource) => indexesOf(db, resource));
      const standing = await present(db);
      const names = new Set(wanted.map(({ name }) => name));
      const sound = new Set(standing.filter(({ valid }) => valid).map(({ name }) => name));
      const dropped = standing.filter(({ name, valid }) => !valid || !names.has(name)).map(({ name }) => name);
      for (const name of dropped) await sql.raw(`drop index ${beside} if exists ${name}`).execute(db);
      const missing = wanted.filter(({ name }) => !sound.has(name));
      for (const { name, body } of missing) {
        await sql.raw(`create index ${beside} if not exists ${name} on records ${body}`).execute(db);
      }
      // Statistics of an expression exist once its index has been looked at.
      const fresh = await settleStatistics(db, resources);
      if (missing.length || fresh) await sql`analyze records`.execute(db);
      return { made: missing.map(({ name }) => name), dropped };
    } finally {
      if (beside) await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(db);
    }
  });
}

async function locked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${LOCK}::bigint) as got`.execute(db);
  return rows[0]?.got ?? false;
}

async function present(db: Db): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select pg_class.relname as name, pg_index.indisvalid as valid
    from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where pg_index.indrelid = 'records'::regclass and starts_with(pg_class.relname, ${PREFIX}::text)`.execute(db);
  return rows;
}

/** Keeps the indexes as the definitions are, one settling after another. */
export class RecordIndexes {
  readonly #database: Pick<Database, 'kysely' | 'kind'>;
  readonly #resources: () => readonly Resource[];
  readonly #onError: (error: unknown) => void;
  #work: Promise<void> = Promise.resolve();
  #closed = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param resources the definitions of now that are stored generically */
  constructor(
    database: Pick<Database, 'kysely' | 'kind'>,
    resources: () => readonly Resource[],
    onError: (error: unknown) => void,
  ) {
    this.#database = database;
    this.#resources = resources;
    this.#onError = onError;
  }

  /** Settles once what is under way is done. */
  settle(): Promise<void> {
    this.#work = this.#work.then(() => this.#once()).catch(this.#onError);
    return this.#work;
  }

  async #once(): Promise<void> {
    if (this.#closed) return;
    if ((await settleIndexes(this.#database, this.#resources())) !== 'busy') return;
    this.#timer = setTimeout(() => void this.settle(), AGAIN);
    this.#timer.unref();
  }

  /** Waits for what is under way; nothing begins any more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#work;
  }
}
