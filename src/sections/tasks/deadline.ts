import type { TaskCard } from '#resources/protocol/tasks.ts';

/** Whether a request should have been done by now and is not. */
export function isOverdue(
  { deadline, stage }: Pick<TaskCard, 'deadline' | 'stage'>,
  now: number = Date.now(),
): boolean {
  return Boolean(deadline) && stage !== 'done' && Date.parse(deadline ?? '') < now;
}
