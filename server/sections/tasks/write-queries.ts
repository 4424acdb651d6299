import type { Insertable } from 'kysely';
import type { TaskState } from '#resources/task-moves.ts';
import { TASK_UNDO } from '#resources/tasks.ts';
import { type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { TasksTable } from '#server/db/tables/tasks.ts';
import type { Db } from '#server/db/tables.ts';

/** The changeable part of a request, as it is stored. */
export interface StoredTask extends TaskState {
  id: number;
  order: number;
  description: string;
  deadline: Date | null;
  building: number;
  service: number;
}

/** A request in reach, locked until the transaction ends. @returns null when there is none for this reader */
export async function taskToChange(trx: Db, viewer: TaskViewer, id: number): Promise<StoredTask | null> {
  const row = await trx
    .selectFrom('tasks')
    .where('tasks.id', '=', id)
    .where(taskInReach(viewer))
    .select([
      'id',
      'stage',
      'performer_id as performer',
      'resolution',
      'resolution_description',
      'board_order as order',
      'description',
      'deadline',
      'building_id as building',
      'service_id as service',
    ])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Overwrites a request. */
export async function updateTask(trx: Db, task: StoredTask, version: number, now: Date): Promise<void> {
  const { id, stage, performer, resolution, resolution_description, order, description, deadline } = task;
  await trx
    .updateTable('tasks')
    .set({
      stage,
      performer_id: performer,
      resolution,
      resolution_description,
      board_order: order,
      description,
      deadline,
      version,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Marks a request as written without another change: its history grew. */
export async function touchTask(trx: Db, id: number, version: number, now: Date): Promise<void> {
  await trx.updateTable('tasks').set({ version, updated_at: now }).where('id', '=', id).execute();
}

/** Writes a new request down; places, files and history follow. @returns its id */
export async function insertTask(trx: Db, task: Insertable<TasksTable>): Promise<number> {
  const { id } = await trx.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Sets the files that were given with a request, in this order. */
export async function setTaskFiles(trx: Db, task: number, files: readonly number[]): Promise<void> {
  if (!files.length) return;
  const rows = files.map((file, index) => ({ task_id: task, file_id: file, place: index + 1 }));
  await trx.insertInto('task_files').values(rows).execute();
}

/** Whether there is such a service. */
export async function isService(trx: Db, id: number): Promise<boolean> {
  const row = await trx.selectFrom('services').where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

/** How long a move can be taken back, ms: the time to think, and the time the call takes to arrive. */
export const UNDO_KEPT = TASK_UNDO + 2_000;

/** Remembers what a request was before a move; only the last one is kept. */
export async function rememberMove(trx: Db, before: StoredTask, user: number, now: Date): Promise<void> {
  const { id, stage, order, performer, resolution, resolution_description } = before;
  const was = {
    user_id: user,
    at: now,
    stage,
    board_order: order,
    performer_id: performer,
    resolution,
    resolution_description,
  };
  await trx
    .insertInto('task_moves')
    .values({ task_id: id, ...was })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(was))
    .execute();
}

/** What a request was before its last move, where this person made that and it can still be taken back; taken out. */
export async function takeLastMove(trx: Db, task: number, user: number, now: Date) {
  const row = await trx
    .deleteFrom('task_moves')
    .where('task_id', '=', task)
    .where('user_id', '=', user)
    .where('at', '>', new Date(now.getTime() - UNDO_KEPT))
    .returning(['stage', 'board_order as order', 'performer_id as performer', 'resolution', 'resolution_description'])
    .executeTakeFirst();
  return row ?? null;
}
