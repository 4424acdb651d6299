import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Database } from '#server/db/connect.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

/** How long the database may take to answer, ms. */
const PATIENCE_MS = 5_000;

/**
 * `GET /health`, for supervisors and load balancers: 200 while the database answers, else 503.
 * @param database null with `STAGING_URL`, where none is opened
 */
export function healthRoute(app: FastifyInstance, database: Database | null, patience = PATIENCE_MS): void {
  route(app, {
    method: 'GET',
    url: '/health',
    summary: 'Работает ли сервер и отвечает ли его база данных',
    access: { kind: 'public' },
    answer: z.object({ status: z.literal('ok'), database: z.enum(['embedded', 'postgres', 'none']) }),
    example: () => ({ url: '/health' }),
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      if (database) await answers(database, patience);
      return { status: 'ok' as const, database: database ? database.kind : ('none' as const) };
    },
  });
}

/** @throws ApiError unavailable */
async function answers(database: Database, patience: number): Promise<void> {
  const late = new AbortController();
  try {
    await Promise.race([
      database.check(),
      pause(patience, undefined, { signal: late.signal }).then(() => {
        throw new Error('The database does not answer in time');
      }),
    ]);
  } catch (error) {
    throw new ApiError('unavailable', {}, error);
  } finally {
    late.abort();
  }
}
