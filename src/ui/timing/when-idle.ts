/** Maximum wait for idle time, ms; afterwards the work runs anyway. */
const MAX_WAIT_MS = 1000;
/** Minimum remaining time of a frame, ms; with less the work would delay the next frame. */
const MIN_FRAME_TIME_MS = 6;

/** Queued work, each with the time until which it may wait. */
const queue: { work: () => void; until: number }[] = [];
/** Cancels the pending idle callback; null if there is none. */
let cancelPending: (() => void) | null = null;

/**
 * Runs work when the browser is idle, so that it does not delay frames. One task per frame, since each also causes layout and
 * paint.
 * @returns cancels it
 */
export function whenIdle(work: () => void): () => void {
  const entry = { work, until: performance.now() + MAX_WAIT_MS };
  queue.push(entry);
  scheduleNext();
  return () => {
    const index = queue.indexOf(entry);
    if (index >= 0) queue.splice(index, 1);
    if (queue.length > 0 || !cancelPending) return;
    cancelPending();
    cancelPending = null;
  };
}

function scheduleNext(): void {
  const [next] = queue;
  if (cancelPending || !next) return;
  // Safari has no `requestIdleCallback`: there each task runs in a timeout.
  if ('requestIdleCallback' in globalThis) {
    const timeout = Math.max(1, next.until - performance.now());
    const callback = requestIdleCallback((idle) => runNext(idle.timeRemaining()), { timeout });
    cancelPending = () => cancelIdleCallback(callback);
  } else {
    const timer = setTimeout(() => runNext(MIN_FRAME_TIME_MS));
    cancelPending = () => clearTimeout(timer);
  }
}

/** @param timeLeft remaining time of the frame, ms */
function runNext(timeLeft: number): void {
  cancelPending = null;
  const [next] = queue;
  if (!next) return;
  const isDue = timeLeft >= MIN_FRAME_TIME_MS || performance.now() >= next.until;
  if (isDue) queue.shift();
  scheduleNext();
  if (isDue) next.work();
}
