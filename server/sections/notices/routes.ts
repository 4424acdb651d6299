import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { can, SECTIONS } from '#resources/language/access.ts';
import { NOTICES_PATH } from '#resources/protocol/notice-bounds.ts';
import { noticesAnswer, noticesRead } from '#resources/protocol/notifications.ts';
import type { ServerContext } from '#server/context.ts';
import { queryId } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { markAllNoticesRead, markNoticesRead, selectNoticePage } from './queries.ts';

/** Only notifications of the reader, because they quote private messages. */
const OWN_ACCESS = { kind: 'staff', scope: 'none', own: true } as const;

/** Notifications of the last 30 days, delivered or not, with read marks. */
export function noticesRoutes(app: FastifyInstance, { db, guard, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: NOTICES_PATH,
    summary: 'Уведомления за 30 дней, новые сверху',
    access: OWN_ACCESS,
    query: z.object({ before: queryId.optional() }),
    answer: noticesAnswer,
    example: () => ({ url: NOTICES_PATH }),
    handle: ({ reader, query }) => {
      const sections = [...SECTIONS, ...guard.extraSections()].filter((section) => can(reader.levels, section, 'see'));
      return selectNoticePage(db, { reader, sections, services: settings.featureServices }, query.before);
    },
  });

  route(app, {
    method: 'POST',
    url: `${NOTICES_PATH}read/`,
    summary: 'Отметить уведомления прочитанными: отдельные или все до указанного',
    access: OWN_ACCESS,
    body: noticesRead,
    ok: 204,
    example: () => ({ url: `${NOTICES_PATH}read/`, body: { until: 1 } }),
    handle: async ({ reader, body }) => {
      await db
        .transaction()
        .execute((trx) =>
          'ids' in body
            ? markNoticesRead(trx, reader.user, body.ids)
            : markAllNoticesRead(trx, reader.user, body.until),
        );
      return undefined;
    },
  });
}
