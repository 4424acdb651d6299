import type { FastifyInstance } from 'fastify';
import {
  commentBody,
  TASKS_PATH,
  type TaskSaved,
  taskBody,
  taskCreated,
  taskHistoryEntry,
  taskPatch,
  taskSaved,
} from '#resources/protocol/requests/tasks.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { cardRows, selectVisibleIds } from './card-queries.ts';
import { type ChangeResult, changeTask, undoMove } from './change.ts';
import { addRequestComment } from './comment.ts';
import { createTask } from './create.ts';
import { showHistoryEntry } from './details.ts';
import { createExampleTask, exampleTaskBody } from './example.ts';
import { showCards } from './show.ts';
import { requestViewer, type Viewer, type ViewerAt } from './viewer.ts';

const CHANGE_ACCESS = { kind: 'section', section: 'tasks', action: 'change', scope: 'buildings' } as const;
const ONE_ACCESS = { ...CHANGE_ACCESS, outside: { building: 404, entrance: 200 } } as const;

const NO_FILTER = { buildings_id: null, services_id: null, date: undefined };
const listIds = (list: readonly { id: number }[]) => list.map(({ id }) => id);

/** The current card. @throws ApiError not_found */
async function findCard(db: Db, viewer: Viewer, id: number) {
  const [card] = await showCards(db, viewer, await cardRows(db, [id]));
  if (!card) throw new ApiError('not_found');
  return card;
}

const isVisible = async (trx: Db, viewer: ViewerAt, id: number) =>
  (await selectVisibleIds(trx, viewer, NO_FILTER, [id])).length > 0;

/** Write routes of requests (TASK-*). */
export function taskChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  additionRoutes(app, context);
  moveRoutes(app, context);
}

/** Routes that create requests and comments. */
function additionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  route(app, {
    method: 'POST',
    url: TASKS_PATH,
    summary: 'Новая заявка; с исполнителем – сразу в работе',
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 400 } },
    body: taskBody,
    once: true,
    ok: 201,
    answer: taskCreated,
    example: (world) => ({ url: TASKS_PATH, body: exampleTaskBody(world) }),
    handle: ({ reader, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      return db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            const id = await createTask(trx, context, { viewer, request: request.id }, body);
            return { params: await findCard(trx, viewer, id) };
          },
          isStillVisible: ({ params }) => isVisible(trx, viewer, params.id),
        }),
      );
    },
  });

  route(app, {
    method: 'POST',
    url: `${TASKS_PATH}:id/comments/`,
    summary: 'Сообщение в историю заявки, с файлами или без',
    access: { ...CHANGE_ACCESS, outside: { building: 404, entrance: 201 } },
    params: idParams,
    body: commentBody,
    once: true,
    ok: 201,
    answer: taskHistoryEntry,
    example: async (world) => ({
      url: `${await createExampleTask(world)}comments/`,
      body: { message: 'Мастер выехал' },
    }),
    handle: ({ reader, params, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return db.transaction().execute((trx) =>
        once(trx, {
          create: async () => {
            const entry = await addRequestComment(trx, context, writer, params.id, body);
            return showHistoryEntry(trx, viewer, params.id, entry);
          },
          isStillVisible: () => isVisible(trx, viewer, params.id),
        }),
      );
    },
  });
}

/** Routes that change or move a request. */
function moveRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  /** The current card, and those shifted cards that the mover may see. */
  async function buildAnswer(viewer: ViewerAt, { id, orders, conflict }: ChangeResult): Promise<TaskSaved> {
    const visibleIds = new Set(await selectVisibleIds(db, viewer, NO_FILTER, listIds(orders)));
    return {
      params: await findCard(db, viewer, id),
      orders: orders.filter((placed) => visibleIds.has(placed.id)),
      conflict,
    };
  }

  route(app, {
    method: 'PATCH',
    url: `${TASKS_PATH}:id/`,
    summary: 'Переместить или изменить заявку; отвечает местом, на котором она на самом деле стоит',
    access: ONE_ACCESS,
    params: idParams,
    body: taskPatch.refine((body) => Object.keys(body).some((key) => key !== 'from_stage')),
    answer: taskSaved,
    example: async (world) => ({ url: await createExampleTask(world), body: { order: 1 } }),
    handle: async ({ reader, params, body, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return buildAnswer(
        viewer,
        await db.transaction().execute((trx) => changeTask(trx, context, writer, params.id, body)),
      );
    },
  });

  route(app, {
    method: 'POST',
    url: `${TASKS_PATH}:id/undo/`,
    summary: 'Отменить своё последнее перемещение заявки',
    access: ONE_ACCESS,
    params: idParams,
    answer: taskSaved,
    example: async (world) => {
      const url = await createExampleTask(world);
      await world.send('PATCH', { url, body: { order: 1 } });
      return { url: `${url}undo/` };
    },
    handle: async ({ reader, params, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return buildAnswer(viewer, await db.transaction().execute((trx) => undoMove(trx, context, writer, params.id)));
    },
  });
}
