import type * as z from 'zod';
import type { taskBody } from '#resources/protocol/requests/tasks.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads, createUploadsError } from '#server/files/links.ts';
import { FieldsError } from '#server/http/errors.ts';
import { notifyRequestMoved } from '#server/live/notices.ts';
import type { Writer } from './change.ts';
import { insertHistory, type NewHistoryEntry } from './history-queries.ts';
import { lockBoard, pushDown, settlePlace } from './order-queries.ts';
import { mayPerform } from './performer-queries.ts';
import { linkSource } from './source-queries.ts';
import { findTarget, insertRequestPlaces, selectRequestPlaces } from './target-queries.ts';
import { insertTask, isOpenService, setTaskFiles } from './write-queries.ts';

/** Claims uploads for a request. @throws FieldsError if an upload belongs to somebody else, is already used or is gone */
export async function takeUploads(trx: Db, user: number, ids: readonly number[]): Promise<void> {
  if (!(await claimUploads(trx, user, ids))) throw await createUploadsError(trx, user, 'attachments', ids);
}

/**
 * Stores a new request (TASK-61) at the top of its column: in progress if it has a performer, else «Не назначено» (TASK-16).
 * @returns its id
 * @throws FieldsError for a target, service, performer, upload or source that this person may not use
 */
export async function createTask(
  trx: Db,
  { bus, now, settings }: Pick<ServerContext, 'bus' | 'now' | 'settings'>,
  { viewer, request }: Writer,
  body: z.output<typeof taskBody>,
): Promise<number> {
  const version = await lockBoard(trx);
  const { service, information, performer = null, deadline = null, target_type, source } = body;
  const isChatBuiltIn = settings.chatUrl === undefined;
  const { building, places } = await findTarget(trx, viewer, body);
  if (!(await isOpenService(trx, service))) throw new FieldsError({ service: ['validation.unknown'] });
  if (performer !== null && !(await mayPerform(trx, { building, service }, settings.featureServices, performer))) {
    throw new FieldsError({ performer: ['taskRules.notPerformer'] });
  }
  const stage = performer === null ? 'created' : 'in_progress';
  const { order, pushed } = await settlePlace(trx, viewer, { id: null, stage });
  await pushDown(trx, pushed, version);
  const content = {
    stage,
    resolution: null,
    resolution_description: null,
    description: information.description,
  } as const;
  const id = await insertTask(trx, {
    ...content,
    board_order: order,
    service_id: service,
    building_id: building,
    target_type,
    creator_id: viewer.user,
    performer_id: performer,
    deadline: deadline === null ? null : new Date(deadline),
    version,
    created_at: now(),
    updated_at: now(),
  });
  await insertRequestPlaces(trx, id, places);
  const attachments = [...new Set(body.attachments ?? [])];
  await takeUploads(trx, viewer.user, attachments);
  await setTaskFiles(trx, id, attachments);
  if (source && !(await linkSource(trx, viewer, isChatBuiltIn, id, source))) {
    throw new FieldsError({ source: ['validation.unknown'] });
  }
  await insertHistory(trx, id, viewer.user, initialHistory(performer), now());
  const after = {
    id,
    ...content,
    order,
    service,
    building,
    places,
    performer,
    deadline,
    attachments,
    ...(source ? { source } : {}),
  };
  await audit(trx, { user: viewer.user, action: 'create', resource: 'tasks', record: id, after, request });
  await notifyRequestMoved(bus, trx, viewer.user, {
    id,
    subtype: 'created',
    description: information.description,
    places: await selectRequestPlaces(trx, id, building),
  });
  await bus.publish(trx, 'task', {
    id,
    event: 'created',
    user: viewer.user,
    version,
    orders: pushed,
    was: null,
    left: null,
  });
  return id;
}

function initialHistory(performer: number | null): NewHistoryEntry[] {
  const created: NewHistoryEntry = { type: 'field_change', field: 'stage', value: 'created' };
  if (performer === null) return [created];
  return [
    created,
    { type: 'performer_change', performer },
    { type: 'field_change', field: 'stage', value: 'in_progress' },
  ];
}
