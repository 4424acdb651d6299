import type { FastifyInstance } from 'fastify';
import { newsDetails, newsPage, reachAnswer, reachBody } from '#resources/protocol/news/news.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { computeRecordVersion } from '#server/records/record-version.ts';
import { createExampleNews } from './example.ts';
import { NEWS_URL, newsQuery, nextNewsLink } from './page.ts';
import { countNews, newsRow, newsRows, versionedNews } from './queries.ts';
import { countTargetReach } from './reach.ts';
import { showNews } from './show.ts';
import { readTarget } from './target-queries.ts';

/** Counting a large company takes about 100 ms, so one count runs at a time, and up to 200 wait. */
const limitReachCounts = createConcurrencyLimit(1, 200);

const SEE_ACCESS = { kind: 'section', section: 'news', action: 'see', scope: 'buildings' } as const;

/** Read routes of announcements (NEWS-*); write routes are in `change-routes.ts`. */
export function newsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context;
  route(app, {
    method: 'GET',
    url: NEWS_URL,
    summary: 'Объявления доступных зданий и подъездов, новые сверху; следующая страница по ссылке next',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    query: newsQuery,
    answer: newsPage,
    example: ({ home }) => ({ url: `${NEWS_URL}?buildings_id=${home.building}&page_size=20` }),
    handle: async ({ reader, query }) => {
      const { rows, last } = await newsRows(db, reader, query);
      const count = await countNews(db, reader, query);
      return { count, next: nextNewsLink(query, last), previous: null, results: await showNews(context, reader, rows) };
    },
  });

  route(app, {
    method: 'GET',
    url: `${NEWS_URL}:id/`,
    summary: 'Объявление',
    access: { ...SEE_ACCESS, outside: { building: 404, entrance: 200 } },
    params: idParams,
    answer: newsDetails,
    example: async (world) => ({ url: await createExampleNews(world) }),
    handle: async ({ reader, params }) => {
      const row = await newsRow(db, reader, params.id);
      const [item] = row ? await showNews(context, reader, [row]) : [];
      if (!row || !item) throw new ApiError('not_found');
      return {
        ...item,
        target: await readTarget(db, reader, row),
        version: computeRecordVersion(...versionedNews({ ...row, attachments: row.files })),
      };
    },
  });

  route(app, {
    method: 'POST',
    url: `${NEWS_URL}reach/`,
    summary: 'Сколько квартир и жителей получат объявление; считаются только доступные подъезды',
    access: { ...SEE_ACCESS, outside: { building: 200, entrance: 200 } },
    body: reachBody,
    answer: reachAnswer,
    example: ({ home }) => ({ url: `${NEWS_URL}reach/`, body: { target: { buildings: [home.building] } } }),
    handle: ({ reader, body }) => limitReachCounts(() => countTargetReach(db, reader, body.target)),
  });
}
