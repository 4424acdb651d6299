import type { TaskCard, TaskPatch } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { MOVE_ASKS, TASK_MOVES, type TaskMove } from '#resources/rules/requests/moves.ts';
import { orderBetween } from '#resources/rules/requests/order.ts';
import type { Columns } from './columns.ts';
import type { CardChange } from './pending-moves.ts';

/** A move that was thought through: what is shown of it, what is sent, and what it has to ask before. */
export interface Plan {
  move: Exclude<TaskMove, 'forbidden'>;
  /** What it asks for: a performer, a reason, or nothing (B§4). */
  asks: 'performer' | 'reason' | null;
  change: CardChange;
  patch: TaskPatch;
}

/** Where a card is put: an index among the others of the column, or the first place. */
export type Where = number | 'first';

type Neighbours = Required<Pick<TaskPatch, 'order' | 'after'>> & Pick<TaskPatch, 'before'> & { order: number };

/** The place between two others, as an order and as their ids (TASK-36, TASK-37). */
function placeIn(columns: Columns<TaskCard>, task: TaskCard, to: TaskStage, where: Where): Neighbours {
  const { tasks, complete } = columns[to];
  const others = tasks.filter(({ id }) => id !== task.id);
  const index = where === 'first' ? 0 : where;
  const [above, below] = [others[index - 1] ?? null, others[index] ?? null];
  const order = orderBetween(above?.order ?? null, below?.order ?? null);
  // Behind the last one that is loaded there may be others: then only who stands above is known.
  const before = below ? { before: below.id } : complete ? { before: null } : {};
  return { order, after: above?.id ?? null, ...before };
}

/** What each move says besides the place (TASK-25, TASK-28…30). Performer and reason are asked for. */
const SAYS = {
  reorder: { change: {}, patch: {} },
  assign: { change: { stage: 'in_progress' }, patch: { stage: 'in_progress' } },
  cancel: {
    change: { stage: 'done', resolution: 'canceled' },
    patch: { stage: 'done', resolution: 'canceled' },
  },
  release: { change: { stage: 'created', performer: null }, patch: { stage: 'created', performer: null } },
  finish: {
    change: { stage: 'done', resolution: 'resolved' },
    patch: { stage: 'done', resolution: 'resolved' },
  },
} as const satisfies Record<Plan['move'], { change: CardChange; patch: TaskPatch }>;

/**
 * Thinks a move through.
 * @param columns the board as it is shown
 * @param where index among the other cards of the column; what is taken to work always goes first (TASK-25)
 * @returns null for what is forbidden or changes nothing (TASK-35)
 */
export function planOf(columns: Columns<TaskCard>, task: TaskCard, to: TaskStage, where: Where): Plan | null {
  const move = TASK_MOVES[task.stage][to];
  if (move === 'forbidden') return null;
  const { tasks } = columns[to];
  if (move === 'reorder' && tasks.findIndex(({ id }) => id === task.id) === (where === 'first' ? 0 : where))
    return null;
  return planned(columns, task, move, to, move === 'assign' ? 'first' : where);
}

/** A cancellation out of any column but the last; goes first among the finished ones (TASK-33). */
export function cancellation(columns: Columns<TaskCard>, task: TaskCard): Plan | null {
  return task.stage === 'done' ? null : planned(columns, task, 'cancel', 'done', 'first');
}

function planned(columns: Columns<TaskCard>, task: TaskCard, move: Plan['move'], to: TaskStage, where: Where): Plan {
  const { order, ...neighbours } = placeIn(columns, task, to, where);
  const { change, patch } = SAYS[move];
  return {
    move,
    asks: MOVE_ASKS[move],
    change: { ...change, order },
    patch: { ...patch, order, ...neighbours, from_stage: task.stage },
  };
}
