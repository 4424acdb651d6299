import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkPrefix } from '#server/access/attempts.ts';
import { isLocal } from '#server/access/guard.ts';
import { ApiError } from './errors.ts';

/** Calls of the API in a minute by one person (by one address without a sign-in). Scrolling a board takes tens. */
export const CALLS_PER_MINUTE = 1_200;

/**
 * Calls of API and sockets in a minute by one address, of all people and with any outcome: a flood of dead tokens or
 * long bodies ends here, before either is looked at. The people of an office behind one address stay far below.
 */
export const CALLS_PER_MINUTE_OF_ADDRESS = 12_000;

const LIMITED = /^\/(api|ws|v0|resources)\//;

/**
 * Limits how often one address, and one person, may call. Sign-in has a stricter one of its own (`server/access/throttle.ts`).
 * To be called before the guard, which looks tokens up.
 * @param demo a demo installation does not limit the machine it runs on: there the measurements and tests run
 */
export async function limitCalls(app: FastifyInstance, demo: boolean): Promise<void> {
  const free = (request: FastifyRequest) => demo && isLocal(request);
  const refuse = (seconds: number) => new ApiError('too_many_requests', { after: seconds });
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: CALLS_PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request: FastifyRequest) =>
      request.reader ? `user ${request.reader.user}` : networkPrefix(request.ip),
    allowList: (request: FastifyRequest) => !request.url.startsWith('/api/') || free(request),
    errorResponseBuilder: (_request, context) => refuse(Math.ceil(context.ttl / 1000)),
  });
  const ofAddress = app.createRateLimit({
    max: CALLS_PER_MINUTE_OF_ADDRESS,
    timeWindow: 60_000,
    keyGenerator: (request) => networkPrefix(request.ip),
    allowList: (request) => !LIMITED.test(request.url) || free(request),
  });
  app.addHook('onRequest', async (request) => {
    const found = await ofAddress(request);
    if (!found.isAllowed && found.isExceeded) throw refuse(found.ttlInSeconds);
  });
}
