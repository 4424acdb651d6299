import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { taskPatch } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { getTaskOutcome, type TaskState } from '#resources/rules/requests/moves.ts';
import { formatPlace } from '#resources/rules/requests/place-text.ts';
import { canMoveRequest } from '#resources/rules/requests/rights.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { notifyRequestMoved } from '#server/live/notices.ts';
import { cardRows } from './card-queries.ts';
import { insertHistory, type NewHistoryEntry } from './history-queries.ts';
import { type CardOrder, lockBoard, pushDown, settlePlace } from './order-queries.ts';
import { refuseOverwritingRequest } from './overwriting.ts';
import { mayPerform } from './performer-queries.ts';
import { findTarget, type ResolvedTarget, selectRequestPlaces } from './target-queries.ts';
import { requestSubject, type Viewer } from './viewer.ts';
import {
  isOpenService,
  lockTaskToChange,
  lockTaskToUndo,
  relocateTask,
  type StoredTask,
  takeLastMove,
  updateTask,
} from './write-queries.ts';

/** Author of a write, and the HTTP request that causes it. */
export interface Writer {
  viewer: Viewer;
  /** `request.id`. */
  request: string;
  /** Skip notifications; boards are updated all the same. */
  isQuiet?: boolean;
  /** Refuse a patch that would change nothing. */
  mustChange?: boolean;
}

/** Result of a change: the shifted cards, and whether the patch was ignored because the card had moved meanwhile. */
export interface ChangeResult {
  id: number;
  orders: CardOrder[];
  conflict: boolean;
}

type Patch = z.output<typeof taskPatch>;

type ChangeContext = Pick<ServerContext, 'bus' | 'now' | 'settings'>;

/** Refuses to change the request of another performer. @throws ApiError foreign_task */
function refuseForeignRequest(viewer: Viewer, task: StoredTask): void {
  if (!canMoveRequest(requestSubject(viewer), task)) throw new ApiError('foreign_task');
}

/** Fields of a request that the rules of moves depend on. */
const taskState = ({ stage, performer, resolution, resolution_description }: StoredTask): TaskState => ({
  stage,
  performer,
  resolution,
  resolution_description,
});

/** Whether the card was moved after its sender saw it, so that the patch no longer fits. */
function isOutdated(before: StoredTask, patch: Patch): boolean {
  const { from_stage, stage } = patch;
  if (from_stage === undefined || from_stage === before.stage) return false;
  return stage === undefined || stage === before.stage || getTaskOutcome(taskState(before), patch).mistakes !== null;
}

/**
 * Changes or moves a request (requests.md). In one transaction it locks the board, settles the position and writes history,
 * audit, notification and board event.
 * @throws ApiError not_found, foreign_task, record_changed, nothing_to_change; FieldsError for what the rules of moves forbid
 */
export async function changeTask(
  trx: Db,
  context: ChangeContext,
  writer: Writer,
  id: number,
  patch: Patch,
): Promise<ChangeResult> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await lockTaskToChange(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  if (isOutdated(before, patch)) return { id, orders: [], conflict: true };
  refuseForeignRequest(viewer, before);
  await refuseOverwritingRequest(trx, before, patch);

  const outcome = getTaskOutcome(taskState(before), patch);
  if (outcome.mistakes) throw new FieldsError(outcome.mistakes);
  const { state } = outcome;
  if (writer.mustChange && isDeepStrictEqual(state, taskState(before))) throw new ApiError('nothing_to_change');
  if (state.performer !== null && state.performer !== before.performer) {
    const canPerform = await mayPerform(trx, before, context.settings.featureServices, state.performer);
    if (!canPerform) throw new FieldsError({ performer: ['taskRules.notPerformer'] });
  }
  const changesStage = state.stage !== before.stage;
  const isMove = changesStage || patch.order !== undefined || patch.after !== undefined || patch.before !== undefined;
  const place = isMove
    ? await settlePlace(trx, viewer, { ...patch, id, stage: state.stage })
    : { order: before.order, pushed: [] };
  const edit = await settleEdit(trx, context, viewer, before, state, patch);
  const after: StoredTask = {
    ...before,
    ...state,
    ...edit.fields,
    order: place.order,
    description: patch.information?.description ?? before.description,
    deadline: patch.deadline === undefined ? before.deadline : asDate(patch.deadline),
  };
  const mover = isMove || after.performer !== before.performer ? viewer.user : null;
  await storeChange(trx, context, writer, {
    before,
    after,
    pushed: place.pushed,
    version,
    action: 'update',
    mover,
    edit,
  });
  return { id, orders: place.pushed, conflict: false };
}

/**
 * Reverts the last move of a request, also out of «done»: restores its stage, performer, resolution and position.
 * @throws ApiError not_found; too_late_to_undo if this person did not make the last move, or made it too long ago
 */
export async function undoMove(trx: Db, context: ChangeContext, writer: Writer, id: number): Promise<ChangeResult> {
  const { viewer } = writer;
  const version = await lockBoard(trx);
  const before = await lockTaskToUndo(trx, viewer, id);
  if (!before) throw new ApiError('not_found');
  const previous = await takeLastMove(trx, id, viewer.user, context.now());
  if (!previous) throw new ApiError('too_late_to_undo');
  const place = await settlePlace(trx, viewer, { id, stage: previous.stage, order: previous.order });
  const after = { ...before, ...previous, order: place.order };
  await storeChange(trx, context, writer, {
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
  pushed: CardOrder[];
  version: number;
  action: 'update' | 'restore';
  /** Person who may undo the change; null if nobody may. */
  mover: number | null;
  edit: Edit;
}

/** A changed place or service of a request. */
interface Edit {
  fields: Partial<Pick<StoredTask, 'service' | 'building' | 'target_type'>>;
  /** The new place; null if it does not change. */
  places: ResolvedTarget['places'] | null;
}

const UNEDITED: Edit = { fields: {}, places: null };

/**
 * Resolves the place and service that a patch names.
 * @throws FieldsError if the request is done, this person may not use the place or service, or the performer does not do that
 * service there
 */
async function settleEdit(
  trx: Db,
  { settings }: ChangeContext,
  viewer: Viewer,
  before: StoredTask,
  { performer }: TaskState,
  { service = before.service, place }: Patch,
): Promise<Edit> {
  const isServiceChanged = service !== before.service;
  if (!isServiceChanged && !place) return UNEDITED;
  const field = place ? 'place' : 'service';
  if (before.stage === 'done') throw new FieldsError({ [field]: ['taskRules.fromDone'] });
  if (isServiceChanged && !(await isOpenService(trx, service)))
    throw new FieldsError({ service: ['validation.unknown'] });
  const target = place ? await findTarget(trx, viewer, place, 'place') : null;
  const building = target?.building ?? before.building;
  if (performer !== null && !(await mayPerform(trx, { building, service }, settings.featureServices, performer))) {
    throw new FieldsError({ [field]: ['taskRules.performerElsewhere'] });
  }
  const target_type = place?.target_type ?? before.target_type;
  return { fields: { service, building, target_type }, places: target?.places ?? null };
}

/** Writes a change with its history, audit entry, notification and board event. */
async function storeChange(
  trx: Db,
  { bus, now }: ChangeContext,
  { viewer, request, isQuiet }: Writer,
  change: Change,
): Promise<void> {
  const { before, after, pushed, version, action, mover, edit } = change;
  const { id } = before;
  await pushDown(trx, pushed, version);
  const isRelocated = edit.places !== null || after.service !== before.service;
  const formerPlace = isRelocated
    ? { building: before.building, porches: (await selectRequestPlaces(trx, id, before.building)).porches }
    : null;
  await updateTask(trx, after, version, now(), mover);
  if (isRelocated) await relocateTask(trx, after, version, edit.places);
  const entries = [
    ...historyEntries(before, after),
    ...(isRelocated ? await relocationEntries(trx, before, after, edit) : []),
  ];
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
  if (!isQuiet && action === 'update' && after.stage !== before.stage && NOTIFIED_STAGES[after.stage]) {
    const places = await selectRequestPlaces(trx, id, before.building);
    const subtype = after.resolution === 'canceled' ? 'canceled' : after.stage;
    await notifyRequestMoved(bus, trx, viewer.user, { id, subtype, description: after.description, places });
  }
  const isMoved = after.stage !== before.stage || after.order !== before.order;
  await bus.publish(trx, 'task', {
    id,
    event: isMoved ? 'moved' : 'edited',
    user: viewer.user,
    version,
    orders: pushed,
    was: after.performer === before.performer ? null : before.performer,
    left: formerPlace,
  });
}

/** Stages that colleagues are notified of (NOTIF-11); a request that goes back to «created» only moves on the board. */
const NOTIFIED_STAGES: Readonly<Record<TaskStage, boolean>> = { created: false, in_progress: true, done: true };

/** History entries for a changed service or place; they record the service's name and the address as text. */
async function relocationEntries(
  trx: Db,
  before: StoredTask,
  after: StoredTask,
  { places }: Edit,
): Promise<NewHistoryEntry[]> {
  const [row] = await cardRows(trx, [after.id]);
  if (!row) return [];
  const { street, number, porches, floors, service_name } = row;
  const address = formatPlace({ street, number, porches, floors }, text);
  return [
    ...(after.service === before.service
      ? []
      : [{ type: 'field_change', field: 'service', value: service_name } satisfies NewHistoryEntry]),
    ...(places ? [{ type: 'field_change', field: 'place', value: address } satisfies NewHistoryEntry] : []),
  ];
}

/** History entries of a change (TASK-20); positions in a column are not recorded. */
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
