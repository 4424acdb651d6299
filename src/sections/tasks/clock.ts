import { useCallback, useSyncExternalStore } from 'react';
import { whenReached } from '#console/data/today.ts';

/** Whether a moment has come, ms since 1970; draws anew when it comes. Null never does. */
export function useReached(at: number | null): boolean {
  const isReached = () => at !== null && at <= Date.now();
  const follow = useCallback(
    (turn: () => void) => (at === null || at <= Date.now() ? () => undefined : whenReached(at, turn)),
    [at],
  );
  return useSyncExternalStore(follow, isReached);
}
