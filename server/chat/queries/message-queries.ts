import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { CHANNEL } from '#server/live/bus.ts';
import type { Range } from '../events.ts';
import { type Member, mayTalk } from './people-queries.ts';

/** A stored message. */
export interface StoredMessage {
  topic_id: number;
  seq: number;
  sender_id: number;
  /** Chat id of the sender, `usr…`. */
  sender: string;
  at: Date;
  head: Record<string, unknown>;
  content: unknown;
}

/** SQL that publishes an event in the writing statement itself: one round trip to the database instead of four. */
function notifyStatement(event: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, gen_random_uuid() || ' 0 1 ' || json_build_array('chat', ${event}))`;
}

/** A message to publish. */
export interface NewChatMessage {
  head: Record<string, unknown>;
  content: unknown;
  /** Number of the message that it replaces (an edit). */
  replaces: number | null;
}

/**
 * Stores and publishes a message in one statement: takes the topic's next number (the row lock keeps numbers gapless and in
 * order), marks the message as read by its sender, and publishes the event `data`. Requires the right to write and, in p2p chats,
 * an existing person in reach.
 * @param skip the session that wants no echo
 * @param isStaffOnly both are staff, so entrances need no check, which is most of the statement's cost
 * @returns its number and the people brought back into the chat; null when not allowed
 */
export async function insertMessage(
  trx: Db,
  topic: number,
  self: Member,
  message: NewChatMessage,
  skip: string | null,
  now: Date,
  isStaffOnly = false,
): Promise<{ seq: number; revived: number[] } | null> {
  const { head, content, replaces } = message;
  const { rows } = await sql<{ seq: number; revived: number[] }>`
    with taken as (
      update chat_topics topics set seq = topics.seq + 1, touched_at = ${now}
      where topics.id = ${topic}
        and exists (select 1 from chat_subscriptions subs
          where subs.topic_id = topics.id and subs.user_id = ${self.id} and subs.deleted_at is null
            and subs.want like '%W%' and subs.given like '%W%')
        and (topics.kind <> 'p2p' or exists (select 1 from chat_subscriptions theirs
          join users peers on peers.id = theirs.user_id
          where theirs.topic_id = topics.id and theirs.user_id <> ${self.id} and peers.status <> 'deleted'
            and ${isStaffOnly ? sql`peers.role <> 'resident'` : mayTalk(self, 'peers')}))
      returning topics.seq, topics.kind),
    written as (
      insert into chat_messages (topic_id, seq, sender_id, head, content, at, replaces)
      select ${topic}, taken.seq, ${self.id}, ${JSON.stringify(head)}::jsonb, ${JSON.stringify(content)}::jsonb, ${now},
        ${replaces}::integer from taken),
    own as (
      update chat_subscriptions set read_seq = taken.seq, recv_seq = taken.seq from taken
      where topic_id = ${topic} and user_id = ${self.id}),
    revived as (
      update chat_subscriptions set deleted_at = null, updated_at = ${now} from taken
      where topic_id = ${topic} and user_id <> ${self.id} and deleted_at is not null and taken.kind = 'p2p'
      returning user_id)
    select taken.seq, array(select user_id from revived) as revived, ${notifyStatement(
      sql`json_strip_nulls(json_build_object('what', 'data', 'topic', ${topic}::integer, 'seq', taken.seq,
        'by', ${self.id}::integer, 'skip', ${skip}::text))`,
    )} as told from taken`.execute(trx);
  return rows[0] ?? null;
}

/** A message by the client's own id; null when there is none. */
export async function messageByOwnId(db: Db, topic: number, user: number, ownId: string) {
  const row = await db
    .selectFrom('chat_messages')
    .where('topic_id', '=', topic)
    .where('sender_id', '=', user)
    .where(sql<boolean>`head ? 'x-id' and head ->> 'x-id' = ${ownId}`)
    .select(['seq', 'at'])
    .executeTakeFirst();
  return row ?? null;
}

/** Author of a message, and the number of the message it replaces. */
export async function findMessageAuthor(db: Db, topic: number, seq: number) {
  const row = await db
    .selectFrom('chat_messages')
    .where('topic_id', '=', topic)
    .where('seq', '=', seq)
    .select(['sender_id', 'replaces'])
    .executeTakeFirst();
  return row ?? null;
}

const selectMessages = (db: Db) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('users', 'users.id', 'chat_messages.sender_id')
    .select([
      'topic_id',
      'seq',
      'sender_id',
      sql<string>`coalesce(users.chat_id, '')`.as('sender'),
      'at',
      'head',
      'content',
    ]);

/** Messages by topic and number, in any order; deleted ones are missing. */
export async function messagesByNumber(
  db: Db,
  keys: readonly { topic: number; seq: number }[],
): Promise<StoredMessage[]> {
  if (!keys.length) return [];
  return selectMessages(db)
    .where(
      sql<boolean>`(topic_id, seq) in (select * from unnest(${keys.map(({ topic }) => topic)}::integer[],
        ${keys.map(({ seq }) => seq)}::integer[]))`,
    )
    .execute();
}

/** Requested part of a history: numbers `[since, before)`, or these ranges. */
export interface HistoryWindow {
  since: number;
  before: number | null;
  ranges: readonly Range[] | null;
  limit: number;
}

/** The newest messages of a window, newest first, without those deleted by this person for themselves. */
export async function selectHistory(
  db: Db,
  topic: number,
  user: number,
  window: HistoryWindow,
): Promise<StoredMessage[]> {
  const { since, before, ranges, limit } = window;
  const deleted = sql`(select coalesce(range_agg(int4range(low, hi)), '{}'::int4multirange) from chat_deletions
    where chat_deletions.topic_id = ${topic} and chat_deletions.user_id = ${user})`;
  const multirange = ranges && `{${ranges.map(({ low, hi }) => `[${low},${hi})`).join(',')}}`;
  return selectMessages(db)
    .where('topic_id', '=', topic)
    .where('seq', '>=', ranges?.length ? Math.min(...ranges.map(({ low }) => low)) : since)
    .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
    .$if(multirange !== null, (query) =>
      query
        .where('seq', '<', Math.max(1, ...(ranges ?? []).map(({ hi }) => hi)))
        .where(sql<boolean>`seq <@ ${multirange}::int4multirange`),
    )
    .where(sql<boolean>`not (seq <@ ${deleted})`)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** SQL condition: the person has not deleted the message for themselves. Messages deleted for everybody have no row. */
const isNotDeletedBy = (topic: number, user: number, seq: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select 1 from chat_deletions gone
    where gone.topic_id = ${topic} and gone.user_id = ${user} and ${seq} between gone.low and gone.hi - 1)`;

/** The last edit of each of these messages, unless it is among them or the person deleted it for themselves. */
export async function laterEdits(
  db: Db,
  topic: number,
  user: number,
  seqs: readonly number[],
): Promise<StoredMessage[]> {
  if (!seqs.length) return [];
  return selectMessages(db)
    .where('topic_id', '=', topic)
    .where('seq', 'in', (query) =>
      query
        .selectFrom('chat_messages as edits')
        .where('edits.topic_id', '=', topic)
        .where('edits.replaces', 'is not', null)
        .where(sql<boolean>`edits.replaces = any(${seqs}::integer[])`)
        .groupBy('edits.replaces')
        .select(({ fn }) => fn.max('edits.seq').as('seq')),
    )
    .where(sql<boolean>`not (seq = any(${seqs}::integer[]))`)
    .where(isNotDeletedBy(topic, user, sql.ref('chat_messages.seq')))
    .orderBy('seq', 'desc')
    .execute();
}

/**
 * Stores how far a person has read (which includes received) or received, and publishes it. Does nothing when the number does not
 * exist yet, is not above the stored one, or the person may not read.
 * @param mark `skip`: the session that gets no event
 */
export async function updateReadMark(
  db: Db,
  mark: { topic: number; user: number; what: 'read' | 'recv'; seq: number; skip: string },
): Promise<void> {
  const { topic, user, what: kind, seq, skip } = mark;
  const column = sql.ref(kind === 'read' ? 'read_seq' : 'recv_seq');
  await sql`
    with moved as (
      update chat_subscriptions subs set recv_seq = greatest(recv_seq, ${seq}::integer),
        read_seq = case when ${kind} = 'read' then ${seq}::integer else read_seq end
      where topic_id = ${topic} and user_id = ${user} and deleted_at is null and ${column} < ${seq}::integer
        and want like '%R%' and given like '%R%'
        and ${seq}::integer <= (select chat_topics.seq from chat_topics where chat_topics.id = topic_id)
      returning user_id)
    select ${notifyStatement(
      sql`json_build_object('what', ${kind}::text, 'topic', ${topic}::integer, 'by', ${user}::integer,
        'seq', ${seq}::integer, 'skip', ${skip}::text)`,
    )} from moved`.execute(db);
}

/** Beginning of a message, enough for a preview, without embedded pictures. */
const previewContent = (content: RawBuilder<unknown>) => sql`case when jsonb_typeof(${content}) = 'string'
  then to_jsonb(left(${content} #>> '{}', 2000))
  else jsonb_build_object('txt', left(${content} ->> 'txt', 2000),
    'fmt', jsonb_path_query_array(${content}, '$.fmt[0 to 99]'),
    'ent', (select coalesce(jsonb_agg(jsonb_build_object('tp', tp)), '[]')
      from jsonb_path_query(${content}, '$.ent[0 to 19].tp') tp)) end`;

/** The last message of each of these chats in its latest edit, without those that the person deleted. */
export async function lastMessages(db: Db, user: number, topics: readonly number[]) {
  if (!topics.length) return [];
  const isKept = (alias: string) => sql`not exists (select 1 from chat_deletions gone
    where gone.topic_id = topics.id and gone.user_id = ${user}
      and ${sql.ref(`${alias}.seq`)} between gone.low and gone.hi - 1)`;
  const { rows } = await sql<{ topic: number; sender: number; from: string; content: unknown }>`
    select topics.id as topic, last.sender_id as sender, coalesce(users.first_name, '') as "from",
      ${previewContent(sql`coalesce(edit.content, last.content)`)} as content
    from unnest(${[...topics]}::integer[]) as topics(id)
    cross join lateral (select said.seq, said.sender_id, said.content from chat_messages said
      where said.topic_id = topics.id and said.replaces is null and ${isKept('said')}
      order by said.seq desc limit 1) last
    left join lateral (select edits.content from chat_messages edits
      where edits.topic_id = topics.id and edits.replaces = last.seq and ${isKept('edits')}
      order by edits.seq desc limit 1) edit on true
    left join users on users.id = last.sender_id and users.status <> 'deleted'`.execute(db);
  return rows;
}

/** Messages of a topic that contain a text, newest first; an edit counts as the message it replaces. */
export async function searchMessages(
  db: Db,
  topic: number,
  user: number,
  search: { text: string; before: number | null; limit: number },
) {
  // An edit takes the position of its original.
  const originalSeq = sql<number>`coalesce(found.replaces, found.seq)`;
  const pattern = search.text.replace(/[\\%_]/g, '\\$&');
  return db
    .selectFrom('chat_messages as found')
    .innerJoin('users', 'users.id', 'found.sender_id')
    .where('found.topic_id', '=', topic)
    .where(sql<boolean>`found.search like '%' || fold(${pattern}) || '%'`)
    .$if(search.before !== null, (query) => query.where(sql<boolean>`${originalSeq} < ${search.before}`))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_messages as later')
            .whereRef('later.topic_id', '=', 'found.topic_id')
            .where(sql<boolean>`later.replaces = ${originalSeq}`)
            .whereRef('later.seq', '>', 'found.seq')
            .select('later.seq'),
        ),
      ),
    )
    .where(isNotDeletedBy(topic, user, originalSeq))
    .orderBy(originalSeq, 'desc')
    .limit(search.limit)
    .select([originalSeq.as('seq'), sql<string>`coalesce(users.chat_id, '')`.as('from'), 'found.at', 'found.content'])
    .execute();
}
