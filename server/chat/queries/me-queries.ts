import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { type Member, mayTalk, profileColumns } from './people-queries.ts';
import { isPersonOnline } from './presence-queries.ts';

/**
 * A person's chats with the data of the contact list (A5), newest first. Leaves out chats with people out of reach, but keeps
 * those with deleted people for reading.
 * @param options `topic`: only this topic; `since`: also chats left after this time; `touched`: only with a message since then;
 * `limit`: maximum number
 */
export function selectChats(
  db: Db,
  self: Member,
  options: { topic?: number | null; since?: Date | null; touched?: Date | null; limit?: number | null } = {},
) {
  const { topic = null, since = null, touched = null, limit = null } = options;
  return db
    .selectFrom('chat_subscriptions as own')
    .innerJoin('chat_topics as topics', 'topics.id', 'own.topic_id')
    .leftJoin('chat_subscriptions as theirs', (join) =>
      join
        .onRef('theirs.topic_id', '=', 'own.topic_id')
        .onRef('theirs.user_id', '!=', 'own.user_id')
        .on('topics.kind', '=', 'p2p'),
    )
    .leftJoin('users as peers', 'peers.id', 'theirs.user_id')
    .leftJoin('chat_profiles as profiles', 'profiles.user_id', 'peers.id')
    .leftJoin('files as avatars', 'avatars.id', 'peers.avatar_file_id')
    .where('own.user_id', '=', self.id)
    .$if(topic !== null, (query) => query.where('own.topic_id', '=', topic))
    .$if(touched !== null, (query) => query.where('topics.touched_at', '>=', touched ?? new Date(0)))
    .where((eb) =>
      since === null
        ? eb('own.deleted_at', 'is', null)
        : eb.or([eb('own.deleted_at', 'is', null), eb('own.deleted_at', '>', since)]),
    )
    .where(sql<boolean>`(topics.kind = 'grp' or peers.status = 'deleted' or ${mayTalk(self, 'peers')})`)
    .orderBy('topics.touched_at', 'desc')
    .orderBy('topics.id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .select([
      ...profileColumns('peers', 'profiles'),
      'topics.id',
      'topics.name',
      'topics.kind',
      'topics.seq',
      'topics.touched_at',
      'topics.updated_at as topic_updated_at',
      'topics.public as group_public',
      'own.want',
      'own.given',
      'own.read_seq',
      'own.recv_seq',
      'own.del_id',
      'own.private',
      'own.updated_at',
      'own.deleted_at',
      'peers.id as peer',
      'peers.chat_id as peer_name',
      'peers.updated_at as peer_updated_at',
      'profiles.updated_at as profile_updated_at',
      'profiles.seen_at',
      'profiles.seen_agent',
      isPersonOnline('peers.id').as('online'),
    ])
    .execute();
}

export type ContactRow = Awaited<ReturnType<typeof selectChats>>[number];

/** Stores a person's own profile, private data or tags in the chat. */
export async function setProfile(
  trx: Db,
  user: number,
  change: { public?: string | null; private?: string | null; tags?: string[] },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('chat_profiles')
    .values({ user_id: user, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, updated_at: now }))
    .execute();
}

/** A person's own profile, locked until the transaction ends. */
export async function lockProfile(trx: Db, user: number) {
  await trx
    .insertInto('chat_profiles')
    .values({ user_id: user })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return trx
    .selectFrom('chat_profiles')
    .where('user_id', '=', user)
    .select(['public', 'private', 'tags'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}
