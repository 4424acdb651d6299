import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Takes a notification to push. @returns false when another process has it already */
export async function claim(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notifications')
    .set({ pushed_at: now })
    .where('id', '=', id)
    .where('pushed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sessions in which a browser was registered. */
export async function sessionsWithDevices(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('devices').where('token_id', 'is not', null).select('token_id').distinct().execute();
  return rows.flatMap((row) => row.token_id ?? []);
}

/** Browsers registered in these sessions. */
export function selectDevices(db: Db, sessions: readonly number[]): Promise<{ id: number; registration_id: string }[]> {
  return db
    .selectFrom('devices')
    .where(sql<boolean>`token_id = any(${[...sessions]}::integer[])`)
    .select(['id', 'registration_id'])
    .execute();
}

/** Forgets browsers that have withdrawn. */
export async function dropDevices(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length)
    await db
      .deleteFrom('devices')
      .where('id', 'in', [...ids])
      .execute();
}
