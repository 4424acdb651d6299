import type { FastifyInstance } from 'fastify';

/** Whether the process is stopping: set by `serve.ts`, read by the readiness check and by every response. */
export class Lifecycle {
  #isStopping = false;

  /** A stop was requested: requests are still served for a while, but load balancers should use other processes. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  stop(): void {
    this.#isStopping = true;
  }
}

/** While the process stops, every response closes its connection, so that the load balancer reconnects to another process. */
export function drainConnections(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping) reply.header('connection', 'close');
  });
}

/**
 * Long work calls this between its batches; true means the server is stopping and the remaining work waits for the next start.
 */
export type IsStopping = () => boolean;

/** For work that must not be interrupted. */
export const neverStops: IsStopping = () => false;
