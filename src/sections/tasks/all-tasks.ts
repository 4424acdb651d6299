import { PAGE } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/tasks.ts';
import { TASK_STAGES } from '#resources/tasks.ts';
import { type BoardFilter, loadColumn, loadNext } from './board-calls.ts';

/**
 * Every request of a filter, column by column: for the list, the paper and the file.
 * @param onCount how many have come so far
 */
export async function loadAll(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
): Promise<TaskCard[]> {
  const all: TaskCard[] = [];
  for (const stage of TASK_STAGES) {
    let column = await loadColumn(filter, stage, PAGE.max, signal);
    onCount(all.length + column.tasks.length);
    while (!column.complete) {
      column = await loadNext(filter, stage, column, PAGE.max, signal);
      onCount(all.length + column.tasks.length);
    }
    all.push(...column.tasks);
  }
  return all;
}
