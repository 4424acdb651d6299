import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { serviceItem } from '#resources/protocol/requests/services.ts';
import type { ServerContext } from '#server/context.ts';
import { queryIds } from '#server/http/queries.ts';
import { route } from '#server/http/route.ts';
import { listServices } from './queries.ts';

/**
 * `GET /api/crm/services/` (requests.md). Open to all staff, because filters, forms and the employee card name services. The parameter
 * `buildings_id` is part of the specification, but has no effect: services are the same for all buildings.
 */
export function servicesRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/services/',
    summary: 'Виды работ',
    access: { kind: 'staff', scope: 'none' },
    query: z.object({ buildings_id: queryIds }),
    answer: z.array(serviceItem),
    example: ({ home }) => ({ url: `/api/crm/services/?buildings_id=${home.building}` }),
    handle: () => listServices(db),
  });
}
