/** After so long something is done whether there is time or not, ms. */
const PATIENCE = 1000;
/** Least remaining time of a frame, ms: with less the work would run into the next one. */
const ROOM = 6;

/** Work that waits for idle time, in its order, each with the moment its patience ends. */
const waiting: { work: () => void; until: number }[] = [];
/** Takes back that leisure was asked for; null while it is not. */
let forget: (() => void) | null = null;

/**
 * Does something when nothing moves that it could hold up: a frame of the screen is worth more. One thing a frame, for each
 * has to be laid out and painted as well.
 * @returns takes it back
 */
export function whenIdle(work: () => void): () => void {
  const entry = { work, until: performance.now() + PATIENCE };
  waiting.push(entry);
  ask();
  return () => {
    const at = waiting.indexOf(entry);
    if (at >= 0) waiting.splice(at, 1);
    if (waiting.length > 0 || !forget) return;
    forget();
    forget = null;
  };
}

function ask(): void {
  const [first] = waiting;
  if (forget || !first) return;
  // Safari has no `requestIdleCallback`: one thing after what is under way.
  if ('requestIdleCallback' in globalThis) {
    const timeout = Math.max(1, first.until - performance.now());
    const callback = requestIdleCallback((idle) => look(idle.timeRemaining()), { timeout });
    forget = () => cancelIdleCallback(callback);
  } else {
    const timer = setTimeout(() => look(ROOM));
    forget = () => clearTimeout(timer);
  }
}

/** @param timeLeft how much of the frame is left, ms */
function look(timeLeft: number): void {
  forget = null;
  const [first] = waiting;
  if (!first) return;
  const now = timeLeft >= ROOM || performance.now() >= first.until;
  if (now) waiting.shift();
  ask();
  if (now) first.work();
}
