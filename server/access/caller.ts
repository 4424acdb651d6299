import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const callers = new AsyncLocalStorage<{ address: string }>();

/** Keeps the network address of each call (`request.ip`) for what is written while it is answered. */
export function followCallers(app: FastifyInstance): void {
  // The last hook before the handler: reading a body loses what was kept before it.
  app.addHook('preHandler', (request, _, done) => callers.run({ address: request.ip }, done));
}

/** Where the call that is being answered came from; null outside of calls: messages of sockets, timers, commands. */
export const callerAddress = (): string | null => callers.getStore()?.address ?? null;
