import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { record } from '#resources/protocol/records.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { dropBytes } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { CHANGE, collection, exampleBody, newRecord, recordParams, resourceParams, SEE, show } from './declared.ts';
import { importRoutes } from './import-routes.ts';
import { listQuery, readListCall } from './list-query.ts';
import { pastRoutes } from './past-routes.ts';
import { deleteRecord, insertRecord, listRecords, oneRecord, recordToChange, updateRecord } from './queries.ts';
import { refuseStale } from './record-version.ts';
import { referenceRoutes } from './reference-routes.ts';
import { showRecords, showValues, versionedRecord } from './show.ts';
import { giveUpLost, refuseDeletion, refuseRecord, settleRecord } from './write.ts';
import { knownBy, writingBy } from './writing.ts';

const payload = z.record(z.string(), z.unknown());

/**
 * Records of sections that are pure definition, as ra-data-simple-rest 5 speaks: JSON in `filter`, `range` and `sort`,
 * the total in `Content-Range`, several records by `filter={"id":[…]}`, batches as single calls.
 */
export function recordsRoutes(app: FastifyInstance, building: ServerContext): void {
  const { db, catalogue, files, now } = building;
  const generic = (name: string) => catalogue.generic(name);
  const known = knownBy(building);
  const named = (name: string): Resource => {
    const resource = catalogue.generic(name);
    if (!resource) throw new ApiError('not_found');
    return resource;
  };
  const writing = writingBy(building, named);

  route(app, {
    method: 'GET',
    url: '/api/records/:resource',
    summary: 'Записи раздела, добавленного описанием',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query: listQuery,
    answer: z.array(record),
    example: (world) => ({ url: collection(world) }),
    handle: async ({ reader, params, query, reply }) => {
      const resource = named(params.resource);
      const call = readListCall(resource, query, reader);
      const { rows, total } = await listRecords(db, reader, resource, call);
      const span = rows.length ? `${call.offset}-${call.offset + rows.length - 1}` : '*';
      reply.header('content-range', `${resource.name} ${span}/${total ?? '*'}`);
      return showRecords({ db, reader, generic }, resource, rows);
    },
  });

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
    handle: ({ reader, params, body: given, once, request }) =>
      writing(params.resource, (trx, resource) =>
        once(trx, {
          make: async () => {
            const after = await settleRecord({ db: trx, reader, ...known() }, resource, given, null);
            await refuseRecord(trx, reader, resource, after.data);
            const id = await insertRecord(trx, reader, resource, after);
            const deed = { user: reader.user, action: 'create', resource: resource.name, record: id, whole: true };
            await audit(trx, { ...deed, after: after.data, request: request.id });
            return show(await showRecords({ db: trx, reader, generic }, resource, [{ id, ...after }]));
          },
          stands: async (made) => {
            const found = await oneRecord(trx, reader, resource, Number(made[resource.api.id]));
            if (found) await refuseRecord(trx, reader, resource, found.data, 'see');
            return found !== null;
          },
        }),
      ),
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
      const found = await oneRecord(db, reader, resource, params.id);
      if (!found) throw new ApiError('not_found');
      await refuseRecord(db, reader, resource, found.data, 'see');
      return show(await showRecords({ db, reader, generic }, resource, [found]));
    },
  });

  route(app, {
    method: 'PUT',
    url: '/api/records/:resource/:id',
    summary: 'Изменить запись; чего в теле нет, остаётся',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    body: payload,
    answer: record,
    example: async (world) => ({ url: await newRecord(world), body: exampleBody(world) }),
    handle: async ({ reader, params, body: given, request }) => {
      const { shown, lost } = await writing(params.resource, async (trx, resource) => {
        const before = await recordToChange(trx, reader, resource, params.id);
        if (!before) throw new ApiError('not_found');
        await refuseRecord(trx, reader, resource, before.data);
        const ways = await showValues({ db: trx, reader, generic }, resource, [before.data]);
        const parts = [versionedRecord(resource, ways, before.data)];
        const held = { resource: resource.name, record: params.id, parts, stored: before.data };
        await refuseStale(trx, given[RECORD_VERSION], held);
        const settled = await settleRecord({ db: trx, reader, ...known() }, resource, given, before);
        await refuseRecord(trx, reader, resource, settled.data);
        const after = { ...settled, id: params.id };
        await updateRecord(trx, after, now());
        const deed = { user: reader.user, action: 'update', resource: resource.name, record: params.id, whole: true };
        await audit(trx, { ...deed, before: before.data, after: after.data, request: request.id });
        const lost = await giveUpLost(trx, resource, before.data, after.data);
        return { shown: show(await showRecords({ db: trx, reader, generic }, resource, [after])), lost };
      });
      await dropBytes(db, files, lost);
      return shown;
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
      writing(params.resource, async (trx, resource) => {
        const before = await recordToChange(trx, reader, resource, params.id);
        if (!before) throw new ApiError('not_found');
        await refuseDeletion(trx, reader, resource, before);
        await deleteRecord(trx, params.id, now());
        const deed = { user: reader.user, action: 'delete', resource: resource.name, record: params.id, whole: true };
        await audit(trx, { ...deed, before: before.data, request: request.id });
        return show(await showRecords({ db: trx, reader, generic }, resource, [before]));
      }),
  });
  pastRoutes(app, building, named, writing);
  referenceRoutes(app, building, named);
  importRoutes(app, building, named, writing);
}
