import type { FastifyInstance } from 'fastify';
import { currentProfile } from '#resources/protocol/people/profile.ts';
import { allLevels } from '#server/access/find-reader.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { readProfile } from './queries.ts';

/** `GET /api/crm/profile/current/` (API-12): also with the token of an invitation or a recovery (API-04). */
export function profileRoutes(app: FastifyInstance, { db, guard }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/profile/current/',
    summary: 'Профиль вошедшего или приглашённого',
    access: { kind: 'staff', scope: 'none', tokens: ['activation', 'recovery'] },
    answer: currentProfile,
    example: () => ({ url: '/api/crm/profile/current/' }),
    handle: async ({ reader }) => ({
      ...(await readProfile(db, reader)),
      sections: allLevels(reader, guard.extraSections()),
    }),
  });
}
