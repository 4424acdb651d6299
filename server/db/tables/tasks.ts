import type { Id, MomentNow } from './column-types.ts';

export type TaskStage = 'created' | 'in_progress' | 'done';
export type TaskResolution = 'resolved' | 'canceled';

/**
 * Requests (B§3). `board_order` is the wire's order: unique within a stage, checked at the end of a statement, so that a
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
  performer_id: number | null;
  created_at: MomentNow;
  updated_at: MomentNow;
}

/**
 * Places of a request: entrances (target porches) or floors with their entrance (target floors). A request for a whole
 * building has no rows here and is seen by who holds any of its entrances.
 */
export interface TaskPlacesTable {
  id: Id;
  task_id: number;
  porch_id: number;
  floor_id: number | null;
}

/** Files given with a request, in their order. */
export interface TaskFilesTable {
  task_id: number;
  file_id: number;
  place: number;
}

/** History of a request (B§3): a message, a change of performer, a change of a field. */
export interface TaskHistoryTable {
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
export interface TaskHistoryFilesTable {
  history_id: number;
  file_id: number;
  place: number;
}

/** Tables of requests. */
export interface TaskTables {
  tasks: TasksTable;
  task_places: TaskPlacesTable;
  task_files: TaskFilesTable;
  task_history: TaskHistoryTable;
  task_history_files: TaskHistoryFilesTable;
}
