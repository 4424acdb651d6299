import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { record, recordHistory } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { restoreRecord } from './changes.ts';
import { CHANGE, newRecord, pageAfter, recordParams, SEE, show } from './declared.ts';
import { selectRecordHistory } from './history.ts';
import { oneRecord } from './queries.ts';
import { showRecords } from './show.ts';
import { tellKeys } from './tell-written.ts';
import { refuseRecord } from './write.ts';
import { createContextDefaults, reachOfDeletion, type Writing } from './writing.ts';

/** Changes of a record, and the undo of its deletion. @param named the definition of a name; throws for an unknown one */
export function pastRoutes(
  app: FastifyInstance,
  context: ServerContext,
  named: (name: string) => Resource,
  writing: Writing,
): void {
  const { db, now, catalogue, bus } = context;
  const generic = (name: string) => catalogue.generic(name);
  const defaults = createContextDefaults(context);
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/:id/history/',
    summary: 'Кто, когда и что менял в записи',
    access: { ...SEE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    query: z.object({ before: pageAfter }),
    answer: recordHistory,
    example: async (world) => ({ url: `${await newRecord(world)}/history/` }),
    handle: async ({ reader, params, query }) => {
      const resource = named(params.resource);
      const found = await oneRecord(db, reader, resource, params.id);
      if (!found) throw new ApiError('not_found');
      await refuseRecord(db, reader, resource, found.data, 'see');
      return selectRecordHistory({ db, reader, generic }, resource, params.id, query.before);
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/records/:resource/:id/restore/',
    summary: 'Вернуть запись, удалённую только что',
    access: { ...CHANGE, outside: { building: 404, entrance: 200 } },
    params: recordParams,
    answer: record,
    example: async (world) => {
      const url = await newRecord(world);
      await world.send('DELETE', { url });
      return { url: `${url}/restore/` };
    },
    handle: ({ reader, params, request }) =>
      writing(
        params.resource,
        async (trx, resource, linked) => {
          const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
          const { record: found, keys } = await restoreRecord(changing, linked, params.id);
          await tellKeys(bus, trx, [resource, ...linked], keys);
          return show(await showRecords({ db: trx, reader, generic }, resource, [found]));
        },
        reachOfDeletion(context),
      ),
  });
}
