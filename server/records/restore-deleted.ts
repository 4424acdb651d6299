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
import { ApiError, FieldsError } from '#server/http/errors.ts';
import type { ChangeContext } from './changes.ts';
import { recordKey } from './deletion.ts';
import { restorableSince } from './kit/undo.ts';
import { type StoredRecord, updateRecord, visibleIds } from './queries.ts';
import { treeError } from './trees.ts';
import { undeleteRecord } from './undo-queries.ts';
import { linkedBuildingIds, refuseDuplicates } from './write.ts';

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

async function lockStoredRecord(trx: Db, resource: Resource, id: number) {
  const row = await trx
    .selectFrom('records')
    .where('resource', '=', resource.name)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by', 'deleted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
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
 * Checks the unique values of a record that is restored along.
 * @throws ApiError linked_taken if another record has one of them now
 */
async function refuseTakenValues(
  trx: Db,
  resource: Resource,
  record: Pick<StoredRecord, 'id' | 'data'>,
): Promise<void> {
  try {
    await refuseDuplicates(trx, resource, record);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw new ApiError('linked_taken', { section: sectionTitle(resource.words) });
  }
}

const referredIds = ({ wire, isMultiple: several }: DeletionReference, data: Data): number[] =>
  several ? toIds(data[wire]) : toIds([data[wire]]);

/**
 * Ids that a field refers to but whose records are deleted or missing.
 * @param since ignores records deleted before this time; null ignores none
 */
async function missingTargets(trx: Db, referrer: DeletionReference, data: Data, since: Date | null): Promise<number[]> {
  const ids = referredIds(referrer, data);
  if (!ids.length) return [];
  const rows = await trx
    .selectFrom('records')
    .where('resource', '=', referrer.to)
    .where('id', 'in', ids)
    .select(['id', 'deleted_at'])
    .execute();
  const deletions = new Map(rows.map(({ id, deleted_at }) => [id, deleted_at]));
  return ids.filter((id) => {
    const deletedAt = deletions.get(id);
    return deletedAt !== null && !(since && deletedAt && deletedAt < since);
  });
}

/**
 * The data of a restored record without references to records deleted after it, if the field's rule is `clear`. References that
 * were already broken when it was deleted stay.
 * @throws ApiError reference_gone if the rule does not allow emptying
 */
async function withoutMissingReferences(trx: Db, { resource, data, deletedAt }: RestoredRecord): Promise<Data> {
  const cleaned = { ...data };
  for (const referrer of findDeletionReferences([resource])) {
    const { name, wire, rule, isMultiple: several } = referrer;
    // In a record that was not deleted itself, only `clear` references were refilled.
    if (deletedAt === null && rule !== 'clear') continue;
    const missingIds = await missingTargets(trx, referrer, data, deletedAt);
    if (!missingIds.length) continue;
    if (rule !== 'clear') throw new ApiError('reference_gone', { field: resource.fields[name]?.label ?? name });
    const remaining = several ? toIds(data[wire]).filter((id) => !missingIds.includes(id)) : [];
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
 * Restores a deleted record and undoes the side effects of its deletion: restores the records deleted with it, and refills
 * emptied references that were not changed since. The sections must be locked.
 * @param linked definitions of `linkedSections`
 * @returns the record, and the keys of all restored or refilled records
 * @throws ApiError reference_gone, reference_round, linked_taken
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
  await undeleteRecord(trx, record.id, record.data);
  for (const entry of await sideEffectEntries(trx, resource, record.id)) {
    const section = linked.find(({ name }) => name === entry.resource);
    const stored = section ? await lockStoredRecord(trx, section, Number(entry.record_id)) : null;
    if (!section || !stored) continue;
    const { id, deleted_at, data } = stored;
    if (entry.action === 'cascade') {
      if (deleted_at === null || deleted_at <= restorableSince(now)) continue;
      await undeleteRecord(trx, id, data);
      const isOpen = can(reader.levels, section.section, 'change');
      if (!isOpen || !(await visibleIds(trx, reader, section, [id])).length)
        throw new ApiError('no_right', { section: capitalise(section.words.plural) });
      const recomputed = withComputed(section, data);
      restored.push({
        resource: section,
        id,
        data: recomputed,
        deletedAt: deleted_at,
        auditPart: { action: 'restore' },
      });
    } else {
      const refilled = refillReferences(section, data, entry);
      if (isDeepStrictEqual(refilled, data)) continue;
      const values = { id, data: refilled, building_ids: linkedBuildingIds(section, refilled) };
      // A record deleted since is refilled too, so that restoring it later brings the reference back.
      await updateRecord(trx, values, now);
      const change = { action: 'update', before: data } as const;
      if (deleted_at === null)
        restored.push({ resource: section, id, data: refilled, deletedAt: null, auditPart: change });
    }
  }
  for (const item of restored) {
    item.data = await withoutMissingReferences(trx, item);
    const { id, data } = item;
    await sql`update records set data = ${JSON.stringify(data)}::jsonb where id = ${id}`.execute(trx);
  }
  for (const item of restored) {
    await refuseCircles(trx, item);
    if (item.id !== record.id || item.resource !== resource) await refuseTakenValues(trx, item.resource, item);
  }
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
  for (const referrer of findDeletionReferences([resource])) {
    const { wire } = referrer;
    if (isDeepStrictEqual(currentData[wire], restoredData[wire])) continue;
    if ((await missingTargets(trx, referrer, restoredData, null)).length) return true;
  }
  return false;
}
