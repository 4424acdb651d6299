import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Resource } from '#resources/language/define-resource.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { recordPointedAt } from '#resources/protocol/definitions/records.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { storedFields } from './columns.ts';
import { resourceParams, SEE } from './declared.ts';
import { readerView } from './field-rights.ts';
import { pointedAt } from './targets.ts';

const query = z.object({
  q: z.string().max(200, 'validation.tooLong').default(''),
  /** Those records in place of a search. */
  ids: queryIds,
});

/** Candidates for a field of kind `reference`: found while one types, or named by id. */
export function referenceRoutes(app: FastifyInstance, context: ServerContext, named: (name: string) => Resource): void {
  const { db, catalogue } = context;
  route(app, {
    method: 'GET',
    url: '/api/records/:resource/references/:field/',
    summary: 'Записи другого раздела, на которые может указывать поле',
    access: { ...SEE, scope: 'none' },
    params: resourceParams.extend({ field: z.string().max(60) }),
    query,
    answer: z.array(recordPointedAt),
    example: ({ generic }) => ({ url: `/api/records/${generic.name}/references/${generic.reference}/` }),
    handle: ({ reader, params, query: { q, ids } }) => {
      const stored = storedFields(readerView(reader, named(params.resource)).fields).get(params.field);
      const pointer = stored && pointerTo(stored.field, 'records');
      if (!pointer) throw new ApiError('not_found');
      const to = { name: pointer.section, generic: (name: string) => catalogue.generic(name) };
      return pointedAt(db, reader, to, ids ? { ids } : { part: q });
    },
  });
}
