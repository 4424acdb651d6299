import { type RecordAction, refusal } from '#resources/language/access.ts';
import { ALL_BUILDINGS } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { idsOf, isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage, payloadRule } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { holdsAll } from '#server/access/links.ts';
import { reachOf } from '#server/access/reach.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { giveUpFiles } from '#server/files/links.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { parsePayload } from '#server/http/validation.ts';
import { storedFields } from './columns.ts';
import { isTaken, lockResource, type StoredRecord } from './queries.ts';
import { checkReference } from './references.ts';
import type { Looker } from './show.ts';

const buildingWire = ({ building, fields }: Resource): string | null => {
  const field = building === undefined ? undefined : fields[building];
  return field && building !== undefined ? wireName(building, field) : null;
};

/** The buildings that the data of a record tie it to; null for none. */
export function tiedTo(resource: Resource, data: Readonly<Record<string, unknown>>): number[] | null {
  const wire = buildingWire(resource);
  const ids = wire === null ? [] : idsOf([data[wire]].flat());
  return ids.length ? ids : null;
}

/** Files that a record holds, in all its fields. */
export function filesOf(resource: Resource, data: StoredRecord['data']): number[] {
  const fields = [...storedFields(resource.fields).values()].filter(({ field }) => field.kind === 'files');
  return fields.flatMap(({ wire }) => idsOf(data[wire]));
}

/**
 * Deletes the files that a record held and holds no longer.
 * @returns names of bytes for `dropBytes`, after the commit
 */
export function giveUpLost(
  trx: Db,
  resource: Resource,
  before: StoredRecord['data'],
  after: StoredRecord['data'],
): Promise<string[]> {
  const kept = new Set(filesOf(resource, after));
  return giveUpFiles(
    trx,
    filesOf(resource, before).filter((id) => !kept.has(id)),
  );
}

/**
 * What is kept of a payload: the definition's rules, what it points at, what has to be unique.
 * @param before the record as it is; null for a new one. What the payload leaves out stays
 * @throws FieldsError
 */
export async function settleRecord(
  looker: Looker,
  resource: Resource,
  payload: Readonly<Record<string, unknown>>,
  before: StoredRecord | null,
): Promise<Omit<StoredRecord, 'id'>> {
  const trx = looker.db;
  const rule = payloadRule(resource, before ? 'edit' : 'create');
  const data: Record<string, unknown> = {
    ...before?.data,
    ...parsePayload(rule, { ...before?.data, ...payload }),
  };
  await lockResource(trx, resource);
  const files = before ? filesOf(resource, before.data) : [];
  const taken = lacking(resource, data);
  for (const stored of storedFields(resource.fields).values()) {
    const { wire, field } = stored;
    const value = data[wire];
    data[wire] = await checkReference({ looker, resource, stored, value, before: before?.data ?? {}, data, files });
    if (field.unique && !isEmpty(value) && (await isTaken(trx, resource, stored, value, before?.id ?? null))) {
      taken[wire] = ['validation.taken'];
    }
  }
  if (Object.keys(taken).length) throw new FieldsError(taken);
  return { data, building_ids: tiedTo(resource, data) };
}

/**
 * Refuses changes that the definition's rules about single records forbid (`RecordRules`).
 * @throws ApiError partial_building, own_record
 */
export async function refuseRecord(
  trx: Db,
  reader: Reader,
  resource: Resource,
  data: StoredRecord['data'],
  action: RecordAction = 'change',
) {
  if (!resource.record) return;
  // Of its houses `refuseDeletion` asks the database.
  const { deleteWhole, ...others } = resource.record;
  const rules = deleteWhole === undefined || deleteWhole === ALL_BUILDINGS ? others : resource.record;
  const building = rules.wholeBuilding ? idsOf([data[rules.wholeBuilding]]) : [];
  const reach = await reachOf(trx, reader, building);
  const wholeBuildings = new Set([...reach].filter(([, whole]) => whole).map(([id]) => id));
  const subject = { levels: reader.levels, user: reader.user, wholeBuildings };
  const refused = refusal(subject, resource.section, action, rules, data);
  if (refused?.reason === 'own') throw new ApiError('own_record');
  if (refused?.reason === 'building' || refused?.reason === 'elsewhere') throw new ApiError('partial_building');
}

/** Messages for fields that have to be given because another one is (`requiredWith`). */
function lacking(resource: Resource, data: StoredRecord['data']): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const other = field.requiredWith === undefined ? undefined : resource.fields[field.requiredWith];
    const given = other && field.requiredWith !== undefined && !isEmpty(data[wireName(field.requiredWith, other)]);
    if (given && isEmpty(data[wireName(name, field)])) messages[wireName(name, field)] = [missingMessage(field)];
  }
  return messages;
}

/** Refuses what would make a unique value stand twice. @throws FieldsError */
export async function refuseTaken(trx: Db, resource: Resource, { id, data }: StoredRecord): Promise<void> {
  await lockResource(trx, resource);
  const taken: Record<string, string[]> = {};
  for (const stored of storedFields(resource.fields).values()) {
    const value = data[stored.wire];
    if (stored.field.unique && !isEmpty(value) && (await isTaken(trx, resource, stored, value, id))) {
      taken[stored.wire] = ['validation.taken'];
    }
  }
  if (Object.keys(taken).length) throw new FieldsError(taken);
}

/** Refuses to delete what is also tied to buildings that are not wholly the reader's. @throws ApiError partial_building */
export async function refuseDeletion(trx: Db, reader: Reader, resource: Resource, record: StoredRecord) {
  await refuseRecord(trx, reader, resource, record.data, 'delete');
  const field = resource.building === undefined ? undefined : resource.fields[resource.building];
  if (field?.kind !== 'buildings') return;
  if (!(await holdsAll(trx, reader, record.building_ids ?? []))) throw new ApiError('partial_building');
}
