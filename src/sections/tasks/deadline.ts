import type { TaskCard } from '#resources/protocol/tasks.ts';
import { useReached } from './clock.ts';

/** From when on a request is overdue, ms since 1970; null for what has no deadline, or is done. */
export function overdueFrom({ deadline, stage }: Pick<TaskCard, 'deadline' | 'stage'>): number | null {
  return deadline && stage !== 'done' ? Date.parse(deadline) : null;
}

/** Whether a request should have been done by now and is not; draws anew when its hour comes. */
export function useOverdue(task: Pick<TaskCard, 'deadline' | 'stage'>): boolean {
  return useReached(overdueFrom(task));
}
