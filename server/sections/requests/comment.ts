import type * as z from 'zod';
import type { commentBody } from '#resources/protocol/requests/tasks.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Writer } from './change.ts';
import { takeUploads } from './create.ts';
import { insertHistory, setEntryFiles } from './history-queries.ts';
import { lockBoard } from './order-queries.ts';
import { lockTaskToChange, touchTask } from './write-queries.ts';

/**
 * Adds a message to a request's history (TASK-20, type dialog). Everyone who sees the request and may change requests can
 * comment, even if it is done or they may not move it.
 * @returns the entry's id
 * @throws ApiError not_found; FieldsError for an upload that is not theirs
 */
export async function addRequestComment(
  trx: Db,
  { bus, now }: Pick<ServerContext, 'bus' | 'now'>,
  { viewer, request }: Writer,
  task: number,
  body: z.output<typeof commentBody>,
): Promise<number> {
  const version = await lockBoard(trx);
  if (!(await lockTaskToChange(trx, viewer, task))) throw new ApiError('not_found');
  const { message } = body;
  const attachments = [...new Set(body.attachments)];
  const [entry] = await insertHistory(trx, task, viewer.user, [{ type: 'dialog', message }], now());
  if (entry === undefined) throw new Error('A comment was not stored');
  await takeUploads(trx, viewer.user, attachments);
  await setEntryFiles(trx, entry, attachments);
  await touchTask(trx, task, version, now());
  const after = { entry, message, attachments };
  await audit(trx, { user: viewer.user, action: 'comment', resource: 'tasks', record: task, after, request });
  await bus.publish(trx, 'task', {
    id: task,
    event: 'commented',
    user: viewer.user,
    version,
    orders: [],
    was: null,
    left: null,
  });
  return entry;
}
