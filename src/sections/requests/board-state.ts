import type { TaskCard, TaskChanges, TaskFrame, TaskSaved } from '#resources/protocol/tasks.ts';
import type { BoardFilter } from './board-calls.ts';
import { type Columns, type Placed, taskOf, withLaterPush, withoutTask, withTask } from './columns.ts';

/** A request of the board, with what the board knows of its place. */
export type BoardCard = TaskCard & Placed;

/** The board as the server has it, as far as it is loaded. */
export interface Board {
  readonly columns: Columns<BoardCard>;
  /** What to ask for changes since; null where the server does not tell. */
  readonly version: number | null;
}

/** Whether a request belongs on a board (TASK-06, TASK-08). */
export function fits(task: TaskCard, { buildings, since, services }: BoardFilter): boolean {
  if (Date.parse(task.creation_date) < since * 1000) return false;
  if (services.length > 0 && !services.includes(task.service.id)) return false;
  // Of one whose building the server does not say it has said that it is in one of these.
  return task.target.building === 0 || buildings.includes(task.target.building);
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
  return { ...board, columns: withCard(withOrders(board.columns, orders, params.version), params, filter, true) };
}

/** The board with what a colleague, or another window, did. */
export function withFrame(board: Board, { id, task, orders, version }: TaskFrame, filter: BoardFilter): Board {
  const columns = withOrders(board.columns, orders, version);
  return { ...board, columns: task ? withCard(columns, task, filter) : withoutTask(columns, id) };
}

/** The board with what it missed. */
export function withChanges(board: Board, { version, tasks, gone }: TaskChanges, filter: BoardFilter): Board {
  const cleared = gone.reduce(withoutTask, board.columns);
  const columns = tasks.reduce((known, task) => withCard(known, task, filter), cleared);
  return { columns, version };
}
