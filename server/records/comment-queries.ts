import { sql } from 'kysely';
import type { RecordComment } from '#resources/protocol/definitions/comments.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredRecord } from './queries.ts';

/**
 * Resource name of comments in the audit log. They are kept out of the record's own history, so that the last move can be undone
 * after a comment.
 */
export const COMMENTS = 'record-comments';
/** Comments per response. */
const PAGE_SIZE = 20;

type AuthoredRecord = Pick<StoredRecord, 'id' | 'created_by'>;

const withAuthors = (db: Db) =>
  db
    .selectFrom('record_comments')
    .innerJoin('users', 'users.id', 'record_comments.user_id')
    .select(['record_comments.id', 'record_comments.at', 'record_comments.message'])
    .select(['users.id as user', 'users.first_name', 'users.last_name']);

type Row = Awaited<ReturnType<ReturnType<typeof withAuthors>['execute']>>[number];

const toWireComment = ({ id, at, message, user, first_name, last_name }: Row): RecordComment => ({
  id,
  at: at.toISOString(),
  by: { user, name: `${first_name} ${last_name}` },
  message,
});

/**
 * A page of comments on a record, newest first.
 * @param before id of the comment to continue after; null for the newest
 */
export async function selectComments(
  db: Db,
  record: number,
  before: number | null,
): Promise<{ results: RecordComment[]; before: number | null }> {
  const rows = await withAuthors(db)
    .where('record_comments.record_id', '=', record)
    .$if(before !== null, (query) => query.where('record_comments.id', '<', before))
    .orderBy('record_comments.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const pageRows = rows.slice(0, PAGE_SIZE);
  return {
    results: pageRows.map(toWireComment),
    before: rows.length > PAGE_SIZE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}

/** Inserts a comment. */
export async function insertComment(
  trx: Db,
  { record, user, message, at }: { record: number; user: number; message: string; at: Date },
): Promise<RecordComment> {
  const { id } = await trx
    .insertInto('record_comments')
    .values({ record_id: record, user_id: user, message, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return toWireComment(await withAuthors(trx).where('record_comments.id', '=', id).executeTakeFirstOrThrow());
}

/**
 * Deletes a person's own comment on a record.
 * @returns its text; null if there is no such comment of theirs
 */
export async function deleteComment(
  trx: Db,
  { record, id, user }: { record: number; id: number; user: number },
): Promise<string | null> {
  const row = await trx
    .deleteFrom('record_comments')
    .where('id', '=', id)
    .where('record_id', '=', record)
    .where('user_id', '=', user)
    .returning('message')
    .executeTakeFirst();
  return row?.message ?? null;
}

/** Stores whether a person follows a record. */
export async function setFollowing(trx: Db, record: number, user: number, follows: boolean): Promise<void> {
  await trx
    .insertInto('record_followers')
    .values({ record_id: record, user_id: user, follows })
    .onConflict((conflict) => conflict.columns(['record_id', 'user_id']).doUpdateSet({ follows }))
    .execute();
}

/** Followers of a record: people who chose to follow it, created it or commented on it, except those who unfollowed it. */
export async function selectFollowers(db: Db, { id, created_by }: AuthoredRecord): Promise<number[]> {
  const { rows } = await sql<{ user: number }>`
    select people.user_id as "user" from (
      select user_id from record_followers where record_id = ${id} and follows
      union select user_id from record_comments where record_id = ${id}
      union select ${created_by}::integer
    ) people where people.user_id is not null and not exists (select 1 from record_followers left_by
      where left_by.record_id = ${id} and left_by.user_id = people.user_id and not left_by.follows)
    order by 1`.execute(db);
  return rows.map(({ user }) => user);
}
