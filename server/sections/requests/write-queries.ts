import { type Insertable, type RawBuilder, sql } from 'kysely';
import { TASK_UNDO } from '#resources/rules/requests/constants.ts';
import type { TaskState } from '#resources/rules/requests/moves.ts';
import { requestBuildingInReach, type TaskViewer, taskInReach } from '#server/access/task-scope.ts';
import type { TasksTable } from '#server/db/tables/tasks.ts';
import type { Db } from '#server/db/tables.ts';
import { type FoundTarget, insertPlaces } from './target-queries.ts';

/** The changeable part of a request, as it is stored. */
export interface StoredTask extends TaskState {
  id: number;
  order: number;
  description: string;
  deadline: Date | null;
  building: number;
  service: number;
  target_type: TasksTable['target_type'];
}

/** A request in reach, locked until the transaction ends. @returns null if it does not exist or is out of reach */
export function taskToChange(trx: Db, viewer: TaskViewer, id: number): Promise<StoredTask | null> {
  return lockedTask(trx, id, taskInReach(viewer));
}

/**
 * A request whose last move is to be taken back: one in reach, or one that this person has just moved out of it. A
 * performer that gave back a request of another service no longer sees it, and may still undo that.
 */
export function taskToTakeBack(trx: Db, viewer: TaskViewer, id: number): Promise<StoredTask | null> {
  const moved = sql<boolean>`(${requestBuildingInReach(sql`${viewer.user}::integer`)} and exists (select 1 from task_moves
    where task_moves.task_id = tasks.id and task_moves.user_id = ${viewer.user}))`;
  return lockedTask(trx, id, sql<boolean>`(${taskInReach(viewer)} or ${moved})`);
}

async function lockedTask(trx: Db, id: number, inReach: RawBuilder<boolean>): Promise<StoredTask | null> {
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
 * @param mover whose last move this is, for them to take it back; null for what is no move. Only the last one is kept
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
        // One statement sees the request as it was before it.
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

/**
 * Gives a request another service or place.
 * @param places rows of `task_places`; null: it stays where it is
 */
export async function relocateTask(
  trx: Db,
  { id, service, building, target_type }: StoredTask,
  version: number,
  places: FoundTarget['places'] | null,
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ service_id: service, building_id: building, target_type, reach_version: version })
    .where('id', '=', id)
    .execute();
  // A move of before is not taken back: its performer may not do this service, or not there.
  await trx.deleteFrom('task_moves').where('task_id', '=', id).execute();
  if (!places) return;
  await trx.deleteFrom('task_places').where('task_id', '=', id).execute();
  await insertPlaces(trx, id, places);
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

/** Whether there is such a service, and it is open; it is not closed until the transaction ends. */
export async function isService(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('services')
    .where('id', '=', id)
    .where('closed', '=', false)
    .select('id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** How long a move can be taken back, ms: the time to think, and the time the call takes to arrive. */
export const UNDO_KEPT = TASK_UNDO + 2_000;

/** The state of a request before its last move, taken out; null where this person did not make the move or it can no longer be undone. */
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
