import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { importKeys } from '#resources/language/import-key.ts';
import { numberFields } from '#resources/language/numbers.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import {
  IMPORT_ROWS_PER_CALL,
  IMPORT_UPDATES_PER_CALL,
  type RecordImportCall,
} from '#resources/protocol/definitions/record-import.ts';
import { decodeImportOutcomes } from '#resources/protocol/journal/journal-answers.ts';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import {
  createHeadingCounter,
  type ImportCells,
  type ImportedRows,
  type ImportField,
  importFields,
  readSectionRows,
} from '#resources/rules/import/fields.ts';
import { createTooLargeError, ImportFileError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { callFromWorker } from '../server-call.ts';

/** Result of the server's check or import of a row. */
export type ImportOutcome = ReturnType<typeof decodeImportOutcomes>[number];

/** A row of a file being imported. */
export interface ImportRow extends ImportCells {
  /** Error messages by wire name. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** The record that the row updates, as of the last check; null for a new one. */
  record: ImportOutcome['record'];
  /** The section changed after the row was checked. */
  isOutdated: boolean;
}

/** A key by which rows find the records that they update. */
export interface UpdateKey {
  /** Names of its fields. */
  names: readonly string[];
  wires: readonly string[];
  labels: readonly string[];
}

/** The keys of a section whose columns are all in the file; the definition's own key comes first. */
export function updateKeys(resource: Resource, fields: readonly ImportField[]): UpdateKey[] {
  return importKeys(resource).flatMap((names) => {
    const columns = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
    if (columns.length < names.length) return [];
    return [{ names, wires: columns.map(({ wire }) => wire), labels: columns.map(({ label }) => label) }];
  });
}

/** The update key that is preselected: `import.key` of the definition; null if the file lacks its columns. */
export const defaultUpdateKey = ({ import: imported }: Resource, keys: readonly UpdateKey[]): UpdateKey | null =>
  keys.find(({ names }) => names === imported?.key) ?? null;

/** Effect of importing a row on the section's records. */
export type RowEffect = 'new' | 'changed' | 'unchanged';

export function rowEffect({ record }: ImportRow): RowEffect {
  if (!record) return 'new';
  return record.changes.length ? 'changed' : 'unchanged';
}

/** A file that was read: the fields of its columns, and its rows. */
export interface RecordTable extends ImportedRows {
  /** Encoding of a text file; null for a workbook. */
  encoding: Encoding | null;
}

/** Rows read in addition to the limit, for headings and anything above them. */
const HEADER_ROWS = 10;

/**
 * Reads a file as records of a section.
 * @param encoding encoding chosen by the user; detected when omitted
 * @throws ImportFileError when no column matches a field, there are no rows, or the file is too large
 */
export async function readRecords(resource: Resource, file: Blob, encoding?: Encoding): Promise<RecordTable> {
  if (file.size > BYTES.attachment) throw createTooLargeError(BYTES.attachment);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sheet = await readImportSheet(bytes, IMPORT.rows + HEADER_ROWS, createHeadingCounter(resource), encoding);
  const rowsRead = readSectionRows(resource, sheet);
  if (!rowsRead)
    throw new ImportFileError('headings', {
      columns: importFields(resource)
        .map(({ label }) => label)
        .join(', '),
    });
  if (!rowsRead.rows.length && !rowsRead.hidden.length) throw new ImportFileError('noRows');
  return { ...rowsRead, encoding: sheet.encoding };
}

/** Columns of the preview table: those in the file, and those with an error or a computed change in some row. */
export function previewColumns(
  resource: Resource,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): ImportField[] {
  const wires = new Set(fields.map(({ wire }) => wire));
  for (const { errors, record } of rows) {
    for (const wire of Object.keys(errors)) wires.add(wire);
    for (const { field } of record?.changes ?? []) wires.add(field);
  }
  return importFields(resource).filter(({ wire }) => wires.has(wire));
}

/** Maximum number of rows in one import call; fewer when rows may update records. */
export const maxRowsPerCall = (updateKey: UpdateKey | null): number =>
  updateKey ? IMPORT_UPDATES_PER_CALL : IMPORT_ROWS_PER_CALL;

/** Parameters common to all calls about the rows of a file. */
export interface ImportCallParams {
  /** Idempotency key: a repeated call with it stores nothing twice. */
  key: string;
  updateKey: UpdateKey | null;
  /** Session token for the calls. */
  token: string | null;
}

/** Sends rows to be checked (`check`) or imported. @throws CallFailed */
export async function sendRows(
  resource: Resource,
  rows: readonly (ImportCells & Partial<Pick<ImportRow, 'record'>>)[],
  { key, updateKey, token, check }: ImportCallParams & { check: boolean },
): Promise<ImportOutcome[]> {
  const sentRows = rows.map(({ row, cells, record }) =>
    updateKey && !check ? { row, cells, version: record?.version ?? null } : { row, cells },
  );
  const byField = updateKey ? { by: [...updateKey.wires] } : {};
  const body: RecordImportCall = { key, check, ...byField, rows: sentRows };
  const headers = { 'Content-Type': 'application/json' };
  const requestInit = { method: 'POST', headers, body: JSON.stringify(body) };
  return decodeImportOutcomes(await callFromWorker(`${resource.api.path}/import/`, token, requestInit));
}

/** Errors for unreadable cells (e.g. `#REF!`), which the server would accept as text. */
const brokenCells = (cells: ImportCells['cells']): ImportRow['errors'] =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([wire, cell]) => (isBrokenCell(cell) ? [[wire, [text('import.brokenCell')]]] : [])),
  );

/** Adds the server's results to rows. */
export function withOutcomes(rows: readonly ImportCells[], outcomes: readonly ImportOutcome[]): ImportRow[] {
  const outcomeByRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
  return rows.map(({ row, cells }) => {
    const { errors = {}, record = null, isOutdated = false } = outcomeByRow.get(row) ?? {};
    return { row, cells, errors: { ...brokenCells(cells), ...errors }, record, isOutdated };
  });
}

const normalizeText = (cell: string) => cell.toLowerCase().replaceAll('ё', 'е').trim();

/**
 * Replaces the sent rows by their checked versions, except rows that were edited meanwhile: those get a check of their own.
 * @param sentRows the rows as they were sent
 */
export function withCheckedRows(
  rows: readonly ImportRow[],
  sentRows: readonly ImportCells[],
  checkedRows: readonly ImportRow[],
): ImportRow[] {
  const sentCells = new Map(sentRows.map(({ row, cells }) => [row, cells]));
  const otherRows = rows.filter(({ row, cells }) => sentCells.get(row) !== cells);
  const otherNumbers = new Set(otherRows.map(({ row }) => row));
  const checkedToAdd = checkedRows.filter(({ row }) => !otherNumbers.has(row));
  return [...otherRows, ...checkedToAdd].sort((one, other) => one.row - other.row);
}

/** Keys by which duplicates of a row are found: its record id and its key cells (either or both). */
function rowKeys({ cells, record }: ImportRow, { wires }: UpdateKey): string[] {
  const keyTexts = wires.map((wire) => normalizeText(cells[wire] ?? ''));
  const isKeyed = keyTexts.some((cell) => cell !== '');
  return [...(record ? [`record ${record.id}`] : []), ...(isKeyed ? [JSON.stringify(keyTexts)] : [])];
}

/** Marks all rows with the same key with an error that names another of them, because it is unknown which one is right. */
function withRepeatedKeys(updateKey: UpdateKey, rows: readonly ImportRow[]): ImportRow[] {
  const byKey = new Map<string, ImportRow[]>();
  for (const row of rows) {
    for (const key of rowKeys(row, updateKey)) {
      const sameKeyRows = byKey.get(key);
      if (sameKeyRows) sameKeyRows.push(row);
      else byKey.set(key, [row]);
    }
  }
  const otherRow = (row: ImportRow): ImportRow | undefined => {
    for (const key of rowKeys(row, updateKey)) {
      const [firstWithKey, second] = byKey.get(key) ?? [];
      const other = firstWithKey?.row === row.row ? second : firstWithKey;
      if (other) return other;
    }
    return undefined;
  };
  return rows.map((row) => {
    const other = otherRow(row);
    if (!other || updateKey.wires.some((wire) => row.errors[wire])) return row;
    // Mark every key cell: any may be wrong, and only cells with an error can be edited.
    const messages = [text('engine.import.repeatedKey', { row: other.row })];
    return {
      ...row,
      errors: { ...row.errors, ...Object.fromEntries(updateKey.wires.map((wire) => [wire, messages])) },
    };
  });
}

/** Marks duplicates within the file: repeated update keys on all their rows, repeated unique values on the later rows. */
export function withRepeats(
  resource: Resource,
  fileRows: readonly ImportRow[],
  updateKey: UpdateKey | null,
): ImportRow[] {
  const rows = updateKey ? withRepeatedKeys(updateKey, fileRows) : fileRows;
  const unique = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.unique ? wireName(name, field) : [],
  );
  const firstRowByKey = new Map<string, number>();
  return rows.map((row) => {
    let { errors } = row;
    for (const wire of unique) {
      const cell = normalizeText(row.cells[wire] ?? '');
      if (cell === '') continue;
      const key = `${wire}\n${cell}`;
      const firstRow = firstRowByKey.get(key);
      if (firstRow === undefined) firstRowByKey.set(key, row.row);
      else if (!errors[wire]) errors = { ...errors, [wire]: [text('engine.import.repeated', { row: firstRow })] };
    }
    return errors === row.errors ? row : { ...row, errors };
  });
}

/** Import order: rows that have their own numbers come first, so that generated numbers cannot collide with them. */
export function sortByOwnNumber(resource: Resource, rows: readonly ImportRow[]): ImportRow[] {
  const fields = numberFields(resource);
  const countMissing = ({ cells }: ImportRow) => fields.filter(({ wire }) => !cells[wire]?.trim()).length;
  return fields.length ? rows.toSorted((one, other) => countMissing(one) - countMissing(other)) : [...rows];
}

/** Whether a row has no errors and can be imported. */
export const isValidRow = ({ errors }: ImportRow): boolean => Object.keys(errors).length === 0;
