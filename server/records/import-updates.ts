import { RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { importKeys } from '#resources/language/import-key.ts';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { getBuildingField } from '#resources/language/kinds/traits.ts';
import { hasComputedCells, withoutComputedCells } from '#resources/language/rows.ts';
import { findOwnField, wireName } from '#resources/language/wire-keys.ts';
import type { RecordImportCall, RecordImportOutcome } from '#resources/protocol/definitions/record-import.ts';
import { foldText } from '#resources/rules/search/text.ts';
import { FieldsError } from '#server/http/errors.ts';
import { type StoredField, storedFields } from './columns.ts';
import { areSameValues, normalizeValue, readerView } from './field-rights.ts';
import type { ReadRow } from './import-cells.ts';
import { findImportMatches, type ImportMatch } from './import-matches.ts';
import type { StoredRecord } from './queries.ts';
import { type ReadContext, showRecords, type WriteContext } from './show.ts';

/** Import rows that update existing records, which are found by a key. */

type Data = Readonly<Record<string, unknown>>;
type Rows = RecordImportCall['rows'];

/**
 * The fields of an import key.
 * @param wireNames their wire names
 * @throws FieldsError if this is not a key the reader may use
 */
export function importKeyFields(
  readContext: ReadContext,
  definition: Resource,
  wireNames: readonly string[],
): StoredField[] {
  const view = readerView(readContext.reader, definition);
  for (const names of importKeys(view)) {
    const fields = names.flatMap((name) => {
      const field = findOwnField(view, name);
      return field ? [{ wire: wireName(name, field), field }] : [];
    });
    if (fields.length === wireNames.length && fields.every(({ wire }) => wireNames.includes(wire))) return fields;
  }
  throw new FieldsError({ by: ['validation.unknown'] });
}

/** The cells needed to read the key of a row; a flat also needs the building. */
export function keyCells(
  { fields }: Resource,
  key: readonly StoredField[],
  cells: Rows[number]['cells'],
): typeof cells {
  const wires = new Set(key.map(({ wire }) => wire));
  for (const { field } of key) {
    const name = getBuildingField(field);
    const building = name === null ? undefined : fields[name];
    if (name !== null && building) wires.add(wireName(name, building));
  }
  return Object.fromEntries(Object.entries(cells).filter(([wire]) => wires.has(wire)));
}

/** Normalised key values of a row; null if all its key cells are empty or one is invalid. */
function keyValues(key: readonly StoredField[], { payload, filled, errors }: ReadRow): Data | null {
  if (!key.some(({ wire }) => filled.has(wire)) || key.some(({ wire }) => errors[wire])) return null;
  return Object.fromEntries(
    key.map(({ wire, field }) => [wire, filled.has(wire) ? normalizeValue(field, payload[wire]) : null]),
  );
}

/** Data of the records in reach that rows will change, by row index; needed to read the other cells. */
export async function loadChangedRecords(
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

/** An error that rejects a row regardless of its other cells. */
export interface RowObstacle {
  errors: Record<string, string[]>;
  isOutdated?: true;
}

/** What a row is about: an existing record, a new record (null), or an error. */
export type RowSubject = SubjectRecord | RowObstacle | null;

/**
 * The record that a row changes, its version for the reader, and the key field that errors about the whole row are attached to.
 */
export interface SubjectRecord {
  record: StoredRecord;
  version: string;
  keyWire: string;
}

/** Messages for a row whose record has changed since the check. */
export const OUTDATED_MESSAGES = {
  changed: 'validation.recordChanged',
  appeared: 'validation.recordAppeared',
  gone: 'validation.recordGone',
} as const;

/** Rows whose key occurs in another row of the call: that row's number by row index. */
function duplicateRows(values: readonly (Data | null)[], rows: Rows): Map<number, number> {
  const placesByKey = new Map<string, number[]>();
  for (const [at, one] of values.entries()) {
    if (!one) continue;
    const text = foldText(JSON.stringify(one));
    placesByKey.set(text, [...(placesByKey.get(text) ?? []), at]);
  }
  const duplicates = new Map<number, number>();
  for (const places of placesByKey.values()) {
    for (const at of places) {
      const other = places.find((place) => place !== at);
      if (other !== undefined) duplicates.set(at, rows[other]?.row ?? 0);
    }
  }
  return duplicates;
}

/**
 * Finds the subjects of the rows of a call, by row index; the section must be locked.
 * @param span half-open range of row indexes to look up
 */
export async function findSubjects(
  readContext: ReadContext,
  resource: Resource,
  key: readonly StoredField[],
  { rows, read, isCheck }: { rows: Rows; read: readonly ReadRow[]; isCheck: boolean },
  [from, until]: readonly [number, number],
): Promise<Map<number, RowSubject>> {
  const values = read.map((row) => keyValues(key, row));
  const askedValues = values.map((one, at) => (at >= from && at < until ? one : null));
  const matches = await findImportMatches(readContext.db, readContext.reader, resource, key, askedValues);
  const records = [...matches.values()].flatMap((found) => {
    const match = onlyMatch(found);
    return match?.isInReach ? [match.record] : [];
  });
  const shown = await showRecords(readContext, resource, records);
  const versions = new Map(shown.map((record) => [record.id, String(record[RECORD_VERSION])]));
  const duplicates = duplicateRows(values, rows);
  const subjects = new Map<number, RowSubject>();
  for (let at = from; at < until; at += 1) {
    const keyWire = key.find(({ wire }) => read[at]?.filled.has(wire))?.wire ?? key[0]?.wire ?? '';
    // Any cell of the key may be the wrong one, so all get the message.
    const obstacle = (message: string): RowObstacle => ({
      errors: Object.fromEntries(key.map(({ wire }) => [wire, [message]])),
    });
    // No cell is wrong here, so one message is enough.
    const outdated = (message: string): RowObstacle => ({ errors: { [keyWire]: [message] }, isOutdated: true });
    const rowErrors = read[at]?.errors ?? {};
    const rowMatches = matches.get(at) ?? [];
    const match = onlyMatch(rowMatches);
    const other = duplicates.get(at);
    const seenVersion = isCheck ? undefined : rows[at]?.version;
    if (key.some(({ wire }) => rowErrors[wire])) subjects.set(at, { errors: rowErrors });
    else if (other !== undefined)
      subjects.set(at, obstacle(encodeMessage('validation.keyRepeated', { row: String(other) })));
    else if (rowMatches.some(({ isInReach }) => !isInReach)) subjects.set(at, obstacle('validation.closedRecord'));
    else if (rowMatches.length > 1) subjects.set(at, obstacle('validation.severalRecords'));
    else if (match && seenVersion === null) subjects.set(at, outdated(OUTDATED_MESSAGES.appeared));
    else if (match) subjects.set(at, { record: match.record, version: versions.get(match.record.id) ?? '', keyWire });
    else subjects.set(at, typeof seenVersion === 'string' ? outdated(OUTDATED_MESSAGES.gone) : null);
  }
  return subjects;
}

/** The values of a row that differ from its record, and errors for fields that must not change. */
export function changedCells(
  view: Resource,
  { payload, filled, errors: cellErrors }: ReadRow,
  { data }: StoredRecord,
): { payload: Record<string, unknown>; errors: Record<string, string[]> } {
  const changed: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const { wire, field } of storedFields(view.fields).values()) {
    if (!filled.has(wire) || cellErrors[wire]) continue;
    if (areSameValues(toComparable(field, payload[wire]), toComparable(field, data[wire]))) continue;
    changed[wire] = payload[wire];
    // `once` fields are not part of the edit form, so the change would be lost silently.
    if (field.once) errors[wire] = ['validation.once'];
  }
  return { payload: changed, errors };
}

/** A value without its computed parts, which no row can change, for comparison. */
function toComparable(field: FieldInput, value: unknown): unknown {
  const normal = normalizeValue(field, value);
  return hasComputedCells(field) ? withoutComputedCells(field, normal) : normal;
}

/** Whether a change affects more than computed values. */
export const isChanged = ({ fields }: Resource, before: Data, after: Data): boolean =>
  [...storedFields(fields).values()].some(
    ({ wire, field }) =>
      field.computed === undefined &&
      !areSameValues(toComparable(field, before[wire]), toComparable(field, after[wire])),
  );

type Changes = NonNullable<RecordImportOutcome['record']>['changes'];

/**
 * The changes of records as displayed to the reader.
 * @param pairs the records before and after
 */
export async function showChanges(
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
      return areSameValues(change.before, change.after) ? [] : [change];
    });
  });
}

export const isObstacle = (subject: RowSubject): subject is RowObstacle => subject !== null && 'errors' in subject;
