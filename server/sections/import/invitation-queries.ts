import type { Db } from '#server/db/tables.ts';

/** Somebody to be invited. */
export interface Invited {
  user: number;
  phone: string;
  /** How often it was tried before. */
  tries: number;
}

/**
 * Takes some invitations that are due, so that no other process sends them too.
 * @param until when they are due again, should this process not live to send them
 */
export async function claimInvitations(db: Db, count: number, now: Date, until: Date): Promise<Invited[]> {
  const claimed = await db
    .updateTable('invitations')
    .set(({ eb }) => ({ due_at: until, tries: eb('tries', '+', 1) }))
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('invitations as due')
        .select('due.user_id')
        .where('due.due_at', '<=', now)
        .orderBy('due.due_at')
        .orderBy('due.user_id')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id', 'tries'])
    .execute();
  if (!claimed.length) return [];
  const tries = new Map(claimed.map((row) => [row.user_id, row.tries]));
  const people = await db
    .selectFrom('users')
    .where('id', 'in', [...tries.keys()])
    .select(['id', 'phone', 'status'])
    .execute();
  const wanted = people.filter(({ status, phone }) => status === 'created' && phone !== null);
  // Who was deleted, blocked or let in by other means meanwhile needs none.
  const gone = [...tries.keys()].filter((id) => !wanted.some((person) => person.id === id));
  if (gone.length) await dropInvitations(db, gone);
  return wanted.map(({ id, phone }) => ({
    user: id,
    phone: phone ?? '',
    tries: (tries.get(id) ?? 1) - 1,
  }));
}

/** Takes people off the list of those to be invited: their message was sent, or is no longer wanted. */
export async function dropInvitations(db: Db, users: readonly number[]): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('user_id', 'in', [...users])
    .execute();
}

/** Puts an invitation off. */
export async function putOff(db: Db, user: number, until: Date): Promise<void> {
  await db.updateTable('invitations').set({ due_at: until }).where('user_id', '=', user).execute();
}
