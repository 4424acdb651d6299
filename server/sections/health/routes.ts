import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { CHECK_RESULTS, STATUS_CHECKS } from '#resources/protocol/status/status.ts';
import type { Database } from '#server/db/connect.ts';
import { ApiError, errorBody } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { answersInTime, type CheckDeps, type Readiness, readiness } from './checks.ts';

/** How long the database may take to answer, ms. */
const PATIENCE_MS = 5_000;
/** Seconds after which a balancer had better ask again. */
const RETRY_SECONDS = 5;

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
      try {
        if (database) await answersInTime(database.check(), patience);
      } catch (error) {
        throw new ApiError('unavailable', {}, error);
      }
      return { status: 'ok' as const, database: database ? database.kind : ('none' as const) };
    },
  });
}

/**
 * `GET /health/live`: 200 while the process answers at all, whatever its surroundings do; only a restart helps where it does
 * not. `GET /health/ready`: 200 while it is good to send calls to, else 503 in the shape of all errors with what failed.
 */
export function probeRoutes(app: FastifyInstance, deps: CheckDeps, patience = PATIENCE_MS): void {
  route(app, {
    method: 'GET',
    url: '/health/live',
    summary: 'Отвечает ли сам процесс',
    access: { kind: 'public' },
    answer: z.object({ status: z.literal('ok') }),
    example: () => ({ url: '/health/live' }),
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' as const };
    },
  });

  // Anybody may ask: however many do at once, one look is taken.
  let looking: Promise<Readiness> | null = null;
  const look = () => {
    looking ??= readiness(deps, patience).finally(() => {
      looking = null;
    });
    return looking;
  };
  route(app, {
    method: 'GET',
    url: '/health/ready',
    summary: 'Готов ли сервер принимать запросы: база, файлы, диск, очередь, уведомления',
    access: { kind: 'public' },
    answer: z.object({ status: z.literal('ok'), checks: z.record(z.enum(STATUS_CHECKS), z.enum(CHECK_RESULTS)) }),
    example: () => ({ url: '/health/ready' }),
    handle: async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      const { checks, failures } = await look();
      if (failures.length === 0) return { status: 'ok' as const, checks };
      request.failed = 'not_ready';
      for (const error of failures) request.log.warn({ err: error }, 'not ready');
      reply.code(503).header('retry-after', RETRY_SECONDS);
      return reply.send({ ...errorBody('not_ready', request.id), checks });
    },
  });
}
