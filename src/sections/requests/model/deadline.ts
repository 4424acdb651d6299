import { useCallback, useSyncExternalStore } from 'react';
import { whenReached } from '#console/data/today.ts';
import { currentTime } from '#resources/clock.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';

/** Whether a moment has come, ms since 1970; draws anew when it comes. Null never does. */
function useReached(at: number | null): boolean {
  const isReached = () => at !== null && at <= currentTime();
  const follow = useCallback(
    (turn: () => void) => (at === null || at <= currentTime() ? () => undefined : whenReached(at, turn)),
    [at],
  );
  return useSyncExternalStore(follow, isReached);
}

/** From when on a request is overdue, ms since 1970; null if the request has no deadline or is done. */
export function overdueFrom({ deadline, stage }: Pick<TaskCard, 'deadline' | 'stage'>): number | null {
  return deadline && stage !== 'done' ? Date.parse(deadline) : null;
}

/** Whether a request should have been done by now and is not; draws anew when its hour comes. */
export function useOverdue(request: Pick<TaskCard, 'deadline' | 'stage'>): boolean {
  return useReached(overdueFrom(request));
}

/** Hour at which a working day ends. */
const EVENING = 18;

/** The most frequent deadlines, local time; past ones are not offered. */
export function presets(now: Date): [name: 'today' | 'tomorrow' | 'week', at: Date][] {
  const evening = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, EVENING);
  const all = [
    ['today', evening(0)],
    ['tomorrow', evening(1)],
    ['week', evening(7)],
  ] as const;
  return all.filter(([, at]) => at > now).map(([name, at]) => [name, at]);
}
