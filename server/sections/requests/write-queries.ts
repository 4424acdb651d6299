import { type Insertable, type RawBuilder, sql } from 'kysely';
import { TASK_UNDO } from '#resources/rules/requests/constants.ts';
import type { TaskState } from '#resources/rules/requests/moves.ts';
import { requestBuildingInReach, type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { TasksTable } from '#server/db/tables/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import { insertRequestPlaces, type ResolvedTarget } from './target-queries.ts';

/** The changeable columns of a request. */
export interface StoredTask extends TaskState {
  id: number;
  order: number;
  description: string;
  deadline: Date | null;
  building: number;
  service: number;
  target_type: TasksTable['target_type'];
}

/** Locks a request in reach until the transaction ends. @returns null if it does not exist or is out of reach */
export function lockTaskToChange(trx: Db, viewer: TaskViewer, id: number): Promise<StoredTask | null> {
  return lockTask(trx, id, taskInReach(viewer));
}

/**
 * Locks a request whose last move is to be undone: one in reach, or one that this person has just moved out of their reach, e.g.
 * a performer who gave back a request of a service they do not do.
 */
export function lockTaskToUndo(trx: Db, viewer: TaskViewer, id: number): Promise<StoredTask | null> {
  const moved = sql<boolean>`(${requestBuildingInReach(sql`${viewer.user}::integer`)} and exists (select 1 from task_moves
    where task_moves.task_id = tasks.id and task_moves.user_id = ${viewer.user}))`;
  return lockTask(trx, id, sql<boolean>`(${taskInReach(viewer)} or ${moved})`);
}

async function lockTask(trx: Db, id: number, inReach: RawBuilder<boolean>): Promise<StoredTask | null> {
  const row = await trx
    .selectFrom('tasks')
    .where('tasks.id', '=', id)
    .where(inReach)
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
      'target_type',
    ])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Overwrites a request.
 * @param mover person who made this move and may undo it; null if it is no move. Only the last move is stored
 */
export async function updateTask(
  trx: Db,
  task: StoredTask,
  version: number,
  now: Date,
  mover: number | null,
): Promise<void> {
  const { id, stage, performer, resolution, resolution_description, order, description, deadline } = task;
  await trx
    .with('remembered', (db) =>
      db
        .insertInto('task_moves')
        .columns([
          'task_id',
          'user_id',
          'at',
          'stage',
          'board_order',
          'performer_id',
          'resolution',
          'resolution_description',
        ])
        // Within one statement the select still sees the request as it was before the update.
        .expression((was) =>
          was
            .selectFrom('tasks')
            .where('id', '=', id)
            .where(sql<boolean>`${mover}::integer is not null`)
            .select([
              'id',
              sql<number>`${mover}::integer`.as('user'),
              sql<Date>`${now}::timestamptz`.as('at'),
              'stage',
              'board_order',
              'performer_id',
              'resolution',
              'resolution_description',
            ]),
        )
        .onConflict((conflict) =>
          conflict.column('task_id').doUpdateSet((eb) => ({
            user_id: eb.ref('excluded.user_id'),
            at: eb.ref('excluded.at'),
            stage: eb.ref('excluded.stage'),
            board_order: eb.ref('excluded.board_order'),
            performer_id: eb.ref('excluded.performer_id'),
            resolution: eb.ref('excluded.resolution'),
            resolution_description: eb.ref('excluded.resolution_description'),
          })),
        ),
    )
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

/** Changes the service or place of a request. @param places new rows of `task_places`; null keeps the current ones */
export async function relocateTask(
  trx: Db,
  { id, service, building, target_type }: StoredTask,
  version: number,
  places: ResolvedTarget['places'] | null,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ service_id: service, building_id: building, target_type, reach_version: version })
    .where('id', '=', id)
    .execute();
  // Earlier moves can no longer be undone: their performer may not do this service, or not at this place.
  await trx.deleteFrom('task_moves').where('task_id', '=', id).execute();
  if (!places) return;
  await trx.deleteFrom('task_places').where('task_id', '=', id).execute();
  await insertRequestPlaces(trx, id, places);
}

/** Raises the version of a request whose history grew without another change. */
export async function touchTask(trx: Db, id: number, version: number, now: Date): Promise<void> {
  await trx.updateTable('tasks').set({ version, updated_at: now }).where('id', '=', id).execute();
}

/** Inserts a new request; places, files and history are inserted separately. @returns its id */
export async function insertTask(trx: Db, task: Insertable<TasksTable>): Promise<number> {
  const { id } = await trx.insertInto('tasks').values(task).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Attaches files to a new request, in this order. */
export async function setTaskFiles(trx: Db, task: number, files: readonly number[]): Promise<void> {
  if (!files.length) return;
  const rows = files.map((file, index) => ({ task_id: task, file_id: file, place: index + 1 }));
  await trx.insertInto('task_files').values(rows).execute();
}

/** Whether the service exists and is open; locks it against closing until the transaction ends. */
export async function isOpenService(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('services')
    .where('id', '=', id)
    .where('closed', '=', false)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Time within which a move can be undone, ms: the time offered to the person, and 2 s for the call to arrive. */
export const UNDO_WINDOW_MS = TASK_UNDO + 2_000;

/**
 * Deletes and returns the state of a request before its last move; null if this person did not make that move or it can no longer
 * be undone.
 */
export async function takeLastMove(trx: Db, task: number, user: number, now: Date) {
  const row = await trx
    .deleteFrom('task_moves')
    .where('task_id', '=', task)
    .where('user_id', '=', user)
    .where('at', '>', new Date(now.getTime() - UNDO_WINDOW_MS))
    .returning(['stage', 'board_order as order', 'performer_id as performer', 'resolution', 'resolution_description'])
    .executeTakeFirst();
  return row ?? null;
}
