import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { BULK } from '#resources/limits.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { type BulkTasks, bulkPerformers, bulkTasksBody } from '#resources/protocol/requests/bulk-tasks.ts';
import type { TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { applyToEach } from '#server/http/bulk.ts';
import { queryIds } from '#server/http/queries.ts';
import { route, type World } from '#server/http/route.ts';
import { changeTask, undoMove } from './change.ts';
import { createExampleTask } from './example.ts';
import { lockBoard } from './order-queries.ts';
import { selectPerformersForMany } from './performer-queries.ts';
import { showPerson } from './show.ts';
import { requestViewer } from './viewer.ts';

/** Calls with more requests than this send no notifications; colleagues only see the change on their boards. */
const NOTIFIED_REQUESTS_MAX = 10;

/** Patch that each bulk action applies to a request. */
const BULK_PATCHES = {
  assign: ({ performer }) => ({ stage: 'in_progress', performer }),
  release: () => ({ stage: 'created', performer: null }),
  finish: () => ({ stage: 'done', resolution: 'resolved' }),
  cancel: ({ reason }) => ({ stage: 'done', resolution: 'canceled', resolution_description: reason }),
} satisfies { [Do in Exclude<BulkTasks['do'], 'undo'>]: (body: Extract<BulkTasks, { do: Do }>) => TaskPatch };

const createExampleId = async (world: World) => Number((await createExampleTask(world)).split('/').at(-2));

/** Routes that change many requests in one call. */
export function bulkTaskRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  const LIST_ACCESS = {
    kind: 'section',
    section: 'tasks',
    scope: 'buildings',
    outside: { building: 200, entrance: 200 },
  } as const;

  route(app, {
    method: 'POST',
    url: BULK_TASKS_PATH,
    summary: `Поручить, вернуть, завершить или отменить до ${BULK.perCall} заявок; отвечает, что из них и почему не изменилось`,
    access: { ...LIST_ACCESS, action: 'change' },
    body: bulkTasksBody,
    once: true,
    answer: bulkAnswer,
    example: async (world) => ({
      url: BULK_TASKS_PATH,
      body: { do: 'cancel', ids: [await createExampleId(world)], reason: 'Приняли по ошибке' },
    }),
    handle: ({ reader, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = {
        viewer,
        request: request.id,
        isQuiet: body.ids.length > NOTIFIED_REQUESTS_MAX,
        mustChange: true,
      };
      return db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            await lockBoard(trx);
            // Reversed, because each request is moved to the top: the first one must end up first.
            return applyToEach(trx, body.ids.toReversed(), (id) => {
              if (body.do === 'undo') return undoMove(trx, context, writer, id);
              return changeTask(trx, context, writer, id, BULK_PATCHES[body.do](body as never));
            });
          },
          // The answer holds only ids that the caller has sent.
          isStillVisible: async () => true,
        }),
      );
    },
  });

  route(app, {
    method: 'GET',
    url: `${BULK_TASKS_PATH}performers/`,
    summary: 'Кому можно поручить хотя бы одну из заявок, и сколько из них',
    access: { ...LIST_ACCESS, action: 'see' },
    query: z.object({ ids: queryIds }),
    answer: bulkPerformers,
    example: async (world) => ({ url: `${BULK_TASKS_PATH}performers/?ids=${await createExampleId(world)}` }),
    handle: async ({ reader, query }) => {
      const viewer = requestViewer(context, reader);
      const rows = await selectPerformersForMany(db, viewer, (query.ids ?? []).slice(0, BULK.selected));
      const files = await filesById(
        db,
        rows.flatMap(({ avatar }) => avatar ?? []),
      );
      return rows.map(({ able: ableCount, ...person }) => ({ ...showPerson(viewer, files, person), able: ableCount }));
    },
  });
}
