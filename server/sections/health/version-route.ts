import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Db } from '#server/db/tables.ts';
import { route } from '#server/http/route.ts';
import { selectSchemaVersion } from '#server/metrics/queries.ts';
import { VERSION } from '#server/version.ts';

/** `GET /api/version`: version of the product and newest migration of its database. */
export function versionRoute(app: FastifyInstance, db: Db): void {
  route(app, {
    method: 'GET',
    url: '/api/version',
    summary: 'Версия программы и базы данных',
    access: { kind: 'public' },
    answer: z.object({ version: z.string(), schema: z.string().nullable() }),
    example: () => ({ url: '/api/version' }),
    handle: async () => ({ version: VERSION, schema: await selectSchemaVersion(db) }),
  });
}
