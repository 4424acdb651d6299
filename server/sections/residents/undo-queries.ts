import { MS } from '#resources/limits.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredResident } from './queries.ts';

/** How long the flats and the telephone of a deleted resident are kept, ms: the time to think, and to call. */
export const KEPT = MS.undo + 2_000;

/** What was deleted after this moment can be restored. */
const restorableSince = (now: Date): Date => new Date(now.getTime() - KEPT);

/**
 * Deletes a resident: he is gone for everybody, his sessions end, his telephone is free to be invited anew. What it takes to
 * bring him back stays until `purgeResidents`; the row itself stays for good, since histories refer to it.
 */
export async function hideResident(trx: Db, { id, phone, status }: StoredResident, now: Date): Promise<void> {
  if (phone === null || status === 'deleted') throw new Error(`Resident ${id} is deleted already`);
  await trx.insertInto('resident_deletions').values({ user_id: id, phone, status, deleted_at: now }).execute();
  await trx
    .updateTable('users')
    .set({ status: 'deleted', phone: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('tokens').where('user_id', '=', id).execute();
}

/** What came of bringing somebody back: his status; `late`: his time was over; `taken`: his telephone has somebody else. */
export type Restored = { status: 'active' | 'created' | 'suspended' } | 'late' | 'taken';

/** Brings a deleted resident back with his flats and telephone. */
export async function unhideResident(trx: Db, id: number, now: Date): Promise<Restored> {
  const kept = await trx
    .deleteFrom('resident_deletions')
    .where('user_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning(['phone', 'status'])
    .executeTakeFirst();
  if (!kept) return 'late';
  const other = await trx.selectFrom('users').where('phone', '=', kept.phone).select('id').executeTakeFirst();
  if (other) return 'taken';
  await trx
    .updateTable('users')
    .set({ ...kept, updated_at: now })
    .where('id', '=', id)
    .execute();
  return { status: kept.status };
}

/** Takes the flats of those whose deletion can no longer be taken back. @returns how many people */
export async function purgeResidents(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('resident_deletions')
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('user_id')
      .limit(500)
      .select('user_id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = due.map((row) => row.user_id);
    if (!ids.length) return 0;
    await trx.deleteFrom('residents_units').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('resident_deletions').where('user_id', 'in', ids).execute();
    return ids.length;
  });
}
