import type { ImportShapes, Reading } from '#console/engine/import/worker-messages.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { ImportLine, ImportTable } from '#resources/rules/import/table.ts';
import type { RowSpan } from './spans.ts';

/** Fields of a row that a person may mend. */
export type Cells = Pick<ImportRow, 'label' | 'last_name' | 'first_name' | 'phone_number'>;

/** A file that was read. */
export interface OpenedFile {
  rows: number;
  /** Rows that Excel hides: among them where they were asked for. */
  hidden: number;
  reading: ImportTable['reading'];
  /** The first lines, to see whether letters are letters. */
  preview: ImportLine[];
}

/** What passes between the page of residents and its worker. */
export interface ResidentShapes extends ImportShapes {
  row: ImportRow;
  cells: Cells;
  open: object;
  file: OpenedFile;
  /** The server checks the whole file for a building. */
  check: Pick<Reading, 'encoding'> & {
    building: number;
    fileName: string;
    /** Rows that were sent before and are left out, by their numbers in the file. */
    sent: readonly RowSpan[];
  };
}
