import type { CheckedList } from './checked-list.ts';
import type { OpenedFile } from './worker-messages.ts';

/** A file that the server has checked for a building. */
export interface CheckedFile {
  name: string;
  building: number;
  opened: OpenedFile;
  /** Whether the rows that Excel hides are among them. */
  withHidden: boolean;
  list: CheckedList;
}
