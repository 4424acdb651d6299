import { useCallback, useSyncExternalStore } from 'react';
import { callWhenReached } from '#console/data/today.ts';
import { currentTime } from '#resources/clock.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';

/** Whether a time (ms since 1970) has passed; rerenders when it does. Null never passes. */
function useHasPassed(at: number | null): boolean {
  const hasPassed = () => at !== null && at <= currentTime();
  const subscribe = useCallback(
    (onPassed: () => void) => (at === null || at <= currentTime() ? () => undefined : callWhenReached(at, onPassed)),
    [at],
  );
  return useSyncExternalStore(subscribe, hasPassed);
}

/** Time from which a request is overdue, ms since 1970; null if it has no deadline or is done. */
export function overdueSince({ deadline, stage }: Pick<TaskCard, 'deadline' | 'stage'>): number | null {
  return deadline && stage !== 'done' ? Date.parse(deadline) : null;
}

/** Whether a request is overdue; rerenders when it becomes so. */
export function useOverdue(request: Pick<TaskCard, 'deadline' | 'stage'>): boolean {
  return useHasPassed(overdueSince(request));
}

/** Hour of the offered deadlines: the end of a working day. */
const DEADLINE_HOUR = 18;

/** Deadlines offered as buttons, local time; past ones are left out. */
export function deadlinePresets(now: Date): [name: 'today' | 'tomorrow' | 'week', at: Date][] {
  const evening = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, DEADLINE_HOUR);
  const all = [
    ['today', evening(0)],
    ['tomorrow', evening(1)],
    ['week', evening(7)],
  ] as const;
  return all.filter(([, at]) => at > now).map(([name, at]) => [name, at]);
}
