import { type Selectable, sql } from 'kysely';
import type { ChatSubscriptionsTable, ChatTopicsTable } from '#server/db/tables/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { type AccessModes, OWNER_ACCESS, P2P_ACCESS } from '../mode.ts';
import { profileColumns } from './people-queries.ts';

export type ChatTopic = Selectable<ChatTopicsTable>;
export type Subscription = Selectable<ChatSubscriptionsTable>;

/** Stored name of the p2p topic of two people. */
export const pairName = (a: number, b: number) => `p2p${Math.min(a, b)}_${Math.max(a, b)}`;

/** A topic by its stored name. */
export async function topicByName(db: Db, name: string): Promise<ChatTopic | null> {
  return (await db.selectFrom('chat_topics').where('name', '=', name).selectAll().executeTakeFirst()) ?? null;
}

/** A topic by id. */
export async function topicById(db: Db, id: number): Promise<ChatTopic | null> {
  return (await db.selectFrom('chat_topics').where('id', '=', id).selectAll().executeTakeFirst()) ?? null;
}

/** A person's subscription, including one they left (`deleted_at`). */
export async function findSubscription(db: Db, topic: number, user: number): Promise<Subscription | null> {
  const row = await db
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A topic, locked until the transaction ends, for merging changes into it. @returns null when it was deleted */
export async function lockTopic(trx: Db, id: number): Promise<ChatTopic | null> {
  const row = await trx.selectFrom('chat_topics').where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  return row ?? null;
}

/** A person's private data of a topic, locked until the transaction ends. */
export async function lockPrivateData(trx: Db, topic: number, user: number): Promise<Record<string, unknown> | null> {
  const row = await trx
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .select('private')
    .forUpdate()
    .executeTakeFirst();
  return row?.private ?? null;
}

/** Members of a topic with their access, including those who left. */
export async function selectMembers(db: Db, topic: number) {
  const rows = await db
    .selectFrom('chat_subscriptions')
    .innerJoin('users', 'users.id', 'chat_subscriptions.user_id')
    .where('topic_id', '=', topic)
    .select(['user_id', 'want', 'given', 'users.chat_id', 'users.role', 'users.status', 'deleted_at'])
    .execute();
  return rows.map((row) => ({ ...row, chat_id: row.chat_id ?? '' }));
}

/** Current members of a topic for `meta.sub`. */
export function selectSubscribers(db: Db, topic: number, onlyUser: number | null = null) {
  return db
    .selectFrom('chat_subscriptions as subs')
    .innerJoin('users', 'users.id', 'subs.user_id')
    .leftJoin('chat_profiles', 'chat_profiles.user_id', 'users.id')
    .leftJoin('files as avatars', 'avatars.id', 'users.avatar_file_id')
    .where('subs.topic_id', '=', topic)
    .where('subs.deleted_at', 'is', null)
    .$if(onlyUser !== null, (query) => query.where('subs.user_id', '=', onlyUser))
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
 * Opens the p2p topic of two people: creates whatever is missing and restores subscriptions that were left.
 * @returns the topic, and whose subscriptions were created or restored
 */
export async function openPeerTopic(
  trx: Db,
  self: number,
  peer: number,
  now: Date,
): Promise<{ topic: ChatTopic; newMemberIds: number[] }> {
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
  for (const user of [self, peer]) if (await addMember(trx, topic, user, P2P_ACCESS, now)) newMemberIds.push(user);
  return { topic, newMemberIds };
}

/** Adds a person to a topic, or restores them. @returns false when they are a member already */
export async function addMember(
  trx: Db,
  topic: ChatTopic,
  user: number,
  access: AccessModes,
  now: Date,
): Promise<boolean> {
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

/** Creates a group with its owner as the only member. */
export async function insertGroup(
  trx: Db,
  owner: number,
  group: { name: string; public: string | null; access: string },
  now: Date,
): Promise<ChatTopic> {
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
  await addMember(trx, topic, owner, OWNER_ACCESS, now);
  return topic;
}

/** Number of current members of a topic. */
export async function countSubscribers(db: Db, topic: number): Promise<number> {
  const row = await db
    .selectFrom('chat_subscriptions')
    .where('topic_id', '=', topic)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sets wanted or given access. @returns false when nothing changed or the person is not a member */
export async function setAccess(
  trx: Db,
  topic: number,
  user: number,
  change: Partial<AccessModes>,
  now: Date,
): Promise<boolean> {
  const differences = Object.entries(change).map(([column, mode]) => sql<boolean>`${sql.ref(column)} <> ${mode}`);
  const row = await trx
    .updateTable('chat_subscriptions')
    .set({ ...change, updated_at: now })
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(${sql.join(differences, sql` or `)})`)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a person from a topic. @returns false when they are not a member */
export async function endMembership(trx: Db, topic: number, user: number, now: Date): Promise<boolean> {
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

/** Deletes a topic with its messages and unlinks files that only it showed, so that they are cleaned up. */
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

/** Stores data shared by everybody in a topic. */
export async function updateSharedData(
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

/** Stores a person's private data of a topic. */
export async function updatePrivateData(
  trx: Db,
  topic: number,
  user: number,
  notes: string | null,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('chat_subscriptions')
    .set({ private: notes, updated_at: now })
    .where('topic_id', '=', topic)
    .where('user_id', '=', user)
    .execute();
}
