import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { mayTalkTogether } from './people-queries.ts';

/** Seconds after which a silent process counts as dead, with no one online through it. */
const GONE_AFTER = 60;

const alive = sql<boolean>`chat_processes.seen_at > now() - make_interval(secs => ${sql.lit(GONE_AFTER)})`;

/** Whether the person in a column is online on any process. */
export function isOnline(person: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from chat_online join chat_processes on chat_processes.id = chat_online.process_id
    where chat_online.user_id = ${sql.ref(person)} and ${alive})`;
}

/** Those of these people that are online. */
export async function whoIsOnline(db: Db, people: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`users.id = any(${[...people]}::integer[])`)
    .where(isOnline('users.id'))
    .select('users.id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Notes that this process is there. */
export async function beat(db: Db, process: string): Promise<void> {
  await db
    .insertInto('chat_processes')
    .values({ id: process, seen_at: sql`now()` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/** People written down as online through this process. */
export async function peopleThrough(db: Db, process: string): Promise<number[]> {
  const rows = await db.selectFrom('chat_online').where('process_id', '=', process).select('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** Notes again the people online through this process. */
export async function restore(db: Db, process: string, people: readonly number[]): Promise<void> {
  if (!people.length) return;
  await db
    .insertInto('chat_online')
    .values(people.map((user_id) => ({ process_id: process, user_id })))
    .onConflict((conflict) => conflict.columns(['user_id', 'process_id']).doNothing())
    .execute();
}

/** The first session of a person came to `me` on this process. @returns whether they were on no other one */
export async function arrive(trx: Db, process: string, user: number): Promise<boolean> {
  const before = await whoIsOnline(trx, [user]);
  await trx
    .insertInto('chat_online')
    .values({ process_id: process, user_id: user })
    .onConflict((conflict) => conflict.columns(['user_id', 'process_id']).doNothing())
    .execute();
  return !before.has(user);
}

/**
 * The last session of a person left `me` on this process.
 * @returns whether they have left now and are on no other one; then it is noted when
 */
export async function depart(trx: Db, process: string, user: number, agent: string, now: Date): Promise<boolean> {
  const there = trx.deleteFrom('chat_online').where('process_id', '=', process).where('user_id', '=', user);
  // Two may have noticed that they are gone: they go once, by the words of the first.
  if (!(await there.returning('user_id').executeTakeFirst())) return false;
  if ((await whoIsOnline(trx, [user])).has(user)) return false;
  const lastSeen = { seen_at: now, seen_agent: agent || null };
  await trx
    .insertInto('chat_profiles')
    .values({ user_id: user, ...lastSeen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(lastSeen))
    .execute();
  return true;
}

/** Forgets processes that are gone. @returns people that were online through them alone */
export async function sweepProcesses(trx: Db, now: Date): Promise<number[]> {
  const deadProcesses = await trx
    .selectFrom('chat_processes')
    .where(sql<boolean>`not (${alive})`)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (!deadProcesses.length) return [];
  const ids = deadProcesses.map((row) => row.id);
  const left = await trx.deleteFrom('chat_online').where('process_id', 'in', ids).returning('user_id').execute();
  await trx.deleteFrom('chat_processes').where('id', 'in', ids).execute();
  const people = [...new Set(left.map((row) => row.user_id))];
  const still = await whoIsOnline(trx, people);
  const offline = people.filter((person) => !still.has(person));
  for (const user of offline) {
    await trx
      .insertInto('chat_profiles')
      .values({ user_id: user, seen_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_at: now }))
      .execute();
  }
  return offline;
}

/** This process ends: no one is online through it. */
export async function endProcess(db: Db, process: string): Promise<void> {
  await db.deleteFrom('chat_processes').where('id', '=', process).execute();
}

/**
 * Those of the candidates to be told that a person came or left: they have a chat with the person, both may still write
 * in it, and the candidate asks for presence.
 */
export async function selectFollowers(db: Db, user: number, candidates: readonly number[]): Promise<number[]> {
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
