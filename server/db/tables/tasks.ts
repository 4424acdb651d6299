import type { Generated } from 'kysely';
import type { TaskResolution, TaskStage } from '#resources/rules/requests/constants.ts';
import type { Computed, Id, Moment, MomentNow, MomentOrNull } from './column-types.ts';

/**
 * Requests (requests.md). `board_order` is the order on the wire: unique within a stage, checked at the end of a statement, so
 * that one UPDATE can renumber a column. Only done requests have a resolution.
 */
export interface TasksTable {
  id: Id;
  stage: TaskStage;
  resolution: TaskResolution | null;
  resolution_description: string | null;
  board_order: number;
  service_id: number;
  description: string;
  building_id: number;
  target_type: 'building' | 'porches' | 'floors';
  creator_id: number;
  /** The resident whose complaint or message the request was created from. */
  caller_id: Generated<number | null>;
  performer_id: number | null;
  deadline: MomentOrNull;
  /** Number of the last write to the row, including its order; increases across the whole board. */
  version: Generated<number>;
  /** `version` when its place or service last changed; null if never. */
  reach_version: Generated<number | null>;
  /** Folded description for `like`; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  /** When it was finished, maintained by a trigger (`0054-shift.ts`); null while it is open. */
  done_at: MomentOrNull;
}

/** State of a request before its last move, so that the author of the move can undo it. */
interface TaskMovesTable {
  task_id: number;
  user_id: number;
  at: Moment;
  stage: TaskStage;
  board_order: number;
  performer_id: number | null;
  resolution: TaskResolution | null;
  resolution_description: string | null;
}

/**
 * Places of a request: entrances (target porches), or floors with their entrance (target floors). A request about a whole
 * building has no rows here and is visible to people with access to any of its entrances.
 */
interface TaskPlacesTable {
  id: Id;
  task_id: number;
  porch_id: number;
  floor_id: number | null;
}

/** Files attached to a request, in their order. */
interface TaskFilesTable {
  task_id: number;
  file_id: number;
  place: number;
}

/** History of a request (requests.md): messages, changes of the performer, changes of fields. */
interface TaskHistoryTable {
  id: Id;
  task_id: number;
  type: 'dialog' | 'performer_change' | 'field_change';
  at: MomentNow;
  user_id: number;
  message: string | null;
  new_performer_id: number | null;
  field_name: string | null;
  new_value: string | null;
  description: string | null;
}

/** Files of a history entry, in their order. */
interface TaskHistoryFilesTable {
  history_id: number;
  file_id: number;
  place: number;
}

/** Tables of requests. */
export interface TaskTables {
  tasks: TasksTable;
  task_moves: TaskMovesTable;
  task_places: TaskPlacesTable;
  task_files: TaskFilesTable;
  task_history: TaskHistoryTable;
  task_history_files: TaskHistoryFilesTable;
}
