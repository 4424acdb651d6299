import type { FastifyInstance } from 'fastify';

/**
 * Does something again and again while the app runs, one time after the other. A failure is logged, and the next time is another try.
 * @param every pause between two beginnings, ms
 * @param work asks `isClosed` between its steps
 * @param failed what the log says of a failure
 * @returns does it at once too, or once more where it is being done
 */
export function repeatWork(
  app: FastifyInstance,
  { every, work, failed }: { every: number; work: (isClosed: () => boolean) => Promise<unknown>; failed: string },
): () => void {
  let [isClosed, isQueued] = [false, false];
  let running: Promise<unknown> = Promise.resolve();
  const begin = () => {
    isQueued = false;
    return isClosed ? undefined : work(() => isClosed);
  };
  const run = () => {
    if (isQueued) return;
    isQueued = true;
    running = running.then(begin).catch((error: unknown) => app.log.error({ err: error }, failed));
  };
  const timer = setInterval(run, every);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    isClosed = true;
    await running;
  });
  return run;
}
