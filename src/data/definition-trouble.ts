import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { createListeners } from './listeners.ts';

let problems: readonly BrokenFile[] = [];
let waiting = 0;
const listeners = createListeners();

/** Files of definitions that are broken or wait for an administrator; the server tells of them to administrators only. */
export const definitionTrouble = {
  /** How many. */
  now: (): number => problems.length + waiting,
  /** Those that are broken. */
  problems: (): readonly BrokenFile[] => problems,
  follow: (listener: () => void): (() => void) => {
    return listeners.follow(listener);
  },
  /** Set after each answer about the definitions. @param pending how many wait */
  set: (broken: readonly BrokenFile[], pending: number): void => {
    if (pending === waiting && JSON.stringify(broken) === JSON.stringify(problems)) return;
    problems = broken;
    waiting = pending;
    listeners.tell();
  },
};
