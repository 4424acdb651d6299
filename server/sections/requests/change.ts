import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { taskPatch } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { outcomeOf, type TaskState } from '#resources/rules/requests/moves.ts';
import { addressText } from '#resources/rules/requests/place-text.ts';
import { mayMoveRequest } from '#resources/rules/requests/rights.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { taskMoved } from '#server/live/notices.ts';
import { cardRows } from './card-queries.ts';
import { insertHistory, type NewHistoryEntry } from './history-queries.ts';
import { lockBoard, type Placed, pushDown, settlePlace } from './order-queries.ts';
import { refuseOverwriting } from './overwriting.ts';
import { mayPerform } from './performer-queries.ts';
import { type FoundTarget, findTarget, selectRequestPlaces } from './target-queries.ts';
import { requestSubject, type Viewer } from './viewer.ts';
import {
  isService,
  relocateTask,
  type StoredTask,
  takeLastMove,
  taskToChange,
  taskToTakeBack,
  updateTask,
} from './write-queries.ts';

/** The author of a write, and its call. */
export interface Writer {
  viewer: Viewer;
  /** `request.id`. */
  request: string;
  /** Colleagues are not told by notifications; their boards show it all the same. */
  quiet?: boolean;
  /** A wish that says what is true already is refused. */
  mustChange?: boolean;
}

/** The stored change. */
export interface Stored {
  id: number;
  orders: Placed[];
  conflict: boolean;
}

type Wish = z.output<typeof taskPatch>;

type ChangeContext = Pick<ServerContext, 'bus' | 'now' | 'settings'>;

/** @throws ApiError foreign_task if the request is another performer's */
function refuseForeign(viewer: Viewer, task: StoredTask): void {
  if (!mayMoveRequest(requestSubject(viewer), task)) throw new ApiError('foreign_task');
}

/** The part of a request that the table of moves looks at. */
const taskState = ({ stage, performer, resolution, resolution_description }: StoredTask): TaskState => ({
  stage,
  performer,
  resolution,
  resolution_description,
});

/** Whether a wish was made about a card that was moved meanwhile, and fits no longer. */
function overtaken(before: StoredTask, wish: Wish): boolean {
  const { from_stage, stage } = wish;
  if (from_stage === undefined || from_stage === before.stage) return false;
  return stage === undefined || stage === before.stage || outcomeOf(taskState(before), wish).mistakes !== null;
}

/**
 * Changes a request (requests.md): moves it, or only edits what it says. One transaction: the column is locked, the place
 * settled, history, audit, notice and the frames of the boards are written with it.
 * @throws ApiError not_found, foreign_task, record_changed, malformed (nothing to change), nothing_to_change; FieldsError for what the table of moves
 * forbids
 */
export async function changeTask(
  trx: Db,
  context: ChangeContext,
  writer: Writer,
  id: number,
  wish: Wish,
): Promise<Stored> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await taskToChange(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  if (overtaken(before, wish)) return { id, orders: [], conflict: true };
  refuseForeign(viewer, before);
  await refuseOverwriting(trx, before, wish);

  const outcome = outcomeOf(taskState(before), wish);
  if (outcome.mistakes) throw new FieldsError(outcome.mistakes);
  const { state } = outcome;
  if (writer.mustChange && isDeepStrictEqual(state, taskState(before))) throw new ApiError('nothing_to_change');
  if (state.performer !== null && state.performer !== before.performer) {
    const able = await mayPerform(trx, before, context.settings.featureServices, state.performer);
    if (!able) throw new FieldsError({ performer: ['taskRules.notPerformer'] });
  }
  const goes = state.stage !== before.stage;
  const moves = goes || wish.order !== undefined || wish.after !== undefined || wish.before !== undefined;
  const place = moves
    ? await settlePlace(trx, viewer, { ...wish, id, stage: state.stage })
    : { order: before.order, pushed: [] };
  const edit = await settleEdit(trx, context, viewer, before, state, wish);
  const after: StoredTask = {
    ...before,
    ...state,
    ...edit.what,
    order: place.order,
    description: wish.information?.description ?? before.description,
    deadline: wish.deadline === undefined ? before.deadline : asDate(wish.deadline),
  };
  const mover = moves || after.performer !== before.performer ? viewer.user : null;
  await store(trx, context, writer, { before, after, pushed: place.pushed, version, action: 'update', mover, edit });
  return { id, orders: place.pushed, conflict: false };
}

/**
 * Takes the last move of a request back, out of done too: it gets the stage, performer and resolution it had, and its place.
 * @throws ApiError not_found; too_late_to_undo when this person did not make the last move, or too long ago
 */
export async function undoMove(trx: Db, context: ChangeContext, writer: Writer, id: number): Promise<Stored> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await taskToTakeBack(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  const was = await takeLastMove(trx, id, viewer.user, context.now());
  if (!was) throw new ApiError('too_late_to_undo');
  const place = await settlePlace(trx, viewer, { id, stage: was.stage, order: was.order });
  const after = { ...before, ...was, order: place.order };
  await store(trx, context, writer, {
    before,
    after,
    pushed: place.pushed,
    version,
    action: 'restore',
    mover: null,
    edit: UNEDITED,
  });
  return { id, orders: place.pushed, conflict: false };
}

const asDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

interface Change {
  before: StoredTask;
  after: StoredTask;
  pushed: Placed[];
  version: number;
  action: 'update' | 'restore';
  /** The person that may take it back. */
  mover: number | null;
  edit: Edit;
}

/** Another place or service of a request. */
interface Edit {
  what: Partial<Pick<StoredTask, 'service' | 'building' | 'target_type'>>;
  /** Where it will lie; null: where it does. */
  places: FoundTarget['places'] | null;
}

const UNEDITED: Edit = { what: {}, places: null };

/**
 * The place and service that a wish names.
 * @throws FieldsError for a request that is done, for what is not this person's to name, and where the performer that the
 * request has or is given does not do that service there
 */
async function settleEdit(
  trx: Db,
  { settings }: ChangeContext,
  viewer: Viewer,
  before: StoredTask,
  { performer }: TaskState,
  { service = before.service, place }: Wish,
): Promise<Edit> {
  const isOther = service !== before.service;
  if (!isOther && !place) return UNEDITED;
  const field = place ? 'place' : 'service';
  if (before.stage === 'done') throw new FieldsError({ [field]: ['taskRules.fromDone'] });
  if (isOther && !(await isService(trx, service))) throw new FieldsError({ service: ['validation.unknown'] });
  const target = place ? await findTarget(trx, viewer, place, 'place') : null;
  const building = target?.building ?? before.building;
  if (performer !== null && !(await mayPerform(trx, { building, service }, settings.featureServices, performer))) {
    throw new FieldsError({ [field]: ['taskRules.performerElsewhere'] });
  }
  const target_type = place?.target_type ?? before.target_type;
  return { what: { service, building, target_type }, places: target?.places ?? null };
}

/** Writes a change down with all that goes with it. */
async function store(
  trx: Db,
  { bus, now }: ChangeContext,
  { viewer, request, quiet }: Writer,
  change: Change,
): Promise<void> {
  const { before, after, pushed, version, action, mover, edit } = change;
  const { id } = before;
  await pushDown(trx, pushed, version);
  const isElsewhere = edit.places !== null || after.service !== before.service;
  const formerPlace = isElsewhere
    ? { building: before.building, porches: (await selectRequestPlaces(trx, id, before.building)).porches }
    : null;
  await updateTask(trx, after, version, now(), mover);
  if (isElsewhere) await relocateTask(trx, after, version, edit.places);
  const entries = [...historyEntries(before, after), ...(isElsewhere ? await elsewhere(trx, before, after, edit) : [])];
  await insertHistory(trx, id, viewer.user, entries, now());
  const afterWithPlaces = edit.places ? { ...after, places: edit.places } : after;
  await audit(trx, {
    user: viewer.user,
    action,
    resource: 'tasks',
    record: id,
    before,
    after: afterWithPlaces,
    request,
  });
  if (!quiet && action === 'update' && after.stage !== before.stage && TOLD[after.stage]) {
    const places = await selectRequestPlaces(trx, id, before.building);
    const subtype = after.resolution === 'canceled' ? 'canceled' : after.stage;
    await taskMoved(bus, trx, viewer.user, { id, subtype, description: after.description, places });
  }
  const moved = after.stage !== before.stage || after.order !== before.order;
  await bus.publish(trx, 'task', {
    id,
    event: moved ? 'moved' : 'edited',
    user: viewer.user,
    version,
    orders: pushed,
    was: after.performer === before.performer ? null : before.performer,
    left: formerPlace,
  });
}

/** Stages whose beginning colleagues are notified of (NOTIF-11); a request that goes back only moves on the board. */
const TOLD: Readonly<Record<TaskStage, boolean>> = { created: false, in_progress: true, done: true };

/** The entry of the history for another service or place, by its name and its address. */
async function elsewhere(trx: Db, before: StoredTask, after: StoredTask, { places }: Edit): Promise<NewHistoryEntry[]> {
  const [row] = await cardRows(trx, [after.id]);
  if (!row) return [];
  const { street, number, porches, floors, service_name } = row;
  const address = addressText({ street, number, porches, floors }, text);
  return [
    ...(after.service === before.service
      ? []
      : [{ type: 'field_change', field: 'service', value: service_name } satisfies NewHistoryEntry]),
    ...(places ? [{ type: 'field_change', field: 'place', value: address } satisfies NewHistoryEntry] : []),
  ];
}

/** History entries of a change (TASK-20). Positions in a column are not recorded. */
function historyEntries(before: StoredTask, after: StoredTask): NewHistoryEntry[] {
  const entries: NewHistoryEntry[] = [];
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
