import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import type { Db } from '#server/db/tables.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';

/** The editable columns of a canned answer. */
export interface CannedAnswerText {
  title: string;
  text: string;
}

interface Row {
  id: number;
  title: string;
  body: string;
  updated_at: Date;
}
const COLUMNS = ['id', 'title', 'body', 'updated_at'] as const;
const serializeAnswer = ({ id, title, body, updated_at }: Row): AnswerItem => ({
  id,
  title,
  text: body,
  updated_at: updated_at.toISOString(),
  version: computeRecordVersion({ title, text: body }),
});

/** Every canned answer, by title. */
export async function listAnswers(db: Db): Promise<AnswerItem[]> {
  const rows = await db.selectFrom('canned_answers').select(COLUMNS).orderBy('title').orderBy('id').execute();
  return rows.map(serializeAnswer);
}

/** Number of canned answers, to check the limit. */
export async function countAnswers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('canned_answers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks a canned answer until the transaction ends. @returns null if it does not exist */
export async function lockAnswer(trx: Db, id: number): Promise<AnswerItem | null> {
  const row = await trx
    .selectFrom('canned_answers')
    .where('id', '=', id)
    .select(COLUMNS)
    .forUpdate()
    .executeTakeFirst();
  return row ? serializeAnswer(row) : null;
}

/** Inserts a canned answer. */
export async function insertAnswer(
  trx: Db,
  userId: number,
  { title, text }: CannedAnswerText,
  now: Date,
): Promise<AnswerItem> {
  const row = await trx
    .insertInto('canned_answers')
    .values({ title, body: text, updated_by: userId, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return serializeAnswer(row);
}

/** Updates a canned answer. */
export async function updateAnswer(
  trx: Db,
  id: number,
  userId: number,
  { title, text }: CannedAnswerText,
  now: Date,
): Promise<AnswerItem> {
  const row = await trx
    .updateTable('canned_answers')
    .set({ title, body: text, updated_by: userId, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return serializeAnswer(row);
}

/** Deletes a canned answer. */
export async function deleteAnswer(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('canned_answers').where('id', '=', id).execute();
}
