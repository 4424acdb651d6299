import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { importKeys } from '#resources/language/import-key.ts';
import { naming } from '#resources/language/kinds/bounds.ts';
import { buildingFieldOf } from '#resources/language/kinds/traits.ts';
import { hasComputedCells, withoutComputedCells } from '#resources/language/rows.ts';
import { ownField, wireName } from '#resources/language/wire-keys.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { foldText } from '#resources/rules/search/text.ts';
import { FieldsError } from '#server/http/errors.ts';
import { type StoredField, storedFields } from './columns.ts';
import { isSame, normalValue, readerView } from './field-rights.ts';
import type { ReadRow } from './import-cells.ts';
import { findImportMatches, type ImportMatch } from './import-matches.ts';
import type { StoredRecord } from './queries.ts';
import { type ReadContext, showRecords, type WriteContext } from './show.ts';

/** Rows of a file that change records, found by a key. */

type Data = Readonly<Record<string, unknown>>;
type Rows = RecordImportCall['rows'];

/** The fields of a key. @param by their wire names @throws FieldsError for what is no key that the reader sees */
export function importKeyFields(readContext: ReadContext, definition: Resource, by: readonly string[]): StoredField[] {
  const view = readerView(readContext.reader, definition);
  for (const names of importKeys(view)) {
    const fields = names.flatMap((name) => {
      const field = ownField(view, name);
      return field ? [{ wire: wireName(name, field), field }] : [];
    });
    if (fields.length === by.length && fields.every(({ wire }) => by.includes(wire))) return fields;
  }
  throw new FieldsError({ by: ['validation.unknown'] });
}

/** The cells of a row that its key is read from: a flat is looked for in the building of the row. */
export function keyCells(
  { fields }: Resource,
  key: readonly StoredField[],
  cells: Rows[number]['cells'],
): typeof cells {
  const wires = new Set(key.map(({ wire }) => wire));
  for (const { field } of key) {
    const name = buildingFieldOf(field);
    const building = name === null ? undefined : fields[name];
    if (name !== null && building) wires.add(wireName(name, building));
  }
  return Object.fromEntries(Object.entries(cells).filter(([wire]) => wires.has(wire)));
}

/** The values of the key of a row in the normal form of their fields; null where no cell of it says anything, or one is not understood. */
function keyValues(key: readonly StoredField[], { payload, filled, errors }: ReadRow): Data | null {
  if (!key.some(({ wire }) => filled.has(wire)) || key.some(({ wire }) => errors[wire])) return null;
  return Object.fromEntries(
    key.map(({ wire, field }) => [wire, filled.has(wire) ? normalValue(field, payload[wire]) : null]),
  );
}

/** The records in reach that rows are going to change, by the places of the rows: for understanding the other cells of these. */
export async function recordsToChange(
  { db, reader }: ReadContext,
  definition: Resource,
  key: readonly StoredField[],
  read: readonly ReadRow[],
): Promise<(Data | undefined)[]> {
  const values = read.map((row) => keyValues(key, row));
  const matches = await findImportMatches(db, reader, definition, key, values);
  return read.map((_, at) => {
    const match = onlyMatch(matches.get(at));
    return match?.isInReach ? match.record.data : undefined;
  });
}

const onlyMatch = (matches: readonly ImportMatch[] = []): ImportMatch | undefined =>
  matches.length === 1 ? matches[0] : undefined;

/** A reason to refuse a row whatever its cells hold. */
export interface RowObstacle {
  errors: Record<string, string[]>;
  isOutdated?: true;
}

/** The subject of a row of a file: a new record, an existing one that it changes, or neither. */
export type RowSubject = SubjectRecord | RowObstacle | null;

/** The record that a row changes, its version as the reader sees it, and the cell at which something is said of the whole of it. */
export interface SubjectRecord {
  record: StoredRecord;
  version: string;
  keyWire: string;
}

/** The message for a row whose record is another one than it was at the check. */
export const OUTDATED = {
  changed: 'validation.recordChanged',
  appeared: 'validation.recordAppeared',
  gone: 'validation.recordGone',
} as const;

/** Rows that have the key of another row of the call, by their places: the number of that other row. */
function repeatedRows(values: readonly (Data | null)[], rows: Rows): Map<number, number> {
  const placesByKey = new Map<string, number[]>();
  for (const [at, one] of values.entries()) {
    if (!one) continue;
    const text = foldText(JSON.stringify(one));
    placesByKey.set(text, [...(placesByKey.get(text) ?? []), at]);
  }
  const repeated = new Map<number, number>();
  for (const places of placesByKey.values()) {
    for (const at of places) {
      const other = places.find((place) => place !== at);
      if (other !== undefined) repeated.set(at, rows[other]?.row ?? 0);
    }
  }
  return repeated;
}

/**
 * Finds the subjects of the rows of a call, by the places of the rows; only while the section is locked.
 * @param span places of the rows that are asked about, the last one left out
 */
export async function findSubjects(
  readContext: ReadContext,
  resource: Resource,
  key: readonly StoredField[],
  { rows, read, isCheck }: { rows: Rows; read: readonly ReadRow[]; isCheck: boolean },
  [from, until]: readonly [number, number],
): Promise<Map<number, RowSubject>> {
  const values = read.map((row) => keyValues(key, row));
  const asked = values.map((one, at) => (at >= from && at < until ? one : null));
  const matches = await findImportMatches(readContext.db, readContext.reader, resource, key, asked);
  const records = [...matches.values()].flatMap((found) => {
    const match = onlyMatch(found);
    return match?.isInReach ? [match.record] : [];
  });
  const shown = await showRecords(readContext, resource, records);
  const versions = new Map(shown.map((record) => [record.id, String(record[RECORD_VERSION])]));
  const repeated = repeatedRows(values, rows);
  const subjects = new Map<number, RowSubject>();
  for (let at = from; at < until; at += 1) {
    const keyWire = key.find(({ wire }) => read[at]?.filled.has(wire))?.wire ?? key[0]?.wire ?? '';
    // Any part of the key may be the wrong one, and cells are mended where something is said of them.
    const obstacle = (message: string): RowObstacle => ({
      errors: Object.fromEntries(key.map(({ wire }) => [wire, [message]])),
    });
    // No cell of these is wrong: it is said once, as of a record that was changed.
    const outdated = (message: string): RowObstacle => ({ errors: { [keyWire]: [message] }, isOutdated: true });
    const rowErrors = read[at]?.errors ?? {};
    const rowMatches = matches.get(at) ?? [];
    const match = onlyMatch(rowMatches);
    const other = repeated.get(at);
    const seenVersion = isCheck ? undefined : rows[at]?.version;
    if (key.some(({ wire }) => rowErrors[wire])) subjects.set(at, { errors: rowErrors });
    else if (other !== undefined) subjects.set(at, obstacle(naming('validation.keyRepeated', { row: String(other) })));
    else if (rowMatches.some(({ isInReach }) => !isInReach)) subjects.set(at, obstacle('validation.closedRecord'));
    else if (rowMatches.length > 1) subjects.set(at, obstacle('validation.severalRecords'));
    else if (match && seenVersion === null) subjects.set(at, outdated(OUTDATED.appeared));
    else if (match) subjects.set(at, { record: match.record, version: versions.get(match.record.id) ?? '', keyWire });
    else subjects.set(at, typeof seenVersion === 'string' ? outdated(OUTDATED.gone) : null);
  }
  return subjects;
}

/** Of a row that a record is changed by: what it says otherwise than the record, and fields that it must not change. */
export function changedCells(
  view: Resource,
  { payload, filled, errors: misread }: ReadRow,
  { data }: StoredRecord,
): { payload: Record<string, unknown>; errors: Record<string, string[]> } {
  const changed: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const { wire, field } of storedFields(view.fields).values()) {
    if (!filled.has(wire) || misread[wire]) continue;
    if (isSame(comparable(field, payload[wire]), comparable(field, data[wire]))) continue;
    changed[wire] = payload[wire];
    // A form of editing does not send it, so that a change of it would be lost without a word.
    if (field.once) errors[wire] = ['validation.once'];
  }
  return { payload: changed, errors };
}

/** A value as it is compared: without its computed parts, which no row can change. */
function comparable(field: FieldInput, value: unknown): unknown {
  const normal = normalValue(field, value);
  return hasComputedCells(field) ? withoutComputedCells(field, normal) : normal;
}

/** Whether a change leaves something else in a record than computed values. */
export const isChanged = ({ fields }: Resource, before: Data, after: Data): boolean =>
  [...storedFields(fields).values()].some(
    ({ wire, field }) =>
      field.computed === undefined && !isSame(comparable(field, before[wire]), comparable(field, after[wire])),
  );

type Changes = NonNullable<RecordImportOutcome['record']>['changes'];

/** The changes of records, each as the reader sees it. @param pairs the records before and after */
export async function shownChanges(
  readContext: WriteContext,
  resource: Resource,
  pairs: readonly { before: StoredRecord; after: StoredRecord }[],
): Promise<Changes[]> {
  const shownRecords = await showRecords(
    readContext,
    resource,
    pairs.flatMap(({ before, after }) => [before, after]),
  );
  const view = readerView(readContext.reader, resource);
  return pairs.map((_, at) => {
    const [before, after] = [shownRecords[2 * at] ?? {}, shownRecords[2 * at + 1] ?? {}] as const;
    return [...storedFields(view.fields).keys()].flatMap((field) => {
      const change = { field, before: Reflect.get(before, field) ?? null, after: Reflect.get(after, field) ?? null };
      return isSame(change.before, change.after) ? [] : [change];
    });
  });
}

export const isObstacle = (subject: RowSubject): subject is RowObstacle => subject !== null && 'errors' in subject;
