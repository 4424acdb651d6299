import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { restorableSince } from './undo.ts';

/**
 * Deleted residents and employees. Their row in `users` stays for good, since histories refer to it, and loses the phone, so that
 * it can be invited anew. The data to restore a person stand in a table of deletions until the undo time is over.
 */

/** Tables of deletions: they have these columns in common. */
type Deletions = 'resident_deletions' | 'employee_deletions';
const common = (table: Deletions) => table as 'resident_deletions';

/** Most people that one transaction purges. */
const PORTION = 500;

/** The parts of a person that a deletion takes away. */
interface Deletable {
  id: number;
  phone: string | null;
  status: UserStatus;
}

/** Deletes a person and frees their phone. @param by the author, where the table keeps that */
export async function hidePerson(
  trx: Db,
  table: Deletions,
  { id, phone, status }: Deletable,
  now: Date,
  by: { deleted_by?: number } = {},
): Promise<void> {
  if (phone === null || status === 'deleted') throw new Error(`Person ${id} is deleted already`);
  const row = { user_id: id, phone, status, deleted_at: now, ...by };
  await trx.insertInto(common(table)).values(row).execute();
  await trx
    .updateTable('users')
    .set({ status: 'deleted', phone: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The outcome of a restoration: the status; `late`: the time was over; `taken`: the phone is in use again. */
type Restored = { status: Exclude<UserStatus, 'deleted'> } | 'late' | 'taken';

/** Brings a deleted person back with phone and status. Unless it returns a status, the transaction has to end. */
export async function restorePerson(trx: Db, table: Deletions, id: number, now: Date): Promise<Restored> {
  const keptRow = await trx
    .deleteFrom(common(table))
    .where('user_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning(['phone', 'status'])
    .executeTakeFirst();
  if (!keptRow) return 'late';
  const other = await trx.selectFrom('users').where('phone', '=', keptRow.phone).select('id').executeTakeFirst();
  if (other) return 'taken';
  await trx
    .updateTable('users')
    .set({ ...keptRow, updated_at: now })
    .where('id', '=', id)
    .execute();
  return { status: keptRow.status };
}

/**
 * Purges the data kept for an undo of people who can no longer be restored.
 * @param strip takes it from these people, within the transaction
 * @returns how many people
 */
export async function purgePeople(
  db: Db,
  table: Deletions,
  now: Date,
  strip: (trx: Db, ids: number[]) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom(common(table))
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('user_id')
      .limit(PORTION)
      .select('user_id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = due.map((row) => row.user_id);
    if (!ids.length) return 0;
    await strip(trx, ids);
    await trx.deleteFrom(common(table)).where('user_id', 'in', ids).execute();
    return ids.length;
  });
}
