import type { AnswerItem } from '#resources/protocol/chat/answers.ts';
import type { Db } from '#server/db/tables.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';

/** Title and text of a canned answer. */
export interface AnswerWords {
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

/** The number of canned answers. */
export async function countAnswers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('canned_answers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A canned answer, locked for a change. @returns null if it does not exist */
export async function lockCannedAnswer(trx: Db, id: number): Promise<AnswerItem | null> {
  const row = await trx
    .selectFrom('canned_answers')
    .where('id', '=', id)
    .select(COLUMNS)
    .forUpdate()
    .executeTakeFirst();
  return row ? serializeAnswer(row) : null;
}

/** Writes a new one down. @returns it */
export async function insertAnswer(trx: Db, by: number, { title, text }: AnswerWords, now: Date): Promise<AnswerItem> {
  const row = await trx
    .insertInto('canned_answers')
    .values({ title, body: text, updated_by: by, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return serializeAnswer(row);
}

/** Changes one. @returns it as it is now */
export async function updateAnswer(
  trx: Db,
  id: number,
  by: number,
  { title, text }: AnswerWords,
  now: Date,
): Promise<AnswerItem> {
  const row = await trx
    .updateTable('canned_answers')
    .set({ title, body: text, updated_by: by, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return serializeAnswer(row);
}

/** Deletes one. */
export async function deleteAnswer(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('canned_answers').where('id', '=', id).execute();
}
