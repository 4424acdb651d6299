import { sql } from 'kysely';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { tagsExpression } from '../queries/people-queries.ts';

/** A person as a Tinode server is told of them; columns of `users` and `chat_profiles`. */
const TOLD = [
  'users.id',
  'users.phone',
  'users.role',
  'users.status',
  'users.first_name',
  'users.last_name',
  'chat_links.uid',
  'chat_links.told',
] as const;

const people = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
    .leftJoin('chat_links', 'chat_links.user_id', 'users.id')
    .select([...TOLD, tagsExpression().as('tags')]);

export type Told = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number];

/** One person. */
export async function selectTinodePerson(db: Db, user: number): Promise<Told> {
  return people(db).where('users.id', '=', user).executeTakeFirstOrThrow();
}

/** Tags that fit into what Tinode takes, with room for the one of `provision.ts`. */
export const tagsFor = ({ tags }: Told): string[] => [...new Set(tags)].slice(0, CHAT_LIMITS.maxTagCount - 1);

/** Users of the chat after this id, some at a time, by id. */
export function nextPeople(db: Db, after: number, limit: number): Promise<Told[]> {
  return people(db)
    .where('users.id', '>', after)
    .where('users.status', '=', 'active')
    .where('users.phone', 'is not', null)
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

/** Notes which account of the Tinode server is a person's; their name in the chat is that one from now on. @returns false when they have one */
export async function link(trx: Db, user: number, uid: string): Promise<boolean> {
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

/** An account of the Tinode server is gone. */
export async function unlink(trx: Db, uid: string): Promise<void> {
  await trx.deleteFrom('chat_service').where('uid', '=', uid).execute();
  const row = await trx.deleteFrom('chat_links').where('uid', '=', uid).returning('user_id').executeTakeFirst();
  if (row) await trx.updateTable('users').set({ chat_id: sql`new_chat_id()` }).where('id', '=', row.user_id).execute();
}

/** Notes what the Tinode server was told of a person. */
export async function noteTold(db: Db, user: number, digest: string): Promise<void> {
  await db.updateTable('chat_links').set({ told: digest }).where('user_id', '=', user).execute();
}

/** The note of a person that was signed out. */
const SUSPENDED = 'suspended';

/** People suspended, deleted or restored here since the Tinode server was last told of their account. */
export async function statesToTell(db: Db): Promise<{ user: number; uid: string; active: boolean }[]> {
  const rows = await db
    .selectFrom('chat_links')
    .innerJoin('users', 'users.id', 'chat_links.user_id')
    .where(
      sql<boolean>`(users.status in ('suspended', 'deleted')) <> (chat_links.told is not distinct from ${SUSPENDED})`,
    )
    .orderBy('users.id')
    .select(['users.id as user', 'chat_links.uid', 'users.status'])
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, active: status !== 'suspended' && status !== 'deleted' }));
}

/** Notes which state the Tinode server was told; after a restoration it is told everything of the person again. */
export async function noteState(db: Db, user: number, active: boolean): Promise<void> {
  await db
    .updateTable('chat_links')
    .set({ told: active ? null : SUSPENDED })
    .where('user_id', '=', user)
    .execute();
}

/** The account of our own; null before the server has made it. */
export async function serviceUid(db: Db): Promise<string | null> {
  const row = await db.selectFrom('chat_service').select('uid').executeTakeFirst();
  return row?.uid ?? null;
}

/** Notes the account of our own. @returns false when there is one */
export async function linkService(trx: Db, uid: string): Promise<boolean> {
  const row = await trx
    .insertInto('chat_service')
    .values({ uid })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  return row !== undefined;
}
