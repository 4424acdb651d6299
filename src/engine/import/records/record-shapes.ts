import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportCells, ImportedRows } from '#resources/rules/import/fields.ts';
import type { ImportShapes } from '../worker-messages.ts';
import type { ImportRow, RecordTable, UpdateKey } from './rows.ts';

/** The page's information about a file that was read. */
export interface OpenedRecords extends Pick<ImportedRows, 'fields' | 'strangers' | 'computed' | 'doubtful'> {
  /** Number of rows hidden in Excel, which were skipped. */
  hidden: number;
  /** Encoding of a text file; null for a workbook. */
  encoding: RecordTable['encoding'];
}

/**
 * Rows that the server checks: all of the file, those hidden in Excel, those not imported yet, or those changed since their
 * check.
 */
export type CheckedPart = 'file' | 'hidden' | 'unkept' | 'outdated';

/** Message types between the page that imports records of an added section and its worker. */
export interface RecordShapes extends ImportShapes {
  row: ImportRow;
  cells: ImportCells['cells'];
  open: { resource: Resource };
  file: OpenedRecords;
  check: {
    resource: Resource;
    updateKey: UpdateKey | null;
    part: CheckedPart;
    /** Idempotency key of the file: a repeated submission stores nothing twice. */
    key: string;
  };
}
