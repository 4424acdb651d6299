import type { FastifyInstance } from 'fastify';
import type { Resource } from '#resources/language/define-resource.ts';
import { recordTotals } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { collection, resourceParams, SEE } from './declared.ts';
import { listQuery, readListCall } from './list-query.ts';
import { totalRecords } from './totals.ts';

/** What a list is narrowed by, without its page and its order. */
const totalsQuery = listQuery.pick({ filter: true, buildings_id: true });

/** Figures of all records that a list finds; of a section whose definition names none there are none. */
export function totalRoutes(app: FastifyInstance, { db }: ServerContext, named: (name: string) => Resource): void {
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/totals/',
    summary: 'Итоги по всем записям списка',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query: totalsQuery,
    answer: recordTotals,
    example: (world) => ({ url: `${collection(world)}/totals/` }),
    handle: ({ reader, params, query }) => {
      const resource = named(params.resource);
      return totalRecords(db, reader, resource, readListCall(resource, { ...query, before: null }, reader));
    },
  });
}
