import type { FastifyInstance } from 'fastify';
import type { House } from '#server/house.ts';
import { KEPT, purgeEmployees } from './undo-queries.ts';

/**
 * Takes their rights from deleted employees once their time is over.
 * @returns call it after the commit that hid one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
export function purgeLater(app: FastifyInstance, { db, now }: Pick<House, 'db' | 'now'>): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeEmployees(db, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'the rights of a deleted employee cannot be removed'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}
