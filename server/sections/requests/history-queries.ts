import { sql } from 'kysely';
import type { RecordChange } from '#resources/protocol/versions.ts';
import type { TaskField } from '#resources/rules/requests/constants.ts';
import type { Db } from '#server/db/tables.ts';

const entryFileIds = sql<number[]>`(select coalesce(jsonb_agg(given.file_id order by given.place), '[]')
  from task_history_files given where given.history_id = task_history.id)`;

/** History of a request, oldest first. @param entryId selects this entry only */
export function historyRows(db: Db, task: number, entryId?: number) {
  return db
    .selectFrom('task_history')
    .innerJoin('users as doer', 'doer.id', 'task_history.user_id')
    .leftJoin('users as performer', 'performer.id', 'task_history.new_performer_id')
    .where('task_history.task_id', '=', task)
    .$if(entryId !== undefined, (query) => query.where('task_history.id', '=', entryId ?? 0))
    .orderBy('task_history.at')
    .orderBy('task_history.id')
    .select([
      'task_history.id',
      'task_history.type',
      'task_history.at',
      'task_history.message',
      'task_history.field_name',
      'task_history.new_value',
      'task_history.description',
      'doer.id as user_id',
      'doer.first_name',
      'doer.last_name',
      'doer.position',
      'doer.avatar_file_id as avatar',
      'performer.id as performer_id',
      'performer.first_name as performer_first_name',
      'performer.last_name as performer_last_name',
      'performer.position as performer_position',
      'performer.avatar_file_id as performer_avatar',
      entryFileIds.as('files'),
    ])
    .execute();
}

/** Row of a history entry. */
export type HistoryRow = Awaited<ReturnType<typeof historyRows>>[number];

/** Ids of the files attached when the request was created, in order. */
export async function selectTaskFileIds(db: Db, task: number): Promise<number[]> {
  const rows = await db
    .selectFrom('task_files')
    .where('task_id', '=', task)
    .orderBy('place')
    .select('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** The last change of any of these fields; null if there was no change. */
export async function findLastChange(
  trx: Db,
  task: number,
  fields: readonly TaskField[],
): Promise<RecordChange | null> {
  const row = await trx
    .selectFrom('task_history')
    .innerJoin('users', 'users.id', 'task_history.user_id')
    .where('task_history.task_id', '=', task)
    .where('task_history.field_name', 'in', [...fields])
    .orderBy('task_history.at', 'desc')
    .orderBy('task_history.id', 'desc')
    .select(['task_history.at', 'users.id as user', 'users.first_name', 'users.last_name'])
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { by: { user: row.user, name: `${row.first_name} ${row.last_name}` }, at: row.at.toISOString() };
}

/** A history entry to insert. */
export type NewHistoryEntry =
  | { type: 'dialog'; message: string }
  | { type: 'performer_change'; performer: number | null }
  | { type: 'field_change'; field: TaskField; value: string | null; description?: string | null };

/** Inserts entries in this order. @returns their ids */
export async function insertHistory(
  trx: Db,
  task: number,
  user: number,
  entries: readonly NewHistoryEntry[],
  now: Date,
): Promise<number[]> {
  if (!entries.length) return [];
  const rows = entries.map((entry) => ({
    task_id: task,
    type: entry.type,
    at: now,
    user_id: user,
    message: entry.type === 'dialog' ? entry.message : null,
    new_performer_id: entry.type === 'performer_change' ? entry.performer : null,
    field_name: entry.type === 'field_change' ? entry.field : null,
    new_value: entry.type === 'field_change' ? entry.value : null,
    description: entry.type === 'field_change' ? (entry.description ?? null) : null,
  }));
  const inserted = await trx.insertInto('task_history').values(rows).returning('id').execute();
  return inserted.map((row) => row.id).sort((a, b) => a - b);
}

/** Attaches files to a new entry, in this order. */
export async function setEntryFiles(trx: Db, entry: number, files: readonly number[]): Promise<void> {
  if (!files.length) return;
  const rows = files.map((file, index) => ({ history_id: entry, file_id: file, place: index + 1 }));
  await trx.insertInto('task_history_files').values(rows).execute();
}
