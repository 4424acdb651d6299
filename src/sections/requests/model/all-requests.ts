import type { RequestOptions } from '#console/data/http/http.ts';
import { PAGE } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { type BoardFilter, filterStages, hasAdditions, loadColumn, loadNext } from './board-calls.ts';
import { inListOrder, listWith } from './board-state.ts';
import { requestBoard } from './request-board.ts';

/** Every request of a filter, column by column; a request that changes its column meanwhile counts once, as read last. */
async function loadColumns(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
  headers?: RequestOptions['headers'],
) {
  const all = new Map<number, TaskCard>();
  const take = (requests: readonly TaskCard[]) => {
    for (const request of requests) all.set(request.id, request);
    onCount(all.size);
  };
  const anyCount = hasAdditions();
  const [first, next] = anyCount ? [PAGE.max, PAGE.max] : [PAGE.tasksFirst, PAGE.tasksNext];
  for (const stage of filterStages(filter)) {
    let { column } = await loadColumn(filter, stage, first, signal, headers);
    take(column.cards);
    while (!column.complete) {
      column = await loadNext(filter, stage, column, next, signal, headers);
      take(column.cards);
    }
  }
  return [...all.values()].sort(inListOrder);
}

/**
 * Every request of a filter: for the list, the paper and the file. What colleagues did while it was loading is in it; where
 * the socket connected only meanwhile, it is loaded anew.
 * @param onCount how many have come so far
 * @param headers of every call
 */
export async function loadAll(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
  headers?: RequestOptions['headers'],
): Promise<TaskCard[]> {
  const began = performance.now();
  const all = await loadColumns(filter, onCount, signal, headers);
  if (requestBoard.connectedSince(began)) return loadAll(filter, onCount, signal, headers);
  return requestBoard.eventsSince(began).reduce((list, frame) => listWith(list, frame, filter), all);
}
