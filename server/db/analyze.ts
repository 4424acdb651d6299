import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Lets the planner look at the rows: after a bulk fill it knows nothing of them by itself. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}
