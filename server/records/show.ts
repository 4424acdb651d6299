import { ALL_BUILDINGS, RECORD_AUTHOR, RECORD_VERSION } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Features } from '#resources/language/features.ts';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { type Pointer, pointerTo } from '#resources/language/kinds/traits.ts';
import { asksForAuthor } from '#resources/language/moves.ts';
import { hasComputedCells, withoutComputedCells } from '#resources/language/rows.ts';
import type { Reader } from '#server/access/reader.ts';
import { entranceInReach, readScope } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { shownFile } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView, seenData } from './field-rights.ts';
import { type FoundPart, findParts, isId } from './places.ts';
import type { StoredRecord } from './queries.ts';
import { computeRecordVersion } from './record-version.ts';
import { type FindGeneric, pointedAt } from './targets.ts';

/** A record on the wire. */
export type ShownRecord = Record<string, unknown> & { id: number };

type Data = Readonly<Record<string, unknown>>;
type Show = (value: unknown) => unknown;

/** The reader, and the definitions that references may point at. */
export interface ReadContext {
  db: Db;
  reader: Reader;
  generic: FindGeneric;
  /** Parts of the product that are on; all of them when left out. */
  features?: Features;
  /** The day of the company, `YYYY-MM-DD`, for rules that name today. */
  today?: string;
  /** The time zone of the company, for moments in a file that name none. */
  zone?: string;
}

/** The context of reads within a write, whose rules and expressions need the day, and whose signatures need the moment. */
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

const named = (labels: ReadonlyMap<number, string>): Show => {
  return (value) => {
    const id = idOf(value);
    return id === null ? null : { id, label: labels.get(id) ?? null };
  };
};

/** Parts of buildings as the reader sees them: those in reach with their names; of the others not even an id. */
function inSight(found: readonly FoundPart[]): Show {
  const partsById = new Map(found.flatMap((part) => (part.known ? [[part.id, part] as const] : [])));
  const showPart = ({ id, label, porch }: FoundPart) => (porch === null ? { id, label } : { id, label, porch });
  return (value) => {
    if (value == null) return null;
    return idsOf(value).flatMap((id) => {
      const part = partsById.get(id);
      return part ? [showPart(part)] : [];
    });
  };
}

/**
 * Functions by wire name that show the values of some records to the reader: references with labels, of several
 * places those in reach. Fields that are shown as they are stored have no entry.
 */
export async function showValues(
  readContext: ReadContext,
  resource: Resource,
  rows: readonly Data[],
): Promise<ReadonlyMap<string, Show>> {
  const { db, reader, generic } = readContext;
  const ways = new Map<string, Show>();
  const fields = [...storedFields(resource.fields).values()];
  const fieldsTo = (to: Pointer['to']) => fields.filter(({ field }) => pointerTo(field, to));
  const idsIn = (some: readonly StoredField[]) =>
    some.flatMap(({ wire }) => rows.flatMap((row) => idsOf([row[wire]].flat()).filter(isId)));

  const units = fieldsTo('unit');
  if (units.length) {
    const show = named(await unitLabels(readContext, idsIn(units)));
    for (const { wire } of units) ways.set(wire, show);
  }
  for (const one of fieldsTo('records')) {
    const name = pointerTo(one.field, 'records')?.section ?? '';
    const found = await pointedAt(db, reader, { name, generic }, { ids: idsIn([one]) });
    const show = named(new Map(found.map(({ id, label }) => [id, label])));
    const several = pointerTo(one.field, 'records')?.several === true;
    ways.set(one.wire, several ? (value) => (value == null ? null : idsOf(value).map(show)) : show);
  }
  const many = fieldsTo('buildings');
  if (many.length) {
    const reach = await readScope(db, reader, [...new Set(idsIn(many))]);
    for (const { wire } of many) ways.set(wire, (value) => idsOf(value).filter((id) => reach.has(id)));
  }
  for (const one of fields) {
    const parts = pointerTo(one.field, 'parts');
    if (parts) ways.set(one.wire, inSight(await findParts(db, reader, parts.of, idsIn([one]))));
  }
  return ways;
}

/**
 * The input of a record's version: its values, of several places those in reach, and no computed values, which
 * no editor changes.
 * @param ways of `showValues`
 */
export function versionedRecord(resource: Resource, ways: ReadonlyMap<string, Show>, data: Data): Data {
  const values: Record<string, unknown> = { ...seenData(resource, data) };
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const ofPlaces = pointerTo(field, 'buildings') ?? pointerTo(field, 'parts');
    if (field.computed !== undefined) delete values[wire];
    if (hasComputedCells(field)) values[wire] = withoutComputedCells(field, data[wire]);
    if (ofPlaces && data[wire] != null) values[wire] = idsOf(ways.get(wire)?.(data[wire]));
  }
  return values;
}

/** Whether the reader holds every building of a record wholly, for a section whose rules ask for it; null for the others. */
async function wholeBuildingsCheck({ db, reader }: ReadContext, resource: Resource, rows: readonly StoredRecord[]) {
  const { deleteWhole, allPlaces } = resource.record ?? {};
  if (deleteWhole !== ALL_BUILDINGS && allPlaces !== ALL_BUILDINGS) return null;
  const reach = await readScope(db, reader, [...new Set(rows.flatMap(({ building_ids }) => building_ids ?? []))]);
  return (buildings: readonly number[]) => buildings.every((id) => reach.get(id));
}

/** Records as the reader sees them: the fields open to them, files with addresses for them, references with labels. */
export async function showRecords(
  readContext: ReadContext,
  definition: Resource,
  rows: readonly StoredRecord[],
): Promise<ShownRecord[]> {
  const resource = readerView(readContext.reader, definition);
  const fields = [...storedFields(resource.fields).values()];
  const holding = fields.filter(({ field }) => pointerTo(field, 'files'));
  const held = holding.flatMap(({ wire }) => rows.flatMap((row) => idsOf(row.data[wire])));
  const files = await filesById(readContext.db, held);
  const ways = await showValues(
    readContext,
    resource,
    rows.map(({ data }) => data),
  );
  const isWhole = await wholeBuildingsCheck(readContext, resource, rows);
  const withAuthor = asksForAuthor(resource);
  return rows.map(({ id, data, building_ids, created_by }) => {
    const answer: Record<string, unknown> = isWhole ? { [ALL_BUILDINGS]: isWhole(building_ids ?? []) } : {};
    if (withAuthor) answer[RECORD_AUTHOR] = created_by;
    for (const { wire, field } of fields) {
      const value = data[wire] ?? null;
      if (pointerTo(field, 'files')) {
        const found = idsOf(value).flatMap((file) => files.get(file) ?? []);
        answer[wire] = found.map((file) => shownFile(readContext.reader, file));
      } else answer[wire] = ways.get(wire)?.(value) ?? (ways.has(wire) ? null : value);
    }
    return { ...answer, id, [RECORD_VERSION]: computeRecordVersion(versionedRecord(resource, ways, data)) };
  });
}
