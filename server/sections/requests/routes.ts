import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { chatTopicName } from '#resources/protocol/chat/chat.ts';
import {
  BOARD_VERSION,
  OVERDUE_IN,
  performersAnswer,
  TASKS_PATH,
  taskChanges,
  taskCount,
  taskDetails,
  taskList,
  tasksByMessage,
} from '#resources/protocol/requests/tasks.ts';
import { TASK_CHANGES_MAX } from '#resources/rules/requests/constants.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { databaseForList } from '#server/http/purpose.ts';
import { idParams, route } from '#server/http/route.ts';
import {
  boardVersion,
  cardRows,
  countTasks,
  isRelocatedSince,
  nextOverdueIn,
  selectChangedSince,
  selectVisibleIds,
  selectVisiblePerformers,
  taskRow,
  taskRows,
} from './card-queries.ts';
import { showDetails } from './details.ts';
import { createExampleTask } from './example.ts';
import { changesQuery, countQuery, listQuery, performersQuery } from './filters.ts';
import { showCards, showPerson } from './show.ts';
import { selectTasksByMessage } from './source-queries.ts';
import { requestViewer } from './viewer.ts';

const SEE_ACCESS = { kind: 'section', section: 'tasks', action: 'see', scope: 'buildings' } as const;
const LIST_ACCESS = { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } } as const;

/** Read routes of requests (TASK-*); write routes are in `change-routes.ts`. */
export function tasksRoutes(app: FastifyInstance, context: ServerContext): void {
  columnRoutes(app, context);
  boardRoutes(app, context);
  requestRoutes(app, context);
}

/** Routes of one board column: count and page of requests. */
function columnRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  route(app, {
    method: 'GET',
    url: `${TASKS_PATH}count/`,
    summary: 'Сколько заявок в колонке',
    access: LIST_ACCESS,
    query: countQuery,
    answer: taskCount,
    example: ({ home }) => ({ url: `${TASKS_PATH}count/?buildings_id=${home.building}&stage=created&date=0` }),
    handle: async ({ reader, query }) => ({ count: await countTasks(db, requestViewer(context, reader), query) }),
  });

  route(app, {
    method: 'GET',
    url: TASKS_PATH,
    summary: 'Заявки колонки по порядку; следующая порция – from_order, порядок последней',
    access: LIST_ACCESS,
    query: listQuery,
    answer: taskList,
    example: ({ home }) => ({ url: `${TASKS_PATH}?buildings_id=${home.building}&stage=created&count=30&date=0` }),
    handle: async ({ reader, query, request, reply }) => {
      const reads = databaseForList(context, request);
      const viewer = requestViewer(context, reader);
      // Read the version before the page, so that a concurrent write is reported twice rather than missed.
      reply.header(BOARD_VERSION, await boardVersion(reads));
      const overdueInMs = query.overdue ? await nextOverdueIn(reads, viewer, query) : null;
      if (overdueInMs !== null) reply.header(OVERDUE_IN, overdueInMs);
      return showCards(reads, viewer, await taskRows(reads, viewer, query));
    },
  });
}

/** Routes of the board as a whole. */
function boardRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  route(app, {
    method: 'GET',
    url: `${TASKS_PATH}performers/`,
    summary: 'Исполнители заявок, которые видны на доске',
    access: LIST_ACCESS,
    query: performersQuery,
    answer: performersAnswer,
    example: ({ home }) => ({ url: `${TASKS_PATH}performers/?buildings_id=${home.building}` }),
    handle: async ({ reader, query }) => {
      const viewer = requestViewer(context, reader);
      const rows = await selectVisiblePerformers(db, viewer, query);
      const files = await filesById(
        db,
        rows.flatMap(({ avatar }) => avatar ?? []),
      );
      return rows.map((row) => showPerson(viewer, files, row));
    },
  });

  route(app, {
    method: 'GET',
    url: `${TASKS_PATH}changes/`,
    summary: 'Что изменилось на доске после версии since; без неё – только версия',
    access: LIST_ACCESS,
    query: changesQuery,
    answer: taskChanges,
    example: ({ home }) => ({ url: `${TASKS_PATH}changes/?buildings_id=${home.building}&since=0` }),
    handle: async ({ reader, query: { since, ...filter } }) => {
      const viewer = requestViewer(context, reader);
      // Read the version before the changes, so that a concurrent write is reported twice rather than missed.
      const version = await boardVersion(db);
      if (since === undefined) return { version, reload: false, tasks: [], gone: [] };
      if (since > version || (await isRelocatedSince(db, since))) return { version, reload: true, tasks: [], gone: [] };
      const changed = await selectChangedSince(db, viewer, since, TASK_CHANGES_MAX);
      if (changed.length > TASK_CHANGES_MAX) return { version, reload: true, tasks: [], gone: [] };
      const visibleIds = await selectVisibleIds(db, viewer, filter, changed);
      const visibleSet = new Set(visibleIds);
      const tasks = await showCards(db, viewer, await cardRows(db, visibleIds));
      return { version, reload: false, tasks, gone: changed.filter((id) => !visibleSet.has(id)) };
    },
  });
}

/** Routes of single requests, and of requests created from chat messages. */
function requestRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;

  route(app, {
    method: 'GET',
    url: `${TASKS_PATH}by-message/`,
    summary: 'Заявки, созданные из сообщений чата',
    access: LIST_ACCESS,
    query: z.object({ topic: chatTopicName }),
    answer: tasksByMessage,
    example: () => ({ url: `${TASKS_PATH}by-message/?topic=usrAAAAAAAAAAA` }),
    handle: ({ reader, query }) => selectTasksByMessage(db, requestViewer(context, reader), query.topic),
  });

  route(app, {
    method: 'GET',
    url: `${TASKS_PATH}:id/`,
    summary: 'Заявка с историей',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: taskDetails,
    example: async (world) => ({ url: await createExampleTask(world) }),
    handle: async ({ reader, params }) => {
      const viewer = requestViewer(context, reader);
      const row = await taskRow(db, viewer, params.id);
      if (!row) throw new ApiError('not_found');
      return showDetails(db, viewer, row);
    },
  });
}
