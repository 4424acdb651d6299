import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { BULK } from '#resources/limits.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { type BulkTasks, bulkPerformers, bulkTasksBody } from '#resources/protocol/requests/bulk-tasks.ts';
import type { TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { toEach } from '#server/http/bulk.ts';
import { queryIds } from '#server/http/queries.ts';
import { route, type World } from '#server/http/route.ts';
import { changeTask, undoMove } from './change.ts';
import { newTask } from './example.ts';
import { lockBoard } from './order-queries.ts';
import { performersForMany } from './performer-queries.ts';
import { showPerson } from './show.ts';
import { requestViewer } from './viewer.ts';

/** Of more requests at once colleagues are told by their boards alone: two hundred notifications would not be read. */
const TOLD_EACH = 10;

/** The action for each request. */
const WISHES = {
  assign: ({ performer }) => ({ stage: 'in_progress', performer }),
  release: () => ({ stage: 'created', performer: null }),
  finish: () => ({ stage: 'done', resolution: 'resolved' }),
  cancel: ({ reason }) => ({ stage: 'done', resolution: 'canceled', resolution_description: reason }),
} satisfies { [Do in Exclude<BulkTasks['do'], 'undo'>]: (body: Extract<BulkTasks, { do: Do }>) => TaskPatch };

const idOfNew = async (world: World) => Number((await newTask(world)).split('/').at(-2));

/** Many requests in one call. */
export function bulkTaskRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const LIST = {
    kind: 'section',
    section: 'tasks',
    scope: 'buildings',
    outside: { building: 200, entrance: 200 },
  } as const;

  route(app, {
    method: 'POST',
    url: BULK_TASKS_PATH,
    summary: `Поручить, вернуть, завершить или отменить до ${BULK.ofCall} заявок; отвечает, что из них и почему не изменилось`,
    access: { ...LIST, action: 'change' },
    body: bulkTasksBody,
    once: true,
    answer: bulkAnswer,
    example: async (world) => ({
      url: BULK_TASKS_PATH,
      body: { do: 'cancel', ids: [await idOfNew(world)], reason: 'Приняли по ошибке' },
    }),
    handle: ({ reader, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id, quiet: body.ids.length > TOLD_EACH, mustChange: true };
      return db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            await lockBoard(trx);
            // The first of them is to stand first: each goes above those before it.
            return toEach(trx, body.ids.toReversed(), (id) => {
              if (body.do === 'undo') return undoMove(trx, context, writer, id);
              return changeTask(trx, context, writer, id, WISHES[body.do](body as never));
            });
          },
          // It tells no more than numbers that the sender has given.
          stands: async () => true,
        }),
      );
    },
  });

  route(app, {
    method: 'GET',
    url: `${BULK_TASKS_PATH}performers/`,
    summary: 'Кому можно поручить хотя бы одну из заявок, и сколько из них',
    access: { ...LIST, action: 'see' },
    query: z.object({ ids: queryIds }),
    answer: bulkPerformers,
    example: async (world) => ({ url: `${BULK_TASKS_PATH}performers/?ids=${await idOfNew(world)}` }),
    handle: async ({ reader, query }) => {
      const viewer = requestViewer(context, reader);
      const rows = await performersForMany(db, viewer, (query.ids ?? []).slice(0, BULK.chosen));
      const files = await filesById(
        db,
        rows.flatMap(({ avatar }) => avatar ?? []),
      );
      return rows.map(({ able, ...person }) => ({ ...showPerson(viewer, files, person), able }));
    },
  });
}
