import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Queue lengths: waiting SMS invitations, and those of them that failed at least once. */
export async function selectQueueLengths(db: Db): Promise<Readonly<Record<string, number>>> {
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

/** Name of the newest applied migration; null in an empty database. */
export async function selectSchemaVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? null;
}
