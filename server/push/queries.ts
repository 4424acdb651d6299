import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Claims a notification for pushing. @returns false when another process has it already */
export async function claimForPush(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notifications')
    .set({ pushed_at: now })
    .where('id', '=', id)
    .where('pushed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of sessions with a registered browser. */
export async function selectSessionsWithDevices(db: Db): Promise<number[]> {
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

/** Deletes unsubscribed browsers. */
export async function deleteDevices(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length)
    await db
      .deleteFrom('devices')
      .where('id', 'in', [...ids])
      .execute();
}
