import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import { hasComputed } from '#resources/language/expressions/used.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { yieldToOthers } from '#server/db/yield-to-others.ts';
import { definitionVersion } from './definition-version.ts';
import { lockInForce, Superseded } from './in-force.ts';
import { RoundRunner } from './round-runner.ts';

/** Records per batch; writers of the section wait while changed ones of a batch are written. */
const BATCH_SIZE = 200;

/** The parts of `Database` that recomputing records needs. */
type ComputedDatabase = Pick<Database, 'kysely' | 'kind' | 'state' | 'tryWithLock'>;

/** Whether a record's stored computed values are up to date. */
const isUpToDate = (resource: Resource, data: Readonly<Record<string, unknown>>): boolean => {
  const computed = withComputed(resource, data);
  return Object.entries(computed).every(([wire, value]) => isDeepStrictEqual(value, data[wire] ?? null));
};

/** The next records of a section; deleted ones are recomputed when they are restored. */
const nextRecords = (db: Db, resource: Resource, after: number) =>
  db
    .selectFrom('records')
    .where('resource', '=', resource.name)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .select(['id', 'data'])
    .execute();

/**
 * Recomputes records while the section is locked.
 * @throws Superseded if another definition is in force
 */
function recompute(db: Db, resource: Resource, ids: readonly number[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockInForce(trx, resource);
    const rows = await trx
      .selectFrom('records')
      .where('id', 'in', [...ids])
      .select(['id', 'data'])
      .forUpdate()
      .execute();
    const changed = rows.filter(({ data }) => !isUpToDate(resource, data));
    if (!changed.length) return;
    const records = changed.map(({ data }) => JSON.stringify(withComputed(resource, data)));
    await sql`update records set data = given.data::jsonb
      from unnest(${changed.map(({ id }) => id)}::int[], ${records}::text[]) as given (id, data)
      where records.id = given.id`.execute(trx);
  });
}

/**
 * Version of the definition in force and since when, as text; so a definition that was replaced and reapplied counts as changed.
 */
async function readState(db: Db, { name }: Resource): Promise<string | null> {
  const row = await db
    .selectFrom('definitions')
    .where('name', '=', name)
    .select(['version', sql<string>`applied_at::text`.as('since')])
    .executeTakeFirst();
  return row ? `${row.version} ${row.since}` : null;
}

/**
 * Keeps stored computed values up to date with the definitions: after a changed one comes into force, its records are recomputed.
 */
export class ComputedRecords {
  readonly #database: ComputedDatabase;
  readonly #resources: () => readonly Resource[];
  /** Sections whose records are up to date, with the state of the definition at that time. */
  readonly #upToDate = new Map<string, string>();
  readonly #runner: RoundRunner;

  /** @param resources returns the current generically stored definitions */
  constructor(database: ComputedDatabase, resources: () => readonly Resource[], onError: (error: unknown) => void) {
    this.#database = database;
    this.#resources = resources;
    this.#runner = new RoundRunner(() => this.#round(), onError);
  }

  /** Recomputes all sections, after a run in progress. */
  runRound(): Promise<void> {
    return this.#runner.runRound();
  }

  async #round(): Promise<'busy' | 'done'> {
    const resources = this.#resources().filter(hasComputed);
    if (!resources.length) return 'done';
    const work = async () => {
      for (const resource of resources) await this.#recomputeSection(resource);
      return 'done' as const;
    };
    // Only one process works at a time; another one checks again afterwards.
    return (await this.#database.tryWithLock('computed', work)) ?? 'busy';
  }

  async #recomputeSection(resource: Resource): Promise<void> {
    const db = this.#database.kysely;
    const state = await readState(db, resource);
    // This process has not read the version in force yet; it runs again when it has.
    if (state === null || !state.startsWith(definitionVersion(resource))) return;
    if (this.#upToDate.get(resource.name) === state) return;
    try {
      for (let after = 0; ; ) {
        if (this.#runner.isClosed) return;
        const rows = await nextRecords(db, resource, after);
        const outdatedIds = rows.filter(({ data }) => !isUpToDate(resource, data)).map(({ id }) => id);
        if (outdatedIds.length) await recompute(db, resource, outdatedIds);
        if (rows.length < BATCH_SIZE) break;
        after = rows.at(-1)?.id ?? after;
        await yieldToOthers(this.#database);
      }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
      return;
    }
    this.#upToDate.set(resource.name, state);
  }

  /** Waits for the batch in progress; starts no other. */
  close(): Promise<void> {
    return this.#runner.close();
  }
}
