import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { TaskDetails, TaskSource } from '#resources/protocol/requests/tasks.ts';
import { entranceInReach } from '#server/access/scope.ts';
import { taskInReach } from '#server/access/task-scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { Viewer } from './viewer.ts';

/** Condition: the chat is one of the person's, by the name under which they see it. */
const isOwnTopic = (person: number, topic: string): RawBuilder<boolean> =>
  sql<boolean>`(chat_topics.name = ${topic} or (chat_topics.kind = 'p2p' and exists (
      select 1 from chat_subscriptions theirs join users other on other.id = theirs.user_id
      where theirs.topic_id = chat_topics.id and theirs.user_id <> ${person} and other.chat_id = ${topic})))
    and exists (select 1 from chat_subscriptions own
      where own.topic_id = chat_topics.id and own.user_id = ${person} and own.deleted_at is null)`;

/**
 * Whether this person may name the source: a complaint in reach or a message of their chats. Messages of an external chat server
 * cannot be checked and are accepted.
 */
async function mayUseSource(trx: Db, viewer: Viewer, isChatBuiltIn: boolean, source: TaskSource): Promise<boolean> {
  if (!can(viewer.levels, 'chats', 'see')) return false;
  if ('complaint' in source) {
    const complaint = await trx
      .selectFrom('complaints')
      .where('id', '=', source.complaint)
      .where(entranceInReach(viewer, 'complaints.porch_id'))
      .select('id')
      .executeTakeFirst();
    return complaint !== undefined;
  }
  if (!isChatBuiltIn) return true;
  const { topic, seq } = source.message;
  const chat = await trx
    .selectFrom('chat_topics')
    .where(isOwnTopic(viewer.user, topic))
    .where('seq', '>=', seq)
    .select('id')
    .executeTakeFirst();
  return chat !== undefined;
}

/** Id of the resident who wrote the complaint or message; in a chat of two, of the other person. */
function selectCallerId(source: TaskSource) {
  if ('complaint' in source) return sql`select creator_id from complaints where id = ${source.complaint}`;
  const { topic, seq } = source.message;
  return topic.startsWith('usr')
    ? sql`select id from users where chat_id = ${topic}`
    : sql`select sender_id from chat_messages join chat_topics on chat_topics.id = chat_messages.topic_id
        where chat_topics.name = ${topic} and chat_messages.seq = ${seq}`;
}

/**
 * Stores the source of a request and the resident it comes from.
 * @returns false if this person may not use the source; nothing is written then
 */
export async function linkSource(
  trx: Db,
  viewer: Viewer,
  isChatBuiltIn: boolean,
  task: number,
  source: TaskSource,
): Promise<boolean> {
  if (!(await mayUseSource(trx, viewer, isChatBuiltIn, source))) return false;
  const row =
    'complaint' in source
      ? { complaint_id: source.complaint, topic: null, seq: null }
      : { complaint_id: null, ...source.message };
  await trx
    .insertInto('task_sources')
    .values({ task_id: task, ...row })
    .execute();
  await sql`update tasks set caller_id = people.id from users people
    where tasks.id = ${task} and people.role = 'resident' and people.id in (${selectCallerId(source)})`.execute(trx);
  return true;
}

/** Source of a request, if the reader may see it: a complaint in reach, or a message if the reader created the request. */
export async function findSource(db: Db, viewer: Viewer, task: number): Promise<TaskDetails['source']> {
  if (!can(viewer.levels, 'chats', 'see')) return null;
  const row = await db
    .selectFrom('task_sources')
    .innerJoin('tasks', 'tasks.id', 'task_sources.task_id')
    .leftJoin('complaints', 'complaints.id', 'task_sources.complaint_id')
    .where('task_sources.task_id', '=', task)
    .where(
      sql<boolean>`(complaints.id is not null and ${entranceInReach(viewer, 'complaints.porch_id')}
        or task_sources.topic is not null and tasks.creator_id = ${viewer.user})`,
    )
    .select(['task_sources.complaint_id', 'complaints.type', 'task_sources.topic', 'task_sources.seq'])
    .executeTakeFirst();
  if (!row) return null;
  if (row.complaint_id !== null) return { complaint: row.complaint_id, ...(row.type ? { type: row.type } : {}) };
  return row.topic !== null && row.seq !== null ? { message: { topic: row.topic, seq: row.seq } } : null;
}

/**
 * Requests in reach that were created from messages of a chat: those of the reader, and in a group of theirs also those of
 * others.
 */
export function selectTasksByMessage(db: Db, viewer: Viewer, topic: string): Promise<{ seq: number; task: number }[]> {
  return db
    .selectFrom('task_sources')
    .innerJoin('tasks', 'tasks.id', 'task_sources.task_id')
    .where('task_sources.topic', '=', topic)
    .where(sql<boolean>`(tasks.creator_id = ${viewer.user} or ${isOwnGroup(viewer.user)})`)
    .where(taskInReach(viewer))
    .orderBy('task_sources.seq')
    .orderBy('tasks.id')
    .select([sql<number>`task_sources.seq`.as('seq'), 'tasks.id as task'])
    .execute();
}

/** Condition: the message is from a group that the person is a member of. */
const isOwnGroup = (person: number) => sql<boolean>`(task_sources.topic like 'grp%' and exists (
  select 1 from chat_topics join chat_subscriptions own on own.topic_id = chat_topics.id
  where chat_topics.name = task_sources.topic and own.user_id = ${person} and own.deleted_at is null))`;
