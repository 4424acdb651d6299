import type { ImportShapes, Reading } from '#console/engine/import/worker-messages.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { ImportLine, ImportTable } from '#resources/rules/import/table.ts';
import type { RowSpan } from './spans.ts';

/** Fields of a row that can be corrected. */
export type Cells = Pick<ImportRow, 'label' | 'last_name' | 'first_name' | 'phone_number'>;

/** A file read by the worker. */
export interface OpenedFile {
  rows: number;
  /** Number of rows hidden in Excel; included in `rows` only on request. */
  hidden: number;
  reading: ImportTable['reading'];
  /** The first rows, to check the encoding. */
  preview: ImportLine[];
}

/** Types of the messages between the import page and its worker. */
export interface ResidentShapes extends ImportShapes {
  row: ImportRow;
  cells: Cells;
  open: object;
  file: OpenedFile;
  /** Request to check the whole file for a building. */
  check: Pick<Reading, 'encoding'> & {
    building: number;
    fileName: string;
    /** Numbers of rows that were sent before and are left out. */
    sent: readonly RowSpan[];
  };
}
