import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Messages that wait to be sent: invitations by SMS, and of them those that failed at least once. */
export async function queueLengths(db: Db): Promise<Readonly<Record<string, number>>> {
  const row = await db
    .selectFrom('invitations')
    .where('ended_at', 'is', null)
    .select([
      sql<number>`count(*)::integer`.as('waiting'),
      sql<number>`(count(*) filter (where tries > 0))::integer`.as('tried'),
    ])
    .executeTakeFirstOrThrow();
  return { invitations: row.waiting, invitations_tried: row.tried };
}

/** Name of the newest migration that was made; null in a database without any. */
export async function schemaVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? null;
}
