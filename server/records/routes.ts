import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { record } from '#resources/protocol/definitions/records.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { isRepetition } from '#server/http/once.ts';
import { listReads } from '#server/http/purpose.ts';
import { route } from '#server/http/route.ts';
import { boardOrderRoutes } from './board-order-routes.ts';
import { bulkRecordRoutes } from './bulk-routes.ts';
import { changeRecord, removeRecord } from './changes.ts';
import { commentRoutes } from './comment-routes.ts';
import { CHANGE, collection, exampleBody, newRecord, recordParams, resourceParams, SEE, show } from './declared.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { leastLevel, readerView } from './field-rights.ts';
import { purgeFilesLater } from './files-set-aside.ts';
import { askAs } from './import-lists.ts';
import { importRoutes } from './import-routes.ts';
import { listQuery, readListCall } from './list-query.ts';
import { refuseUnlisted } from './listed-values.ts';
import { moveRoutes } from './move-routes.ts';
import { withNumbers } from './numbers.ts';
import { pastRoutes } from './past-routes.ts';
import { insertRecord, listRecords, oneRecord } from './queries.ts';
import { referenceRoutes } from './reference-routes.ts';
import { startReminding } from './reminders.ts';
import { followRenamedSections } from './renamed-sections.ts';
import { showRecords } from './show.ts';
import { tellRecords } from './tell-records.ts';
import { tellKeys, tellWritten } from './tell-written.ts';
import { totalRoutes } from './total-routes.ts';
import { refuseRecord, settleRecord } from './write.ts';
import { createContextDefaults, reachOfDeletion, type Writing, writingBy } from './writing.ts';

const payload = z.record(z.string(), z.unknown());

/**
 * Records of sections that are pure definition, as ra-data-simple-rest 5 speaks: JSON in `filter`, `range` and `sort`,
 * the total in `Content-Range`, several records by `filter={"id":[…]}`, batches as single calls.
 */
export function recordsRoutes(app: FastifyInstance, context: ServerContext): void {
  const named = (name: string): Resource => {
    const resource = context.catalogue.generic(name);
    if (!resource) throw new ApiError('not_found');
    return resource;
  };
  const writing = writingBy(context, named);
  followRenamedSections(app, context.catalogue);
  readRoutes(app, context, named);
  totalRoutes(app, context, named);
  creationRoutes(app, context, named, writing);
  changeRoutes(app, context, named, writing);
  bulkRecordRoutes(app, context, named, writing);
  deletionRoutes(app, context, named);
  moveRoutes(app, context, named, writing);
  boardOrderRoutes(app, context, writing);
  pastRoutes(app, context, named, writing);
  referenceRoutes(app, context, named);
  commentRoutes(app, context, named, writing);
  importRoutes(app, context, named, writing);
  startReminding(app, context);
}

const findGeneric =
  ({ catalogue }: ServerContext) =>
  (name: string) =>
    catalogue.generic(name);

function readRoutes(app: FastifyInstance, context: ServerContext, named: (name: string) => Resource): void {
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
    example: (world) => ({ url: collection(world) }),
    handle: async ({ reader, params, query, request, reply }) => {
      const reads = listReads(context, request);
      const resource = readerView(reader, named(params.resource));
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
    example: async (world) => ({ url: await newRecord(world) }),
    handle: async ({ reader, params }) => {
      const resource = named(params.resource);
      const row = await oneRecord(db, reader, resource, params.id);
      if (!row) throw new ApiError('not_found');
      await refuseRecord(db, reader, resource, row.data, 'see');
      return show(await showRecords({ db, reader, generic }, resource, [row]));
    },
  });
}

function creationRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
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
    example: (world) => ({ url: collection(world), body: exampleBody(world) }),
    handle: async ({ reader, params, body, once, request }) => {
      if (!(await isRepetition(db, request))) await refuseUnlisted(askAs(app, request), named(params.resource), body);
      return writing(params.resource, (trx, resource) =>
        once(trx, {
          make: async () => {
            const readContext = { db: trx, reader, ...defaults() };
            const settled = await settleRecord(readContext, resource, body, null);
            await refuseRecord(trx, reader, resource, settled.data);
            const after = await withNumbers(trx, resource, settled, readContext.today);
            const id = await insertRecord(trx, reader, resource, after);
            const auditEntry = {
              user: reader.user,
              action: 'create',
              resource: resource.name,
              record: id,
              whole: true,
            };
            await audit(trx, { ...auditEntry, after: after.data, request: request.id });
            await tellWritten(bus, trx, resource, [id]);
            const made = { id, ...after, created_by: reader.user };
            await tellRecords(bus, { trx, resource, now: now(), ...readContext }, [{ on: 'create', record: made }]);
            return show(await showRecords({ db: trx, reader, generic }, resource, [made]));
          },
          stands: async (made) => {
            const found = await oneRecord(trx, reader, resource, Number(made[resource.api.id]));
            if (found) await refuseRecord(trx, reader, resource, found.data, 'see');
            return found !== null;
          },
        }),
      );
    },
  });
}

function changeRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const { db, now, bus } = context;
  const purgeFiles = purgeFilesLater(app, context);
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
    example: async (world) => ({ url: await newRecord(world), body: exampleBody(world) }),
    handle: async ({ reader, params, body, request }) => {
      const section = named(params.resource);
      const current = await oneRecord(db, reader, section, params.id);
      if (current) {
        await refuseRecord(db, reader, section, current.data);
        await refuseUnlisted(askAs(app, request), section, body, current.data);
      }
      const { shown: answer, hasLostFiles } = await writing(params.resource, async (trx, resource) => {
        const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
        const { before, after, hasLostFiles } = await changeRecord(changing, params.id, body);
        await tellWritten(bus, trx, resource, [params.id], () => leastLevel(resource, before, after.data));
        await tellRecords(bus, changing, [{ on: 'change', before, record: after }]);
        return { shown: show(await showRecords({ db: trx, reader, generic }, resource, [after])), hasLostFiles };
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
    example: async (world) => ({ url: await newRecord(world) }),
    handle: ({ reader, params, request }) =>
      writing(
        params.resource,
        async (trx, resource, linked) => {
          const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
          const { before, keys } = await removeRecord(changing, linked, params.id);
          await tellKeys(bus, trx, [resource, ...linked], keys);
          return show(await showRecords({ db: trx, reader, generic }, resource, [before]));
        },
        reachOfDeletion(context),
      ),
  });
}
