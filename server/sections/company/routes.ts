import type { FastifyInstance } from 'fastify';
import { companyProfile } from '#resources/protocol/buildings/settings.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findOwnCompany } from './queries.ts';

const COMPANY_PROFILE_PATH = '/api/crm/settings/company-profile/';

/** The company that the reader works for (SET-44); open to all staff (SHELL-20). */
export function companyRoutes(app: FastifyInstance, { db }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: COMPANY_PROFILE_PATH,
    summary: 'Компания вошедшего',
    access: { kind: 'staff', scope: 'none' },
    answer: companyProfile,
    example: () => ({ url: COMPANY_PROFILE_PATH }),
    handle: async ({ reader }) => {
      const company = await findOwnCompany(db, reader);
      if (!company) throw new ApiError('not_found');
      return company;
    },
  });
}
