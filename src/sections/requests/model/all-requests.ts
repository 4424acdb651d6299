import type { RequestOptions } from '#console/data/http/http.ts';
import { PAGE } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { type BoardFilter, filterStages, hasAdditions, loadColumn, loadNext } from './board-calls.ts';
import { inListOrder, withListChange } from './board-state.ts';
import { requestBoard } from './request-board.ts';

/** Loads all requests column by column; one that changes its column meanwhile is kept once, in the version read last. */
async function loadColumns(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
  headers?: RequestOptions['headers'],
) {
  const requestsById = new Map<number, TaskCard>();
  const collect = (requests: readonly TaskCard[]) => {
    for (const request of requests) requestsById.set(request.id, request);
    onCount(requestsById.size);
  };
  const acceptsAnyCount = hasAdditions();
  const [first, next] = acceptsAnyCount ? [PAGE.max, PAGE.max] : [PAGE.tasksFirst, PAGE.tasksNext];
  for (const stage of filterStages(filter)) {
    let { column } = await loadColumn(filter, stage, first, signal, headers);
    collect(column.cards);
    while (!column.complete) {
      column = await loadNext(filter, stage, column, next, signal, headers);
      collect(column.cards);
    }
  }
  return [...requestsById.values()].sort(inListOrder);
}

/**
 * Loads all requests of a filter for the list, the printout and the CSV file, and applies the live events received meanwhile; if
 * the socket connected only during the load, events may have been missed and everything is loaded again.
 * @param onCount called with the number loaded so far
 * @param headers sent with every call
 */
export async function loadAllRequests(
  filter: BoardFilter,
  onCount: (count: number) => void,
  signal?: AbortSignal,
  headers?: RequestOptions['headers'],
): Promise<TaskCard[]> {
  const startedAt = performance.now();
  const all = await loadColumns(filter, onCount, signal, headers);
  if (requestBoard.connectedSince(startedAt)) return loadAllRequests(filter, onCount, signal, headers);
  return requestBoard.eventsSince(startedAt).reduce((list, frame) => withListChange(list, frame, filter), all);
}
