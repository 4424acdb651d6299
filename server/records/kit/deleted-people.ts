import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import { restorableSince } from './undo.ts';

/**
 * Deleted residents and employees. Their row in `users` stays, since histories refer to it, but without the phone, so that this
 * can be invited again. Until the undo time is over the data to restore a person are in a table of deletions.
 */

/** The tables of deletions; they share the columns used here. */
type Deletions = 'resident_deletions' | 'employee_deletions';
const asTable = (table: Deletions) => table as 'resident_deletions';

/** People purged per transaction, at most. */
const BATCH_SIZE = 500;

/** The values of a person that a deletion removes. */
interface Deletable {
  id: number;
  phone: string | null;
  status: UserStatus;
}

/**
 * Deletes a person and frees their phone.
 * @param extraColumns the author, if the table has a column for it
 */
export async function hidePerson(
  trx: Db,
  table: Deletions,
  { id, phone, status }: Deletable,
  now: Date,
  extraColumns: { deleted_by?: number } = {},
): Promise<void> {
  if (phone === null || status === 'deleted') throw new Error(`Person ${id} is deleted already`);
  const row = { user_id: id, phone, status, deleted_at: now, ...extraColumns };
  await trx.insertInto(asTable(table)).values(row).execute();
  await trx
    .updateTable('users')
    .set({ status: 'deleted', phone: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Outcome of a restore: the status; `late` if the undo time is over; `taken` if the phone is in use again. */
type Restored = { status: Exclude<UserStatus, 'deleted'> } | 'late' | 'taken';

/** Restores a deleted person with phone and status. Roll back the transaction unless it returns a status. */
export async function restorePerson(trx: Db, table: Deletions, id: number, now: Date): Promise<Restored> {
  const deletion = await trx
    .deleteFrom(asTable(table))
    .where('user_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning(['phone', 'status'])
    .executeTakeFirst();
  if (!deletion) return 'late';
  const other = await trx.selectFrom('users').where('phone', '=', deletion.phone).select('id').executeTakeFirst();
  if (other) return 'taken';
  await trx
    .updateTable('users')
    .set({ ...deletion, updated_at: now })
    .where('id', '=', id)
    .execute();
  return { status: deletion.status };
}

/**
 * Purges the undo data of people who can no longer be restored.
 * @param removeData removes other data of these people, within the transaction
 * @returns the number of people
 */
export async function purgePeople(
  db: Db,
  table: Deletions,
  now: Date,
  removeData: (trx: Db, ids: number[]) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom(asTable(table))
      .where('deleted_at', '<=', restorableSince(now))
      .orderBy('user_id')
      .limit(BATCH_SIZE)
      .select('user_id')
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = due.map((row) => row.user_id);
    if (!ids.length) return 0;
    await removeData(trx, ids);
    await trx.deleteFrom(asTable(table)).where('user_id', 'in', ids).execute();
    return ids.length;
  });
}
