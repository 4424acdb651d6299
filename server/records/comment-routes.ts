import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  recordComment,
  recordCommentBody,
  recordComments,
  recordFollowing,
} from '#resources/protocol/definitions/comments.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import {
  COMMENTS,
  deleteComment,
  insertComment,
  selectComments,
  selectFollowers,
  setFollowing,
} from './comment-queries.ts';
import { createExampleRecord, pageCursor, recordParams, SEE } from './declared.ts';
import { notifyRecords } from './notify-records.ts';
import { findVisibleRecord, type StoredRecord } from './queries.ts';
import { requireRecordAction } from './write.ts';
import { createContextDefaults, type WriteSection } from './writing.ts';

/** Access to comment on a record: everyone who may see it. */
const COMMENT_ACCESS = { ...SEE, writes: true, outside: { building: 404, entrance: 200 } } as const;

const commentParams = recordParams.extend({ comment: idParams.shape.id });

async function newComment(world: World): Promise<string> {
  const url = `${await createExampleRecord(world)}/comments/`;
  const { id } = recordComment.parse(await world.send('POST', { url, body: { message: 'Позвоните им завтра' } }));
  return `${url}${id}/`;
}

/**
 * A record in a section with comments.
 * @throws ApiError not_found if it is missing or its section has no comments
 */
async function findCommentedRecord(db: Db, reader: Reader, resource: Resource, id: number): Promise<StoredRecord> {
  const record = resource.comments ? await findVisibleRecord(db, reader, resource, id) : null;
  if (!record) throw new ApiError('not_found');
  await requireRecordAction(db, reader, resource, record.data, 'see');
  return record;
}

/**
 * Routes for comments on records and for following a record.
 * @param requireDefinition returns the definition of a name; throws for an unknown one
 */
export function commentRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  readRoutes(app, context, requireDefinition);
  writeRoutes(app, context, writeSection);
}

function readRoutes(app: FastifyInstance, { db }: ServerContext, requireDefinition: (name: string) => Resource): void {
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/:id/comments/',
    summary: 'Комментарии к записи, новые сверху',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    query: z.object({ before: pageCursor }),
    answer: recordComments,
    example: async (world) => ({ url: `${await createExampleRecord(world)}/comments/` }),
    handle: async ({ reader, params, query }) => {
      const commented = await findCommentedRecord(db, reader, requireDefinition(params.resource), params.id);
      const page = await selectComments(db, commented.id, query.before);
      const followers = await selectFollowers(db, commented);
      return { ...page, follows: followers.includes(reader.user) };
    },
  });

  route(app, {
    method: 'PUT',
    url: '/api/records/:resource/:id/following/',
    summary: 'Следить за записью или больше не следить',
    access: COMMENT_ACCESS,
    params: recordParams,
    body: recordFollowing,
    answer: recordFollowing,
    example: async (world) => ({ url: `${await createExampleRecord(world)}/following/`, body: { follows: true } }),
    handle: async ({ reader, params, body }) => {
      const record = await findCommentedRecord(db, reader, requireDefinition(params.resource), params.id);
      await db.transaction().execute((trx) => setFollowing(trx, record.id, reader.user, body.follows));
      return body;
    },
  });
}

function writeRoutes(app: FastifyInstance, context: ServerContext, writeSection: WriteSection): void {
  const { bus, now } = context;
  const defaults = createContextDefaults(context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/comments/',
    summary: 'Написать комментарий к записи',
    access: { ...COMMENT_ACCESS, outside: { building: 404, entrance: 201 } },
    params: recordParams,
    body: recordCommentBody,
    once: true,
    ok: 201,
    answer: recordComment,
    example: async (world) => ({
      url: `${await createExampleRecord(world)}/comments/`,
      body: { message: 'Позвоните им завтра' },
    }),
    handle: ({ reader, params, body, once, request }) =>
      writeSection(params.resource, (trx, resource) =>
        once(trx, {
          create: async () => {
            const record = await findCommentedRecord(trx, reader, resource, params.id);
            const { message } = body;
            const comment = await insertComment(trx, { record: record.id, user: reader.user, message, at: now() });
            const after = { section: resource.name, record: record.id, message };
            const auditEntry = { user: reader.user, resource: COMMENTS, record: comment.id, request: request.id };
            await audit(trx, { ...auditEntry, action: 'create', after });
            const notifyContext = { trx, resource, reader, now: now(), ...defaults() };
            await notifyRecords(bus, notifyContext, [{ on: 'comment', record, comment: message }]);
            await bus.publish(trx, 'record-moved', { section: resource.name, id: record.id, level: 'read' });
            return comment;
          },
          isStillVisible: async () => (await findVisibleRecord(trx, reader, resource, params.id)) !== null,
        }),
      ),
  });

  route(app, {
    method: 'DELETE',
    url: '/api/records/:resource/:id/comments/:comment/',
    summary: 'Удалить свой комментарий к записи',
    access: { ...COMMENT_ACCESS, outside: { building: 404, entrance: 204 } },
    params: commentParams,
    ok: 204,
    example: async (world) => ({ url: await newComment(world) }),
    handle: ({ reader, params, request }) =>
      writeSection(params.resource, async (trx, resource) => {
        const record = await findCommentedRecord(trx, reader, resource, params.id);
        const key = { record: record.id, id: params.comment, user: reader.user };
        const message = await deleteComment(trx, key);
        if (message === null) throw new ApiError('not_found');
        const before = { section: resource.name, record: record.id, message };
        const auditEntry = { user: reader.user, resource: COMMENTS, record: params.comment, request: request.id };
        await audit(trx, { ...auditEntry, action: 'delete', before });
        await bus.publish(trx, 'record-moved', { section: resource.name, id: record.id, level: 'read' });
        return undefined;
      }),
  });
}
