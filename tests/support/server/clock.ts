import { type Clock, install } from '@sinonjs/fake-timers';

/** Noon of a day on which all buildings of the demo company that have days of readings take them. */
const READING_DAY = Date.parse('2027-03-20T09:00:00Z');

/** A clock that stands on such a day. */
export const onReadingDay = (): Date => new Date(READING_DAY);

/** A clock that begins on such a day, when this is loaded, and goes on. */
export function sinceReadingDay(): Date {
  return new Date(READING_DAY + performance.now() - LOADED);
}
const LOADED = performance.now();

/** A piece of work, and what it has set to be done after so many milliseconds: done when the test does it, and never by itself. */
export async function timed<Result>(
  wait: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; due: () => unknown }> {
  const { setTimeout } = globalThis;
  let due: (() => unknown) | undefined;
  const nothing = () => undefined;
  globalThis.setTimeout = Object.assign((done: () => unknown, ms?: number) => {
    if (ms !== wait) return setTimeout(done, ms);
    due = done;
    return setTimeout(nothing, ms);
  }, setTimeout) as typeof setTimeout;
  try {
    const result = await work();
    if (!due) throw new Error(`No timer of ${wait} ms was set`);
    return { result, due };
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/** Work that was scheduled with a delay of so many milliseconds. */
export const timerOf = async (wait: number, work: () => Promise<unknown>): Promise<() => unknown> =>
  (await timed(wait, work)).due;

/** Intervals of the test file that runs, done by the test and never by themselves. */
let intervals: Clock | null = null;

/**
 * From now on nothing is done every so often by itself: what a test waits for has come by what the test did, however long a busy
 * machine takes for it. Before the app is opened; ended by `withIntervals`.
 */
export function withoutIntervals(): void {
  intervals = install({ toFake: ['setInterval', 'clearInterval'] });
}

/** Lets so many milliseconds pass for what is done every so often. */
export const passIntervals = (ms: number): void => void intervals?.tick(ms);

/** Ends `withoutIntervals`. */
export function withIntervals(): void {
  intervals?.uninstall();
  intervals = null;
}

/**
 * From now on what a test file sets to be done after so many milliseconds is never done by itself: it would be done by the clock of
 * the machine, at a moment that the clock of the app, which the tests move, knows nothing of. At the top of the file; ends with it.
 */
export function neverByItself(wait: number): void {
  const { setTimeout } = globalThis;
  const nothing = () => undefined;
  globalThis.setTimeout = Object.assign(
    (done: () => unknown, ms?: number) => setTimeout(ms === wait ? nothing : done, ms),
    setTimeout,
  ) as typeof setTimeout;
  afterAll(() => {
    globalThis.setTimeout = setTimeout;
  });
}
