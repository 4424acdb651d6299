import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { mayTalkTogether } from './people-queries.ts';

/** Seconds without a heartbeat after which a process counts as dead and nobody is online on it. */
const DEAD_AFTER_S = 60;

const isProcessAlive = sql<boolean>`chat_processes.seen_at > now() - make_interval(secs => ${sql.lit(DEAD_AFTER_S)})`;

/** SQL condition: the user id in the column `person` is online on some live process. */
export function isPersonOnline(person: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from chat_online join chat_processes on chat_processes.id = chat_online.process_id
    where chat_online.user_id = ${sql.ref(person)} and ${isProcessAlive})`;
}

/** Ids of the given people who are online. */
export async function whoIsOnline(db: Db, people: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`users.id = any(${[...people]}::integer[])`)
    .where(isPersonOnline('users.id'))
    .select('users.id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Heartbeat: records that this process is alive. */
export async function recordHeartbeat(db: Db, process: string): Promise<void> {
  await db
    .insertInto('chat_processes')
    .values({ id: process, seen_at: sql`now()` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/** Ids of people stored as online on this process. */
export async function onlineOnProcess(db: Db, process: string): Promise<number[]> {
  const rows = await db.selectFrom('chat_online').where('process_id', '=', process).select('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** Stores the people online on this process again, after other processes removed it as dead. */
export async function restoreOnline(db: Db, process: string, people: readonly number[]): Promise<void> {
  if (!people.length) return;
  await db
    .insertInto('chat_online')
    .values(people.map((user_id) => ({ process_id: process, user_id })))
    .onConflict((conflict) => conflict.columns(['user_id', 'process_id']).doNothing())
    .execute();
}

/** Marks a person online on this process, on their first session on `me`. @returns true when they were offline before */
export async function markOnline(trx: Db, process: string, user: number): Promise<boolean> {
  const onlineBefore = await whoIsOnline(trx, [user]);
  await trx
    .insertInto('chat_online')
    .values({ process_id: process, user_id: user })
    .onConflict((conflict) => conflict.columns(['user_id', 'process_id']).doNothing())
    .execute();
  return !onlineBefore.has(user);
}

/**
 * Marks a person offline on this process, when their last session leaves `me`.
 * @returns true when the person is now offline on all processes; `seen_at` is then stored
 */
export async function markOffline(trx: Db, process: string, user: number, agent: string, now: Date): Promise<boolean> {
  const ownRow = trx.deleteFrom('chat_online').where('process_id', '=', process).where('user_id', '=', user);
  // Two callers may report the same departure; only the first one that deletes the row counts.
  if (!(await ownRow.returning('user_id').executeTakeFirst())) return false;
  if ((await whoIsOnline(trx, [user])).has(user)) return false;
  const lastSeen = { seen_at: now, seen_agent: agent || null };
  await trx
    .insertInto('chat_profiles')
    .values({ user_id: user, ...lastSeen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(lastSeen))
    .execute();
  return true;
}

/** Deletes dead processes. @returns people who were online only on those; their `seen_at` is set */
export async function sweepProcesses(trx: Db, now: Date): Promise<number[]> {
  const deadProcesses = await trx
    .selectFrom('chat_processes')
    .where(sql<boolean>`not (${isProcessAlive})`)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (!deadProcesses.length) return [];
  const ids = deadProcesses.map((row) => row.id);
  const removedRows = await trx.deleteFrom('chat_online').where('process_id', 'in', ids).returning('user_id').execute();
  await trx.deleteFrom('chat_processes').where('id', 'in', ids).execute();
  const people = [...new Set(removedRows.map((row) => row.user_id))];
  const stillOnline = await whoIsOnline(trx, people);
  const offline = people.filter((person) => !stillOnline.has(person));
  for (const user of offline) {
    await trx
      .insertInto('chat_profiles')
      .values({ user_id: user, seen_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_at: now }))
      .execute();
  }
  return offline;
}

/** Deletes the process on shutdown; its `chat_online` rows are removed by cascade. */
export async function deleteProcess(db: Db, process: string): Promise<void> {
  await db.deleteFrom('chat_processes').where('id', '=', process).execute();
}

/**
 * Candidates to notify when a person goes online or offline: they share an undeleted p2p chat, may still talk to each other, and
 * the candidate has subscribed to and been granted presence.
 */
export async function selectPresenceFollowers(db: Db, user: number, candidates: readonly number[]): Promise<number[]> {
  if (!candidates.length) return [];
  const rows = await db
    .selectFrom('chat_subscriptions as own')
    .innerJoin('chat_topics', 'chat_topics.id', 'own.topic_id')
    .innerJoin('chat_subscriptions as theirs', 'theirs.topic_id', 'own.topic_id')
    .innerJoin('users', 'users.id', 'own.user_id')
    .innerJoin('users as followers', 'followers.id', 'theirs.user_id')
    .where('own.user_id', '=', user)
    .where('chat_topics.kind', '=', 'p2p')
    .where(sql<boolean>`theirs.user_id = any(${[...candidates]}::integer[])`)
    .where('theirs.user_id', '!=', user)
    .where('own.deleted_at', 'is', null)
    .where('theirs.deleted_at', 'is', null)
    .where(sql<boolean>`theirs.want like '%P%' and theirs.given like '%P%'`)
    .where(mayTalkTogether('users', 'followers'))
    .select('theirs.user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
