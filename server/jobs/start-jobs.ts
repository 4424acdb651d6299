import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { JOBS_CHANNEL } from './job-queries.ts';

/** Interval of checking for due jobs, ms; new jobs that are due at once wake all processes. */
const CHECK_INTERVAL_MS = 5_000;
/** Delay before checking, so that jobs added within this time are handled together, ms. */
export const GATHER_MS = 35;

/** Starts running due jobs until the app closes. Call it after every queue has its handler. */
export async function startJobs(
  app: FastifyInstance,
  { database, jobs }: Pick<ServerContext, 'database' | 'jobs'>,
): Promise<void> {
  let isClosed = false;
  const pendingWork = new Set<Promise<void>>();
  const errorMessage = 'jobs cannot be done';
  // Waits only for the check, not for the jobs, so that a slow webhook receiver does not delay other due jobs.
  const lookForJobs = async () => {
    const { ended } = await jobs.startDue(() => isClosed);
    const work = ended
      .catch((error: unknown) => app.log.error({ err: error }, errorMessage))
      .finally(() => pendingWork.delete(work));
    pendingWork.add(work);
  };
  const check = repeatWork(app, { intervalMs: CHECK_INTERVAL_MS, work: lookForJobs, failureMessage: errorMessage });
  let wakeTimer: NodeJS.Timeout | null = null;
  const wake = () => {
    wakeTimer ??= setTimeout(() => {
      wakeTimer = null;
      check();
    }, GATHER_MS).unref();
  };
  const stop = await database.listen(JOBS_CHANNEL, wake, wake);
  app.addHook('onClose', async () => {
    isClosed = true;
    if (wakeTimer) clearTimeout(wakeTimer);
    await stop();
    await Promise.all(pendingWork);
  });
}
