import type { FastifyInstance } from 'fastify';

/**
 * Repeats work while the app runs, never twice at the same time. A failure is logged, and the next run tries again.
 * @param intervalMs interval between starts, ms
 * @param work should check `isClosed` between its steps
 * @param failureMessage log message of a failure
 * @returns starts a run now, or queues one more after the current run
 */
export function repeatWork(
  app: FastifyInstance,
  {
    intervalMs,
    work,
    failureMessage,
  }: { intervalMs: number; work: (isClosed: () => boolean) => Promise<unknown>; failureMessage: string },
): () => void {
  let [isClosed, isQueued] = [false, false];
  let running: Promise<unknown> = Promise.resolve();
  const runOnce = () => {
    isQueued = false;
    return isClosed ? undefined : work(() => isClosed);
  };
  const run = () => {
    if (isQueued) return;
    isQueued = true;
    running = running.then(runOnce).catch((error: unknown) => app.log.error({ err: error }, failureMessage));
  };
  const timer = setInterval(run, intervalMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    isClosed = true;
    await running;
  });
  return run;
}
