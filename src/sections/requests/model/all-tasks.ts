import { PAGE } from '#resources/limits.ts';
import type { TaskCard, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { type BoardFilter, hasAdditions, loadColumn, loadNext, stagesOf } from './board-calls.ts';
import { type BoardCard, fits, isOld, pushedTo } from './board-state.ts';
import { inOrder, withLaterPush } from './columns.ts';
import { framesSince, openedSince } from './recent-frames.ts';

/** Key of the list of a filter in the query cache. */
export const listKey = (filter: BoardFilter) => ['tasks', 'all', filter] as const;

/** Order of two requests of the list: column by column, as they stand in it. */
function inList(a: TaskCard, b: TaskCard): number {
  return TASK_STAGES.indexOf(a.stage) - TASK_STAGES.indexOf(b.stage) || inOrder(a, b);
}

/** What became of a request, and of the cards that made room for it. */
export interface Happened {
  id: number;
  /** Null when it is no longer to be seen. */
  task: TaskCard | null;
  orders: TaskSaved['orders'];
  /** Of what happened; undefined where the server does not tell. */
  version: number | undefined;
}

/** A request as it is to be listed after something became of it; null where it no longer fits. */
function freshOf(task: TaskCard | null, known: BoardCard | undefined, filter: BoardFilter): BoardCard | null {
  if (!task) return null;
  if (known && isOld(task, known)) return known;
  return fits(task, filter) ? withLaterPush(task, known) : null;
}

/** The list with what became of a request: at its place, or gone where it no longer fits; what is old changes nothing. */
export function listWith(
  list: readonly BoardCard[],
  { id, task, orders, version }: Happened,
  filter: BoardFilter,
): BoardCard[] {
  const known = list.find((one) => one.id === id);
  const fresh = freshOf(task, known, filter);
  const moved = new Map(orders.map((placed) => [placed.id, placed.order]));
  const others = list
    .filter((one) => one.id !== id)
    .map((one) => {
      const order = moved.get(one.id);
      return order === undefined ? one : pushedTo(one, order, version);
    });
  return (fresh ? [...others, fresh] : others).sort(inList);
}

/** Every request of a filter, column by column; one that changed its column meanwhile counts once, as it was read last. */
async function loadColumns(filter: BoardFilter, onCount: (count: number) => void, signal?: AbortSignal) {
  const all = new Map<number, TaskCard>();
  const take = (tasks: readonly TaskCard[]) => {
    for (const task of tasks) all.set(task.id, task);
    onCount(all.size);
  };
  const anyCount = hasAdditions();
  const [first, next] = anyCount ? [PAGE.max, PAGE.max] : [PAGE.tasksFirst, PAGE.tasksNext];
  for (const stage of stagesOf(filter)) {
    let { column } = await loadColumn(filter, stage, first, signal);
    take(column.tasks);
    while (!column.complete) {
      column = await loadNext(filter, stage, column, next, signal);
      take(column.tasks);
    }
  }
  return [...all.values()].sort(inList);
}

/**
 * Every request of a filter: for the list, the paper and the file. What colleagues did while it was on its way is in it; where
 * the line opened only meanwhile, it is read anew.
 * @param onCount how many have come so far
 */
export async function loadAll(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
): Promise<TaskCard[]> {
  const began = performance.now();
  const all = await loadColumns(filter, onCount, signal);
  if (openedSince(began)) return loadAll(filter, onCount, signal);
  return framesSince(began).reduce((list, frame) => listWith(list, frame, filter), all);
}
