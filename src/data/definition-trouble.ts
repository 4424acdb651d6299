import type { BrokenFile } from '#resources/protocol/definitions.ts';

let problems: readonly BrokenFile[] = [];
let waiting = 0;
const listeners = new Set<() => void>();

/** Files of definitions that are broken or wait for an administrator; the server tells of them to administrators only. */
export const definitionTrouble = {
  /** How many. */
  now: (): number => problems.length + waiting,
  /** Those that are broken. */
  problems: (): readonly BrokenFile[] => problems,
  follow: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Told by whoever asked for the definitions. @param pending how many wait */
  set: (broken: readonly BrokenFile[], pending: number): void => {
    if (pending === waiting && JSON.stringify(broken) === JSON.stringify(problems)) return;
    problems = broken;
    waiting = pending;
    for (const listener of [...listeners]) listener();
  },
};
