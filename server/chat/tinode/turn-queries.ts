import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** What one process of a database does at a time, and the number of its lock. */
const LOCKS = { look: 7_240_020, states: 7_240_021 } as const;
type Turn = keyof typeof LOCKS;
type Locked = Pick<Database, 'kysely' | 'kind'>;

/** Who is at it over the embedded database: one process has that to itself, and one connection for everything. */
const here = new WeakMap<object, Map<Turn, Promise<unknown>>>();

/** Does something once nobody else is at it, on whatever process of the database. */
export async function inTurn<Result>(database: Locked, turn: Turn, work: () => Promise<Result>): Promise<Result> {
  if (database.kind === 'embedded') return next(database, turn, work);
  return database.kysely.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${LOCKS[turn]}::bigint)`.execute(db);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS[turn]}::bigint)`.execute(db);
    }
  });
}

/** Does something unless somebody is at it, on whatever process of the database. @returns null when somebody is */
export async function unlessBusy<Result>(
  database: Locked,
  turn: Turn,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (database.kind === 'embedded') return here.get(database.kysely)?.has(turn) ? null : next(database, turn, work);
  return database.kysely.connection().execute(async (db) => {
    const { rows } = await sql<{
      got: boolean;
    }>`select pg_try_advisory_lock(${LOCKS[turn]}::bigint) as got`.execute(db);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCKS[turn]}::bigint)`.execute(db);
    }
  });
}

function next<Result>({ kysely }: Locked, turn: Turn, work: () => Promise<Result>): Promise<Result> {
  const turns = here.get(kysely) ?? new Map<Turn, Promise<unknown>>();
  here.set(kysely, turns);
  const mine = (turns.get(turn) ?? Promise.resolve()).then(work, work).finally(() => {
    if (turns.get(turn) === mine) turns.delete(turn);
  });
  turns.set(turn, mine);
  return mine;
}
