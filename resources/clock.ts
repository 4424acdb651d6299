/** The system clock; looks `Date` up on each call, because tests replace it. */
const systemClock = (): number => Date.now();
let clock = systemClock;

/**
 * The current time. All code takes it from here, so that a test can set it in one place; the server's sections take it from
 * their context (`ServerContext.now`). `npm run check` reports direct uses of `Date` (`tests/run/one-clock.mjs`).
 */
export const currentDate = (): Date => new Date(clock());

/** The current time, ms since 1970. */
export const currentTime = (): number => clock();

/** Sets the clock for a test, ms since 1970; null restores the system clock. */
export function setClock(next: (() => number) | null): void {
  clock = next ?? systemClock;
}
