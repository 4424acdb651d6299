/** The clock of the machine; `Date` is asked each time, for tests put another in its place. */
const machine = (): number => Date.now();
let clock = machine;

/**
 * The present moment. All code takes it from here, so that a test sets it in one place; the server's sections take it from their
 * context (`ServerContext.now`). `npm run check` finds code that asks `Date` itself (`tests/run/one-clock.mjs`).
 */
export const currentDate = (): Date => new Date(clock());

/** The present moment, ms since 1970. */
export const currentTime = (): number => clock();

/** Sets the clock for a test, ms since 1970; null sets the machine's again. */
export function setClock(next: (() => number) | null): void {
  clock = next ?? machine;
}
