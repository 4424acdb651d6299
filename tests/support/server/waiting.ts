import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Waits until a connection waits for the transaction of another. On the embedded database they come one after the other. */
export async function untilOneWaits(db: Db): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) return pause(100);
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks join pg_stat_activity using (pid)
      where locktype = 'transactionid' and not granted and datname = current_database()`.execute(db);
    if (rows.length) return;
    await pause(5);
  }
}
