import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { BULK } from '../../limits.ts';
import { importKey } from '../import/import.ts';

/** Maximum number of rows per request. */
export const IMPORT_ROWS_PER_CALL = 200;

/** Maximum number of rows per request that changes records by a key, since it runs in one transaction like other bulk changes. */
export const IMPORT_UPDATES_PER_CALL = BULK.perCall;

/** Maximum length of a cell, characters; a cell can contain all rows of a record (`resources/language/kinds/rows.ts`). */
const CELL_MAX = 65_536;

/** `POST /api/records/{section}/import/`: rows of a file, with cells as text by wire names. */
export const recordImportCall = z.object({
  /** Key of the submission; rows that were stored under the same key before are not stored again. */
  key: importKey,
  /** Only check the rows and store nothing. */
  check: z.boolean(),
  /** Wire names of the key fields by which a row finds the record it changes; left out: every row is a new record. */
  by: z.array(z.string().max(60)).min(1, 'validation.required').max(5, 'validation.tooMany').optional(),
  rows: z
    .array(
      z.object({
        row: z.number().int().min(0).max(ID_MAX),
        cells: z.record(z.string().max(60), z.string().max(CELL_MAX, 'validation.tooLong')),
        /** Version of the record that the check found, null for none; left out: the current record is changed in any case. */
        version: z.string().max(100).nullable().optional(),
      }),
    )
    .min(1, 'validation.required')
    .max(IMPORT_ROWS_PER_CALL, 'validation.tooMany'),
});
export type RecordImportCall = z.output<typeof recordImportCall>;

/** Result of a row. */
const recordImportOutcome = z.object({
  row: z.number().int(),
  /** Id of the record; null if the row was only checked, or refused. */
  id: z.number().int().nullable(),
  /** Messages by wire name, as in a form. */
  errors: z.record(z.string(), z.array(z.string())),
  /** The record that a checked row would change, with its changes by wire name and as displayed; missing for a new record. */
  record: z
    .object({
      id: z.number().int(),
      version: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    })
    .optional(),
  /** The section has changed since the row was checked, so it should be checked again. */
  outdated: z.boolean().optional(),
});
export type RecordImportOutcome = z.output<typeof recordImportOutcome>;

export const recordImportAnswer = z.object({ rows: z.array(recordImportOutcome) });
