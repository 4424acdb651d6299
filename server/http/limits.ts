import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkPrefix } from '#server/access/attempts.ts';
import { isLocal } from '#server/access/guard.ts';
import { ApiError } from './errors.ts';

/** Requests to the API per minute and person (per address without a sign-in). Scrolling a board needs tens. */
export const REQUESTS_PER_MINUTE = 1_200;

/**
 * Requests to API and sockets per minute and address, of all people and with any outcome: stops a flood of invalid tokens or long
 * bodies before either is processed. An office behind one address stays far below.
 */
export const REQUESTS_PER_MINUTE_OF_ADDRESS = 12_000;

const LIMITED_PATHS = /^\/(api|ws|v0|resources)\//;

/**
 * Limits the request rate per address and per person; sign-in has a stricter limit (`server/access/throttle.ts`). Call it before
 * the guard, which queries tokens.
 * @param demo a demo installation does not limit requests from its own machine, where load tests run
 */
export async function limitRequests(app: FastifyInstance, demo: boolean): Promise<void> {
  const isExempt = (request: FastifyRequest) => demo && isLocal(request);
  const tooManyRequests = (seconds: number) => new ApiError('too_many_requests', { after: seconds });
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request: FastifyRequest) =>
      request.reader ? `user ${request.reader.user}` : networkPrefix(request.ip),
    allowList: (request: FastifyRequest) => !request.url.startsWith('/api/') || isExempt(request),
    errorResponseBuilder: (_request, context) => tooManyRequests(Math.ceil(context.ttl / 1000)),
  });
  const checkAddress = app.createRateLimit({
    max: REQUESTS_PER_MINUTE_OF_ADDRESS,
    timeWindow: 60_000,
    keyGenerator: (request) => networkPrefix(request.ip),
    allowList: (request) => !LIMITED_PATHS.test(request.url) || isExempt(request),
  });
  app.addHook('onRequest', async (request) => {
    const outcome = await checkAddress(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw tooManyRequests(outcome.ttlInSeconds);
  });
}
