import { TASK_TEXT, type TaskResolution, type TaskStage } from './constants.ts';

/**
 * The moves of a request as one table (TASK-22…35), used by the console before a card is dropped and by the server before a
 * change is stored. Undo is not in this table: the server restores the previous state (`POST …/{id}/undo/`).
 */

/**
 * - `reorder`: another position in the same column;
 * - `assign`: work starts, asks for a performer (TASK-22);
 * - `cancel`: ends unresolved, asks for a reason (TASK-26);
 * - `release`: goes back to the first column, its performer is removed (TASK-29);
 * - `finish`: ends resolved (TASK-30); by the button in the details also canceled (TASK-33);
 * - `forbidden`: done requests cannot be moved (TASK-35).
 */
export type TaskMove = 'reorder' | 'assign' | 'cancel' | 'release' | 'finish' | 'forbidden';

/** The move from a column (first key) to a column (second key). */
export const TASK_MOVES = {
  created: { created: 'reorder', in_progress: 'assign', done: 'cancel' },
  in_progress: { created: 'release', in_progress: 'reorder', done: 'finish' },
  done: { created: 'forbidden', in_progress: 'forbidden', done: 'reorder' },
} as const satisfies Record<TaskStage, Record<TaskStage, TaskMove>>;

/** The dialog that a move opens before it is sent: 'Выберите исполнителя заявки' or 'Укажите причину отмены'. */
export const MOVE_ASKS = {
  reorder: null,
  assign: 'performer',
  cancel: 'reason',
  release: null,
  finish: null,
  forbidden: null,
} as const satisfies Record<TaskMove, 'performer' | 'reason' | null>;

/** Possible resolutions of a request by its column. */
export const RESOLUTIONS_FROM = {
  created: ['canceled'],
  in_progress: ['resolved', 'canceled'],
  done: [],
} as const satisfies Record<TaskStage, readonly TaskResolution[]>;

/** The part of a request that moves change; `performer` is a user id. */
export interface TaskState {
  stage: TaskStage;
  performer: number | null;
  resolution: TaskResolution | null;
  resolution_description: string | null;
}

/** Changes in a PATCH; missing keys stay unchanged. */
export type TaskChange = { [Key in keyof TaskState]?: TaskState[Key] | undefined };

/** The new state if the change is possible; otherwise i18n keys of the mistakes, by wire name. */
export type TaskOutcome =
  | { move: Exclude<TaskMove, 'forbidden'>; state: TaskState; mistakes: null }
  | { move: TaskMove; state: null; mistakes: Readonly<Record<string, readonly string[]>> };

/**
 * Computes the effect of a change of a request. Rights and possible performers are checked elsewhere.
 *
 * ```ts
 * getTaskOutcome({ stage: 'in_progress', performer: 4, resolution: null, resolution_description: null }, { stage: 'done' })
 * // { move: 'finish', state: { stage: 'done', performer: 4, resolution: 'resolved', … }, mistakes: null }
 * ```
 */
export function getTaskOutcome(state: TaskState, wish: TaskChange): TaskOutcome {
  const move = TASK_MOVES[state.stage][wish.stage ?? state.stage];
  const result = OUTCOMES[move](state, wish);
  if ('mistakes' in result) return { move, state: null, mistakes: result.mistakes };
  if (move === 'forbidden') throw new Error('A forbidden move has an outcome');
  return { move, state: result, mistakes: null };
}

type Result = TaskState | { mistakes: Readonly<Record<string, readonly string[]>> };

const mistake = (field: keyof TaskState, text: string): Result => ({ mistakes: { [field]: [text] } });

const OUTCOMES: Readonly<Record<TaskMove, (state: TaskState, wish: TaskChange) => Result>> = {
  reorder: (state, wish) => {
    if (state.stage === 'done') return requireUnchanged(state, wish);
    if (wish.resolution) return mistake('resolution', 'taskRules.resolutionAtEnd');
    if (wish.performer === undefined) return state;
    if (state.stage === 'created') {
      return wish.performer === null ? state : mistake('performer', 'taskRules.performerByStage');
    }
    if (wish.performer === null) return mistake('performer', 'taskRules.performer');
    return { ...state, performer: wish.performer };
  },
  assign: (state, wish) => {
    if (wish.resolution) return mistake('resolution', 'taskRules.resolutionAtEnd');
    if (!wish.performer) return mistake('performer', 'taskRules.performer');
    return { ...state, stage: 'in_progress', performer: wish.performer };
  },
  cancel: (state, wish) => end(state, wish, 'canceled'),
  release: (state, wish) => {
    if (wish.resolution) return mistake('resolution', 'taskRules.resolutionAtEnd');
    if (wish.performer) return mistake('performer', 'taskRules.performerByStage');
    return { ...state, stage: 'created', performer: null };
  },
  finish: (state, wish) => end(state, wish, 'resolved'),
  forbidden: () => mistake('stage', 'taskRules.fromDone'),
};

/** A done request cannot change, but sending its current values is accepted. */
function requireUnchanged(state: TaskState, wish: TaskChange): Result {
  for (const field of ['performer', 'resolution', 'resolution_description'] as const) {
    if (wish[field] !== undefined && wish[field] !== state[field]) return mistake(field, 'taskRules.fromDone');
  }
  return state;
}

function end(state: TaskState, wish: TaskChange, preset: TaskResolution): Result {
  const resolution = wish.resolution ?? preset;
  const allowedResolutions: readonly TaskResolution[] = RESOLUTIONS_FROM[state.stage];
  if (!allowedResolutions.includes(resolution)) return mistake('resolution', 'taskRules.onlyCancel');
  if (wish.performer && wish.performer !== state.performer) return mistake('performer', 'taskRules.performerByStage');
  const reason = wish.resolution_description?.trim() || null;
  if (resolution === 'canceled' && !reason) return mistake('resolution_description', 'validation.required');
  if (reason && [...reason].length > TASK_TEXT.reason.max)
    return mistake('resolution_description', 'validation.tooLong');
  return { ...state, stage: 'done', resolution, resolution_description: reason };
}
