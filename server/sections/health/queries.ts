import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Size of the whole database on disk, bytes. */
export async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(db);
  return Number(rows[0]?.size ?? 0);
}

/** Number of uploads, and the bytes of uploads and their thumbnails; identical content (same sha256) is counted once. */
export async function measureStoredFiles(db: Db): Promise<{ count: number; size: number }> {
  const { rows } = await sql<{ count: string; size: string }>`
    select
      (select count(*) from files) as count,
      (select coalesce(sum(size), 0) from (
        select sha256, max(size) as size
        from (select sha256, size from files union all select sha256, size from file_variants) lying
        group by sha256
      ) once) as size`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), size: Number(rows[0]?.size ?? 0) };
}

/** Number of people with a live session. */
export async function countSignedInUsers(db: Db, now: Date): Promise<number> {
  const { people } = await db
    .selectFrom('tokens')
    .where('purpose', '=', 'session')
    .where('expires_at', '>', now)
    .select((eb) => eb.fn.count<string>('user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return Number(people);
}

/** Refusals since a moment: failed sign-ins, and calls refused for a missing right or by rate limits. */
export async function countRefusalsSince(db: Db, since: Date): Promise<{ signIns: number; others: number }> {
  const { rows } = await sql<{ sign_ins: string; others: string }>`
    select
      coalesce(sum(times) filter (where action in ('sign-in-failed', 'wrong-code')), 0) as sign_ins,
      coalesce(sum(times) filter (where action in ('refused', 'throttled')), 0) as others
    from audit
    where resource = 'security' and at >= ${since}`.execute(db);
  return { signIns: Number(rows[0]?.sign_ins ?? 0), others: Number(rows[0]?.others ?? 0) };
}
