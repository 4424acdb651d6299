import type { Generated } from 'kysely';
import type { TaskResolution, TaskStage } from '#resources/rules/requests/constants.ts';
import type { Computed, Id, Moment, MomentNow, MomentOrNull } from './column-types.ts';

/**
 * Requests (requests.md). `board_order` is the wire's order: unique within a stage, checked at the end of a statement, so that a
 * column can be renumbered by one UPDATE. A done request has a resolution, another one has none.
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
  /** The resident whose complaint or message it was made of. */
  caller_id: Generated<number | null>;
  performer_id: number | null;
  deadline: MomentOrNull;
  /** Number of the last write that touched the row, order included; grows over the whole board. */
  version: Generated<number>;
  /** The `version` at which its place or service was last changed; null while neither was. */
  reach_version: Generated<number | null>;
  /** Folded description for `like`; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  /** When it ended; kept by the database (`0054-shift.ts`), null while it has not. */
  done_at: MomentOrNull;
}

/** The state of a request before its last move, for its author to undo it. */
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
 * Places of a request: entrances (target porches) or floors with their entrance (target floors). A request for a whole
 * building has no rows here and is seen by holders of any of its entrances.
 */
interface TaskPlacesTable {
  id: Id;
  task_id: number;
  porch_id: number;
  floor_id: number | null;
}

/** Files given with a request, in their order. */
interface TaskFilesTable {
  task_id: number;
  file_id: number;
  place: number;
}

/** History of a request (requests.md): a message, a change of performer, a change of a field. */
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
