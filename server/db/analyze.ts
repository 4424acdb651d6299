import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Lets the planner look at the rows: after a bulk fill it knows nothing of them by itself. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/**
 * The same after the fill of a whole town, and notes which pages everybody may see: only then an index alone answers, which
 * autovacuum would find out minutes later. Not within a transaction.
 */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db);
}
