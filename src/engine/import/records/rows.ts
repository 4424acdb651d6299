import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { importKeys } from '#resources/language/import-key.ts';
import { numberFields } from '#resources/language/numbers.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { BYTES, IMPORT } from '#resources/limits.ts';
import {
  IMPORT_ROWS_OF_CALL,
  IMPORT_UPDATES_OF_CALL,
  type RecordImportCall,
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
import { call } from '../server-call.ts';

/** What the server says of a row. */
export type ImportOutcome = ReturnType<typeof decodeImportOutcomes>[number];

/** A row of a file on its way into the section. */
export interface ImportRow extends ImportCells {
  /** What is wrong, by wire name. */
  errors: Readonly<Record<string, readonly string[]>>;
  /** The record that it changes, as the last check found it; null for a new one. */
  record: ImportOutcome['record'];
  /** Another state of the section was found than at the check. */
  isOutdated: boolean;
}

/** A key by which rows find the records that they change. */
export interface UpdateKey {
  /** Names of its fields. */
  names: readonly string[];
  wires: readonly string[];
  labels: readonly string[];
}

/** The keys of a section that a file has all columns of; the first one is that of its definition, where it has one. */
export function updateKeys(resource: Resource, fields: readonly ImportField[]): UpdateKey[] {
  return importKeys(resource).flatMap((names) => {
    const columns = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
    if (columns.length < names.length) return [];
    return [{ names, wires: columns.map(({ wire }) => wire), labels: columns.map(({ label }) => label) }];
  });
}

/** The key that a check begins with: that of the definition. */
export const firstKey = ({ import: imported }: Resource, keys: readonly UpdateKey[]): UpdateKey | null =>
  keys.find(({ names }) => names === imported?.key) ?? null;

/** What keeping a row does to the records of the section. */
export type RowEffect = 'new' | 'changed' | 'unchanged';

export function rowEffect({ record }: ImportRow): RowEffect {
  if (!record) return 'new';
  return record.changes.length ? 'changed' : 'unchanged';
}

/** A file that was read: which fields its columns fill in, and its rows. */
export interface RecordTable extends ImportedRows {
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
export async function readRecords(resource: Resource, file: Blob, encoding?: Encoding): Promise<RecordTable> {
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
  return { ...read, encoding: sheet.encoding };
}

/** Columns of the check: those of the file, those that it lacks and the section cannot do without, and those that change along. */
export function columnsFor(
  resource: Resource,
  fields: readonly ImportField[],
  rows: readonly ImportRow[],
): ImportField[] {
  const named = new Set(fields.map(({ wire }) => wire));
  for (const { errors, record } of rows) {
    for (const wire of Object.keys(errors)) named.add(wire);
    for (const { field } of record?.changes ?? []) named.add(field);
  }
  return importFields(resource).filter(({ wire }) => named.has(wire));
}

/** Rows of one call that keeps them. */
export const keptOfCall = (updateKey: UpdateKey | null): number =>
  updateKey ? IMPORT_UPDATES_OF_CALL : IMPORT_ROWS_OF_CALL;

/** What all calls about the rows of a file have in common. */
export interface Submission {
  /** Said again under it, nothing is kept twice. */
  key: string;
  updateKey: UpdateKey | null;
  /** The calls are made with it. */
  token: string | null;
}

/** Has the server look at rows, or keep them. @throws CallFailed */
export async function sendRows(
  resource: Resource,
  rows: readonly (ImportCells & Partial<Pick<ImportRow, 'record'>>)[],
  { key, updateKey, token, check }: Submission & { check: boolean },
): Promise<ImportOutcome[]> {
  const sentRows = rows.map(({ row, cells, record }) =>
    updateKey && !check ? { row, cells, version: record?.version ?? null } : { row, cells },
  );
  const by = updateKey ? { by: [...updateKey.wires] } : {};
  const body: RecordImportCall = { key, check, ...by, rows: sentRows };
  const headers = { 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return decodeImportOutcomes(await call(`${resource.api.path}/import/`, token, sent));
}

/** Cells without a value to keep, also where the server takes their text for one. */
const brokenCells = (cells: ImportCells['cells']): ImportRow['errors'] =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([wire, cell]) => (isBrokenCell(cell) ? [[wire, [text('import.brokenCell')]]] : [])),
  );

/** Rows with what the server says of them. */
export function withOutcomes(rows: readonly ImportCells[], outcomes: readonly ImportOutcome[]): ImportRow[] {
  const said = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
  return rows.map(({ row, cells }) => {
    const { errors = {}, record = null, isOutdated = false } = said.get(row) ?? {};
    return { row, cells, errors: { ...brokenCells(cells), ...errors }, record, isOutdated };
  });
}

const sameText = (cell: string) => cell.toLowerCase().replaceAll('ё', 'е').trim();

/**
 * Rows with those that were looked at in place of their former selves. One that was mended meanwhile stays as it is: it is looked at
 * by itself.
 * @param sentRows as they were when they were sent
 */
export function withCheckedRows(
  rows: readonly ImportRow[],
  sentRows: readonly ImportCells[],
  checkedRows: readonly ImportRow[],
): ImportRow[] {
  const sentCells = new Map(sentRows.map(({ row, cells }) => [row, cells]));
  const otherRows = rows.filter(({ row, cells }) => sentCells.get(row) !== cells);
  const otherNumbers = new Set(otherRows.map(({ row }) => row));
  const taken = checkedRows.filter(({ row }) => !otherNumbers.has(row));
  return [...otherRows, ...taken].sort((one, other) => one.row - other.row);
}

/** What a row is known by: the record that it changes, or what its cells say. */
function rowKeys({ cells, record }: ImportRow, { wires }: UpdateKey): string[] {
  const said = wires.map((wire) => sameText(cells[wire] ?? ''));
  const isKeyed = said.some((cell) => cell !== '');
  return [...(record ? [`record ${record.id}`] : []), ...(isKeyed ? [JSON.stringify(said)] : [])];
}

/** Rows with the same key all get an error that names another of them: the file does not say which one is right. */
function withRepeatedKeys(updateKey: UpdateKey, rows: readonly ImportRow[]): ImportRow[] {
  const byKey = new Map<string, ImportRow[]>();
  for (const row of rows) {
    for (const key of rowKeys(row, updateKey)) {
      const same = byKey.get(key);
      if (same) same.push(row);
      else byKey.set(key, [row]);
    }
  }
  const otherRow = (row: ImportRow): ImportRow | undefined => {
    for (const key of rowKeys(row, updateKey)) {
      const [first, second] = byKey.get(key) ?? [];
      const other = first?.row === row.row ? second : first;
      if (other) return other;
    }
    return undefined;
  };
  return rows.map((row) => {
    const other = otherRow(row);
    if (!other || updateKey.wires.some((wire) => row.errors[wire])) return row;
    // Any part of the key may be the wrong one, and cells are mended where something is said of them.
    const said = [text('engine.import.repeatedKey', { row: other.row })];
    return { ...row, errors: { ...row.errors, ...Object.fromEntries(updateKey.wires.map((wire) => [wire, said])) } };
  });
}

/** What stands twice in the file itself although the section wants it once: the later row is told which was first. */
export function withRepeats(
  resource: Resource,
  fileRows: readonly ImportRow[],
  updateKey: UpdateKey | null,
): ImportRow[] {
  const rows = updateKey ? withRepeatedKeys(updateKey, fileRows) : fileRows;
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
