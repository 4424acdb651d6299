import { existsSync, readFileSync } from 'node:fs';

/** Linux tells the times of the thread that reads this file. */
const THREAD_TIMES = '/proc/thread-self/stat';
const hasThreadTimes = existsSync(THREAD_TIMES);
/** Unit of processor time in `/proc`, ms. */
const TICK_MS = 10;

/** CPU time used so far, ms: of this thread, or of the whole process where the system does not tell threads apart. */
function usedTime(): number {
  if (!hasThreadTimes) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  // The name of the thread, in parentheses, may contain spaces.
  const values = readFileSync(THREAD_TIMES, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(values[11]) + Number(values[12])) * TICK_MS;
}

/**
 * CPU time that a piece of work takes in this thread, ms. Other programs do not count, nor do other test files, which run in threads
 * of the same process.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = usedTime();
  await work();
  return usedTime() - before;
}
