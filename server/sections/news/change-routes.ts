import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldRule } from '#resources/language/payload.ts';
import { newsCreated, newsSaved } from '#resources/protocol/news/news.ts';
import { editedVersion } from '#resources/protocol/versions.ts';
import { news } from '#resources/sections/news.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads, createUploadsError, deleteReleasedFiles } from '#server/files/links.ts';
import { deleteStoredBytes } from '#server/files/queries.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { purgeAfterUndo, restorableSince } from '#server/records/kit/undo.ts';
import { recordWrites } from '#server/records/kit/writes.ts';
import { createExampleNews, exampleNewsBody } from './example.ts';
import { NEWS_URL } from './page.ts';
import { parsePublishTime, publishDue, startPublishing } from './publication.ts';
import {
  insertNews,
  lockNews,
  newsFields,
  newsRow,
  type StoredNews,
  setNewsFiles,
  updateNews,
  versionedNews,
} from './queries.ts';
import { insertTargets } from './target-queries.ts';
import { hideNews, purgeNews, unhideNews } from './undo-queries.ts';

const { target, attachments, publish_at } = news.fields;
const textRules = {
  ...newsFields.rules,
  attachments: fieldRule(attachments),
  publish_at: fieldRule(publish_at),
};
const createBody = z.object({ ...textRules, target: fieldRule(target) });
/**
 * Omitted fields and the recipients (NEWS-59) stay unchanged. With `version` nothing is overwritten that was saved meanwhile;
 * without it, whatever is stored.
 */
const changeBody = z
  .object({ ...textRules, version: editedVersion })
  .partial()
  .refine((body) => Object.keys(body).some((key) => key !== 'version'));

const CHANGE_ACCESS = { kind: 'section', section: 'news', action: 'change', scope: 'buildings' } as const;
/** An announcement that also goes to entrances out of reach can be read but not changed. */
const SHARED_ACCESS = { ...CHANGE_ACCESS, outside: { building: 404, entrance: 403 } } as const;

/** Serialises the answer to a change (API-06, API-07). */
const showSavedNews = (news: StoredNews) => ({
  id: news.id,
  ...newsFields.toWire(news),
  attachments: news.attachments,
  ...(news.publish_at ? { publish_at: news.publish_at.toISOString() } : {}),
});

const unique = (ids: readonly number[] | null | undefined): number[] => [...new Set(ids ?? [])];

/** Claims uploads for an announcement. @throws FieldsError if an upload belongs to somebody else, is already used or is gone */
async function claimAttachments(trx: Db, author: number, ids: readonly number[]): Promise<void> {
  if (!(await claimUploads(trx, author, ids))) throw await createUploadsError(trx, author, 'attachments', ids);
}

/** Locks an announcement to change it. @throws ApiError partial_building if some of its recipients are out of reach */
async function lockOwnNews(...lockArguments: Parameters<typeof lockNews>): Promise<StoredNews | null> {
  const row = await lockNews(...lockArguments);
  if (!row) return null;
  const { whole, ...stored } = row;
  if (!whole) throw new ApiError('partial_building');
  return stored;
}

const newsWrites = (context: ServerContext) =>
  recordWrites(context, news, { find: (trx, reader, id) => lockOwnNews(trx, reader, id) });

/** Write routes of announcements (NEWS-49…62), scheduled ones too. */
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
    access: { ...CHANGE_ACCESS, outside: { building: 400, entrance: 400 } },
    body: createBody,
    once: true,
    ok: 201,
    answer: newsCreated,
    example: (world) => ({ url: NEWS_URL, body: exampleNewsBody(world) }),
    handle: ({ body, ...call }) =>
      writes.create(call, {
        create: async (trx) => {
          const { target } = body;
          const attachments = unique(body.attachments);
          const { user } = call.reader;
          const row = newsFields.toRow(body);
          const publishAt = parsePublishTime(body.publish_at, now());
          const content = { ...row, for_all_objects: target.for_all_objects === true };
          const id = await insertNews(trx, user, content, now(), publishAt);
          const places = await insertTargets(trx, call.reader, id, target);
          await claimAttachments(trx, user, attachments);
          await setNewsFiles(trx, id, attachments);
          const created = { id, ...row, attachments, publish_at: publishAt };
          const answer = { data: { params: showSavedNews(created) } };
          return { id, answer, after: { ...created, target }, places, isAnnouncedLater: publishAt !== null };
        },
        isStillVisible: async (trx, { data }) => (await newsRow(trx, call.reader, data.params.id)) !== null,
      }),
  });

  route(app, {
    method: 'PATCH',
    url: `${NEWS_URL}:id/`,
    summary: 'Изменить объявление; адресаты остаются прежними, с version чужая правка не затирается',
    access: SHARED_ACCESS,
    params: idParams,
    body: changeBody,
    answer: newsSaved,
    example: async (world) => {
      const { target: _, ...body } = exampleNewsBody(world);
      return { url: await createExampleNews(world), body };
    },
    handle: async ({ params: { id }, body, ...call }) => {
      const base = {
        version: body.version,
        parts: (_trx: Db, news: StoredNews) => versionedNews(news),
        auditValues: (news: StoredNews) => news,
      };
      const { after, names } = await writes.change(call, { id, base }, async (trx, before) => {
        const row = newsFields.toRow(body, before);
        const attachments = body.attachments === undefined ? before.attachments : unique(body.attachments);
        const previousIds = new Set(before.attachments);
        const keptIds = new Set(attachments);
        await claimAttachments(
          trx,
          call.reader.user,
          attachments.filter((file) => !previousIds.has(file)),
        );
        const { publish_at } = before;
        if (body.publish_at && !publish_at) throw new FieldsError({ publish_at: ['newsRules.published'] });
        const publishAt = parsePublishTime(body.publish_at, now());
        await updateNews(trx, id, row, now(), publishAt);
        if (body.publish_at && !publishAt)
          await publishDue(context, trx, { id, by: call.reader.user, request: call.request.id });
        await setNewsFiles(trx, id, attachments);
        const names = await deleteReleasedFiles(
          trx,
          before.attachments.filter((file) => !keptIds.has(file)),
        );
        const after: StoredNews = { id, ...row, attachments, publish_at: body.publish_at ? publishAt : publish_at };
        return { result: { after, names }, logged: { before, after } };
      });
      await deleteStoredBytes(db, files, names);
      return { params: showSavedNews(after) };
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
    access: SHARED_ACCESS,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleNews(world) }),
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
    access: SHARED_ACCESS,
    params: idParams,
    answer: newsSaved,
    example: async (world) => {
      const url = await createExampleNews(world);
      await world.send('DELETE', { url });
      return { url: `${url}restore/` };
    },
    handle: ({ params: { id }, ...call }) =>
      writes.restore(call, id, async (trx) => {
        const after = await lockOwnNews(trx, call.reader, id, restorableSince(now()));
        if (!after) throw new ApiError('not_found');
        await unhideNews(trx, id);
        return { result: { params: showSavedNews(after) }, after };
      }),
  });
}
