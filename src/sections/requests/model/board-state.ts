import { currentTime } from '#resources/clock.ts';
import type { TaskCard, TaskChanges, TaskFrame, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { type BoardFilter, isOfSomebody, type Span, stagesOf } from './board-calls.ts';
import { type Columns, type Placed, taskOf, withLaterPush, withoutTask, withTask } from './columns.ts';
import { overdueFrom } from './deadline.ts';

/** A request of the board, with what the board knows of its place. */
export type BoardCard = TaskCard & Placed;

/** The board as the server has it, as far as it is loaded. */
export interface Board {
  readonly columns: Columns<BoardCard>;
  /** What to ask for changes since; null where the server does not tell. */
  readonly version: number | null;
  /** When the next request comes to a board of overdue ones, ms since 1970; null where none will. */
  readonly overdueAt?: number | null;
}

/** Whether a moment is in a span; one that is not known is in none. */
const isWithin = (at: string | null | undefined, { from, to }: Span): boolean => {
  const seconds = at ? Date.parse(at) / 1000 : Number.NaN;
  return seconds >= from && (to === null || seconds < to);
};

/** Whether a request is of the times that a filter is about. */
function isInTime(task: TaskCard, filter: BoardFilter): boolean {
  const { since, overdue, stage, came, done } = filter;
  if (came) return isWithin(task.creation_date, came);
  if (done) return isWithin(task.done_at, done);
  const isOfAllTimes = overdue === true || stage !== undefined || isOfSomebody(filter);
  return isOfAllTimes || Date.parse(task.creation_date) >= since * 1000;
}

/** Who asked for a request: the resident whom staff wrote it down for, else who wrote it down. */
export const askerOf = ({ caller, creator }: TaskCard) => caller ?? creator;

/** Whether a request belongs on a board (TASK-06, TASK-08). */
export function fits(task: TaskCard, filter: BoardFilter): boolean {
  const { buildings, services, performer, overdue, unit, person } = filter;
  if (!stagesOf(filter).includes(task.stage) || !isInTime(task, filter)) return false;
  const late = overdueFrom(task);
  if (overdue && (late === null || late > currentTime())) return false;
  if (performer !== undefined && (task.performer?.user ?? 'none') !== performer) return false;
  if (services.length > 0 && !services.includes(task.service.id)) return false;
  if (person !== undefined) return askerOf(task).user === person;
  if (unit !== undefined) return askerOf(task).unit_id === unit;
  // Of one whose building the server does not say it has said that it is in one of these.
  return task.target.building === 0 || buildings.includes(task.target.building);
}

/** The board of overdue requests with the hour at which one of these will belong on it. */
function withHours(board: Board, tasks: readonly TaskCard[], filter: BoardFilter): Board {
  if (!filter.overdue) return board;
  const hours = tasks.flatMap((task) => overdueFrom(task) ?? []).filter((at) => at > currentTime());
  const overdueAt = Math.min(board.overdueAt ?? Number.POSITIVE_INFINITY, ...hours);
  return Number.isFinite(overdueAt) ? { ...board, overdueAt } : board;
}

/** Whether what came is older than what is known of the same request. */
export function isOld(task: TaskCard, known: BoardCard | undefined): boolean {
  return known?.version !== undefined && task.version !== undefined && task.version < known.version;
}

/** The board with a request as the server has it now: at its place, or gone where it no longer fits. */
function withCard(columns: Columns<BoardCard>, task: TaskCard, filter: BoardFilter, own = false) {
  const known = taskOf(columns, task.id);
  if (isOld(task, known)) return columns;
  return fits(task, filter) ? withTask(columns, withLaterPush(task, known), own) : withoutTask(columns, task.id);
}

/**
 * A card that made room for another one, as far as that is not older than what is known of it. Only its order is known by this:
 * what else became of it before, its column too, may still be on its way.
 * @param version of what moved it; undefined where the server does not tell
 */
export function pushedTo(task: BoardCard, order: number, version: number | undefined): BoardCard {
  if (version === undefined) return task.order === order ? task : { ...task, order };
  if (version < Math.max(task.version ?? 0, task.pushedBy ?? 0)) return task;
  return task.order === order && task.pushedBy === version ? task : { ...task, order, pushedBy: version };
}

/** The board with cards that made room for another one; what is old changes nothing. */
function withOrders(
  columns: Columns<BoardCard>,
  orders: TaskSaved['orders'],
  version: number | undefined,
): Columns<BoardCard> {
  return orders.reduce((board, { id, order }) => {
    const task = taskOf(board, id);
    const pushed = task && pushedTo(task, order, version);
    return pushed && pushed !== task ? withTask(board, pushed, true) : board;
  }, columns);
}

/** The board with what a change of the person's own answered. */
export function withSaved(board: Board, { params, orders }: TaskSaved, filter: BoardFilter): Board {
  const columns = withCard(withOrders(board.columns, orders, params.version), params, filter, true);
  return withHours({ ...board, columns }, [params], filter);
}

/** The board with what a colleague, or another window, did. */
export function withFrame(board: Board, { id, task, orders, version }: TaskFrame, filter: BoardFilter): Board {
  const columns = withOrders(board.columns, orders, version);
  const moved = { ...board, columns: task ? withCard(columns, task, filter) : withoutTask(columns, id) };
  return withHours(moved, task ? [task] : [], filter);
}

/** The board with what it missed. */
export function withChanges(board: Board, { version, tasks, gone }: TaskChanges, filter: BoardFilter): Board {
  const cleared = gone.reduce(withoutTask, board.columns);
  const columns = tasks.reduce((known, task) => withCard(known, task, filter), cleared);
  return withHours({ ...board, columns, version }, tasks, filter);
}
