import type { BrokenFile } from '#resources/protocol/definitions/definitions.ts';
import { createListeners } from './listeners.ts';

let problems: readonly BrokenFile[] = [];
let pendingCount = 0;
const listeners = createListeners();

/** Invalid definition files and changes waiting for approval; the server sends them to administrators only. */
export const definitionTrouble = {
  /** Number of both. */
  now: (): number => problems.length + pendingCount,
  /** The invalid files. */
  problems: (): readonly BrokenFile[] => problems,
  subscribe: (listener: () => void): (() => void) => {
    return listeners.subscribe(listener);
  },
  /**
   * Called after each answer about the definitions.
   * @param pending number of changes waiting for approval
   */
  set: (broken: readonly BrokenFile[], pending: number): void => {
    if (pending === pendingCount && JSON.stringify(broken) === JSON.stringify(problems)) return;
    problems = broken;
    pendingCount = pending;
    listeners.notify();
  },
};
