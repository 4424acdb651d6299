import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { derivedFields } from '#resources/language/expressions/fields.ts';
import { toIds } from '#resources/language/kinds/ids.ts';
import { getPointerTo } from '#resources/language/kinds/traits.ts';
import { type DeletionReference, findDeletionReferences } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { LINKED_RECORDS_MAX } from '#resources/limits.ts';
import { auditAll } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { ChangeContext } from './changes.ts';
import { jsonColumn } from './columns.ts';
import { deleteRecords, type StoredRecord, updateRecords, visibleIds } from './queries.ts';
import { expressionContext, linkedBuildingIds, requireDeletable } from './write.ts';

/** A record with the definition of its section. */
export interface LinkedRecord {
  resource: Resource;
  record: StoredRecord;
}

/** The records that a deletion also deletes or changes. */
export interface DeletionPlan {
  deleted: readonly LinkedRecord[];
  /** `references`: the remaining values of the emptied references, by wire name. */
  cleared: readonly (LinkedRecord & { references: Readonly<Record<string, unknown>> })[];
}

/** Key of a record that is unique across sections. */
export const recordKey = ({ name }: Pick<Resource, 'name'>, id: number | ''): string => `${name} ${id}`;

/** Condition on the not deleted records of a section. */
const notDeleted = ({ name }: Resource, condition: RawBuilder<boolean>) =>
  sql<boolean>`records.resource = ${sql.lit(name)} and records.deleted_at is null and ${condition}`;

/** Condition that a field refers to one of these records, alone or among others. */
function refersTo({ wire, isMultiple: several }: DeletionReference, ids: readonly number[]): RawBuilder<boolean> {
  const one = several ? sql`jsonb_build_array(one)` : sql`to_jsonb(one)`;
  const values = sql`any(array(select ${one} from unnest(${ids}::int[]) one))`;
  return several ? sql<boolean>`${jsonColumn(wire)} @> ${values}` : sql<boolean>`${jsonColumn(wire)} = ${values}`;
}

const referringRecords = (db: Db, referrer: DeletionReference, ids: readonly number[]): Promise<StoredRecord[]> =>
  db
    .selectFrom('records')
    .where(notDeleted(referrer.resource, refersTo(referrer, ids)))
    .orderBy('records.id')
    .limit(LINKED_RECORDS_MAX + 1)
    .select(['records.id', 'records.data', 'records.building_ids', 'records.created_by'])
    .execute();

/** Groups items by section. */
export function bySection<Item>(items: readonly Item[], sectionOf: (item: Item) => Resource): Map<Resource, Item[]> {
  const groups = new Map<Resource, Item[]>();
  for (const item of items) {
    const group = groups.get(sectionOf(item));
    if (group) group.push(item);
    else groups.set(sectionOf(item), [item]);
  }
  return groups;
}

/** Lists sections with their number of records for a message: «Замки» – 3. */
const formatCounts = (counts: readonly { resource: Resource; count: number }[]): string =>
  counts.map(({ resource, count }) => `«${sectionTitle(resource.words)}» – ${count}`).join(', ');

/** Number of records per section, in the order in which the sections first appear. */
export const countSections = (records: readonly { resource: Resource }[]): { resource: Resource; count: number }[] =>
  [...bySection(records, ({ resource }) => resource)].map(([resource, sectionRecords]) => ({
    resource,
    count: sectionRecords.length,
  }));

interface ForbiddingReference {
  referrer: DeletionReference;
  ids: readonly number[];
}

/**
 * Counts per section the records that forbid a deletion.
 * @param deletedKeys keys of records that are deleted too and so do not count
 */
async function countForbidding(db: Db, references: readonly ForbiddingReference[], deletedKeys: ReadonlySet<string>) {
  const counts: { resource: Resource; count: number }[] = [];
  for (const [resource, sectionReferences] of bySection(references, ({ referrer }) => referrer.resource)) {
    const refersCondition = sql.join(
      sectionReferences.map(({ referrer, ids }) => refersTo(referrer, ids)),
      sql` or `,
    );
    const prefix = recordKey(resource, '');
    const deletedIds = [...deletedKeys].flatMap((key) =>
      key.startsWith(prefix) ? Number(key.slice(prefix.length)) : [],
    );
    const { count } = await db
      .selectFrom('records')
      .where(notDeleted(resource, sql<boolean>`(${refersCondition})`))
      .where(sql<boolean>`not records.id = any(${deletedIds}::int[])`)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count)) counts.push({ resource, count: Number(count) });
  }
  return counts;
}

/**
 * Refuses a cascade to records that the reader may not delete directly.
 * @throws ApiError linked_closed
 */
async function refuseUnreachable(db: Db, reader: Reader, deleted: readonly LinkedRecord[]): Promise<void> {
  const closedRecords: LinkedRecord[] = [];
  for (const [resource, records] of bySection(deleted, (one) => one.resource)) {
    const isOpen = can(reader.levels, resource.section, 'change');
    const ids = records.map(({ record }) => record.id);
    const reachableIds = new Set(isOpen ? await visibleIds(db, reader, resource, ids) : []);
    // Without rules about single records only the buildings decide, and most records share them with others.
    const isDeletableIn = new Map<string, boolean>();
    const isDeletable = async (one: LinkedRecord) => {
      if (resource.record) return mayDelete(db, reader, one);
      const key = String(one.record.building_ids);
      const known = isDeletableIn.get(key) ?? (await mayDelete(db, reader, one));
      isDeletableIn.set(key, known);
      return known;
    };
    for (const one of records) {
      if (!reachableIds.has(one.record.id) || !(await isDeletable(one))) closedRecords.push(one);
    }
  }
  if (closedRecords.length)
    throw new ApiError('linked_closed', { records: formatCounts(countSections(closedRecords)) });
}

async function mayDelete(db: Db, reader: Reader, { resource, record }: LinkedRecord): Promise<boolean> {
  try {
    await requireDeletable(db, reader, resource, record);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/**
 * Plans the effects of a deletion on the records that refer to it, by `onDelete` of their fields. To carry the plan out the
 * linked sections must be locked, so that no new reference appears meanwhile.
 * @param linked definitions of `linkedSections`
 * @param goneKeys keys of records that count as deleted already
 * @throws ApiError still_referred, still_referred_below, linked_too_many, linked_closed
 */
export async function planDeletion(
  db: Db,
  reader: Reader,
  linked: readonly Resource[],
  root: { resource: Resource; id: number },
  goneKeys: ReadonlySet<string> = new Set(),
): Promise<DeletionPlan> {
  const referrers = findDeletionReferences(linked);
  const deletedKeys = new Set([...goneKeys, recordKey(root.resource, root.id)]);
  const deleted: LinkedRecord[] = [];
  const clearedByKey = new Map<string, LinkedRecord & { fields: DeletionReference[] }>();
  const forbidding: (ForbiddingReference & { isDirect: boolean })[] = [];
  let level = new Map([[root.resource.name, [root.id]]]);
  for (let depth = 0; level.size; depth += 1) {
    const next = new Map<string, number[]>();
    for (const referrer of referrers) {
      const ids = level.get(referrer.to);
      if (!ids) continue;
      if (referrer.rule === 'forbid') {
        forbidding.push({ referrer, ids, isDirect: depth === 0 });
        continue;
      }
      const { resource } = referrer;
      for (const record of await referringRecords(db, referrer, ids)) {
        const key = recordKey(resource, record.id);
        if (referrer.rule === 'clear') {
          const existing = clearedByKey.get(key);
          if (!existing) clearedByKey.set(key, { resource, record, fields: [referrer] });
          else if (!existing.fields.includes(referrer)) existing.fields.push(referrer);
        } else if (!deletedKeys.has(key)) {
          deletedKeys.add(key);
          deleted.push({ resource, record });
          next.set(resource.name, [...(next.get(resource.name) ?? []), record.id]);
        }
      }
      if (deleted.length > LINKED_RECORDS_MAX) throw new ApiError('linked_too_many', { most: LINKED_RECORDS_MAX });
    }
    level = next;
  }
  const directReferences = await countForbidding(
    db,
    forbidding.filter(({ isDirect }) => isDirect),
    deletedKeys,
  );
  if (directReferences.length) throw new ApiError('still_referred', { records: formatCounts(directReferences) });
  const indirectReferences = await countForbidding(db, forbidding, deletedKeys);
  if (indirectReferences.length)
    throw new ApiError('still_referred_below', { records: formatCounts(indirectReferences) });
  const cleared = [...clearedByKey].flatMap(([key, { resource, record, fields }]) =>
    deletedKeys.has(key) ? [] : { resource, record, references: remainingReferences(record, fields, deletedKeys) },
  );
  if (deleted.length + cleared.length > LINKED_RECORDS_MAX)
    throw new ApiError('linked_too_many', { most: LINKED_RECORDS_MAX });
  await refuseUnreachable(db, reader, deleted);
  return { deleted, cleared };
}

/** Values of reference fields after the records with these keys are deleted, by wire name. */
function remainingReferences(
  { data }: StoredRecord,
  fields: readonly DeletionReference[],
  deletedKeys: ReadonlySet<string>,
) {
  const entries = fields.map(({ wire, to, isMultiple: several }) => {
    const ids = several ? toIds(data[wire]).filter((id) => !deletedKeys.has(recordKey({ name: to }, id))) : [];
    return [wire, ids.length ? ids : null] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The data of a record without some references: computed fields are recomputed, and fields whose condition is no longer met are
 * emptied. Checks of the definition do not apply, since no person edits this record.
 */
function withoutReferences(changing: ChangeContext, { resource, record, references }: DeletionPlan['cleared'][number]) {
  const context = expressionContext(changing);
  const data: Record<string, unknown> = { ...record.data, ...references };
  const { absent: formerlyAbsent } = derivedFields(resource, record.data, context);
  const { absent, computed } = derivedFields(resource, data, context);
  for (const name of absent) {
    const field = resource.fields[name];
    // Fields with files are not emptied, because their files could not be restored.
    if (field && !getPointerTo(field, 'files') && !formerlyAbsent.has(name)) data[wireName(name, field)] = null;
  }
  return { ...data, ...computed };
}

/** Carries out a plan and audits each effect right after the entry of the root record, where `restoreDeleted` looks for it. */
export async function carryOutDeletion(changing: ChangeContext, { deleted, cleared }: DeletionPlan): Promise<void> {
  const { trx, reader, request, now } = changing;
  const common = { user: reader.user, request, whole: true };
  await deleteRecords(
    trx,
    deleted.map(({ record }) => record.id),
    now,
  );
  const changed = cleared.map((one) => {
    const after = withoutReferences(changing, one);
    return { resource: one.resource, before: one.record, after };
  });
  const clearedRecords = changed.map(({ resource, before, after }) => {
    return { id: before.id, data: after, building_ids: linkedBuildingIds(resource, after) };
  });
  await updateRecords(trx, clearedRecords, now);
  await auditAll(trx, [
    ...deleted.map(({ resource, record }) => ({
      ...common,
      action: 'cascade',
      resource: resource.name,
      record: record.id,
      before: record.data,
    })),
    ...changed.map(({ resource, before, after }) => ({
      ...common,
      action: 'clear',
      resource: resource.name,
      record: before.id,
      before: before.data,
      after,
    })),
  ]);
}
