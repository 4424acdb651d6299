import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { companyItem } from '#resources/protocol/people/employees.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { listCompanies } from './queries.ts';

/** `GET /api/crm/scenarios/companies/` (EMP-24). Open to all staff, because their own profile names their company. */
export function companiesRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/scenarios/companies/',
    summary: 'Организации: головная и дочерние',
    access: { kind: 'staff', scope: 'none' },
    answer: z.array(companyItem),
    example: () => ({ url: '/api/crm/scenarios/companies/' }),
    handle: () => listCompanies(db),
  });
}
