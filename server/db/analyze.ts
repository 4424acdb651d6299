import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Updates the planner's statistics, which are missing after a bulk insert. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/**
 * Like `analyze`, after inserting a whole town: also updates the visibility map, without which index-only scans are slow until
 * autovacuum runs minutes later. Must run outside of a transaction.
 */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db);
}
