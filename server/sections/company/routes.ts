import type { FastifyInstance } from 'fastify';
import { companyProfile } from '#resources/protocol/buildings/settings.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { ownCompany } from './queries.ts';

const URL = '/api/crm/settings/company-profile/';

/** The company one works for (SET-44); open to every member of staff (SHELL-20). */
export function companyRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: URL,
    summary: 'Компания вошедшего',
    access: { kind: 'staff', scope: 'none' },
    answer: companyProfile,
    example: () => ({ url: URL }),
    handle: async ({ reader }) => {
      const company = await ownCompany(db, reader);
      if (!company) throw new ApiError('not_found');
      return company;
    },
  });
}
