import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocal } from '#server/access/guard.ts';
import type { Settings } from '#server/config.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { Metrics } from './metrics.ts';

/**
 * `GET /metrics` in Prometheus text format: with `METRICS_TOKEN` for requests with `Authorization: Bearer …`, without it only
 * from this machine. Everybody else gets 404.
 */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, settings: Pick<Settings, 'metricsToken'>): void {
  const { metricsToken } = settings;
  route(app, {
    method: 'GET',
    url: '/metrics',
    summary: 'Показатели для Prometheus',
    access: { kind: metricsToken ? 'public' : 'loopback' },
    example: () => ({ url: '/metrics' }),
    handle: async ({ request, reply }) => {
      // Checked here too, because with STAGING_URL no guard is installed.
      if (metricsToken ? !hasToken(request, metricsToken) : !isLocal(request)) throw new ApiError('not_found');
      const { type, body } = await metrics.text();
      return reply.header('cache-control', 'no-store').type(type).send(body);
    },
  });
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const sentToken = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sentToken), digest(token));
}
