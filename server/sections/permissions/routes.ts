import type { FastifyInstance } from 'fastify';
import { EVERY_ADDITION } from '#resources/language/features.ts';
import { permissionsAnswer } from '#resources/protocol/permissions.ts';
import { allLevels } from '#server/access/look-up.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';

/** `GET /api/crm/permissions/` (A§7, API-11). */
export function permissionsRoutes(app: FastifyInstance, { guard, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: '/api/crm/permissions/',
    summary: 'Права вошедшего по разделам',
    access: { kind: 'staff', scope: 'none' },
    answer: permissionsAnswer,
    example: () => ({ url: '/api/crm/permissions/' }),
    handle: ({ reader }) => ({
      sections: allLevels(reader, guard.extraSections()),
      features: { services: settings.featureServices, ...EVERY_ADDITION },
    }),
  });
}
