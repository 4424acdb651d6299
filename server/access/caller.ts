import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const callerStorage = new AsyncLocalStorage<{ address: string }>();

/** Stores the client address (`request.ip`) of each request, so that audit entries written while it is handled can use it. */
export function trackCallerAddress(app: FastifyInstance): void {
  // In the last hook before the handler, because reading the body loses an earlier async context.
  app.addHook('preHandler', (request, _, done) => callerStorage.run({ address: request.ip }, done));
}

/** Client address of the current request; null outside of requests (sockets, timers, commands). */
export const callerAddress = (): string | null => callerStorage.getStore()?.address ?? null;
