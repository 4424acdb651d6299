import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { type DeletionReference, findDeletionReferences, isTree } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise, sectionTitle } from '#resources/language/words.ts';
import { auditAll } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { ChangeContext } from './changes.ts';
import { storedFields } from './columns.ts';
import { bySection, recordKey } from './deletion.ts';
import { restorableSince } from './kit/undo.ts';
import {
  isAnyValueTaken,
  replaceData,
  type StoredRecord,
  updateRecords,
  visibleIds,
  type WrittenRecord,
} from './queries.ts';
import { treeError } from './trees.ts';
import { undeleteRecords } from './undo-queries.ts';
import { linkedBuildingIds } from './write.ts';

type Data = StoredRecord['data'];

/** A deleted record to be restored. */
interface DeletedRecord {
  resource: Resource;
  record: StoredRecord;
  deletedAt: Date;
}

/** A restored record, or one that refers to a restored one. */
interface RestoredRecord {
  resource: Resource;
  id: number;
  data: Data;
  /** When it was deleted; null for one that was not. */
  deletedAt: Date | null;
  /** Action and former values for the audit entry. */
  auditPart: { action: 'restore' } | { action: 'update'; before: Data };
}

/**
 * Audit entry of a side effect of a deletion on another record: deleted with it (`cascade`), or its reference emptied (`clear`).
 */
interface SideEffectEntry {
  action: string;
  resource: string;
  record_id: string | null;
  before: Data;
  after: Data | null;
}

/** Audit entries of the side effects of a record's last deletion on the records that referred to it, in order. */
async function sideEffectEntries(trx: Db, resource: Resource, id: number): Promise<SideEffectEntry[]> {
  const deletion = await trx
    .selectFrom('audit')
    .where('resource', '=', resource.name)
    .where('record_id', '=', String(id))
    .where('action', 'in', ['delete', 'cascade'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'action', 'request_id'])
    .executeTakeFirst();
  if (deletion?.action !== 'delete' || deletion.request_id === null) return [];
  const entries = await trx
    .selectFrom('audit')
    .where('id', '>', deletion.id)
    .where('request_id', '=', deletion.request_id)
    .orderBy('id')
    .select(['action', 'resource', 'record_id', 'before', 'after'])
    .execute();
  const end = entries.findIndex(({ action }) => action !== 'cascade' && action !== 'clear');
  return (end < 0 ? entries : entries.slice(0, end)) as SideEffectEntry[];
}

/** A side effect of a deletion with the record that it changed, as it is now. */
interface SideEffect {
  section: Resource;
  entry: SideEffectEntry;
  stored: Pick<StoredRecord, 'id' | 'data'> & { deleted_at: Date | null };
}

/** Locks the records of side effects. @returns those that still exist in a section, in the same order */
async function lockSideEffects(
  trx: Db,
  linked: readonly Resource[],
  entries: readonly SideEffectEntry[],
): Promise<SideEffect[]> {
  const effects = new Map<SideEffectEntry, SideEffect>();
  for (const section of linked) {
    const entryById = new Map(
      entries.flatMap((entry) => (entry.resource === section.name ? [[Number(entry.record_id), entry]] : [])),
    );
    if (!entryById.size) continue;
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', section.name)
      .where(sql<boolean>`id = any(${[...entryById.keys()]}::int[])`)
      .orderBy('id')
      .select(['id', 'data', 'deleted_at'])
      .forUpdate()
      .execute();
    for (const stored of rows) {
      const entry = entryById.get(stored.id);
      if (entry) effects.set(entry, { section, entry, stored });
    }
  }
  return entries.flatMap((entry) => effects.get(entry) ?? []);
}

/** Adds the removed references back to a list that may have changed since. */
function mergeReferences(current: unknown, formerIds: unknown, clearedIds: unknown): number[] {
  const [currentIds, afterIds] = [new Set(toIds(current)), new Set(toIds(clearedIds))];
  return [...currentIds, ...toIds(formerIds).filter((id) => !afterIds.has(id) && !currentIds.has(id))];
}

/** The record with the values that it lost when its reference was emptied; values changed since then stay. */
function refillReferences(resource: Resource, current: Data, { before, after }: SideEffectEntry): Data {
  const data = { ...current };
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const [formerValue, leftValue] = [before[wire] ?? null, after?.[wire] ?? null];
    if (field.computed !== undefined || isDeepStrictEqual(formerValue, leftValue)) continue;
    if (isDeepStrictEqual(current[wire] ?? null, leftValue)) data[wire] = formerValue;
    else if (getPointerTo(field, 'records')?.isMultiple)
      data[wire] = mergeReferences(current[wire], formerValue, leftValue);
  }
  return withComputed(resource, data);
}

/**
 * Checks the unique values of records that are restored along, before an index refuses them.
 * @throws ApiError linked_taken if another record has one of them now
 */
async function refuseTakenValues(
  trx: Db,
  restored: readonly { resource: Resource; id: number; data: Data }[],
): Promise<void> {
  for (const [resource, sectionRecords] of bySection(restored, (one) => one.resource)) {
    for (const storedField of storedFields(resource.fields).values())
      if (storedField.field.unique && (await isAnyValueTaken(trx, resource, storedField, sectionRecords)))
        throw new ApiError('linked_taken', { section: sectionTitle(resource.words) });
  }
}

/** When records were deleted, by `recordKey`: null for one that is not, absent for one that does not exist. */
type DeletionTimes = ReadonlyMap<string, Date | null>;

const referredIds = ({ wire, isMultiple: several }: DeletionReference, data: Data): number[] =>
  several ? toIds(data[wire]) : toIds([data[wire]]);

/** Finds the deletion times of the records that these refer to. */
async function findDeletionTimes(
  trx: Db,
  records: readonly { resource: Resource; data: Data }[],
): Promise<DeletionTimes> {
  const idsBySection = new Map<string, Set<number>>();
  for (const [resource, sectionRecords] of bySection(records, (one) => one.resource)) {
    for (const referrer of findDeletionReferences([resource])) {
      const ids = idsBySection.get(referrer.to) ?? new Set();
      for (const { data } of sectionRecords) for (const id of referredIds(referrer, data)) ids.add(id);
      idsBySection.set(referrer.to, ids);
    }
  }
  const times = new Map<string, Date | null>();
  for (const [name, ids] of idsBySection) {
    if (!ids.size) continue;
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', name)
      .where(sql<boolean>`id = any(${[...ids]}::int[])`)
      .select(['id', 'deleted_at'])
      .execute();
    for (const { id, deleted_at } of rows) times.set(recordKey({ name }, id), deleted_at);
  }
  return times;
}

/**
 * Ids that a field refers to but whose records are deleted or missing.
 * @param since ignores records deleted before this time; null ignores none
 */
const missingIds = (referrer: DeletionReference, data: Data, times: DeletionTimes, since: Date | null): number[] =>
  referredIds(referrer, data).filter((id) => {
    const deletedAt = times.get(recordKey({ name: referrer.to }, id));
    return deletedAt !== null && !(since && deletedAt && deletedAt < since);
  });

/**
 * The data of a restored record without references to records deleted after it, if the field's rule is `clear`. References that
 * were already broken when it was deleted stay.
 * @throws ApiError reference_gone if the rule does not allow emptying
 */
function withoutMissingReferences({ resource, data, deletedAt }: RestoredRecord, times: DeletionTimes): Data {
  const cleaned = { ...data };
  for (const referrer of findDeletionReferences([resource])) {
    const { name, wire, rule, isMultiple: several } = referrer;
    // In a record that was not deleted itself, only `clear` references were refilled.
    if (deletedAt === null && rule !== 'clear') continue;
    const missing = missingIds(referrer, data, times, deletedAt);
    if (!missing.length) continue;
    if (rule !== 'clear') throw new ApiError('reference_gone', { field: resource.fields[name]?.label ?? name });
    const remaining = several ? toIds(data[wire]).filter((id) => !missing.includes(id)) : [];
    cleaned[wire] = remaining.length ? remaining : null;
  }
  return withComputed(resource, cleaned);
}

/**
 * Checks tree fields of a restored record for cycles.
 * @throws ApiError reference_round
 */
async function refuseCircles(trx: Db, { resource, id, data }: RestoredRecord): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (isTree(field) && (await treeError(trx, resource, wire, id, data[wire])))
      throw new ApiError('reference_round', { field: field.label ?? name });
  }
}

/**
 * Refuses to restore deleted records that the reader may not change.
 * @throws ApiError no_right
 */
async function refuseUnreachable({ trx, reader, now }: ChangeContext, deleted: readonly SideEffect[]): Promise<void> {
  for (const [section, effects] of bySection(deleted, (one) => one.section)) {
    const isOpen = can(reader.levels, section.section, 'change');
    const ids = effects.map(({ stored }) => stored.id);
    if (!isOpen || (await visibleIds(trx, reader, section, ids, restorableSince(now))).length < ids.length)
      throw new ApiError('no_right', { section: capitalise(section.words.plural) });
  }
}

/**
 * Restores a deleted record and undoes the side effects of its deletion: restores the records deleted with it, and refills
 * emptied references that were not changed since. The sections must be locked.
 * @param linked definitions of `linkedSections`
 * @returns the record, and the keys of all restored or refilled records
 * @throws ApiError no_right, reference_gone, reference_round, linked_taken
 */
export async function restoreDeleted(
  changing: ChangeContext,
  linked: readonly Resource[],
  { resource, record, deletedAt }: DeletedRecord,
): Promise<{ record: StoredRecord; keys: string[] }> {
  const { trx, reader, request, now } = changing;
  const restored: RestoredRecord[] = [
    // The definition may have changed since, and deleted records are not recomputed.
    { resource, id: record.id, data: withComputed(resource, record.data), deletedAt, auditPart: { action: 'restore' } },
  ];
  const effects = await lockSideEffects(trx, linked, await sideEffectEntries(trx, resource, record.id));
  const oldestRestorable = restorableSince(now);
  const cascaded = effects.filter(
    ({ entry, stored }) =>
      entry.action === 'cascade' && stored.deleted_at !== null && stored.deleted_at > oldestRestorable,
  );
  // First, so that somebody without the right learns nothing about the values of other records.
  await refuseUnreachable(changing, cascaded);
  await refuseTakenValues(
    trx,
    cascaded.map(({ section, stored }) => ({ resource: section, ...stored })),
  );
  await undeleteRecords(trx, [record.id, ...cascaded.map(({ stored }) => stored.id)]);
  const isCascaded = new Set(cascaded);
  const refilledRecords: (WrittenRecord & Pick<StoredRecord, 'id'>)[] = [];
  for (const effect of effects) {
    const { section, entry, stored } = effect;
    const { id, deleted_at: deletedAt, data } = stored;
    if (isCascaded.has(effect)) {
      const recomputed = withComputed(section, data);
      restored.push({ resource: section, id, data: recomputed, deletedAt, auditPart: { action: 'restore' } });
    } else if (entry.action === 'clear') {
      const refilled = refillReferences(section, data, entry);
      if (isDeepStrictEqual(refilled, data)) continue;
      // A record deleted since is refilled too, so that restoring it later brings the reference back.
      refilledRecords.push({ id, data: refilled, building_ids: linkedBuildingIds(section, refilled) });
      const change = { action: 'update', before: data } as const;
      if (deletedAt === null) restored.push({ resource: section, id, data: refilled, deletedAt, auditPart: change });
    }
  }
  await refuseTakenValues(
    trx,
    restored.filter(({ auditPart }) => auditPart.action === 'update'),
  );
  await updateRecords(trx, refilledRecords, now);
  const times = await findDeletionTimes(trx, restored);
  for (const item of restored) item.data = withoutMissingReferences(item, times);
  await replaceData(trx, restored);
  for (const item of restored) await refuseCircles(trx, item);
  await auditAll(
    trx,
    restored.map(({ resource: { name }, id, data, auditPart }) => ({
      ...auditPart,
      user: reader.user,
      resource: name,
      record: id,
      after: data,
      whole: true,
      request,
    })),
  );
  const [first] = restored;
  return {
    record: { ...record, data: first?.data ?? record.data },
    keys: restored.map((one) => recordKey(one.resource, one.id)),
  };
}

/**
 * Sorts records to restore so that each restore can succeed: the last deleted first, and those deleted along with others after
 * these.
 */
export async function sortForRestore(trx: Db, { name }: Resource, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ record: string; id: number; action: string }>`
    select distinct on (record_id) record_id as record, id, action from audit
    where resource = ${name} and record_id = any(${ids.map(String)}::text[]) and action in ('delete', 'cascade')
    order by record_id, id desc`.execute(trx);
  const deletions = new Map(rows.map(({ record, id, action }) => [Number(record), { id, isOwn: action === 'delete' }]));
  const deletionEntry = (id: number) => deletions.get(id) ?? { id: 0, isOwn: true };
  return ids.toSorted((one, other) => {
    const [first, second] = [deletionEntry(one), deletionEntry(other)];
    return Number(second.isOwn) - Number(first.isOwn) || second.id - first.id;
  });
}

/** Whether restored values refer to missing records in fields with a rule for deletion. */
export async function refersToMissing(
  trx: Db,
  resource: Resource,
  currentData: Data,
  restoredData: Data,
): Promise<boolean> {
  const changed = findDeletionReferences([resource]).filter(
    ({ wire }) => !isDeepStrictEqual(currentData[wire], restoredData[wire]),
  );
  if (!changed.length) return false;
  const times = await findDeletionTimes(trx, [{ resource, data: restoredData }]);
  return changed.some((referrer) => missingIds(referrer, restoredData, times, null).length > 0);
}
