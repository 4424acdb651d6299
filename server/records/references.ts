import { isDeepStrictEqual } from 'node:util';
import { fileGroup } from '#resources/file-types.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { idOf, idsOf, isEmpty } from '#resources/language/kinds/ids.ts';
import { pointOf } from '#resources/language/kinds/point.ts';
import { buildingFieldOf, type Pointer, pointerOf, pointerTo } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { lockOpenBuildings, settleLinks } from '#server/access/links.ts';
import { entranceInReach, readScope } from '#server/access/scope.ts';
import { claimUploads } from '#server/files/links.ts';
import { filesById } from '#server/files/queries.ts';
import { FieldsError } from '#server/http/errors.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView } from './field-rights.ts';
import { type FoundPart, findParts, partsIn } from './places.ts';
import { oneRecord } from './queries.ts';
import type { ReadContext } from './show.ts';
import { pointedAt } from './targets.ts';

/** A value of a record that refers to something else. */
export interface Reference {
  /** Its `db` is the transaction. */
  readContext: ReadContext;
  resource: Resource;
  storedField: StoredField;
  /** The value in the payload, valid by the rule of its kind; not empty. */
  value: unknown;
  /** The record as it was; empty for a new one. */
  before: Readonly<Record<string, unknown>>;
  /** The record as it will be stored. */
  data: Readonly<Record<string, unknown>>;
  /** Ids of the files that the record had, in whichever field: one may move from field to field. */
  files: readonly number[];
}

const unknown = ({ storedField }: Reference): never => {
  throw new FieldsError({ [storedField.wire]: ['validation.unknown'] });
};

/** The building in the field that a field of a unit or of parts of a building names; undefined where it names none. */
function tiedBuilding({ fields }: Resource, field: FieldInput, data: Reference['data']): unknown {
  const name = buildingFieldOf(field);
  const building = name === null ? undefined : fields[name];
  return name !== null && building ? data[wireName(name, building)] : undefined;
}

/** Checks that parts of buildings are in reach, except those that were there before, and in the building of the field that names one. */
async function checkParts({ readContext, resource, storedField, value, before, data }: Reference): Promise<boolean> {
  const { wire, field } = storedField;
  const [ids, had] = [idsOf(value), new Set(idsOf(before[wire]))];
  const buildingId = buildingFieldOf(field) === null ? undefined : idOf(tiedBuilding(resource, field, data));
  const parts = partsIn(field);
  const foundParts = parts ? await findParts(readContext.db, readContext.reader, parts, ids) : [];
  const sound = ({ id, building, known }: FoundPart) =>
    (known || had.has(id)) && (buildingId === undefined || building === buildingId);
  return foundParts.filter(sound).length === ids.length;
}

/**
 * The ids of parts of buildings in a payload, in whatever form they are sent, together with those that the writer is not
 * shown and so cannot remove. When the building changes, the hidden parts go.
 * @returns the fields in question alone
 */
export async function withUnseen(
  { db, reader }: ReadContext,
  resource: Resource,
  payload: Reference['data'],
  before: Reference['data'],
): Promise<Record<string, unknown>> {
  const fullLists: Record<string, unknown> = {};
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const [parts, had, newValue] = [partsIn(field), idsOf(before[wire]), payload[wire] ?? []];
    // A value that is no list is refused by its rule.
    if (!parts || !Object.hasOwn(payload, wire) || !Array.isArray(newValue)) continue;
    const buildingId = idOf(tiedBuilding(resource, field, { ...before, ...payload }));
    const found = await findParts(db, reader, parts, had);
    const unseen = found.filter(
      ({ known, building }) => !known && (buildingFieldOf(field) === null || building === buildingId),
    );
    const stays = new Set([...unseen.map(({ id }) => id), ...idsOf(newValue)]);
    const kept = unseen.length ? had.filter((id) => stays.has(id)) : [];
    const chosen = newValue.map((one) => idOf(one) ?? one);
    fullLists[wire] = [...kept, ...chosen.filter((one) => !kept.includes(one))];
  }
  return fullLists;
}

/** Whether the field with the plan of a point is unchanged. */
function isSamePlan({ resource, storedField, before, data }: Reference): boolean {
  const name = pointerTo(storedField.field, 'picture')?.inField;
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || !field) return true;
  const wire = wireName(name, field);
  return isDeepStrictEqual(data[wire] ?? null, before[wire] ?? null);
}

/** Files that a point may stand on: of the record itself, or of the record that it refers to, as its writer sees it. */
async function planFiles({ readContext, resource, storedField, data }: Reference): Promise<readonly number[]> {
  const name = pointerTo(storedField.field, 'picture')?.inField;
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || !field) return [];
  const value = data[wireName(name, field)];
  if (pointerTo(field, 'files')) return idsOf(value);
  const section = readContext.generic(pointerTo(field, 'records')?.section ?? '');
  const id = idOf(value);
  if (!section || id === null) return [];
  const seenRecords = await pointedAt(
    readContext.db,
    readContext.reader,
    { name: section.name, generic: readContext.generic },
    { ids: [id] },
  );
  const record = seenRecords.length ? await oneRecord(readContext.db, readContext.reader, section, id) : null;
  const fields = [...storedFields(readerView(readContext.reader, section).fields).values()];
  const withFiles = fields.find((one) => pointerTo(one.field, 'files'));
  return withFiles ? idsOf(record?.data[withFiles.wire]) : [];
}

/** Checks by the kind of thing that a value points at; each returns the value to store. */
const CHECKS: Readonly<Record<Exclude<Pointer['to'], 'list'>, (reference: Reference) => Promise<unknown>>> = {
  building: async (reference) => {
    const { readContext, value, before, storedField } = reference;
    const id = value as number;
    const stays = id === idOf(before[storedField.wire]) || (await lockOpenBuildings(readContext.db, [id])).has(id);
    return stays && (await readScope(readContext.db, readContext.reader, [id])).size ? value : unknown(reference);
  },
  buildings: ({ readContext, storedField, value, before }) =>
    settleLinks(readContext.db, readContext.reader, idsOf(before[storedField.wire]), idsOf(value), storedField.wire),
  unit: async (reference) => {
    const { readContext, value } = reference;
    const building = idOf(tiedBuilding(reference.resource, reference.storedField.field, reference.data));
    const unit = await readContext.db
      .selectFrom('units')
      .where('id', '=', value as number)
      .$if(building !== null, (query) => query.where('building_id', '=', building))
      .where(entranceInReach(readContext.reader, 'units.porch_id'))
      .select('id')
      .executeTakeFirst();
    return unit ? value : unknown(reference);
  },
  parts: async (reference) => ((await checkParts(reference)) ? reference.value : unknown(reference)),
  records: async (reference) => {
    const { readContext, storedField, value, before } = reference;
    const pointer = pointerTo(storedField.field, 'records');
    const to = { name: pointer?.section ?? '', generic: readContext.generic };
    // Some of the former records may have left the writer's reach since.
    const had = new Set(pointer?.several ? idsOf(before[storedField.wire]) : []);
    const ids = [value].flat().flatMap((one) => (had.has(one as number) ? [] : [one as number]));
    const found = await pointedAt(readContext.db, readContext.reader, to, { ids });
    return found.length === ids.length ? value : unknown(reference);
  },
  picture: async (reference) => {
    const { readContext, storedField, value, before } = reference;
    const file = pointOf(value)?.file ?? 0;
    // A picture that was replaced since does not make an untouched point wrong.
    const isUntouched = isDeepStrictEqual(value, before[storedField.wire]) && isSamePlan(reference);
    if (isUntouched) return value;
    const isThere = (await planFiles(reference)).includes(file);
    const name = isThere ? (await filesById(readContext.db, [file])).get(file)?.name : undefined;
    if (fileGroup(name ?? '') === 'image') return value;
    throw new FieldsError({ [storedField.wire]: ['kinds.pointElsewhere'] });
  },
  files: async (reference) => {
    const { readContext, storedField, value, files } = reference;
    const ids = value as number[];
    if (pointerTo(storedField.field, 'files')?.imagesOnly) {
      const named = await filesById(readContext.db, ids);
      const other = ids.some((id) => fileGroup(named.get(id)?.name ?? '') !== 'image');
      if (other) throw new FieldsError({ [storedField.wire]: ['api.fileType'] });
    }
    const had = new Set(files);
    const added = ids.filter((id) => !had.has(id));
    // A file belongs to one record: only a fresh upload of one's own can be added.
    return (await claimUploads(readContext.db, readContext.reader.user, added)) ? value : unknown(reference);
  },
};

/**
 * Checks that a value refers to something that exists and is in reach; uploaded files are claimed with it.
 * @returns the value to keep
 * @throws FieldsError when it does not
 */
export async function checkReference(reference: Reference): Promise<unknown> {
  const { resource, value, before, data, storedField } = reference;
  const pointer = pointerOf(storedField.field);
  // Values from a list of the server are not looked up: which list it is may depend on the rest of the record.
  const check = pointer && pointer.to !== 'list' ? CHECKS[pointer.to] : undefined;
  // The former value may have left the editor's reach since: they are not to blame for it.
  const same =
    pointer?.to !== 'picture' &&
    JSON.stringify(value) === JSON.stringify(before[storedField.wire]) &&
    JSON.stringify(tiedBuilding(resource, storedField.field, before)) ===
      JSON.stringify(tiedBuilding(resource, storedField.field, data));
  return !check || same || (isEmpty(value) && pointer?.to !== 'buildings') ? value : check(reference);
}
