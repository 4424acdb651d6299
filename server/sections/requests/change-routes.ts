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
import { changeTask, type Stored, undoMove } from './change.ts';
import { commentOn } from './comment.ts';
import { createTask } from './create.ts';
import { showHistoryEntry } from './details.ts';
import { exampleTaskBody, newTask } from './example.ts';
import { showCards } from './show.ts';
import { requestViewer, type Viewer, type ViewerAt } from './viewer.ts';

const CHANGE = { kind: 'section', section: 'tasks', action: 'change', scope: 'buildings' } as const;
const ONE = { ...CHANGE, outside: { building: 404, entrance: 200 } } as const;

/** No filter. */
const EVERYTHING = { buildings_id: null, services_id: null, date: undefined };
const listIds = (list: readonly { id: number }[]) => list.map(({ id }) => id);

/** The card as it is now. */
async function findCard(db: Db, viewer: Viewer, id: number) {
  const [card] = await showCards(db, viewer, await cardRows(db, [id]));
  if (!card) throw new ApiError('not_found');
  return card;
}

const isSeen = async (trx: Db, viewer: ViewerAt, id: number) =>
  (await selectVisibleIds(trx, viewer, EVERYTHING, [id])).length > 0;

/** Requests to write (TASK-*). */
export function taskChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  additionRoutes(app, context);
  moveRoutes(app, context);
}

/** New requests, and what is said of one. */
function additionRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  route(app, {
    method: 'POST',
    url: TASKS_PATH,
    summary: 'Новая заявка; с исполнителем – сразу в работе',
    access: { ...CHANGE, outside: { building: 400, entrance: 400 } },
    body: taskBody,
    once: true,
    ok: 201,
    answer: taskCreated,
    example: (world) => ({ url: TASKS_PATH, body: exampleTaskBody(world) }),
    handle: ({ reader, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      return db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const id = await createTask(trx, context, { viewer, request: request.id }, body);
            return { params: await findCard(trx, viewer, id) };
          },
          stands: ({ params }) => isSeen(trx, viewer, params.id),
        }),
      );
    },
  });

  route(app, {
    method: 'POST',
    url: `${TASKS_PATH}:id/comments/`,
    summary: 'Сообщение в историю заявки, с файлами или без',
    access: { ...CHANGE, outside: { building: 404, entrance: 201 } },
    params: idParams,
    body: commentBody,
    once: true,
    ok: 201,
    answer: taskHistoryEntry,
    example: async (world) => ({ url: `${await newTask(world)}comments/`, body: { message: 'Мастер выехал' } }),
    handle: ({ reader, params, body, once, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const entry = await commentOn(trx, context, writer, params.id, body);
            return showHistoryEntry(trx, viewer, params.id, entry);
          },
          stands: () => isSeen(trx, viewer, params.id),
        }),
      );
    },
  });
}

/** Changes of a request and of its place on the board. */
function moveRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  /** The shifted cards that the mover can see. */
  async function answer(viewer: ViewerAt, { id, orders, conflict }: Stored): Promise<TaskSaved> {
    const seen = new Set(await selectVisibleIds(db, viewer, EVERYTHING, listIds(orders)));
    return { params: await findCard(db, viewer, id), orders: orders.filter((placed) => seen.has(placed.id)), conflict };
  }

  route(app, {
    method: 'PATCH',
    url: `${TASKS_PATH}:id/`,
    summary: 'Переместить или изменить заявку; отвечает местом, на котором она на самом деле стоит',
    access: ONE,
    params: idParams,
    body: taskPatch.refine((body) => Object.keys(body).some((key) => key !== 'from_stage')),
    answer: taskSaved,
    example: async (world) => ({ url: await newTask(world), body: { order: 1 } }),
    handle: async ({ reader, params, body, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return answer(viewer, await db.transaction().execute((trx) => changeTask(trx, context, writer, params.id, body)));
    },
  });

  route(app, {
    method: 'POST',
    url: `${TASKS_PATH}:id/undo/`,
    summary: 'Отменить своё последнее перемещение заявки',
    access: ONE,
    params: idParams,
    answer: taskSaved,
    example: async (world) => {
      const url = await newTask(world);
      await world.send('PATCH', { url, body: { order: 1 } });
      return { url: `${url}undo/` };
    },
    handle: async ({ reader, params, request }) => {
      const viewer = requestViewer(context, reader);
      const writer = { viewer, request: request.id };
      return answer(viewer, await db.transaction().execute((trx) => undoMove(trx, context, writer, params.id)));
    },
  });
}
