import { type Selectable, sql } from 'kysely';
import type { ChatSubscriptionsTable, ChatTopicsTable } from '#server/db/tables/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { type Access, OWNER, P2P } from '../mode.ts';
import { profileColumns } from './people-queries.ts';

export type Topic = Selectable<ChatTopicsTable>;
export type Subscription = Selectable<ChatSubscriptionsTable>;

/** Name of the topic of two people, as stored. */
export const pairName = (a: number, b: number) => `p2p${Math.min(a, b)}_${Math.max(a, b)}`;

/** A topic by its stored name. */
export async function topicByName(db: Db, name: string): Promise<Topic | null> {
  return (await db.selectFrom('chat_topics').where('name', '=', name).selectAll().executeTakeFirst()) ?? null;
}

/** A topic by id. */
export async function topicById(db: Db, id: number): Promise<Topic | null> {
  return (await db.selectFrom('chat_topics').where('id', '=', id).selectAll().executeTakeFirst()) ?? null;
}

/** A person's subscription, the tombstone included. */
export async function findSubscription(db: Db, topic: number, user: number): Promise<Subscription | null> {
  const row = await db
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A topic, held until the transaction ends: what is shared is merged into what is stored. @returns null when it is gone */
export async function lockTopic(trx: Db, id: number): Promise<Topic | null> {
  const row = await trx.selectFrom('chat_topics').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  return row ?? null;
}

/** A person's notes on a topic, held until the transaction ends. */
export async function lockNotes(trx: Db, topic: number, user: number): Promise<Record<string, unknown> | null> {
  const row = await trx
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .select('private')
    .forUpdate()
    .executeTakeFirst();
  return row?.private ?? null;
}

/** Members of a topic with their access. */
export async function accessIn(db: Db, topic: number) {
  const rows = await db
    .selectFrom('chat_subscriptions')
    .innerJoin('users', 'users.id', 'chat_subscriptions.user_id')
    .where('topic_id', '=', topic)
    .select(['user_id', 'want', 'given', 'users.chat_id', 'users.role', 'users.status', 'deleted_at'])
    .execute();
  return rows.map((row) => ({ ...row, chat_id: row.chat_id ?? '' }));
}

/** Members of a topic, as `meta.sub` shows them. */
export function selectSubscribers(db: Db, topic: number, only: number | null = null) {
  return db
    .selectFrom('chat_subscriptions as subs')
    .innerJoin('users', 'users.id', 'subs.user_id')
    .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
    .leftJoin('files as avatars', 'avatars.id', 'users.avatar_file_id')
    .where('subs.topic_id', '=', topic)
    .where('subs.deleted_at', 'is', null)
    .$if(only !== null, (query) => query.where('subs.user_id', '=', only))
    .orderBy('users.id')
    .select([
      ...profileColumns(),
      'users.id',
      'users.chat_id',
      'subs.want',
      'subs.given',
      'subs.read_seq',
      'subs.recv_seq',
      'subs.del_id',
      'subs.private',
      'subs.updated_at',
    ])
    .execute();
}

/**
 * Opens the topic of two people: makes it, or what is missing of it, and revives what was left.
 * @returns whose subscriptions were made or revived
 */
export async function openPair(
  trx: Db,
  self: number,
  peer: number,
  now: Date,
): Promise<{ topic: Topic; newMemberIds: number[] }> {
  const name = pairName(self, peer);
  await trx
    .insertInto('chat_topics')
    .values({ name, kind: 'p2p', created_at: now, updated_at: now, touched_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const topic = await trx
    .selectFrom('chat_topics')
    .where('name', '=', name)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
  const newMemberIds: number[] = [];
  for (const user of [self, peer]) if (await join(trx, topic, user, P2P, now)) newMemberIds.push(user);
  return { topic, newMemberIds };
}

/** Puts a person into a topic. @returns false when they are in it */
export async function join(trx: Db, topic: Topic, user: number, access: Access, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('chat_subscriptions')
    .values({ topic_id: topic.id, user_id: user, ...access, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['topic_id', 'user_id'])
        .doUpdateSet({ deleted_at: null, updated_at: now })
        .where('chat_subscriptions.deleted_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes a group of one. */
export async function makeGroup(
  trx: Db,
  owner: number,
  group: { name: string; public: string | null; access: string },
  now: Date,
): Promise<Topic> {
  const topic = await trx
    .insertInto('chat_topics')
    .values({
      name: group.name,
      kind: 'grp',
      owner_id: owner,
      public: group.public,
      default_access: group.access,
      created_at: now,
      updated_at: now,
      touched_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await join(trx, topic, owner, OWNER, now);
  return topic;
}

/** How many are in a topic. */
export async function countSubscribers(db: Db, topic: number): Promise<number> {
  const row = await db
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sets what is wanted or given. @returns false when it was so before, or the person is not in the topic */
export async function setAccess(
  trx: Db,
  topic: number,
  user: number,
  change: Partial<Access>,
  now: Date,
): Promise<boolean> {
  const differs = Object.entries(change).map(([column, mode]) => sql<boolean>`${sql.ref(column)} <> ${mode}`);
  const row = await trx
    .updateTable('chat_subscriptions')
    .set({ ...change, updated_at: now })
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(${sql.join(differs, sql` or `)})`)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a person out of a topic. @returns false when they are not in it */
export async function quit(trx: Db, topic: number, user: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('chat_subscriptions')
    .set({ deleted_at: now, updated_at: now })
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .where('deleted_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a topic with all that is in it. Files that only it showed may be swept. */
export async function deleteTopic(trx: Db, topic: number): Promise<void> {
  await trx
    .updateTable('files')
    .set({ linked: false })
    .where(
      sql<boolean>`id in (select file_id from chat_files where topic_id = ${topic})
        and not exists (select 1 from chat_files others where others.file_id = files.id and others.topic_id <> ${topic})`,
    )
    .where('kind', '=', 'chat')
    .execute();
  await trx.deleteFrom('chat_topics').where('id', '=', topic).execute();
}

/** Writes what everybody in a topic shares. */
export async function setShared(
  trx: Db,
  topic: number,
  change: { public?: string | null; aux?: string | null; default_access?: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('chat_topics')
    .set({ ...change, updated_at: now })
    .where('id', '=', topic)
    .execute();
}

/** Writes a person's own notes on a topic. */
export async function setNotes(trx: Db, topic: number, user: number, notes: string | null, now: Date): Promise<void> {
  await trx
    .updateTable('chat_subscriptions')
    .set({ private: notes, updated_at: now })
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .execute();
}
