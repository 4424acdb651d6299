/** How many calls of the page are under way, for what has to wait until there are none. */
let count = 0;
/** Since when that number stands, ms of `performance.now()`. */
let since = 0;
const listeners = new Set<() => void>();

function turn(by: 1 | -1): void {
  count += by;
  since = performance.now();
  for (const listener of [...listeners]) listener();
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

/** What is done as long as no call begins. */
export interface Gap {
  /** Is given up when a call begins. */
  signal: AbortSignal;
  abort: () => void;
  /** Stops looking for calls. */
  release: () => void;
}

/** The gap until the next call. */
export function untilNextCall(): Gap {
  const controller = new AbortController();
  const look = () => {
    if (count > 0) controller.abort();
  };
  look();
  listeners.add(look);
  return { signal: controller.signal, abort: () => controller.abort(), release: () => listeners.delete(look) };
}

/** Comes when a call begins or ends, when it is given up, and after that time; without one it takes as long as it takes. */
function change(signal: AbortSignal, ms: number | null): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      listeners.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(done, ms);
    listeners.add(done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Comes when no call has been under way for so long.
 * @throws when it is given up
 */
export async function stillness(ms: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = since + ms - performance.now();
    if (count === 0 && left <= 0) return;
    await change(signal, count === 0 ? left : null);
  }
}
