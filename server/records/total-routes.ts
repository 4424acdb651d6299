import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { getGrouping } from '#resources/language/groups.ts';
import { recordGroups, recordTotals } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { storedFields } from './columns.ts';
import { collectionUrl, resourceParams, SEE } from './declared.ts';
import { readerView } from './field-rights.ts';
import { groupRecords } from './groups.ts';
import { listQuery, readListCall } from './list-query.ts';
import { totalRecords } from './totals.ts';

/** Query parameters of a list without paging and order. */
const totalsQuery = listQuery.pick({ filter: true, buildings_id: true });

/** Routes for totals over all records matched by a list, and for groups of them. */
export function totalRoutes(
  app: FastifyInstance,
  { heavyReads, catalogue }: ServerContext,
  requireDefinition: (name: string) => Resource,
): void {
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/totals/',
    summary: 'Итоги по всем записям списка',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query: totalsQuery,
    answer: recordTotals,
    example: (world) => ({ url: `${collectionUrl(world)}/totals/` }),
    handle: ({ reader, params, query }) => {
      const resource = readerView(reader, requireDefinition(params.resource));
      return totalRecords(heavyReads, reader, resource, readListCall(resource, { ...query, before: null }, reader));
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/records/:resource/groups/',
    summary: 'Группы записей списка по значению поля',
    access: { ...SEE, outside: { building: 200, entrance: 200 } },
    params: resourceParams,
    query: totalsQuery.extend({ by: z.string('validation.required').max(60, 'validation.tooLong') }),
    answer: recordGroups,
    example: (world) => ({ url: `${collectionUrl(world)}/groups/?by=${world.generic.reference}` }),
    handle: ({ reader, params, query: { by, ...query } }) => {
      const resource = readerView(reader, requireDefinition(params.resource));
      const storedField = storedFields(resource.fields).get(by);
      if (!storedField || getGrouping(storedField.field) === null)
        throw new FieldsError({ by: ['validation.unknown'] });
      const call = readListCall(resource, { ...query, before: null }, reader);
      const readContext = { db: heavyReads, reader, generic: (name: string) => catalogue.generic(name) };
      return groupRecords(readContext, resource, storedField, call);
    },
  });
}
