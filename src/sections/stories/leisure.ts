/** After so long something is done whether there is time or not, ms. */
const PATIENCE = 1000;
/** What is left of a frame has to be at least this, ms: with less the work would run into the next one. */
const ROOM = 8;

/** What waits for leisure, in its order, each with the moment its patience ends. */
const waiting: { work: () => void; until: number }[] = [];
let asked: number | null = null;

/**
 * Does something when nothing moves that it could hold up: a frame of the screen is worth more. One thing a frame, for each
 * has to be laid out and painted as well.
 * @returns takes it back
 */
export function atLeisure(work: () => void): () => void {
  // Safari tells nobody when: the work is done after what is under way.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const entry = { work, until: performance.now() + PATIENCE };
  waiting.push(entry);
  ask();
  return () => {
    const at = waiting.indexOf(entry);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function ask(): void {
  const [first] = waiting;
  if (asked !== null || !first) return;
  asked = requestIdleCallback(look, { timeout: Math.max(1, first.until - performance.now()) });
}

function look(idle: IdleDeadline): void {
  asked = null;
  const [first] = waiting;
  if (!first) return;
  if (idle.timeRemaining() >= ROOM || performance.now() >= first.until) {
    waiting.shift();
    ask();
    first.work();
  } else ask();
}
