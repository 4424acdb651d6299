import { createListeners } from '../listeners.ts';

/** Number of calls in progress, for background work that waits until there are none. */
let count = 0;
/** Time of its last change, ms of `performance.now()`. */
let lastChangeAt = 0;
const listeners = createListeners();

function changeCount(delta: 1 | -1): void {
  count += delta;
  lastChangeAt = performance.now();
  listeners.notify();
}

/**
 * Counts a call.
 * @returns call it when the call has ended; repeated calls are ignored
 */
export function beginCall(): () => void {
  let isOver = false;
  changeCount(1);
  return () => {
    if (!isOver) changeCount(-1);
    isOver = true;
  };
}

/** A period without calls. */
export interface QuietPeriod {
  /** Aborted when a call begins. */
  signal: AbortSignal;
  abort: () => void;
  /** Stops watching for calls. */
  release: () => void;
}

/** Starts a period that ends with the next call. */
export function watchForNextCall(): QuietPeriod {
  const controller = new AbortController();
  const check = () => {
    if (count > 0) controller.abort();
  };
  check();
  return { signal: controller.signal, abort: () => controller.abort(), release: listeners.subscribe(check) };
}

/** Resolves when a call begins or ends, on abort, or after `ms`; null means no timeout. */
function waitForChange(signal: AbortSignal, ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(finish, ms);
    const stop = listeners.subscribe(finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

/**
 * Resolves when no call has been in progress for this time.
 * @throws when it is aborted
 */
export async function waitForQuiet(ms: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const remainingMs = lastChangeAt + ms - performance.now();
    if (count === 0 && remainingMs <= 0) return;
    await waitForChange(signal, count === 0 ? remainingMs : null);
  }
}
