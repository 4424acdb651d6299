import { isDeepStrictEqual } from 'node:util';
import { fileGroup } from '#resources/file-types.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty, toId, toIds } from '#resources/language/kinds/ids.ts';
import { parsePoint } from '#resources/language/kinds/point.ts';
import { getBuildingField, getPointer, getPointerTo, type Pointer } from '#resources/language/kinds/traits.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { lockOpenBuildings, resolveBuildingLinks } from '#server/access/links.ts';
import { entranceInReach, readScope } from '#server/access/scope.ts';
import { claimUploads } from '#server/files/links.ts';
import { filesById } from '#server/files/queries.ts';
import { FieldsError } from '#server/http/errors.ts';
import { type StoredField, storedFields } from './columns.ts';
import { readerView } from './field-rights.ts';
import { type FoundPart, findParts, partsKind } from './places.ts';
import { findVisibleRecord } from './queries.ts';
import type { ReadContext } from './show.ts';
import { selectTargets } from './targets.ts';

/** A value of a record that refers to something, with what is needed to check it. */
export interface Reference {
  /** Its `db` is the transaction. */
  readContext: ReadContext;
  resource: Resource;
  storedField: StoredField;
  /** The value in the payload, valid by the rule of its kind; not empty. */
  value: unknown;
  /** The record before the write; defaults only for a new one. */
  before: Readonly<Record<string, unknown>>;
  /** The record as it will be stored. */
  data: Readonly<Record<string, unknown>>;
  /** Ids of the files that the record had in any field, since a file may move between fields. */
  files: readonly number[];
}

const throwUnknown = ({ storedField }: Reference): never => {
  throw new FieldsError({ [storedField.wire]: ['validation.unknown'] });
};

/** Value of the building field that a unit or building-part field depends on; undefined for none. */
function linkedBuilding({ fields }: Resource, field: FieldInput, data: Reference['data']): unknown {
  const name = getBuildingField(field);
  const building = name === null ? undefined : fields[name];
  return name !== null && building ? data[wireName(name, building)] : undefined;
}

/** Checks that building parts are in reach or were there before, and that they belong to the building in the record. */
async function checkParts({ readContext, resource, storedField, value, before, data }: Reference): Promise<boolean> {
  const { wire, field } = storedField;
  const [ids, formerIds] = [toIds(value), new Set(toIds(before[wire]))];
  const buildingId = getBuildingField(field) === null ? undefined : toId(linkedBuilding(resource, field, data));
  const parts = partsKind(field);
  const foundParts = parts ? await findParts(readContext.db, readContext.reader, parts, ids) : [];
  const isValid = ({ id, building, known }: FoundPart) =>
    (known || formerIds.has(id)) && (buildingId === undefined || building === buildingId);
  return foundParts.filter(isValid).length === ids.length;
}

/**
 * Adds the building parts that the writer cannot see, and so cannot remove, to those sent in a payload. If the building changes,
 * the hidden parts are dropped.
 * @returns only the fields with building parts, by wire name
 */
export async function withHiddenParts(
  { db, reader }: ReadContext,
  resource: Resource,
  payload: Reference['data'],
  before: Reference['data'],
): Promise<Record<string, unknown>> {
  const fullLists: Record<string, unknown> = {};
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const [parts, formerIds, newValue] = [partsKind(field), toIds(before[wire]), payload[wire] ?? []];
    // The field's rule reports a value that is not a list.
    if (!parts || !Object.hasOwn(payload, wire) || !Array.isArray(newValue)) continue;
    const buildingId = toId(linkedBuilding(resource, field, { ...before, ...payload }));
    const knownParts = await findParts(db, reader, parts, formerIds);
    const hiddenParts = knownParts.filter(
      ({ known, building }) => !known && (getBuildingField(field) === null || building === buildingId),
    );
    const remainingIds = new Set([...hiddenParts.map(({ id }) => id), ...toIds(newValue)]);
    const keptIds = hiddenParts.length ? formerIds.filter((id) => remainingIds.has(id)) : [];
    const chosen = newValue.map((one) => toId(one) ?? one);
    fullLists[wire] = [...keptIds, ...chosen.filter((one) => !keptIds.includes(one))];
  }
  return fullLists;
}

/** Whether the field with the plan of a point (`picture`) is unchanged. */
function isSamePlan({ resource, storedField, before, data }: Reference): boolean {
  const name = getPointerTo(storedField.field, 'picture')?.inField;
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || !field) return true;
  const wire = wireName(name, field);
  return isDeepStrictEqual(data[wire] ?? null, before[wire] ?? null);
}

/** Files that a point may lie on: those of the record itself or of the record it refers to, as far as the writer sees them. */
async function planFiles({ readContext, resource, storedField, data }: Reference): Promise<readonly number[]> {
  const name = getPointerTo(storedField.field, 'picture')?.inField;
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || !field) return [];
  const value = data[wireName(name, field)];
  if (getPointerTo(field, 'files')) return toIds(value);
  const section = readContext.generic(getPointerTo(field, 'records')?.section ?? '');
  const id = toId(value);
  if (!section || id === null) return [];
  const visibleRecords = await selectTargets(
    readContext.db,
    readContext.reader,
    { name: section.name, generic: readContext.generic },
    { ids: [id] },
  );
  const record = visibleRecords.length
    ? await findVisibleRecord(readContext.db, readContext.reader, section, id)
    : null;
  const fields = [...storedFields(readerView(readContext.reader, section).fields).values()];
  const withFiles = fields.find((one) => getPointerTo(one.field, 'files'));
  return withFiles ? toIds(record?.data[withFiles.wire]) : [];
}

/** Checks by pointer type; each returns the value to store. */
const CHECKS: Readonly<Record<Exclude<Pointer['to'], 'list'>, (reference: Reference) => Promise<unknown>>> = {
  building: async (reference) => {
    const { readContext, value, before, storedField } = reference;
    const id = value as number;
    const isOpen = id === toId(before[storedField.wire]) || (await lockOpenBuildings(readContext.db, [id])).has(id);
    return isOpen && (await readScope(readContext.db, readContext.reader, [id])).size ? value : throwUnknown(reference);
  },
  buildings: ({ readContext, storedField, value, before }) =>
    resolveBuildingLinks(
      readContext.db,
      readContext.reader,
      toIds(before[storedField.wire]),
      toIds(value),
      storedField.wire,
    ),
  unit: async (reference) => {
    const { readContext, value } = reference;
    const building = toId(linkedBuilding(reference.resource, reference.storedField.field, reference.data));
    const unit = await readContext.db
      .selectFrom('units')
      .where('id', '=', value as number)
      .$if(building !== null, (query) => query.where('building_id', '=', building))
      .where(entranceInReach(readContext.reader, 'units.porch_id'))
      .select('id')
      .executeTakeFirst();
    return unit ? value : throwUnknown(reference);
  },
  parts: async (reference) => ((await checkParts(reference)) ? reference.value : throwUnknown(reference)),
  records: async (reference) => {
    const { readContext, storedField, value, before } = reference;
    const pointer = getPointerTo(storedField.field, 'records');
    const to = { name: pointer?.section ?? '', generic: readContext.generic };
    // Former records are not checked, since they may have left the writer's reach.
    const formerIds = new Set(pointer?.isMultiple ? toIds(before[storedField.wire]) : []);
    const ids = [value].flat().flatMap((one) => (formerIds.has(one as number) ? [] : [one as number]));
    const targets = await selectTargets(readContext.db, readContext.reader, to, { ids });
    return targets.length === ids.length ? value : throwUnknown(reference);
  },
  picture: async (reference) => {
    const { readContext, storedField, value, before } = reference;
    const file = parsePoint(value)?.file ?? 0;
    // An unchanged point stays valid even if its picture was replaced.
    const isUntouched = isDeepStrictEqual(value, before[storedField.wire]) && isSamePlan(reference);
    if (isUntouched) return value;
    const isOnPlan = (await planFiles(reference)).includes(file);
    const name = isOnPlan ? (await filesById(readContext.db, [file])).get(file)?.name : undefined;
    if (fileGroup(name ?? '') === 'image') return value;
    throw new FieldsError({ [storedField.wire]: ['kinds.pointElsewhere'] });
  },
  files: async (reference) => {
    const { readContext, storedField, value, files } = reference;
    const ids = value as number[];
    if (getPointerTo(storedField.field, 'files')?.imagesOnly) {
      const uploads = await filesById(readContext.db, ids);
      const hasOtherFiles = ids.some((id) => fileGroup(uploads.get(id)?.name ?? '') !== 'image');
      if (hasOtherFiles) throw new FieldsError({ [storedField.wire]: ['api.fileType'] });
    }
    const formerIds = new Set(files);
    const added = ids.filter((id) => !formerIds.has(id));
    // A file belongs to one record, so only the writer's own fresh uploads can be added.
    return (await claimUploads(readContext.db, readContext.reader.user, added)) ? value : throwUnknown(reference);
  },
};

/**
 * Checks that a value refers to something that exists and is in reach, and claims uploaded files.
 * @returns the value to store
 * @throws FieldsError if it does not
 */
export async function checkReference(reference: Reference): Promise<unknown> {
  const { resource, value, before, data, storedField } = reference;
  const pointer = getPointer(storedField.field);
  // Server list values are checked by `refuseUnlisted` before the transaction.
  const check = pointer && pointer.to !== 'list' ? CHECKS[pointer.to] : undefined;
  // An unchanged value is not checked, since it may have left the editor's reach.
  const isUnchanged =
    pointer?.to !== 'picture' &&
    JSON.stringify(value) === JSON.stringify(before[storedField.wire]) &&
    JSON.stringify(linkedBuilding(resource, storedField.field, before)) ===
      JSON.stringify(linkedBuilding(resource, storedField.field, data));
  return !check || isUnchanged || (isEmpty(value) && pointer?.to !== 'buildings') ? value : check(reference);
}
