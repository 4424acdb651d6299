import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocal } from '#server/access/guard.ts';
import { ApiError } from './errors.ts';

/** Calls of the API in a minute by one person (by one address where nobody is signed in). Scrolling a board takes tens. */
export const CALLS_PER_MINUTE = 1_200;

/**
 * Limits how often one person may call. Sign-in has a stricter one of its own (`access/throttle.ts`).
 * @param demo a demo installation does not limit the machine it runs on: there the measurements and tests run
 */
export async function limitCalls(app: FastifyInstance, demo: boolean): Promise<void> {
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request: FastifyRequest) => (request.reader ? `user ${request.reader.user}` : request.ip),
    allowList: (request: FastifyRequest) => !request.url.startsWith('/api/') || (demo && isLocal(request)),
    errorResponseBuilder: (_request, context) =>
      new ApiError('too_many_requests', { after: Math.ceil(context.ttl / 1000) }),
  });
}
