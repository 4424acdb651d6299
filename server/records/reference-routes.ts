import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { referenceItem } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { storedFields } from './columns.ts';
import { resourceParams, SEE } from './declared.ts';
import { readerView } from './field-rights.ts';
import { selectTargets } from './targets.ts';

const query = z.object({
  q: z.string().max(200, 'validation.tooLong').default(''),
  /** Fetches these records instead of searching. */
  ids: queryIds,
});

/** Route for the candidates of a reference field: suggestions for a query, or records by id. */
export function referenceRoutes(
  app: FastifyInstance,
  context: ServerContext,
  requireDefinition: (name: string) => Resource,
): void {
  const { db, catalogue } = context;
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/references/:field/',
    summary: 'Записи другого раздела, на которые может указывать поле',
    access: { ...SEE, scope: 'none' },
    params: resourceParams.extend({ field: z.string().max(60) }),
    query,
    answer: z.array(referenceItem),
    example: ({ generic }) => ({ url: `/api/records/${generic.name}/references/${generic.reference}/` }),
    handle: ({ reader, params, query: { q, ids } }) => {
      const stored = storedFields(readerView(reader, requireDefinition(params.resource)).fields).get(params.field);
      const pointer = stored && getPointerTo(stored.field, 'records');
      if (!pointer) throw new ApiError('not_found');
      const to = { name: pointer.section, generic: (name: string) => catalogue.generic(name) };
      return selectTargets(db, reader, to, ids ? { ids } : { part: q });
    },
  });
}
