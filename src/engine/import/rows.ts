import { request } from '#console/data/http/http.ts';
import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { numberFields } from '#resources/language/numbers.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import {
  IMPORT_ROWS_OF_CALL,
  type RecordImportCall,
  type RecordImportOutcome,
} from '#resources/protocol/definitions/record-import.ts';
import { decodeImportOutcomes } from '#resources/protocol/journal/journal-answers.ts';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import {
  headedIn,
  type ImportCells,
  type ImportedRows,
  type ImportField,
  importFields,
  rowsOfSection,
} from '#resources/rules/import/fields.ts';
import { ImportFileError, tooLarge } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';

/** A row of a file on its way into the section. */
export interface ImportRow extends ImportCells {
  /** What is wrong, by wire name. */
  errors: Readonly<Record<string, readonly string[]>>;
}

/** A file that was read: which fields its columns fill in, and its rows. */
export interface ReadFile extends ImportedRows {
  name: string;
  /** How a text was read; null for a workbook. */
  encoding: Encoding | null;
}

/** Room for headings and what stands above them. */
const HEAD = 10;

/**
 * Reads a file as records of a section.
 * @param encoding as the person wants a text read; told by what is in it when left out
 * @throws ImportFileError when it is no list of them
 */
export async function readFile(resource: Resource, file: File, encoding?: Encoding): Promise<ReadFile> {
  // Read on the page's own thread: what one call takes is enough.
  if (file.size > BYTES.attachment) throw tooLarge(BYTES.attachment);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sheet = await readImportSheet(bytes, IMPORT.rows + HEAD, headedIn(resource), encoding);
  const read = rowsOfSection(resource, sheet);
  if (!read)
    throw new ImportFileError('headings', {
      columns: importFields(resource)
        .map(({ label }) => label)
        .join(', '),
    });
  if (!read.rows.length && !read.hidden.length) throw new ImportFileError('noRows');
  return { ...read, name: file.name, encoding: sheet.encoding };
}

/** Columns of the check: those of the file, and those that it lacks and the section cannot do without. */
export function columnsFor(
  resource: Resource,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): ImportField[] {
  const named = new Set(fields.map(({ wire }) => wire));
  for (const { errors } of rows) for (const wire of Object.keys(errors)) named.add(wire);
  return importFields(resource).filter(({ wire }) => named.has(wire));
}

/** Calls of so many rows each, one after another. */
export function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / IMPORT_ROWS_OF_CALL);
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * IMPORT_ROWS_OF_CALL, (at + 1) * IMPORT_ROWS_OF_CALL),
  );
}

/**
 * Has the server look at rows, or keep them.
 * @param key of the submission: said again, it keeps nothing twice
 */
export async function sendRows(
  resource: Resource,
  rows: readonly ImportCells[],
  { key, check }: Pick<RecordImportCall, 'key' | 'check'>,
  signal?: AbortSignal,
): Promise<RecordImportOutcome[]> {
  const body: RecordImportCall = { key, check, rows: rows.map(({ row, cells }) => ({ row, cells })) };
  const answer = await request(`${resource.api.path}/import/`, { method: 'POST', body, signal });
  return decodeImportOutcomes(answer);
}

/** Cells without a value to keep, also where the server takes their text for one. */
const brokenCells = (cells: ImportCells['cells']): ImportRow['errors'] =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([wire, cell]) => (isBrokenCell(cell) ? [[wire, [text('import.brokenCell')]]] : [])),
  );

/** Rows with what the server says of them. */
export function withOutcomes(rows: readonly ImportCells[], outcomes: readonly RecordImportOutcome[]): ImportRow[] {
  const said = new Map(outcomes.map((outcome) => [outcome.row, outcome.errors]));
  return rows.map(({ row, cells }) => ({ row, cells, errors: { ...brokenCells(cells), ...said.get(row) } }));
}

const sameText = (cell: string) => cell.toLowerCase().replaceAll('ё', 'е').trim();

/** What stands twice in the file itself although the section wants it once: the later row is told which was first. */
export function withRepeats(resource: Resource, rows: readonly ImportRow[]): ImportRow[] {
  const unique = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.unique ? wireName(name, field) : [],
  );
  const first = new Map<string, number>();
  return rows.map((row) => {
    let { errors } = row;
    for (const wire of unique) {
      const cell = sameText(row.cells[wire] ?? '');
      if (cell === '') continue;
      const key = `${wire}\n${cell}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, row.row);
      else if (!errors[wire]) errors = { ...errors, [wire]: [text('engine.import.repeated', { row: before })] };
    }
    return errors === row.errors ? row : { ...row, errors };
  });
}

/**
 * Rows in the order in which they are kept: those that bring numbers along come before those that are given the next ones, so
 * that none of these is a number of a later row.
 */
export function numberedFirst(resource: Resource, rows: readonly ImportRow[]): ImportRow[] {
  const fields = numberFields(resource);
  const lacking = ({ cells }: ImportRow) => fields.filter(({ wire }) => !cells[wire]?.trim()).length;
  return fields.length ? rows.toSorted((one, other) => lacking(one) - lacking(other)) : [...rows];
}

/** Whether a row can be kept. */
export const isSound = ({ errors }: ImportRow): boolean => Object.keys(errors).length === 0;
