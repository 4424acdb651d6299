import { sql } from 'kysely';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { tagsExpression } from '../queries/people-queries.ts';

/** Columns of a person that are sent to a Tinode server. */
const PERSON_COLUMNS = [
  'users.id',
  'users.phone',
  'users.role',
  'users.status',
  'users.first_name',
  'users.last_name',
  'chat_links.uid',
  'chat_links.told',
] as const;

const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
    .leftJoin('chat_links', 'chat_links.user_id', 'users.id')
    .select([...PERSON_COLUMNS, tagsExpression().as('tags')]);

export type TinodePerson = Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number];

/** One person. */
export async function selectTinodePerson(db: Db, user: number): Promise<TinodePerson> {
  return selectPeople(db).where('users.id', '=', user).executeTakeFirstOrThrow();
}

/** Tags of a person, limited to what Tinode accepts, leaving room for the `rev:` tag of `provision.ts`. */
export const tagsFor = ({ tags }: TinodePerson): string[] => [...new Set(tags)].slice(0, CHAT_LIMITS.maxTagCount - 1);

/** The next people of the chat after this id, ordered by id. */
export function nextPeople(db: Db, afterId: number, limit: number): Promise<TinodePerson[]> {
  return selectPeople(db)
    .where('users.id', '>', afterId)
    .where('users.status', '=', 'active')
    .where('users.phone', 'is not', null)
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

/**
 * Links a person to their account on the Tinode server; its id becomes their chat id.
 * @returns false when either is already linked
 */
export async function linkTinodeAccount(trx: Db, user: number, uid: string): Promise<boolean> {
  const row = await trx
    .insertInto('chat_links')
    .values({ user_id: user, uid })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!row) return false;
  await trx
    .updateTable('users')
    .set({ chat_id: `usr${uid}` })
    .where('id', '=', user)
    .execute();
  return true;
}

/** Removes the link to an account that was deleted on the Tinode server. */
export async function unlinkTinodeAccount(trx: Db, uid: string): Promise<void> {
  await trx.deleteFrom('chat_service').where('uid', '=', uid).execute();
  const row = await trx.deleteFrom('chat_links').where('uid', '=', uid).returning('user_id').executeTakeFirst();
  if (row) await trx.updateTable('users').set({ chat_id: sql`new_chat_id()` }).where('id', '=', row.user_id).execute();
}

/** Stores a digest of the person's data last sent to the Tinode server. */
export async function storeSentDigest(db: Db, user: number, digest: string): Promise<void> {
  await db.updateTable('chat_links').set({ told: digest }).where('user_id', '=', user).execute();
}

/** Value of `told` once the Tinode server knows that the person is suspended or deleted. */
const SUSPENDED_MARK = 'suspended';

/** People suspended, deleted or restored since their state was last sent to the Tinode server. */
export async function selectUnsentStates(db: Db): Promise<{ user: number; uid: string; active: boolean }[]> {
  const rows = await db
    .selectFrom('chat_links')
    .innerJoin('users', 'users.id', 'chat_links.user_id')
    .where(
      sql<boolean>`(users.status in ('suspended', 'deleted')) <> (chat_links.told is not distinct from ${SUSPENDED_MARK})`,
    )
    .orderBy('users.id')
    .select(['users.id as user', 'chat_links.uid', 'users.status'])
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, active: status !== 'suspended' && status !== 'deleted' }));
}

/** Stores the state sent to the Tinode server; after a restoration the person's data is sent again. */
export async function storeSentState(db: Db, user: number, active: boolean): Promise<void> {
  await db
    .updateTable('chat_links')
    .set({ told: active ? null : SUSPENDED_MARK })
    .where('user_id', '=', user)
    .execute();
}

/** Id of our own service account; null before the server has created it. */
export async function serviceUid(db: Db): Promise<string | null> {
  const row = await db.selectFrom('chat_service').select('uid').executeTakeFirst();
  return row?.uid ?? null;
}

/** Stores the id of our own service account. @returns false when there is one already */
export async function linkServiceAccount(trx: Db, uid: string): Promise<boolean> {
  const row = await trx
    .insertInto('chat_service')
    .values({ uid })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  return row !== undefined;
}
