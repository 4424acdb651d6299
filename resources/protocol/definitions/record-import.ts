import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { importKey } from '../import/import.ts';

/** Rows of one call. */
export const IMPORT_ROWS_OF_CALL = 200;

/** Characters of a cell: as many as the rows of a record come to at the most (`kinds/rows.ts`). */
const CELL_MAX = 65_536;

/** `POST /api/records/{section}/import/`: rows of a file, each a text by the wire name of a field. */
export const recordImportCall = z.object({
  /** One submission, also when it is said again: a row of it that is kept already is not kept twice. */
  key: importKey,
  /** Only look at the rows and keep nothing. */
  check: z.boolean(),
  rows: z
    .array(
      z.object({
        row: z.number().int().min(0).max(ID_MAX),
        cells: z.record(z.string().max(60), z.string().max(CELL_MAX, 'validation.tooLong')),
      }),
    )
    .min(1, 'validation.required')
    .max(IMPORT_ROWS_OF_CALL, 'validation.tooMany'),
});
export type RecordImportCall = z.output<typeof recordImportCall>;

/** What became of a row. */
const recordImportOutcome = z.object({
  row: z.number().int(),
  /** The record; null when the row was only looked at, or refused. */
  id: z.number().int().nullable(),
  /** What is wrong, by wire name, as a form would say it. */
  errors: z.record(z.string(), z.array(z.string())),
});
export type RecordImportOutcome = z.output<typeof recordImportOutcome>;

export const recordImportAnswer = z.object({ rows: z.array(recordImportOutcome) });
