import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import { hasComputed } from '#resources/language/expressions/used.ts';
import type { Database } from '#server/db/connect.ts';
import { letOthers } from '#server/db/let-others.ts';
import type { Db } from '#server/db/tables.ts';
import { definitionVersion } from './definition-version.ts';
import { heldInForce, Superseded } from './in-force.ts';
import { RoundRunner } from './round-runner.ts';

/** Records looked at in one go; writers of the section wait while those of them that have changed are written. */
const BATCH = 200;

/** The parts of the database that computing records anew needs. */
type Computing = Pick<Database, 'kysely' | 'kind' | 'state' | 'unlessBusy'>;

/** Whether a record holds what its definition computes. */
const isSettled = (resource: Resource, data: Readonly<Record<string, unknown>>): boolean => {
  const computed = withComputed(resource, data);
  return Object.entries(computed).every(([wire, value]) => isDeepStrictEqual(value, data[wire] ?? null));
};

/** The next records of a section. Those that are deleted are computed when they come back. */
const nextRecords = (db: Db, resource: Resource, after: number) =>
  db
    .selectFrom('records')
    .where('resource', '=', resource.name)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .select(['id', 'data'])
    .execute();

/** Computes some records anew, while no one else writes the section. @throws Superseded when another definition is in force */
function computeAnew(db: Db, resource: Resource, ids: readonly number[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await heldInForce(trx, resource);
    const rows = await trx
      .selectFrom('records')
      .where('id', 'in', [...ids])
      .select(['id', 'data'])
      .forUpdate()
      .execute();
    const changed = rows.filter(({ data }) => !isSettled(resource, data));
    if (!changed.length) return;
    const records = changed.map(({ data }) => JSON.stringify(withComputed(resource, data)));
    await sql`update records set data = given.data::jsonb
      from unnest(${changed.map(({ id }) => id)}::int[], ${records}::text[]) as given (id, data)
      where records.id = given.id`.execute(trx);
  });
}

/** The definition of a section in force, and since when; a definition that was taken back in between counts as another one. */
async function readState(db: Db, { name }: Resource): Promise<string | null> {
  const row = await db
    .selectFrom('definitions')
    .where('name', '=', name)
    .select(['version', sql<string>`applied_at::text`.as('since')])
    .executeTakeFirst();
  return row ? `${row.version} ${row.since}` : null;
}

/** Keeps what records hold as the definitions of now compute it: a changed one comes into force before its records follow it. */
export class ComputedRecords {
  readonly #database: Computing;
  readonly #resources: () => readonly Resource[];
  /** Sections whose records this process has seen right, by what was in force then. */
  readonly #settled = new Map<string, string>();
  readonly #settling: RoundRunner;

  /** @param resources the definitions of now that are stored generically */
  constructor(database: Computing, resources: () => readonly Resource[], onError: (error: unknown) => void) {
    this.#database = database;
    this.#resources = resources;
    this.#settling = new RoundRunner(() => this.#round(), onError);
  }

  /** Settles once what is under way is done. */
  settle(): Promise<void> {
    return this.#settling.settle();
  }

  async #round(): Promise<'busy' | 'done'> {
    const resources = this.#resources().filter(hasComputed);
    if (!resources.length) return 'done';
    const work = async () => {
      for (const resource of resources) await this.#section(resource);
      return 'done' as const;
    };
    // Two processes would do the same: the second one looks once the first is through.
    return (await this.#database.unlessBusy('computed', work)) ?? 'busy';
  }

  async #section(resource: Resource): Promise<void> {
    const db = this.#database.kysely;
    const state = await readState(db, resource);
    // Another version is in force that this process has not read yet; it settles again when it has.
    if (state === null || !state.startsWith(definitionVersion(resource))) return;
    if (this.#settled.get(resource.name) === state) return;
    try {
      for (let after = 0; ; ) {
        if (this.#settling.isClosed) return;
        const rows = await nextRecords(db, resource, after);
        const wrong = rows.filter(({ data }) => !isSettled(resource, data)).map(({ id }) => id);
        if (wrong.length) await computeAnew(db, resource, wrong);
        if (rows.length < BATCH) break;
        after = rows.at(-1)?.id ?? after;
        await letOthers(this.#database);
      }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
      return;
    }
    this.#settled.set(resource.name, state);
  }

  /** Waits for the batch that is under way; no other one begins any more. */
  close(): Promise<void> {
    return this.#settling.close();
  }
}
