import type { FastifyInstance } from 'fastify';
import type { House } from '#server/house.ts';
import { KEPT, purgeResidents } from './undo-queries.ts';

/**
 * Takes the flats of deleted residents once their time is over.
 * @returns call it after the commit that deleted one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
export function purgeLater(app: FastifyInstance, { db, now }: House): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeResidents(db, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'a deleted resident cannot be tidied away'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}
