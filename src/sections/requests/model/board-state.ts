import type { QueryClient } from '@tanstack/react-query';
import {
  applyLaterPush,
  type Columns,
  compareCards,
  findCard,
  insertCard,
  type PlacedCard,
  removeCard,
} from '#console/engine/board/columns.ts';
import { currentTime } from '#resources/clock.ts';
import type { TaskCard, TaskChanges, TaskFrame, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type BoardFilter, filterStages, isForUnitOrPerson, type TimeSpan } from './board-calls.ts';
import { overdueSince } from './deadline.ts';

/** Keys in the query cache. */
export const COUNTS_KEY = ['tasks', 'count'] as const;
export const detailsKey = (id?: number) => (id === undefined ? ['tasks', 'one'] : ['tasks', 'one', id]);
export const boardKey = (filter: BoardFilter) => ['tasks', 'board', filter] as const;
export const listKey = (filter: BoardFilter) => ['tasks', 'all', filter] as const;

/**
 * Cancels running fetches and refetches. `invalidateQueries` alone does not cancel the very first fetch, whose answer may be
 * outdated (TASK-03).
 */
export async function refetchRequests(queryClient: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** A request with the values that decide its position in a column. */
export type BoardCard = TaskCard & PlacedCard;

type BoardColumns = Columns<BoardCard, TaskStage>;

/** The loaded part of the board as stored on the server, without the reader's unsaved changes. */
export interface Board {
  readonly columns: BoardColumns;
  /** Version after which changes have to be fetched; null if the server has no versions. */
  readonly version: number | null;
  /** Time at which the next request becomes overdue and joins the board of overdue requests, ms since 1970; null if none will. */
  readonly overdueAt?: number | null;
}

/** Whether a timestamp is in a span; false if the timestamp is unknown. */
const isWithin = (at: string | null | undefined, { from, to }: TimeSpan): boolean => {
  const seconds = at ? Date.parse(at) / 1000 : Number.NaN;
  return seconds >= from && (to === null || seconds < to);
};

/** Whether a request matches the period or time span of the filter. */
function isInPeriod(request: TaskCard, filter: BoardFilter): boolean {
  const { since, overdue, stage, came, done } = filter;
  if (came) return isWithin(request.creation_date, came);
  if (done) return isWithin(request.done_at, done);
  const ignoresPeriod = overdue === true || stage !== undefined || isForUnitOrPerson(filter);
  return ignoresPeriod || Date.parse(request.creation_date) >= since * 1000;
}

/** The person who asks: the resident on whose behalf staff created the request, else its author. */
export const getRequester = ({ caller, creator }: TaskCard) => caller ?? creator;

/** Whether a request matches the filter of the board (TASK-06, TASK-08). */
export function matchesFilter(request: TaskCard, filter: BoardFilter): boolean {
  const { buildings, services, performer, overdue, unit, person } = filter;
  if (!filterStages(filter).includes(request.stage) || !isInPeriod(request, filter)) return false;
  const overdueAt = overdueSince(request);
  if (overdue && (overdueAt === null || overdueAt > currentTime())) return false;
  if (performer !== undefined && (request.performer?.user ?? 'none') !== performer) return false;
  if (services.length > 0 && !services.includes(request.service.id)) return false;
  if (person !== undefined) return getRequester(request).user === person;
  if (unit !== undefined) return getRequester(request).unit_id === unit;
  // A response without a building (0) came for a query by the checked buildings, so it matches them.
  return request.target.building === 0 || buildings.includes(request.target.building);
}

/** Updates `overdueAt` of a board of overdue requests; other boards are returned unchanged. */
function withOverdueAt(board: Board, requests: readonly TaskCard[], filter: BoardFilter): Board {
  if (!filter.overdue) return board;
  const overdueTimes = requests.flatMap((request) => overdueSince(request) ?? []).filter((at) => at > currentTime());
  const overdueAt = Math.min(board.overdueAt ?? Number.POSITIVE_INFINITY, ...overdueTimes);
  return Number.isFinite(overdueAt) ? { ...board, overdueAt } : board;
}

/** Whether a received version of a request is older than the loaded one. */
function isOutdated(request: TaskCard, loadedCard: BoardCard | undefined): boolean {
  return loadedCard?.version !== undefined && request.version !== undefined && request.version < loadedCard.version;
}

/** Puts the server's version of a request into the columns, or removes it if it no longer matches the filter. */
function withRequest(columns: BoardColumns, request: TaskCard, filter: BoardFilter, isOwn = false) {
  const loadedCard = findCard(columns, request.id);
  if (isOutdated(request, loadedCard)) return columns;
  return matchesFilter(request, filter)
    ? insertCard(columns, request.stage, applyLaterPush(request, loadedCard), isOwn)
    : removeCard(columns, request.id);
}

/**
 * A card with the order it got to make room for another one, unless the loaded card is newer. Only the order is taken, and the
 * version is kept, because earlier changes of the card may still arrive.
 * @param version board version of the move; undefined if the server has no versions
 */
function withPushedOrder(request: BoardCard, order: number, version: number | undefined): BoardCard {
  if (version === undefined) return request.order === order ? request : { ...request, order };
  if (version < Math.max(request.version ?? 0, request.pushedBy ?? 0)) return request;
  return request.order === order && request.pushedBy === version ? request : { ...request, order, pushedBy: version };
}

/** Applies new orders of cards that made room for another one; outdated orders are ignored. */
function withOrders(columns: BoardColumns, orders: TaskSaved['orders'], version: number | undefined): BoardColumns {
  return orders.reduce((board, { id, order }) => {
    const request = findCard(board, id);
    const pushedCard = request && withPushedOrder(request, order, version);
    return pushedCard && pushedCard !== request ? insertCard(board, pushedCard.stage, pushedCard, true) : board;
  }, columns);
}

/** Applies the response to the reader's own change. */
export function withSaved(board: Board, { params, orders }: TaskSaved, filter: BoardFilter): Board {
  const columns = withRequest(withOrders(board.columns, orders, params.version), params, filter, true);
  return withOverdueAt({ ...board, columns }, [params], filter);
}

/** Applies a live event: a change by a colleague or in another window. */
export function withFrame(board: Board, { id, task: request, orders, version }: TaskFrame, filter: BoardFilter): Board {
  const columns = withOrders(board.columns, orders, version);
  const nextBoard = { ...board, columns: request ? withRequest(columns, request, filter) : removeCard(columns, id) };
  return withOverdueAt(nextBoard, request ? [request] : [], filter);
}

/** Applies the changes missed while the socket was disconnected. */
export function withChanges(board: Board, { version, tasks: requests, gone }: TaskChanges, filter: BoardFilter): Board {
  const cleared = gone.reduce<BoardColumns>(removeCard, board.columns);
  const columns = requests.reduce((all, request) => withRequest(all, request, filter), cleared);
  return withOverdueAt({ ...board, columns, version }, requests, filter);
}

/** Compares two requests for the list: by column, then in the order of the column. */
export function inListOrder(a: TaskCard, b: TaskCard): number {
  return TASK_STAGES.indexOf(a.stage) - TASK_STAGES.indexOf(b.stage) || compareCards(a, b);
}

/** A changed request and the new orders of the cards that made room for it. */
interface RequestChange {
  id: number;
  /** Null if the reader may no longer see it. */
  task: TaskCard | null;
  orders: TaskSaved['orders'];
  /** Board version of the change; undefined if the server has no versions. */
  version: number | undefined;
}

/** The newer of the changed and the listed version of a request; null if it no longer matches the filter. */
function listedCard(request: TaskCard | null, listed: BoardCard | undefined, filter: BoardFilter): BoardCard | null {
  if (!request) return null;
  if (listed && isOutdated(request, listed)) return listed;
  return matchesFilter(request, filter) ? applyLaterPush(request, listed) : null;
}

/** Applies a changed request to the list: inserts it in order or removes it if it no longer matches; ignores outdated changes. */
export function withListChange(
  list: readonly BoardCard[],
  { id, task: request, orders, version }: RequestChange,
  filter: BoardFilter,
): BoardCard[] {
  const updatedCard = listedCard(
    request,
    list.find((one) => one.id === id),
    filter,
  );
  const newOrders = new Map(orders.map((placed) => [placed.id, placed.order]));
  const otherCards = list
    .filter((one) => one.id !== id)
    .map((one) => {
      const order = newOrders.get(one.id);
      return order === undefined ? one : withPushedOrder(one, order, version);
    });
  return (updatedCard ? [...otherCards, updatedCard] : otherCards).sort(inListOrder);
}
