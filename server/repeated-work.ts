import type { FastifyInstance } from 'fastify';

/**
 * Does something again and again while the app runs, one time after the other. A failure is logged, and the next time is another try.
 * @param every pause between two beginnings, ms
 * @param work asks `isClosed` between its steps
 * @param failed what the log says of a failure
 */
export function repeatWork(
  app: FastifyInstance,
  { every, work, failed }: { every: number; work: (isClosed: () => boolean) => Promise<unknown>; failed: string },
): void {
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(() => work(() => isClosed)).catch((error: unknown) => app.log.error({ err: error }, failed));
  };
  const timer = setInterval(run, every);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    isClosed = true;
    await running;
  });
}
