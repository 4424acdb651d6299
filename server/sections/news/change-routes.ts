import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { AudienceTarget } from '#resources/language/kinds/audience.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { newsCreated, newsSaved } from '#resources/protocol/news.ts';
import { seenVersion } from '#resources/protocol/versions.ts';
import { news } from '#resources/sections/news.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { NewsType } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads, giveUpFiles, uploadsRefused } from '#server/files/links.ts';
import { dropBytes } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route } from '#server/http/route.ts';
import { newsPublished } from '#server/live/notices.ts';
import { refuseStale } from '#server/records/record-version.ts';
import { newNews, newsBody } from './example.ts';
import { NEWS_URL } from './page.ts';
import {
  insertNews,
  newsRow,
  newsToChange,
  type StoredNews,
  setNewsFiles,
  updateNews,
  versionedNews,
} from './queries.ts';
import { insertTargets } from './target-queries.ts';
import { hideNews, KEPT, purgeNews, restorableSince, unhideNews } from './undo-queries.ts';

/**
 * Deletes hidden announcements for good once their time is over.
 * @returns call it after the commit that hid one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
function purgeLater(app: FastifyInstance, { db, files, now }: ServerContext): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeNews(db, files, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'a deleted announcement cannot be removed for good'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}

const { target, title, description, type, attachments } = news.fields;
/** The rules of the definition, with the types of what they give out. */
const texts = {
  title: fieldRule(title) as z.ZodType<string>,
  description: fieldRule(description) as z.ZodType<string>,
  type: fieldRule(type) as z.ZodType<NewsType>,
  attachments: fieldRule(attachments) as z.ZodType<number[] | null | undefined>,
};
const createBody = z.object({ ...texts, target: fieldRule(target) as z.ZodType<AudienceTarget> });
/**
 * What it leaves out stays as it is; the recipients stay in any case (NEWS-59). With the `version` that was edited nothing is
 * overwritten that somebody saved meanwhile; without it, whatever is there.
 */
const changeBody = z
  .object({ ...texts, version: seenVersion })
  .partial()
  .refine((body) => Object.keys(body).some((key) => key !== 'version'));

const CHANGE = { kind: 'section', section: 'news', action: 'change', scope: 'buildings' } as const;
/** Of one that also goes to entrances out of reach: it can be read, not changed. */
const SHARED = { ...CHANGE, outside: { building: 404, entrance: 403 } } as const;

const unique = (ids: readonly number[] | null | undefined): number[] => [...new Set(ids ?? [])];

/** Takes uploads for an announcement. @throws FieldsError for one that is not the author's own, is used or gone */
async function take(trx: Db, author: number, ids: readonly number[]): Promise<void> {
  if (!(await claimUploads(trx, author, ids))) throw await uploadsRefused(trx, author, 'attachments', ids);
}

/** @throws ApiError not_found, partial_building where some of its recipients are out of reach */
function mine<Found extends { whole: boolean }>(found: Found | null): Omit<Found, 'whole'> {
  if (!found) throw new ApiError('not_found');
  const { whole, ...rest } = found;
  if (!whole) throw new ApiError('partial_building');
  return rest;
}

/** Announcements to write (A§3, A§7, NEWS-49…62). */
export function newsChangeRoutes(app: FastifyInstance, building: ServerContext): void {
  const { db, bus, files, now } = building;
  const purge = purgeLater(app, building);

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
    handle: ({ reader, body, once, request }) =>
      db.transaction().execute((trx) =>
        once(trx, {
          make: async () => {
            const { title, description, type, target } = body;
            const chosen = unique(body.attachments);
            const says = { title, description, type };
            const all = target.for_all_objects === true;
            const id = await insertNews(trx, reader.user, { ...says, for_all_objects: all }, now());
            const places = await insertTargets(trx, reader, id, target);
            await take(trx, reader.user, chosen);
            await setNewsFiles(trx, id, chosen);
            const made = { id, ...says, attachments: chosen };
            const deed = { user: reader.user, action: 'create', resource: 'news', record: id };
            await audit(trx, { ...deed, after: { ...made, target }, request: request.id });
            await newsPublished(bus, trx, reader.user, { id, title, type, places });
            return { data: { params: made } };
          },
          stands: async ({ data }) => (await newsRow(trx, reader, data.params.id)) !== null,
        }),
      ),
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
    handle: async ({ reader, params, body, request }) => {
      const { after, names } = await db.transaction().execute(async (trx) => {
        const before = mine(await newsToChange(trx, reader, params.id));
        const seen = { resource: 'news', record: params.id, parts: versionedNews(before), stored: before };
        await refuseStale(trx, body.version, seen);
        const after: StoredNews = {
          id: before.id,
          title: body.title ?? before.title,
          description: body.description ?? before.description,
          type: body.type ?? before.type,
          attachments: body.attachments === undefined ? before.attachments : unique(body.attachments),
        };
        const had = new Set(before.attachments);
        const kept = new Set(after.attachments);
        await take(
          trx,
          reader.user,
          after.attachments.filter((id) => !had.has(id)),
        );
        await updateNews(trx, after, now());
        await setNewsFiles(trx, after.id, after.attachments);
        const names = await giveUpFiles(
          trx,
          before.attachments.filter((id) => !kept.has(id)),
        );
        const deed = { user: reader.user, action: 'update', resource: 'news', record: params.id };
        await audit(trx, { ...deed, before, after, request: request.id });
        return { after, names };
      });
      await dropBytes(db, files, names);
      return { params: after };
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${NEWS_URL}:id/`,
    summary: 'Удалить объявление; 10 секунд его можно вернуть',
    access: SHARED,
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await newNews(world) }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const before = mine(await newsToChange(trx, reader, params.id));
        await hideNews(trx, params.id, now());
        const deed = { user: reader.user, action: 'delete', resource: 'news', record: params.id };
        await audit(trx, { ...deed, before, request: request.id });
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
    handle: ({ reader, params, request }) =>
      db.transaction().execute(async (trx) => {
        const after = mine(await newsToChange(trx, reader, params.id, restorableSince(now())));
        await unhideNews(trx, params.id);
        const deed = { user: reader.user, action: 'restore', resource: 'news', record: params.id };
        await audit(trx, { ...deed, after, request: request.id });
        return { params: after };
      }),
  });
}
