import type { FastifyInstance } from 'fastify';
import type { House } from '#server/house.ts';
import { KEPT, purgeNews } from './undo-queries.ts';

/**
 * Deletes hidden announcements for good once their time is over.
 * @returns call it after the commit that hid one. What a process that ended has left goes with the next tidying (`upkeep.ts`)
 */
export function purgeLater(app: FastifyInstance, { db, files, now }: House): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purgeNews(db, files, now()).catch((error: unknown) =>
        app.log.error({ err: error }, 'a deleted announcement cannot be removed for good'),
      );
    }, KEPT);
    timer.unref();
    timers.add(timer);
  };
}
