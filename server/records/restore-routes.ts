import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { record, recordHistory } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { restoreRecord } from './changes.ts';
import { CHANGE, createExampleRecord, onlyItem, pageCursor, recordParams, SEE } from './declared.ts';
import { selectRecordHistory } from './history.ts';
import { publishWrittenByKey } from './publish-written.ts';
import { findVisibleRecord } from './queries.ts';
import { showRecords } from './show.ts';
import { requireRecordAction } from './write.ts';
import { createContextDefaults, sectionsOfDeletion, type WriteSection } from './writing.ts';

/**
 * Routes for the history of a record and the undo of its deletion.
 * @param requireDefinition returns the definition of a name; throws for an unknown one
 */
export function restoreRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
  writeSection: WriteSection,
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
    query: z.object({ before: pageCursor }),
    answer: recordHistory,
    example: async (world) => ({ url: `${await createExampleRecord(world)}/history/` }),
    handle: async ({ reader, params, query }) => {
      const resource = requireDefinition(params.resource);
      const existing = await findVisibleRecord(db, reader, resource, params.id);
      if (!existing) throw new ApiError('not_found');
      await requireRecordAction(db, reader, resource, existing.data, 'see');
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
      const url = await createExampleRecord(world);
      await world.send('DELETE', { url });
      return { url: `${url}/restore/` };
    },
    handle: ({ reader, params, request }) =>
      writeSection(
        params.resource,
        async (trx, resource, linked) => {
          const changing = { trx, resource, reader, request: request.id, now: now(), ...defaults() };
          const { record: found, keys } = await restoreRecord(changing, linked, params.id);
          await publishWrittenByKey(bus, trx, [resource, ...linked], keys);
          return onlyItem(await showRecords({ db: trx, reader, generic }, resource, [found]));
        },
        sectionsOfDeletion(context),
      ),
  });
}
