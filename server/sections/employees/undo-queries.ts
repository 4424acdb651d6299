import { MS } from '#resources/limits.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredEmployee } from './change-queries.ts';

/** How long a deleted employee's rights are kept, ms: the time to think, and the time the call takes to arrive. */
export const KEPT = MS.undo + 2_000;

/** What was deleted after this moment can be restored. */
const restorableSince = (now: Date): Date => new Date(now.getTime() - KEPT);

/** Hides an employee: he loses phone and status at once, so that he can be invited anew; his rights go with `purgeEmployees`. */
export async function hideEmployee(trx: Db, employee: StoredEmployee, by: number, now: Date): Promise<void> {
  const { id, phone, status } = employee;
  if (phone === null || status === 'deleted') throw new Error(`employee ${id} has no phone`);
  await trx
    .insertInto('employee_deletions')
    .values({ user_id: id, phone, status, deleted_by: by, deleted_at: now })
    .execute();
  await trx
    .updateTable('users')
    .set({ status: 'deleted', phone: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Takes out what is needed to bring an employee back; null when it is too late. */
export async function takeBack(trx: Db, id: number, now: Date): Promise<{ phone: string; status: UserStatus } | null> {
  const row = await trx
    .deleteFrom('employee_deletions')
    .where('user_id', '=', id)
    .where('deleted_at', '>', restorableSince(now))
    .returning(['phone', 'status'])
    .executeTakeFirst();
  return row ?? null;
}

/** Gives a deleted employee phone and status back. */
export async function unhideEmployee(
  trx: Db,
  id: number,
  { phone, status }: { phone: string; status: UserStatus },
  now: Date,
): Promise<void> {
  await trx.updateTable('users').set({ phone, status, updated_at: now }).where('id', '=', id).execute();
}

/** Takes their rights from employees whose deletion can no longer be taken back. @returns how many there were */
export async function purgeEmployees(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .deleteFrom('employee_deletions')
      .where('deleted_at', '<=', restorableSince(now))
      .returning('user_id')
      .execute();
    const ids = due.map((row) => row.user_id);
    if (!ids.length) return 0;
    await trx.deleteFrom('levels').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_porches').where('user_id', 'in', ids).execute();
    await trx.deleteFrom('user_services').where('user_id', 'in', ids).execute();
    await trx.updateTable('users').set({ password_hash: null }).where('id', 'in', ids).execute();
    return ids.length;
  });
}
