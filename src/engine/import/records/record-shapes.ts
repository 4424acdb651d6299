import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportCells, ImportedRows } from '#resources/rules/import/fields.ts';
import type { ImportShapes } from '../worker-messages.ts';
import type { ImportRow, RecordTable, UpdateKey } from './rows.ts';

/** A file that was read, as the page knows it. */
export interface OpenedRecords extends Pick<ImportedRows, 'fields' | 'strangers' | 'computed' | 'doubtful'> {
  /** Rows that Excel hides, which were left out. */
  hidden: number;
  /** How a text was read; null for a workbook. */
  encoding: RecordTable['encoding'];
}

/** Which rows the server looks at: all that were read, those that Excel hides, those that are not kept yet, those that have changed since. */
export type CheckedPart = 'file' | 'hidden' | 'unkept' | 'outdated';

/** What passes between the page that imports records of an added section and its worker. */
export interface RecordShapes extends ImportShapes {
  row: ImportRow;
  cells: ImportCells['cells'];
  open: { resource: Resource };
  file: OpenedRecords;
  check: {
    resource: Resource;
    updateKey: UpdateKey | null;
    part: CheckedPart;
    /** Of all that is sent about the file: said again under it, nothing is kept twice. */
    key: string;
  };
}
