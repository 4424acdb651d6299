import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { CHECK_RESULTS, STATUS_CHECKS } from '#resources/protocol/status/status.ts';
import type { Database } from '#server/db/connect.ts';
import { ApiError, errorBody } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { checkReadiness, type Readiness, type ReadinessDeps, waitWithTimeout } from './checks.ts';

/** Timeout of a check, ms. */
const HEALTH_TIMEOUT_MS = 5_000;
/** Seconds after which a load balancer should try again. */
const RETRY_SECONDS = 5;

/**
 * `GET /health`, for supervisors and load balancers: 200 while the database answers, else 503.
 * @param database null with `STAGING_URL`, where no database is opened
 */
export function healthRoute(app: FastifyInstance, database: Database | null, timeoutMs = HEALTH_TIMEOUT_MS): void {
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
        if (database) await waitWithTimeout(database.check(), timeoutMs);
      } catch (error) {
        throw new ApiError('unavailable', {}, error);
      }
      return { status: 'ok' as const, database: database ? database.kind : ('none' as const) };
    },
  });
}

/**
 * `GET /health/live`: 200 while the process answers at all; if it does not, only a restart helps. `GET /health/ready`: 200 while
 * the process can take calls, else 503 in the usual format of errors, with the failed checks.
 */
export function probeRoutes(app: FastifyInstance, deps: ReadinessDeps, timeoutMs = HEALTH_TIMEOUT_MS): void {
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

  // The route is public, so concurrent calls share one run of the checks.
  let runningCheck: Promise<Readiness> | null = null;
  const checkOnce = () => {
    runningCheck ??= checkReadiness(deps, timeoutMs).finally(() => {
      runningCheck = null;
    });
    return runningCheck;
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
      const { checks, failures } = await checkOnce();
      if (failures.length === 0) return { status: 'ok' as const, checks };
      request.failureCode = 'not_ready';
      for (const error of failures) request.log.warn({ err: error }, 'not ready');
      reply.code(503).header('retry-after', RETRY_SECONDS);
      return reply.send({ ...errorBody('not_ready', request.id), checks });
    },
  });
}
