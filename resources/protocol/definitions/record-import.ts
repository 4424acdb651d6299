import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { BULK } from '../../limits.ts';
import { importKey } from '../import/import.ts';

/** Rows of one call. */
export const IMPORT_ROWS_OF_CALL = 200;

/** Of one call that changes records by a key: one transaction, as of other changes of many. */
export const IMPORT_UPDATES_OF_CALL = BULK.ofCall;

/** Characters of a cell: as many as the rows of a record come to at the most (`resources/language/kinds/rows.ts`). */
const CELL_MAX = 65_536;

/** `POST /api/records/{section}/import/`: rows of a file, each a text by the wire name of a field. */
export const recordImportCall = z.object({
  /** One submission, also when it is said again: a row of it that is kept already is not kept twice. */
  key: importKey,
  /** Only look at the rows and keep nothing. */
  check: z.boolean(),
  /** Wire names of the fields by which a row finds the record that it changes; left out: every row is a new record. */
  by: z.array(z.string().max(60)).min(1, 'validation.required').max(5, 'validation.tooMany').optional(),
  rows: z
    .array(
      z.object({
        row: z.number().int().min(0).max(ID_MAX),
        cells: z.record(z.string().max(60), z.string().max(CELL_MAX, 'validation.tooLong')),
        /** The version of the record that the check has found, null for none; left out: whatever is there is changed. */
        version: z.string().max(100).nullable().optional(),
      }),
    )
    .min(1, 'validation.required')
    .max(IMPORT_ROWS_OF_CALL, 'validation.tooMany'),
});
export type RecordImportCall = z.output<typeof recordImportCall>;

/** Outcome of a row. */
const recordImportOutcome = z.object({
  row: z.number().int(),
  /** The record; null when the row was only looked at, or refused. */
  id: z.number().int().nullable(),
  /** Errors by wire name, as a form would show them. */
  errors: z.record(z.string(), z.array(z.string())),
  /** The record that a checked row changes, and what of it, by wire name and as it is shown; left out for a new one. */
  record: z
    .object({
      id: z.number().int(),
      version: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    })
    .optional(),
  /** The row was checked against another state of the section: it may be checked anew. */
  outdated: z.boolean().optional(),
});
export type RecordImportOutcome = z.output<typeof recordImportOutcome>;

export const recordImportAnswer = z.object({ rows: z.array(recordImportOutcome) });
