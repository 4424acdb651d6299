import type { FastifyInstance } from 'fastify';

/** Where the process is in its life; `serve.ts` tells, the readiness check and every answer ask. */
export class Lifecycle {
  #isStopping = false;

  /** It was asked to stop: calls are still taken for a while, but a load balancer should turn to other processes. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  stop(): void {
    this.#isStopping = true;
  }
}

/** While the process stops, each answer ends its connection: a balancer opens the next one to another process. */
export function drainConnections(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping) reply.header('connection', 'close');
  });
}

/** Asked between the portions of long work: whether the server stops, so that the rest is left to the next start. */
export type IsStopping = () => boolean;

/** Of work that is done to its end. */
export const neverStops: IsStopping = () => false;
