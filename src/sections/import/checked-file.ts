import type { CheckedList } from '#console/engine/import/checked-list.ts';
import type { WorkerClient } from '#console/engine/import/worker-client.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { OpenedFile, ResidentShapes } from './resident-shapes.ts';

/** The list as the page draws it. */
export type ResidentList = CheckedList<ImportRow>;

/** The worker of the page. */
export type ResidentWorker = WorkerClient<ResidentShapes>;

/** A file that the server has checked for a building. */
export interface CheckedFile {
  name: string;
  building: number;
  opened: OpenedFile;
  /** Whether the rows that Excel hides are among them. */
  withHidden: boolean;
  list: ResidentList;
}

/** Number of the first row with the same phone; null if it is this row. */
export function firstWithPhone({ rows }: ResidentList, row: ImportRow): number | null {
  const first = rows.find(({ phone_number }) => phone_number === row.phone_number);
  return first && first.row !== row.row ? first.row : null;
}
