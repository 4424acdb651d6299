let count = 0;
const listeners = new Set<() => void>();

/** How many files of definitions are broken or wait for an administrator; the server tells it to administrators only. */
export const definitionTrouble = {
  now: (): number => count,
  follow: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Told by whoever asked for the definitions. */
  set: (next: number): void => {
    if (next === count) return;
    count = next;
    for (const listener of [...listeners]) listener();
  },
};
