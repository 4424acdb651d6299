import type { QueryClient } from '@tanstack/react-query';
import {
  type Columns,
  findCard,
  inOrder,
  type PlacedCard,
  withCard,
  withLaterPush,
  withoutCard,
} from '#console/engine/board/columns.ts';
import { currentTime } from '#resources/clock.ts';
import type { TaskCard, TaskChanges, TaskFrame, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type BoardFilter, filterStages, isOfSomebody, type TimeSpan } from './board-calls.ts';
import { overdueFrom } from './deadline.ts';

/** Keys in the query cache. */
export const COUNTS_KEY = ['tasks', 'count'] as const;
export const detailsKey = (id?: number) => (id === undefined ? ['tasks', 'one'] : ['tasks', 'one', id]);
export const boardKey = (filter: BoardFilter) => ['tasks', 'board', filter] as const;
export const listKey = (filter: BoardFilter) => ['tasks', 'all', filter] as const;

/**
 * Asks for something anew: what is on its way is given up, the very first call too, which the cache by itself would wait for
 * and take as true (TASK-03).
 */
export async function refetchRequests(queryClient: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** A request of the board, with its place. */
export type BoardCard = TaskCard & PlacedCard;

type BoardColumns = Columns<BoardCard, TaskStage>;

/** The board as the server has it, as far as it is loaded. */
export interface Board {
  readonly columns: BoardColumns;
  /** The version to ask for changes since; null where the server does not tell. */
  readonly version: number | null;
  /** When the next request becomes overdue and joins a board of overdue ones, ms since 1970; null if none will. */
  readonly overdueAt?: number | null;
}

/** Whether a moment is in a span; false if the moment is unknown. */
const isWithin = (at: string | null | undefined, { from, to }: TimeSpan): boolean => {
  const seconds = at ? Date.parse(at) / 1000 : Number.NaN;
  return seconds >= from && (to === null || seconds < to);
};

/** Whether a request is of the times that a filter is about. */
function isInTime(request: TaskCard, filter: BoardFilter): boolean {
  const { since, overdue, stage, came, done } = filter;
  if (came) return isWithin(request.creation_date, came);
  if (done) return isWithin(request.done_at, done);
  const isOfAllTimes = overdue === true || stage !== undefined || isOfSomebody(filter);
  return isOfAllTimes || Date.parse(request.creation_date) >= since * 1000;
}

/** The person a request comes from: the resident named by staff, else its author. */
export const requestAsker = ({ caller, creator }: TaskCard) => caller ?? creator;

/** Whether a request belongs on a board (TASK-06, TASK-08). */
export function fits(request: TaskCard, filter: BoardFilter): boolean {
  const { buildings, services, performer, overdue, unit, person } = filter;
  if (!filterStages(filter).includes(request.stage) || !isInTime(request, filter)) return false;
  const overdueAt = overdueFrom(request);
  if (overdue && (overdueAt === null || overdueAt > currentTime())) return false;
  if (performer !== undefined && (request.performer?.user ?? 'none') !== performer) return false;
  if (services.length > 0 && !services.includes(request.service.id)) return false;
  if (person !== undefined) return requestAsker(request).user === person;
  if (unit !== undefined) return requestAsker(request).unit_id === unit;
  // An answer without a building matched one of the checked buildings.
  return request.target.building === 0 || buildings.includes(request.target.building);
}

/** The board of overdue requests with the time at which the next request joins it. */
function withHours(board: Board, requests: readonly TaskCard[], filter: BoardFilter): Board {
  if (!filter.overdue) return board;
  const hours = requests.flatMap((request) => overdueFrom(request) ?? []).filter((at) => at > currentTime());
  const overdueAt = Math.min(board.overdueAt ?? Number.POSITIVE_INFINITY, ...hours);
  return Number.isFinite(overdueAt) ? { ...board, overdueAt } : board;
}

/** Whether an arrived version of a request is older than the loaded one. */
function isOld(request: TaskCard, loadedCard: BoardCard | undefined): boolean {
  return loadedCard?.version !== undefined && request.version !== undefined && request.version < loadedCard.version;
}

/** The board with a request as the server has it now: at its place, or gone where it no longer fits. */
function withRequest(columns: BoardColumns, request: TaskCard, filter: BoardFilter, isOwn = false) {
  const loadedCard = findCard(columns, request.id);
  if (isOld(request, loadedCard)) return columns;
  return fits(request, filter)
    ? withCard(columns, request.stage, withLaterPush(request, loadedCard), isOwn)
    : withoutCard(columns, request.id);
}

/**
 * A card that made room for another one, unless what is loaded of it is newer. This tells only its order: earlier changes of it,
 * of its column too, may still be on their way.
 * @param version of the move; undefined if the server does not tell
 */
function pushedTo(request: BoardCard, order: number, version: number | undefined): BoardCard {
  if (version === undefined) return request.order === order ? request : { ...request, order };
  if (version < Math.max(request.version ?? 0, request.pushedBy ?? 0)) return request;
  return request.order === order && request.pushedBy === version ? request : { ...request, order, pushedBy: version };
}

/** The board with cards shifted for another one; outdated positions change nothing. */
function withOrders(columns: BoardColumns, orders: TaskSaved['orders'], version: number | undefined): BoardColumns {
  return orders.reduce((board, { id, order }) => {
    const request = findCard(board, id);
    const pushed = request && pushedTo(request, order, version);
    return pushed && pushed !== request ? withCard(board, pushed.stage, pushed, true) : board;
  }, columns);
}

/** The board with the answer to the person's own change. */
export function withSaved(board: Board, { params, orders }: TaskSaved, filter: BoardFilter): Board {
  const columns = withRequest(withOrders(board.columns, orders, params.version), params, filter, true);
  return withHours({ ...board, columns }, [params], filter);
}

/** The board with a change by a colleague or another window. */
export function withFrame(board: Board, { id, task: request, orders, version }: TaskFrame, filter: BoardFilter): Board {
  const columns = withOrders(board.columns, orders, version);
  const next = { ...board, columns: request ? withRequest(columns, request, filter) : withoutCard(columns, id) };
  return withHours(next, request ? [request] : [], filter);
}

/** The board with what it missed. */
export function withChanges(board: Board, { version, tasks: requests, gone }: TaskChanges, filter: BoardFilter): Board {
  const cleared = gone.reduce<BoardColumns>(withoutCard, board.columns);
  const columns = requests.reduce((all, request) => withRequest(all, request, filter), cleared);
  return withHours({ ...board, columns, version }, requests, filter);
}

/** Order of two requests of the list: column by column, as they stand in it. */
export function inListOrder(a: TaskCard, b: TaskCard): number {
  return TASK_STAGES.indexOf(a.stage) - TASK_STAGES.indexOf(b.stage) || inOrder(a, b);
}

/** A changed request, and the cards that made room for it. */
interface RequestChange {
  id: number;
  /** Null when it is no longer to be seen. */
  task: TaskCard | null;
  orders: TaskSaved['orders'];
  /** Of the change; undefined where the server does not tell. */
  version: number | undefined;
}

/** A request as it is to be listed after a change; null where it no longer fits. */
function toList(request: TaskCard | null, listed: BoardCard | undefined, filter: BoardFilter): BoardCard | null {
  if (!request) return null;
  if (listed && isOld(request, listed)) return listed;
  return fits(request, filter) ? withLaterPush(request, listed) : null;
}

/** The list after a change of a request: at its place, or gone where it no longer fits; an old change has no effect. */
export function listWith(
  list: readonly BoardCard[],
  { id, task: request, orders, version }: RequestChange,
  filter: BoardFilter,
): BoardCard[] {
  const freshCard = toList(
    request,
    list.find((one) => one.id === id),
    filter,
  );
  const next = new Map(orders.map((placed) => [placed.id, placed.order]));
  const otherCards = list
    .filter((one) => one.id !== id)
    .map((one) => {
      const order = next.get(one.id);
      return order === undefined ? one : pushedTo(one, order, version);
    });
  return (freshCard ? [...otherCards, freshCard] : otherCards).sort(inListOrder);
}
