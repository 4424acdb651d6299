import { createListeners } from '../listeners.ts';

/** Number of calls of the page under way, for work that waits until there are none. */
let count = 0;
/** When that number changed last, ms of `performance.now()`. */
let since = 0;
const listeners = createListeners();

function turn(by: 1 | -1): void {
  count += by;
  since = performance.now();
  listeners.tell();
}

/** Counts a call. @returns to be called when it is answered or given up, any number of times */
export function beginCall(): () => void {
  let isOver = false;
  turn(1);
  return () => {
    if (!isOver) turn(-1);
    isOver = true;
  };
}

/** The time until the next call begins. */
export interface Gap {
  /** Aborted when a call begins. */
  signal: AbortSignal;
  abort: () => void;
  /** Stops watching for calls. */
  release: () => void;
}

/** Begins a gap that ends with the next call. */
export function untilNextCall(): Gap {
  const controller = new AbortController();
  const look = () => {
    if (count > 0) controller.abort();
  };
  look();
  return { signal: controller.signal, abort: () => controller.abort(), release: listeners.follow(look) };
}

/** Resolves when a call begins or ends, when it is aborted, or after this time; null: no limit of time. */
function change(signal: AbortSignal, ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(finish, ms);
    const stop = listeners.follow(finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

/**
 * Resolves when no call has been under way for this time.
 * @throws when it is aborted
 */
export async function untilNoCallsFor(ms: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = since + ms - performance.now();
    if (count === 0 && left <= 0) return;
    await change(signal, count === 0 ? left : null);
  }
}
