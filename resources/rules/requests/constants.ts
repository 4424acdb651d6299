import { TEXT } from '#resources/limits.ts';

/**
 * Constants of requests that are not in the specification's limits (those are in `limits.ts`: page sizes, order step, lengths).
 */

/** Paths of requests and of possible performers (requests.md). */
export const TASKS_PATH = '/api/crm/tasks/';
/** Bulk changes of requests; ours. */
export const BULK_TASKS_PATH = `${TASKS_PATH}bulk/`;
export const PERFORMERS_PATH = '/api/crm/performers/';

/** Columns of the board from left to right (TASK-01). */
export const TASK_STAGES = ['created', 'in_progress', 'done'] as const;
export type TaskStage = (typeof TASK_STAGES)[number];

/** How a request ends (TASK-18). */
export const TASK_RESOLUTIONS = ['resolved', 'canceled'] as const;
export type TaskResolution = (typeof TASK_RESOLUTIONS)[number];

/** Types of a request's target: a whole building, entrances, or floors (TASK-63). */
export const TASK_TARGETS = ['building', 'porches', 'floors'] as const;

/** Kinds of a history entry (TASK-20). */
export const TASK_HISTORY = ['dialog', 'performer_change', 'field_change'] as const;

/** Names of fields in a `field_change`; `new_value` is the wire value (a deadline in ISO), null if it was removed. */
const TASK_FIELDS = ['stage', 'resolution', 'description', 'deadline', 'service', 'place'] as const;
export type TaskField = (typeof TASK_FIELDS)[number];

/**
 * How long a board of requests remembers the last move, so that its author can undo it with the keyboard, ms; ours. The toast offers
 * it for `MS.undo` only; the server accepts it 2 seconds longer than this.
 */
export const TASK_UNDO = 60_000;

/** Lengths of texts, characters; ours. */
export const TASK_TEXT = {
  /** Reason of a cancellation (`resolution_description`). */
  reason: { min: 1, max: 400 },
  /** A comment; may be empty if it has files. */
  comment: { max: 2_000 },
  /** Length of the search text in the "as list" view. */
  search: TEXT.search,
} as const;

/** Maximum number of changed cards sent to a reconnecting board; with more changes it reloads. */
export const TASK_CHANGES_MAX = 500;
