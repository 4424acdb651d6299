import { BoardStore, type MovePlan, useBoardState, type Where } from '#console/engine/board/board-store.ts';
import type { Columns } from '#console/engine/board/columns.ts';
import type { TaskCard, TaskFrame, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import { orderBetween } from '#resources/rules/board/order.ts';
import { TASK_UNDO, type TaskStage } from '#resources/rules/requests/constants.ts';
import { MOVE_ASKS, TASK_MOVES, type TaskMove } from '#resources/rules/requests/moves.ts';

// Places on the board of requests; boards of added sections: src/engine/board/use-place.ts.

/** The requests of a board, column by column. */
export type RequestColumns = Columns<TaskCard, TaskStage>;

/** A planned change of a request: the shown state, the payload, and the dialog that comes before. */
export interface Plan extends MovePlan<TaskCard> {
  move: Exclude<TaskMove, 'forbidden'> | 'deadline';
  /** Null when nothing is asked (TASK-22, TASK-26). */
  asks: 'performer' | 'reason' | null;
  change: Partial<
    Pick<TaskCard, 'stage' | 'order' | 'performer' | 'resolution' | 'resolution_description' | 'deadline'>
  >;
  patch: TaskPatch;
}

type Neighbours = Required<Pick<TaskPatch, 'order' | 'after'>> & Pick<TaskPatch, 'before'> & { order: number };

/** The place between two others, as an order and as their ids (TASK-36, TASK-37). */
function placeIn(columns: RequestColumns, request: TaskCard, to: TaskStage, where: Where): Neighbours {
  const { cards, complete } = columns[to];
  const others = cards.filter(({ id }) => id !== request.id);
  const index = where === 'first' ? 0 : where;
  const [above, below] = [others[index - 1] ?? null, others[index] ?? null];
  const order = orderBetween(above?.order ?? null, below?.order ?? null);
  // Further requests may follow the last loaded one, so only the one above is certain.
  const before = below ? { before: below.id } : complete ? { before: null } : {};
  return { order, after: above?.id ?? null, ...before };
}

/** Changes by each move besides the place (TASK-25, TASK-28…30). Performer and reason are asked for. */
const CHANGES = {
  reorder: {},
  assign: { stage: 'in_progress' },
  cancel: { stage: 'done', resolution: 'canceled' },
  release: { stage: 'created', performer: null },
  finish: { stage: 'done', resolution: 'resolved' },
} as const satisfies Record<Exclude<TaskMove, 'forbidden'>, Plan['change'] & TaskPatch>;

/**
 * Plans a move.
 * @param columns the board as it is shown
 * @param where index among the other cards of the column; a request that is taken to work always goes first (TASK-25)
 * @returns null if the move is forbidden or changes nothing (TASK-35)
 */
export function planMove(columns: RequestColumns, request: TaskCard, to: TaskStage, where: Where): Plan | null {
  const move = TASK_MOVES[request.stage][to];
  if (move === 'forbidden') return null;
  const { cards } = columns[to];
  if (move === 'reorder' && cards.findIndex(({ id }) => id === request.id) === (where === 'first' ? 0 : where))
    return null;
  return planTo(columns, request, move, to, move === 'assign' ? 'first' : where);
}

/** A cancellation out of any column but the last; goes first among the finished ones (TASK-33). */
export function planCancellation(columns: RequestColumns, request: TaskCard): Plan | null {
  return request.stage === 'done' ? null : planTo(columns, request, 'cancel', 'done', 'first');
}

function planTo(
  columns: RequestColumns,
  request: TaskCard,
  move: Exclude<TaskMove, 'forbidden'>,
  to: TaskStage,
  where: Where,
): Plan {
  const { order, ...neighbours } = placeIn(columns, request, to, where);
  return {
    move,
    asks: MOVE_ASKS[move],
    change: { ...CHANGES[move], order },
    patch: { ...CHANGES[move], order, ...neighbours, from_stage: request.stage },
  };
}

/** The board of requests, for as long as the console is open. */
export const requestBoard = new BoardStore<TaskCard, TaskStage, Plan, TaskFrame>({
  cardState: ({ stage }) => stage,
  moves: ({ stage }) => TASK_MOVES[stage],
  plan: planMove,
  undoTime: TASK_UNDO,
});

/** Something of the state of the board of requests; draws anew only when it changes. */
export const useRequestBoard = <Value>(pick: (state: ReturnType<typeof requestBoard.getState>) => Value): Value =>
  useBoardState(requestBoard, pick);
