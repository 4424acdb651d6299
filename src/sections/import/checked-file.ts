import type { CheckedList } from '#console/engine/import/checked-list.ts';
import type { WorkerClient } from '#console/engine/import/worker-client.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { OpenedFile, ResidentShapes } from './resident-shapes.ts';

/** The checked rows in memory of the page. */
export type ResidentList = CheckedList<ImportRow>;

/** Client of the import worker. */
export type ResidentWorker = WorkerClient<ResidentShapes>;

/** A file checked by the server for a building. */
export interface CheckedFile {
  name: string;
  building: number;
  opened: OpenedFile;
  /** Whether rows hidden in Excel are included. */
  withHidden: boolean;
  list: ResidentList;
}

/** Number of the first row with the same phone; null if that is this row. */
export function firstRowWithPhone({ rows }: ResidentList, row: ImportRow): number | null {
  const first = rows.find(({ phone_number }) => phone_number === row.phone_number);
  return first && first.row !== row.row ? first.row : null;
}
