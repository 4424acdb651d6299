import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { PERFORMERS_PATH, performersAnswer } from '#resources/protocol/requests/tasks.ts';
import { readScope } from '#server/access/scope.ts';
import type { ServerContext } from '#server/context.ts';
import { filesById } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { selectPerformers } from './performer-queries.ts';
import { showPerson } from './show.ts';
import { requestViewer } from './viewer.ts';

const idParam = (missing: string) =>
  z
    .string({ error: missing })
    .regex(/^[1-9]\d{0,9}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(ID_MAX, 'validation.unknown'));

/** `GET /api/crm/performers/` (requests.md): for the performer dialog and the form of a new request (TASK-23, TASK-55, G-26). */
export function performersRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, settings } = context;
  route(app, {
    method: 'GET',
    url: PERFORMERS_PATH,
    summary: 'Кому можно поручить заявку: исполнители здания и услуги',
    access: {
      kind: 'section',
      section: 'tasks',
      action: 'see',
      scope: 'buildings',
      outside: { building: 404, entrance: 200 },
    },
    query: z.object({ building: idParam('validation.object'), service: idParam('validation.service').optional() }),
    answer: performersAnswer,
    example: ({ home }) => ({ url: `${PERFORMERS_PATH}?building=${home.building}&service=1` }),
    handle: async ({ reader, query }) => {
      const viewer = requestViewer(context, reader);
      if (!(await readScope(db, reader, [query.building])).has(query.building)) throw new ApiError('no_building');
      const rows = await selectPerformers(db, query, settings.featureServices);
      const files = await filesById(
        db,
        rows.flatMap((row) => row.avatar ?? []),
      );
      return rows.map((row) => showPerson(viewer, files, row));
    },
  });
}
