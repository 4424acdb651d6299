import { sql } from 'kysely';
import type { RecordComment } from '#resources/protocol/definitions/comments.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredRecord } from './queries.ts';

/**
 * Resource name of comments in the audit log: a comment is not of the record's own history, whose last move can still be taken back.
 */
export const COMMENTS = 'record-comments';
/** Comments of one answer. */
const PAGE = 20;

type Made = Pick<StoredRecord, 'id' | 'created_by'>;

const withAuthors = (db: Db) =>
  db
    .selectFrom('record_comments')
    .innerJoin('users', 'users.id', 'record_comments.user_id')
    .select(['record_comments.id', 'record_comments.at', 'record_comments.message'])
    .select(['users.id as user', 'users.first_name', 'users.last_name']);

type Row = Awaited<ReturnType<ReturnType<typeof withAuthors>['execute']>>[number];

const wireComment = ({ id, at, message, user, first_name, last_name }: Row): RecordComment => ({
  id,
  at: at.toISOString(),
  by: { user, name: `${first_name} ${last_name}` },
  message,
});

/** A page of the comments on a record, the newest first. @param before the id to go on after; null: from the newest */
export async function selectComments(
  db: Db,
  record: number,
  before: number | null,
): Promise<{ results: RecordComment[]; before: number | null }> {
  const rows = await withAuthors(db)
    .where('record_comments.record_id', '=', record)
    .$if(before !== null, (query) => query.where('record_comments.id', '<', before))
    .orderBy('record_comments.id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const pageRows = rows.slice(0, PAGE);
  return {
    results: pageRows.map(wireComment),
    before: rows.length > PAGE ? (pageRows.at(-1)?.id ?? null) : null,
  };
}

/** Keeps a comment. */
export async function insertComment(
  trx: Db,
  { record, user, message, at }: { record: number; user: number; message: string; at: Date },
): Promise<RecordComment> {
  const { id } = await trx
    .insertInto('record_comments')
    .values({ record_id: record, user_id: user, message, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return wireComment(await withAuthors(trx).where('record_comments.id', '=', id).executeTakeFirstOrThrow());
}

/** Deletes a person's own comment on a record. @returns what it said; null where there is none of theirs */
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

/** Follows a record, or does so no more. */
export async function setFollowing(trx: Db, record: number, user: number, follows: boolean): Promise<void> {
  await trx
    .insertInto('record_followers')
    .values({ record_id: record, user_id: user, follows })
    .onConflict((conflict) => conflict.columns(['record_id', 'user_id']).doUpdateSet({ follows }))
    .execute();
}

/** The employees who follow a record: those who chose to, made it or wrote on it, without those who chose not to. */
export async function selectFollowers(db: Db, { id, created_by }: Made): Promise<number[]> {
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
