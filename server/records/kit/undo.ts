import type { FastifyInstance } from 'fastify';
import { MS } from '#resources/limits.ts';

/** How long deleted records can be restored, ms: the undo time offered in the console, and 2 s for the call to arrive. */
export const RESTORABLE_FOR = MS.undo + 2_000;

/** Records deleted after this moment can be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORABLE_FOR);

/**
 * Schedules the permanent deletion of records once they can no longer be restored.
 * @param label plural for the log: «announcements»
 * @param purge deletes what is due
 * @returns call it after the commit of a deletion; if the process ends before, maintenance does it (`server/maintenance.ts`)
 */
export function purgeAfterUndo(app: FastifyInstance, label: string, purge: () => Promise<unknown>): () => void {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return () => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      purge().catch((error: unknown) => app.log.error({ err: error }, `deleted ${label} cannot be purged`));
    }, RESTORABLE_FOR);
    timer.unref();
    timers.add(timer);
  };
}
