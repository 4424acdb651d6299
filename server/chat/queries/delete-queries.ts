import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { Range } from '../events.ts';
import { toRanges } from '../ranges.ts';

/**
 * Takes the next deletion number of a topic and locks the topic until the transaction ends.
 * @returns it and the number of the last message
 */
export async function nextDeletion(trx: Db, topic: number): Promise<{ clear: number; seq: number }> {
  const row = await trx
    .updateTable('chat_topics')
    .set({ del_id: sql<number>`del_id + 1` })
    .where('id', '=', topic)
    .returning(['del_id', 'seq'])
    .executeTakeFirstOrThrow();
  return { clear: row.del_id, seq: row.seq };
}

/** Deletes a person's own messages in these ranges for everybody, if not older than `sentAfter`. @returns the deleted ranges */
export async function deleteForAll(
  trx: Db,
  topic: number,
  user: number,
  ranges: readonly Range[],
  sentAfter: Date,
): Promise<Range[]> {
  const multirange = `{${ranges.map(({ low, hi }) => `[${low},${hi})`).join(',')}}`;
  // An edit is deleted together with its original, and kept when the original is too old to delete.
  const condition = sql<boolean>`topic_id = ${topic} and sender_id = ${user} and at >= ${sentAfter}
    and seq <@ ${multirange}::int4multirange and not exists (select 1 from chat_messages first
      where first.topic_id = ${topic} and first.seq = chat_messages.replaces
        and first.seq <@ ${multirange}::int4multirange and first.at < ${sentAfter})`;
  const deletable = await trx.selectFrom('chat_messages').where(condition).select('seq').execute();
  if (!deletable.length) return [];
  const seqs = deletable.map(({ seq }) => seq);
  await trx
    .updateTable('files')
    .set({ linked: false })
    .where('kind', '=', 'chat')
    .where(
      sql<boolean>`id in (select file_id from chat_files where topic_id = ${topic} and seq = any(${seqs}::integer[]))
        and not exists (select 1 from chat_files others where others.file_id = files.id
          and not (others.topic_id = ${topic} and others.seq = any(${seqs}::integer[])))`,
    )
    .execute();
  await trx
    .deleteFrom('chat_messages')
    .where('topic_id', '=', topic)
    .where(sql<boolean>`seq = any(${seqs}::integer[])`)
    .execute();
  return toRanges([...seqs].sort((a, b) => a - b));
}

/** Numbers of the edits of the messages in these ranges. */
export async function editsIn(trx: Db, topic: number, ranges: readonly Range[]): Promise<number[]> {
  const multirange = `{${ranges.map(({ low, hi }) => `[${low},${hi})`).join(',')}}`;
  const rows = await trx
    .selectFrom('chat_messages')
    .where('topic_id', '=', topic)
    .where('replaces', 'is not', null)
    .where(sql<boolean>`replaces <@ ${multirange}::int4multirange`)
    .select('seq')
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Stores a deletion; `user` null = for everybody. Updates the subscribers' deletion counters. */
export async function insertDeletion(
  trx: Db,
  topic: number,
  user: number | null,
  clear: number,
  ranges: readonly Range[],
  now: Date,
): Promise<void> {
  if (ranges.length) {
    await trx
      .insertInto('chat_deletions')
      .values(ranges.map(({ low, hi }) => ({ topic_id: topic, del_id: clear, user_id: user, low, hi, at: now })))
      .execute();
  }
  await trx
    .updateTable('chat_subscriptions')
    .set({ del_id: clear })
    .where('topic_id', '=', topic)
    .$if(user !== null, (query) => query.where('user_id', '=', user))
    .execute();
}

/**
 * Deletions numbered `[since, before)` that apply to a person, oldest first, and the highest of their numbers, from which a
 * client can continue. A deletion is never split between two answers.
 */
export async function selectDeletions(
  db: Db,
  topic: number,
  user: number,
  window: { since: number; before: number | null; limit: number },
): Promise<{ clear: number; ranges: Range[] }> {
  const rows = await db
    .selectFrom('chat_deletions')
    .where('topic_id', '=', topic)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user)]))
    .where('del_id', '>=', window.since)
    .$if(window.before !== null, (query) => query.where('del_id', '<', window.before ?? 0))
    .orderBy('del_id')
    .orderBy('low')
    .select(['del_id', 'low', 'hi', sql<number>`rank() over (order by del_id)`.as('place')])
    .$call((query) => db.selectFrom(query.as('found')).where('place', '<=', window.limit))
    .selectAll()
    .execute();
  const ranges = rows.map(({ low, hi }) => ({ low, hi })).sort((a, b) => a.low - b.low);
  return { clear: Math.max(0, ...rows.map((row) => row.del_id)), ranges };
}
