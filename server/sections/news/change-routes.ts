import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { newsCreated, newsSaved } from '#resources/protocol/news/news.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { news } from '#resources/sections/news.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads, giveUpFiles, uploadsRefused } from '#server/files/links.ts';
import { dropBytes } from '#server/files/queries.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { purgeAfterUndo, restorableSince } from '#server/records/kit/undo.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { newNews, newsBody } from './example.ts';
import { NEWS_URL } from './page.ts';
import { plannedAt, publishDue, startPublishing } from './publication.ts';
import {
  insertNews,
  newsFields,
  newsRow,
  newsToChange,
  type StoredNews,
  setNewsFiles,
  updateNews,
  versionedNews,
} from './queries.ts';
import { insertTargets } from './target-queries.ts';
import { hideNews, purgeNews, unhideNews } from './undo-queries.ts';

const { target, attachments, publish_at } = news.fields;
const texts = {
  ...newsFields.rules,
  attachments: fieldRule(attachments),
  publish_at: fieldRule(publish_at),
};
const createBody = z.object({ ...texts, target: fieldRule(target) });
/**
 * Fields that it leaves out stay as they are; the recipients stay in any case (NEWS-59). With the `version` that was edited
 * nothing is overwritten that was saved meanwhile; without it, whatever is there.
 */
const changeBody = z
  .object({ ...texts, version: seenVersion })
  .partial()
  .refine((body) => Object.keys(body).some((key) => key !== 'version'));

const CHANGE = { kind: 'section', section: 'news', action: 'change', scope: 'buildings' } as const;
/** For an announcement that also goes to entrances out of reach: it can be read, not changed. */
const SHARED = { ...CHANGE, outside: { building: 404, entrance: 403 } } as const;

/** The answer to a change (API-06, API-07). */
const answered = (news: StoredNews) => ({
  id: news.id,
  ...newsFields.wireOf(news),
  attachments: news.attachments,
  ...(news.publish_at ? { publish_at: news.publish_at.toISOString() } : {}),
});

const unique = (ids: readonly number[] | null | undefined): number[] => [...new Set(ids ?? [])];

/** Claims uploads for an announcement. @throws FieldsError if an upload is somebody else's, already used or gone */
async function take(trx: Db, author: number, ids: readonly number[]): Promise<void> {
  if (!(await claimUploads(trx, author, ids))) throw await uploadsRefused(trx, author, 'attachments', ids);
}

/**
 * An announcement to change.
 * @throws ApiError partial_building where some of its recipients are out of reach
 */
async function ownNews(...asked: Parameters<typeof newsToChange>): Promise<StoredNews | null> {
  const found = await newsToChange(...asked);
  if (!found) return null;
  const { whole, ...stored } = found;
  if (!whole) throw new ApiError('partial_building');
  return stored;
}

const newsWrites = (context: ServerContext) =>
  recordWrites(context, news, { find: (trx, reader, id) => ownNews(trx, reader, id) });

/** Writes of announcements (NEWS-49…62), scheduled ones too. */
export function newsChangeRoutes(app: FastifyInstance, context: ServerContext): void {
  const writes = newsWrites(context);
  savingRoutes(app, context, writes);
  startPublishing(app, context);
  deletionRoutes(app, context, writes);
}

function savingRoutes(app: FastifyInstance, context: ServerContext, writes: ReturnType<typeof newsWrites>): void {
  const { db, files, now } = context;
  route(app, {
    method: 'POST',
    url: NEWS_URL,
    summary: 'Новое объявление; адресаты – только доступные целиком',
    access: { ...CHANGE, outside: { building: 400, entrance: 400 } },
    body: createBody,
    once: true,
    ok: 201,
    answer: newsCreated,
    example: (world) => ({ url: NEWS_URL, body: newsBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        make: async (trx) => {
          const { target } = body;
          const attachments = unique(body.attachments);
          const { user } = call.reader;
          const row = newsFields.rowOf(body);
          const publishAt = plannedAt(body.publish_at, now());
          const words = { ...row, for_all_objects: target.for_all_objects === true };
          const id = await insertNews(trx, user, words, now(), publishAt);
          const places = await insertTargets(trx, call.reader, id, target);
          await take(trx, user, attachments);
          await setNewsFiles(trx, id, attachments);
          const made = { id, ...row, attachments, publish_at: publishAt };
          const answer = { data: { params: answered(made) } };
          return { id, answer, after: { ...made, target }, places, isUntold: publishAt !== null };
        },
        stands: async (trx, { data }) => (await newsRow(trx, call.reader, data.params.id)) !== null,
      }),
  });

  route(app, {
    method: 'PATCH',
    url: `${NEWS_URL}:id/`,
    summary: 'Изменить объявление; адресаты остаются прежними, с version чужая правка не затирается',
    access: SHARED,
    params: idParams,
    body: changeBody,
    answer: newsSaved,
    example: async (world) => {
      const { target: _, ...body } = newsBody(world);
      return { url: await newNews(world), body };
    },
    handle: async ({ params: { id }, body, ...call }) => {
      const base = {
        version: body.version,
        parts: (_trx: Db, news: StoredNews) => versionedNews(news),
        auditValues: (news: StoredNews) => news,
      };
      const { after, names } = await writes.change(call, { id, base }, async (trx, before) => {
        const row = newsFields.rowOf(body, before);
        const attachments = body.attachments === undefined ? before.attachments : unique(body.attachments);
        const had = new Set(before.attachments);
        const keptIds = new Set(attachments);
        await take(
          trx,
          call.reader.user,
          attachments.filter((file) => !had.has(file)),
        );
        const { publish_at } = before;
        if (body.publish_at && !publish_at) throw new FieldsError({ publish_at: ['newsRules.published'] });
        const publishAt = plannedAt(body.publish_at, now());
        await updateNews(trx, id, row, now(), publishAt);
        if (body.publish_at && !publishAt)
          await publishDue(context, trx, { id, by: call.reader.user, request: call.request.id });
        await setNewsFiles(trx, id, attachments);
        const names = await giveUpFiles(
          trx,
          before.attachments.filter((file) => !keptIds.has(file)),
        );
        const after: StoredNews = { id, ...row, attachments, publish_at: body.publish_at ? publishAt : publish_at };
        return { result: { after, names }, logged: { before, after } };
      });
      await dropBytes(db, files, names);
      return { params: answered(after) };
    },
  });
}

function deletionRoutes(
  app: FastifyInstance,
  { db, files, now }: ServerContext,
  writes: ReturnType<typeof newsWrites>,
): void {
  const purge = purgeAfterUndo(app, 'announcements', () => purgeNews(db, files, now()));

  route(app, {
    method: 'DELETE',
    url: `${NEWS_URL}:id/`,
    summary: 'Удалить объявление; 10 секунд его можно вернуть',
    access: SHARED,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await newNews(world) }),
    handle: async ({ params: { id }, ...call }) => {
      await writes.remove(call, id, async (trx, before) => {
        await hideNews(trx, id, now());
        return before;
      });
      purge();
      return undefined;
    },
  });

  route(app, {
    method: 'POST',
    url: `${NEWS_URL}:id/restore/`,
    summary: 'Вернуть объявление, удалённое только что',
    access: SHARED,
    params: idParams,
    answer: newsSaved,
    example: async (world) => {
      const url = await newNews(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, ...call }) =>
      writes.restore(call, id, async (trx) => {
        const after = await ownNews(trx, call.reader, id, restorableSince(now()));
        if (!after) throw new ApiError('not_found');
        await unhideNews(trx, id);
        return { result: { params: answered(after) }, after };
      }),
  });
}
