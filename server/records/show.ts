import { ALL_BUILDINGS, RECORD_AUTHOR, RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Features } from '#resources/language/features.ts';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import { getPointerTo, type Pointer } from '#resources/language/kinds/traits.ts';
import { hasAuthorMoves } from '#resources/language/moves.ts';
import { hasComputedCells, withoutComputedCells } from '#resources/language/rows.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach, readScope } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView, visibleData } from './field-rights.ts';
import { type FoundPart, findParts, isId } from './places.ts';
import type { StoredRecord } from './queries.ts';
import { computeRecordVersion } from './record-version.ts';
import { type FindGeneric, selectTargets } from './targets.ts';

/** A record as sent to the reader. */
export type ShownRecord = Record<string, unknown> & { id: number };

type Data = Readonly<Record<string, unknown>>;
type FormatValue = (value: unknown) => unknown;

/** What displaying or checking records needs: the database, the reader and the other definitions. */
export interface ReadContext {
  db: Db;
  reader: Reader;
  generic: FindGeneric;
  /** Enabled features; default all. */
  features?: Features;
  /** Today in the company's time zone, `YYYY-MM-DD`, for rules that use today. */
  today?: string;
  /** The company's time zone, for times in an import that name no zone. */
  zone?: string;
}

/** Context of a write: its expressions need the day, and its signatures the time `at`. */
export type WriteContext = ReadContext & { today: string; at: Date };

async function unitLabels({ db, reader }: ReadContext, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('units')
    .where('id', 'in', [...new Set(ids)])
    .where(entranceInReach(reader, 'units.porch_id'))
    .select(['id', 'label'])
    .execute();
  return new Map(rows.map(({ id, label }) => [id, label]));
}

const withLabel = (labels: ReadonlyMap<number, string>): FormatValue => {
  return (value) => {
    const id = toId(value);
    return id === null ? null : { id, label: labels.get(id) ?? null };
  };
};

/** Displays building parts in the reader's reach; for others not even the id is sent. */
function showParts(found: readonly FoundPart[]): FormatValue {
  const partsById = new Map(found.flatMap((part) => (part.known ? [[part.id, part] as const] : [])));
  const showPart = ({ id, label, porch }: FoundPart) => (porch === null ? { id, label } : { id, label, porch });
  return (value) => {
    if (value == null) return null;
    return toIds(value).flatMap((id) => {
      const part = partsById.get(id);
      return part ? [showPart(part)] : [];
    });
  };
}

/**
 * Functions by wire name that format values for the reader: references get labels, lists of places lose those out of reach.
 * Fields displayed as stored have no entry.
 */
export async function showValues(
  readContext: ReadContext,
  resource: Resource,
  rows: readonly Data[],
): Promise<ReadonlyMap<string, FormatValue>> {
  const { db, reader, generic } = readContext;
  const formatters = new Map<string, FormatValue>();
  const fields = [...storedFields(resource.fields).values()];
  const fieldsTo = (to: Pointer['to']) => fields.filter(({ field }) => getPointerTo(field, to));
  const idsIn = (idFields: readonly StoredField[]) =>
    idFields.flatMap(({ wire }) => rows.flatMap((row) => toIds([row[wire]].flat()).filter(isId)));

  const units = fieldsTo('unit');
  if (units.length) {
    const show = withLabel(await unitLabels(readContext, idsIn(units)));
    for (const { wire } of units) formatters.set(wire, show);
  }
  for (const one of fieldsTo('records')) {
    const name = getPointerTo(one.field, 'records')?.section ?? '';
    const targets = await selectTargets(db, reader, { name, generic }, { ids: idsIn([one]) });
    const show = withLabel(new Map(targets.map(({ id, label }) => [id, label])));
    const several = getPointerTo(one.field, 'records')?.isMultiple === true;
    formatters.set(one.wire, several ? (value) => (value == null ? null : toIds(value).map(show)) : show);
  }
  const buildingFields = fieldsTo('buildings');
  if (buildingFields.length) {
    const reach = await readScope(db, reader, [...new Set(idsIn(buildingFields))]);
    for (const { wire } of buildingFields) formatters.set(wire, (value) => toIds(value).filter((id) => reach.has(id)));
  }
  for (const one of fields) {
    const parts = getPointerTo(one.field, 'parts');
    if (parts) formatters.set(one.wire, showParts(await findParts(db, reader, parts.of, idsIn([one]))));
  }
  return formatters;
}

/**
 * The values that a record's version is computed from: of places only those in reach, and no computed values, which no editor
 * changes.
 * @param formatters from `showValues`
 */
export function versionedRecord(resource: Resource, formatters: ReadonlyMap<string, FormatValue>, data: Data): Data {
  const values: Record<string, unknown> = { ...visibleData(resource, data) };
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const placePointer = getPointerTo(field, 'buildings') ?? getPointerTo(field, 'parts');
    if (field.computed !== undefined) delete values[wire];
    if (hasComputedCells(field)) values[wire] = withoutComputedCells(field, data[wire]);
    if (placePointer && data[wire] != null) values[wire] = toIds(formatters.get(wire)?.(data[wire]));
  }
  return values;
}

/** Check whether the reader has all of every building of a record; null for a section without a rule about that. */
async function wholeBuildingsCheck({ db, reader }: ReadContext, resource: Resource, rows: readonly StoredRecord[]) {
  const { deleteWhole, allPlaces } = resource.record ?? {};
  if (deleteWhole !== ALL_BUILDINGS && allPlaces !== ALL_BUILDINGS) return null;
  const reach = await readScope(db, reader, [...new Set(rows.flatMap(({ building_ids }) => building_ids ?? []))]);
  return (buildings: readonly number[]) => buildings.every((id) => reach.get(id));
}

/** Records as the reader sees them: visible fields only, files with URLs, references with labels. */
export async function showRecords(
  readContext: ReadContext,
  definition: Resource,
  rows: readonly StoredRecord[],
): Promise<ShownRecord[]> {
  const resource = readerView(readContext.reader, definition);
  const fields = [...storedFields(resource.fields).values()];
  const fileFields = fields.filter(({ field }) => getPointerTo(field, 'files'));
  const fileIds = fileFields.flatMap(({ wire }) => rows.flatMap((row) => toIds(row.data[wire])));
  const files = await filesById(readContext.db, fileIds);
  const formatters = await showValues(
    readContext,
    resource,
    rows.map(({ data }) => data),
  );
  const isWhole = await wholeBuildingsCheck(readContext, resource, rows);
  const withAuthor = hasAuthorMoves(resource);
  return rows.map(({ id, data, building_ids, created_by }) => {
    const answer: Record<string, unknown> = isWhole ? { [ALL_BUILDINGS]: isWhole(building_ids ?? []) } : {};
    if (withAuthor) answer[RECORD_AUTHOR] = created_by;
    for (const { wire, field } of fields) {
      const value = data[wire] ?? null;
      if (getPointerTo(field, 'files')) {
        const shownFiles = toIds(value).flatMap((file) => files.get(file) ?? []);
        answer[wire] = shownFiles.map((file) => shownFile(readContext.reader, file));
      } else answer[wire] = formatters.get(wire)?.(value) ?? (formatters.has(wire) ? null : value);
    }
    return { ...answer, id, [RECORD_VERSION]: computeRecordVersion(versionedRecord(resource, formatters, data)) };
  });
}
