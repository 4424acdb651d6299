import type { TaskPatch } from '#resources/protocol/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { outcomeOf, type TaskState } from '#resources/rules/requests/moves.ts';
import { mayMove } from '#resources/rules/requests/rights.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { taskMoved } from '#server/live/notices.ts';
import { type Entry, insertHistory } from './history-queries.ts';
import { lockBoard, type Placed, pushDown, settlePlace } from './order-queries.ts';
import { mayPerform } from './performer-queries.ts';
import { placesOf } from './target-queries.ts';
import { subjectOf, type Viewer } from './viewer.ts';
import { type StoredTask, takeLastMove, taskToChange, taskToTakeBack, updateTask } from './write-queries.ts';

/** Who writes, in which call. */
export interface Writer {
  viewer: Viewer;
  /** `request.id`. */
  request: string;
}

/** What was stored. */
export interface Stored {
  id: number;
  orders: Placed[];
  conflict: boolean;
}

type Board = Pick<ServerContext, 'bus' | 'now' | 'settings'>;

/** @throws ApiError foreign_task for what is another performer's */
function refuseForeign(viewer: Viewer, task: StoredTask): void {
  if (!mayMove(subjectOf(viewer), task)) throw new ApiError('foreign_task');
}

/** The part of a request that the table of moves looks at. */
const stateOf = ({ stage, performer, resolution, resolution_description }: StoredTask): TaskState => ({
  stage,
  performer,
  resolution,
  resolution_description,
});

/** Whether a wish was made about a card that somebody has moved meanwhile, and fits no longer. */
function overtaken(before: StoredTask, wish: TaskPatch): boolean {
  const { from_stage, stage } = wish;
  if (from_stage === undefined || from_stage === before.stage) return false;
  return stage === undefined || stage === before.stage || outcomeOf(stateOf(before), wish).mistakes !== null;
}

/**
 * Changes a request (B§4, B§7): moves it, or only edits what it says. One transaction: the column is locked, the place
 * settled, history, audit, notice and the frames of the boards are written with it.
 * @throws ApiError not_found, foreign_task, malformed (nothing to change); FieldsError for what the table of moves forbids
 */
export async function changeTask(trx: Db, board: Board, writer: Writer, id: number, wish: TaskPatch): Promise<Stored> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await taskToChange(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  if (overtaken(before, wish)) return { id, orders: [], conflict: true };
  refuseForeign(viewer, before);

  const outcome = outcomeOf(stateOf(before), wish);
  if (outcome.mistakes) throw new FieldsError(outcome.mistakes);
  const { state } = outcome;
  if (state.performer !== null && state.performer !== before.performer) {
    const able = await mayPerform(trx, before, board.settings.featureServices, state.performer);
    if (!able) throw new FieldsError({ performer: ['taskRules.notPerformer'] });
  }
  const goes = state.stage !== before.stage;
  const moves = goes || wish.order !== undefined || wish.after !== undefined || wish.before !== undefined;
  const place = moves
    ? await settlePlace(trx, viewer, { ...wish, id, stage: state.stage })
    : { order: before.order, pushed: [] };
  const after: StoredTask = {
    ...before,
    ...state,
    order: place.order,
    description: wish.information?.description ?? before.description,
    deadline: wish.deadline === undefined ? before.deadline : asDate(wish.deadline),
  };
  const mover = moves || after.performer !== before.performer ? viewer.user : null;
  await store(trx, board, writer, { before, after, pushed: place.pushed, version, action: 'update', mover });
  return { id, orders: place.pushed, conflict: false };
}

/**
 * Takes the last move of a request back, out of done too: it gets the stage, performer and resolution it had, and its place.
 * @throws ApiError not_found; too_late_to_undo when this person did not make the last move, or too long ago
 */
export async function undoMove(trx: Db, board: Board, writer: Writer, id: number): Promise<Stored> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await taskToTakeBack(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  const was = await takeLastMove(trx, id, viewer.user, board.now());
  if (!was) throw new ApiError('too_late_to_undo');
  const place = await settlePlace(trx, viewer, { id, stage: was.stage, order: was.order });
  const after = { ...before, ...was, order: place.order };
  await store(trx, board, writer, { before, after, pushed: place.pushed, version, action: 'restore', mover: null });
  return { id, orders: place.pushed, conflict: false };
}

const asDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

interface Change {
  before: StoredTask;
  after: StoredTask;
  pushed: Placed[];
  version: number;
  action: 'update' | 'restore';
  /** Who may take it back. */
  mover: number | null;
}

/** Writes a change down with all that goes with it. */
async function store(trx: Db, { bus, now }: Board, { viewer, request }: Writer, change: Change): Promise<void> {
  const { before, after, pushed, version, action, mover } = change;
  const { id } = before;
  await pushDown(trx, pushed, version);
  await updateTask(trx, after, version, now(), mover);
  await insertHistory(trx, id, viewer.user, entriesOf(before, after), now());
  await audit(trx, { user: viewer.user, action, resource: 'tasks', record: id, before, after, request });
  if (action === 'update' && after.stage !== before.stage && TOLD[after.stage]) {
    const places = await placesOf(trx, id, before.building);
    await taskMoved(bus, trx, viewer.user, { id, stage: after.stage, description: after.description, places });
  }
  const moved = after.stage !== before.stage || after.order !== before.order;
  await bus.publish(trx, 'task', {
    id,
    event: moved ? 'moved' : 'edited',
    user: viewer.user,
    version,
    orders: pushed,
    was: after.performer === before.performer ? null : before.performer,
  });
}

/** Stages that colleagues are told of by a notification (A§3). A request that goes back is seen on the board alone. */
const TOLD: Readonly<Record<TaskStage, boolean>> = { created: false, in_progress: true, done: true };

/** What the history says of a change (B§3, TASK-20). A place in the column is none of its business. */
function entriesOf(before: StoredTask, after: StoredTask): Entry[] {
  const entries: Entry[] = [];
  if (after.performer !== before.performer) entries.push({ type: 'performer_change', performer: after.performer });
  if (after.stage === 'done' && before.stage !== 'done') {
    const { resolution, resolution_description: description } = after;
    entries.push({ type: 'field_change', field: 'resolution', value: resolution, description });
  } else if (after.stage !== before.stage) {
    entries.push({ type: 'field_change', field: 'stage', value: after.stage });
  }
  if (after.description !== before.description) {
    entries.push({ type: 'field_change', field: 'description', value: after.description });
  }
  if (after.deadline?.getTime() !== before.deadline?.getTime()) {
    entries.push({ type: 'field_change', field: 'deadline', value: after.deadline?.toISOString() ?? null });
  }
  return entries;
}
