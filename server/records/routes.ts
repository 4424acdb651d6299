import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { isRepetition } from '#server/http/once.ts';
import { databaseForList } from '#server/http/purpose.ts';
import { route } from '#server/http/route.ts';
import { boardOrderRoutes } from './board-order-routes.ts';
import { bulkRecordRoutes } from './bulk-routes.ts';
import { changeRecord, removeRecord } from './changes.ts';
import { commentRoutes } from './comment-routes.ts';
import {
  CHANGE,
  collectionUrl,
  createExampleRecord,
  exampleBody,
  onlyItem,
  recordParams,
  resourceParams,
  SEE,
} from './declared.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { lowestVisibleLevel, readerView } from './field-rights.ts';
import { createFilePurgeScheduler } from './files-set-aside.ts';
import { createFetchList } from './import-lists.ts';
import { importRoutes } from './import-routes.ts';
import { listQuery, readListCall } from './list-query.ts';
import { refuseUnlisted } from './listed-values.ts';
import { moveRoutes } from './move-routes.ts';
import { notifyRecords } from './notify-records.ts';
import { withNumbers } from './numbers.ts';
import { publishWritten, publishWrittenByKey } from './publish-written.ts';
import { findVisibleRecord, insertRecord, listRecords } from './queries.ts';
import { referenceRoutes } from './reference-routes.ts';
import { startReminders } from './reminders.ts';
import { followRenamedSections } from './renamed-sections.ts';
import { restoreRoutes } from './restore-routes.ts';
import { showRecords } from './show.ts';
import { totalRoutes } from './total-routes.ts';
import { requireRecordAction, validateRecord } from './write.ts';
import { createContextDefaults, createWriteSection, sectionsOfDeletion, type WriteSection } from './writing.ts';

const payload = z.record(z.string(), z.unknown());

/**
 * Routes for records of sections added by definitions, in the dialect of ra-data-simple-rest 5: JSON in `filter`, `range` and
 * `sort`, the total in `Content-Range`, several records by `filter={"id":[…]}`, batches as single calls.
 */
export function recordsRoutes(app: FastifyInstance, context: ServerContext): void {
  const requireDefinition = (name: string): Resource => {
    const resource = context.catalogue.generic(name);
    if (!resource) throw new ApiError('not_found');
    return resource;
  };
  const writeSection = createWriteSection(context, requireDefinition);
  followRenamedSections(app, context.catalogue);
  readRoutes(app, context, requireDefinition);
  totalRoutes(app, context, requireDefinition);
  creationRoutes(app, context, requireDefinition, writeSection);
  changeRoutes(app, context, requireDefinition, writeSection);
  bulkRecordRoutes(app, context, requireDefinition, writeSection);
  deletionRoutes(app, context, requireDefinition);
  moveRoutes(app, context, requireDefinition, writeSection);
  boardOrderRoutes(app, context, writeSection);
  restoreRoutes(app, context, requireDefinition, writeSection);
  referenceRoutes(app, context, requireDefinition);
  commentRoutes(app, context, requireDefinition, writeSection);
  importRoutes(app, context, requireDefinition, writeSection);
  startReminders(app, context);
}

const findGeneric =
  ({ catalogue }: ServerContext) =>
  (name: string) =>
    catalogue.generic(name);

function readRoutes(app: FastifyInstance, context: ServerContext, requireDefinition: (name: string) => Resource): void {
  const { db } = context;
  const generic = findGeneric(context);

  route(app, {
    method: 'GET',
    url: '/api/records/:resource',
    summary: 'Записи раздела, добавленного описанием',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query: listQuery,
    answer: z.array(record),
    example: (world) => ({ url: collectionUrl(world) }),
    handle: async ({ reader, params, query, request, reply }) => {
      const reads = databaseForList(context, request);
      const resource = readerView(reader, requireDefinition(params.resource));
      const call = readListCall(resource, query, reader);
      const { rows, total } = await listRecords(reads, reader, resource, call);
      const span = rows.length ? `${call.offset}-${call.offset + rows.length - 1}` : '*';
      reply.header('content-range', `${resource.name} ${span}/${total ?? '*'}`);
      return showRecords({ db: reads, reader, generic }, resource, rows);
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/records/:resource/:id',
    summary: 'Запись',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    answer: record,
    example: async (world) => ({ url: await createExampleRecord(world) }),
    handle: async ({ reader, params }) => {
      const resource = requireDefinition(params.resource);
      const row = await findVisibleRecord(db, reader, resource, params.id);
      if (!row) throw new ApiError('not_found');
      await requireRecordAction(db, reader, resource, row.data, 'see');
      return onlyItem(await showRecords({ db, reader, generic }, resource, [row]));
    },
  });
}

function creationRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  const { db, bus, now } = context;
  const defaults = createContextDefaults(context);
  const generic = findGeneric(context);

  route(app, {
    method: 'POST',
    url: '/api/records/:resource',
    summary: 'Новая запись',
    access: { ...CHANGE, outside: { building: 400, entrance: 201 } },
    params: resourceParams,
    body: payload,
    once: true,
    ok: 201,
    answer: record,
    example: (world) => ({ url: collectionUrl(world), body: exampleBody(world) }),
    handle: async ({ reader, params, body, once, request }) => {
      if (!(await isRepetition(db, request)))
        await refuseUnlisted(createFetchList(app, request), requireDefinition(params.resource), body);
      return writeSection(params.resource, (trx, resource) =>
        once(trx, {
          create: async () => {
            const readContext = { db: trx, reader, ...defaults() };
            const validated = await validateRecord(readContext, resource, body, null);
            await requireRecordAction(trx, reader, resource, validated.data);
            const after = await withNumbers(trx, resource, validated, readContext.today);
            const id = await insertRecord(trx, reader, resource, after);
            const auditEntry = {
              user: reader.user,
              action: 'create',
              resource: resource.name,
              record: id,
              whole: true,
            };
            await audit(trx, { ...auditEntry, after: after.data, request: request.id });
            await publishWritten(bus, trx, resource, [id]);
            const created = { id, ...after, created_by: reader.user };
            await notifyRecords(bus, { trx, resource, now: now(), ...readContext }, [
              { on: 'create', record: created },
            ]);
            return onlyItem(await showRecords({ db: trx, reader, generic }, resource, [created]));
          },
          isStillVisible: async (stored) => {
            const existing = await findVisibleRecord(trx, reader, resource, Number(stored[resource.api.id]));
            if (existing) await requireRecordAction(trx, reader, resource, existing.data, 'see');
            return existing !== null;
          },
        }),
      );
    },
  });
}

function changeRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
): void {
  const { db, now, bus } = context;
  const purgeFiles = createFilePurgeScheduler(app, context);
  const defaults = createContextDefaults(context);
  const generic = findGeneric(context);

  route(app, {
    method: 'PUT',
    url: '/api/records/:resource/:id',
    summary: 'Изменить запись; чего в теле нет, остаётся',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    body: payload,
    answer: record,
    example: async (world) => ({ url: await createExampleRecord(world), body: exampleBody(world) }),
    handle: async ({ reader, params, body, request }) => {
      const section = requireDefinition(params.resource);
      const current = await findVisibleRecord(db, reader, section, params.id);
      if (current) {
        await requireRecordAction(db, reader, section, current.data);
        await refuseUnlisted(createFetchList(app, request), section, body, current.data);
      }
      const { shown: answer, hasLostFiles } = await writeSection(params.resource, async (trx, resource) => {
        const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const { before, after, hasLostFiles } = await changeRecord(changing, params.id, body);
        await publishWritten(bus, trx, resource, [params.id], () => lowestVisibleLevel(resource, before, after.data));
        await notifyRecords(bus, changing, [{ on: 'change', before, record: after }]);
        return { shown: onlyItem(await showRecords({ db: trx, reader, generic }, resource, [after])), hasLostFiles };
      });
      if (hasLostFiles) purgeFiles();
      return answer;
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/api/records/:resource/:id',
    summary: 'Удалить запись; 10 секунд её можно вернуть',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    answer: record,
    example: async (world) => ({ url: await createExampleRecord(world) }),
    handle: ({ reader, params, request }) =>
      writeSection(
        params.resource,
        async (trx, resource, linked) => {
          const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
          const { before, keys } = await removeRecord(changing, linked, params.id);
          await publishWrittenByKey(bus, trx, [resource, ...linked], keys);
          return onlyItem(await showRecords({ db: trx, reader, generic }, resource, [before]));
        },
        sectionsOfDeletion(context),
      ),
  });
}
