import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { JOBS_CHANNEL } from './job-queries.ts';

/** How often jobs whose time has come are looked for, ms; those that are due at once wake all processes. */
const EVERY = 5_000;
/** Jobs that are added within so many milliseconds are looked for together. */
export const GATHERING = 35;

/** Does jobs when they are due. Ends with the app. Call it once every queue has its handler. */
export async function startJobs(
  app: FastifyInstance,
  { database, jobs }: Pick<ServerContext, 'database' | 'jobs'>,
): Promise<void> {
  let isClosed = false;
  const pendingWork = new Set<Promise<void>>();
  const failed = 'jobs cannot be done';
  // Only the look is waited for: a receiver that is slow must not hold up what falls due meanwhile.
  const lookForJobs = async () => {
    const { ended } = await jobs.startDue(() => isClosed);
    const work = ended
      .catch((error: unknown) => app.log.error({ err: error }, failed))
      .finally(() => pendingWork.delete(work));
    pendingWork.add(work);
  };
  const look = repeatWork(app, { every: EVERY, work: lookForJobs, failed });
  let gathering: NodeJS.Timeout | null = null;
  const wake = () => {
    gathering ??= setTimeout(() => {
      gathering = null;
      look();
    }, GATHERING).unref();
  };
  const stop = await database.listen(JOBS_CHANNEL, wake, wake);
  app.addHook('onClose', async () => {
    isClosed = true;
    if (gathering) clearTimeout(gathering);
    await stop();
    await Promise.all(pendingWork);
  });
}
