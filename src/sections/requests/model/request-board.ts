import { BoardStore, type MovePlan, useBoardState, type Where } from '#console/engine/board/board-store.ts';
import type { Columns } from '#console/engine/board/columns.ts';
import type { TaskCard, TaskFrame, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { orderBetween } from '#resources/rules/board/order.ts';
import { TASK_UNDO, type TaskStage } from '#resources/rules/requests/constants.ts';
import { MOVE_ASKS, TASK_MOVES, type TaskMove } from '#resources/rules/requests/moves.ts';

// Positions and moves on the board of requests; for the boards of added sections see src/engine/board/use-place.ts.

/** The requests of the board by column. */
export type RequestColumns = Columns<TaskCard, TaskStage>;

/** A planned change of a request: the optimistic update, the PATCH payload, and the dialog to show first. */
export interface Plan extends MovePlan<TaskCard> {
  move: Exclude<TaskMove, 'forbidden'> | 'deadline';
  /** Value to ask for in a dialog; null if none (TASK-22, TASK-26). */
  asks: 'performer' | 'reason' | null;
  change: Partial<
    Pick<TaskCard, 'stage' | 'order' | 'performer' | 'resolution' | 'resolution_description' | 'deadline'>
  >;
  patch: TaskPatch;
}

type DropPosition = Required<Pick<TaskPatch, 'order' | 'after'>> & Pick<TaskPatch, 'before'> & { order: number };

/** The drop position: an `order` between the neighbours, and the neighbours' ids (TASK-36, TASK-37). */
function dropPosition(columns: RequestColumns, request: TaskCard, to: TaskStage, where: Where): DropPosition {
  const { cards, complete } = columns[to];
  const others = cards.filter(({ id }) => id !== request.id);
  const index = where === 'first' ? 0 : where;
  const [above, below] = [others[index - 1] ?? null, others[index] ?? null];
  const order = orderBetween(above?.order ?? null, below?.order ?? null);
  // Unloaded requests may follow the last loaded one; `before` is then omitted, because only the card above is certain.
  const before = below ? { before: below.id } : complete ? { before: null } : {};
  return { order, after: above?.id ?? null, ...before };
}

/** Fields changed by each move besides the position (TASK-25, TASK-28…30); performer and reason come from dialogs. */
const CHANGES = {
  reorder: {},
  assign: { stage: 'in_progress' },
  cancel: { stage: 'done', resolution: 'canceled' },
  release: { stage: 'created', performer: null },
  finish: { stage: 'done', resolution: 'resolved' },
} as const satisfies Record<Exclude<TaskMove, 'forbidden'>, Plan['change'] & TaskPatch>;

/**
 * Plans a move.
 * @param columns the displayed columns, with the reader's pending changes
 * @param where index among the other cards of the column; ignored for an assignment, which always goes first (TASK-25)
 * @returns null if the move is forbidden or changes nothing (TASK-35)
 */
export function planMove(columns: RequestColumns, request: TaskCard, to: TaskStage, where: Where): Plan | null {
  const move = TASK_MOVES[request.stage][to];
  if (move === 'forbidden') return null;
  const { cards } = columns[to];
  if (move === 'reorder' && cards.findIndex(({ id }) => id === request.id) === (where === 'first' ? 0 : where))
    return null;
  return makePlan(columns, request, move, to, move === 'assign' ? 'first' : where);
}

/** Plans a cancellation, which puts the request first in the last column (TASK-33); null if it is finished already. */
export function planCancellation(columns: RequestColumns, request: TaskCard): Plan | null {
  return request.stage === 'done' ? null : makePlan(columns, request, 'cancel', 'done', 'first');
}

function makePlan(
  columns: RequestColumns,
  request: TaskCard,
  move: Exclude<TaskMove, 'forbidden'>,
  to: TaskStage,
  where: Where,
): Plan {
  const { order, ...neighbours } = dropPosition(columns, request, to, where);
  return {
    move,
    asks: MOVE_ASKS[move],
    change: { ...CHANGES[move], order },
    patch: { ...CHANGES[move], order, ...neighbours, from_stage: request.stage },
  };
}

/** The store of the request board; one for the lifetime of the page. */
export const requestBoard = new BoardStore<TaskCard, TaskStage, Plan, TaskFrame>({
  cardState: ({ stage }) => stage,
  moves: ({ stage }) => TASK_MOVES[stage],
  plan: planMove,
  undoTime: TASK_UNDO,
});

/** Selects a value from the state of the request board; rerenders only when that value changes. */
export const useRequestBoard = <Value>(pick: (state: ReturnType<typeof requestBoard.getState>) => Value): Value =>
  useBoardState(requestBoard, pick);
