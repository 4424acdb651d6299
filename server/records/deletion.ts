import { type RawBuilder, sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { derivedFields } from '#resources/language/expressions/fields.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { everyReferrer, type Referrer } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { sectionTitle } from '#resources/language/words.ts';
import { LINKED_RECORDS } from '#resources/limits.ts';
import { auditAll } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Changing } from './changes.ts';
import { jsonColumn } from './columns.ts';
import { deleteRecords, type StoredRecord, updateRecord, visibleIds } from './queries.ts';
import { expressionMoment, refuseDeletion, tiedTo } from './write.ts';

/** A record with the definition of its section. */
export interface LinkedRecord {
  resource: Resource;
  record: StoredRecord;
}

/** Effects of the deletion of a record on the records that refer to it. */
export interface DeletionPlan {
  deleted: readonly LinkedRecord[];
  /** `references`: what is left of the references that are emptied, by name on the wire. */
  cleared: readonly (LinkedRecord & { references: Readonly<Record<string, unknown>> })[];
}

/** One record among those of all sections. */
export const recordKey = ({ name }: Pick<Resource, 'name'>, id: number | ''): string => `${name} ${id}`;

/** Records of a section, deleted ones left out, that meet a condition. */
const standing = ({ name }: Resource, condition: RawBuilder<boolean>) =>
  sql<boolean>`records.resource = ${sql.lit(name)} and records.deleted_at is null and ${condition}`;

/** The condition that a field refers to one of these records, alone or among others. */
function refersTo({ wire, several }: Referrer, ids: readonly number[]): RawBuilder<boolean> {
  const one = several ? sql`jsonb_build_array(one)` : sql`to_jsonb(one)`;
  const values = sql`any(array(select ${one} from unnest(${ids}::int[]) one))`;
  return several ? sql<boolean>`${jsonColumn(wire)} @> ${values}` : sql<boolean>`${jsonColumn(wire)} = ${values}`;
}

const referringRecords = (db: Db, referrer: Referrer, ids: readonly number[]): Promise<StoredRecord[]> =>
  db
    .selectFrom('records')
    .where(standing(referrer.resource, refersTo(referrer, ids)))
    .orderBy('records.id')
    .limit(LINKED_RECORDS + 1)
    .select(['records.id', 'records.data', 'records.building_ids', 'records.created_by'])
    .execute();

/** Groups items by their section. */
function bySection<Item>(items: readonly Item[], sectionOf: (item: Item) => Resource): Map<Resource, Item[]> {
  const groups = new Map<Resource, Item[]>();
  for (const item of items) groups.set(sectionOf(item), [...(groups.get(sectionOf(item)) ?? []), item]);
  return groups;
}

/** Sections and the number of records of each, as a sentence names them: «Замки» – 3. */
const named = (counts: readonly { resource: Resource; count: number }[]): string =>
  counts.map(({ resource, count }) => `«${sectionTitle(resource.words)}» – ${count}`).join(', ');

/** The number of records of each section, in the order of their first ones. */
export const countSections = (records: readonly { resource: Resource }[]): { resource: Resource; count: number }[] =>
  [...bySection(records, ({ resource }) => resource)].map(([resource, some]) => ({ resource, count: some.length }));

interface Held {
  referrer: Referrer;
  ids: readonly number[];
}

/** How many records of each section keep others from being deleted. @param doomed those that are deleted themselves do not */
async function countHolding(db: Db, held: readonly Held[], doomed: ReadonlySet<string>) {
  const counts: { resource: Resource; count: number }[] = [];
  for (const [resource, some] of bySection(held, ({ referrer }) => referrer.resource)) {
    const refers = sql.join(
      some.map(({ referrer, ids }) => refersTo(referrer, ids)),
      sql` or `,
    );
    const prefix = recordKey(resource, '');
    const doomedIds = [...doomed].flatMap((key) => (key.startsWith(prefix) ? Number(key.slice(prefix.length)) : []));
    const { count } = await db
      .selectFrom('records')
      .where(standing(resource, sql<boolean>`(${refers})`))
      .where(sql<boolean>`not records.id = any(${doomedIds}::int[])`)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count)) counts.push({ resource, count: Number(count) });
  }
  return counts;
}

/** Refuses to delete records along that the reader could not delete by themselves. @throws ApiError linked_closed */
async function refuseForeign(db: Db, reader: Reader, deleted: readonly LinkedRecord[]): Promise<void> {
  const closedRecords: LinkedRecord[] = [];
  for (const [resource, records] of bySection(deleted, (one) => one.resource)) {
    const isOpen = can(reader.levels, resource.section, 'change');
    const ids = records.map(({ record }) => record.id);
    const reached = new Set(isOpen ? await visibleIds(db, reader, resource, ids) : []);
    for (const one of records) {
      if (!reached.has(one.record.id) || !(await mayDelete(db, reader, one))) closedRecords.push(one);
    }
  }
  if (closedRecords.length) throw new ApiError('linked_closed', { records: named(countSections(closedRecords)) });
}

async function mayDelete(db: Db, reader: Reader, { resource, record }: LinkedRecord): Promise<boolean> {
  try {
    await refuseDeletion(db, reader, resource, record);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/**
 * Effects of the deletion of a record on those that refer to it, by `onDelete` of their fields. Of a deletion only while
 * these sections are held: then no record begins to refer to it meanwhile.
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
  const referrers = everyReferrer(linked);
  const doomed = new Set([...goneKeys, recordKey(root.resource, root.id)]);
  const deleted: LinkedRecord[] = [];
  const emptied = new Map<string, LinkedRecord & { fields: Referrer[] }>();
  const holds: (Held & { isDirect: boolean })[] = [];
  let level = new Map([[root.resource.name, [root.id]]]);
  for (let depth = 0; level.size; depth += 1) {
    const next = new Map<string, number[]>();
    for (const referrer of referrers) {
      const ids = level.get(referrer.to);
      if (!ids) continue;
      if (referrer.rule === 'forbid') {
        holds.push({ referrer, ids, isDirect: depth === 0 });
        continue;
      }
      const { resource } = referrer;
      for (const record of await referringRecords(db, referrer, ids)) {
        const key = recordKey(resource, record.id);
        if (referrer.rule === 'clear') {
          const known = emptied.get(key);
          if (!known) emptied.set(key, { resource, record, fields: [referrer] });
          else if (!known.fields.includes(referrer)) known.fields.push(referrer);
        } else if (!doomed.has(key)) {
          doomed.add(key);
          deleted.push({ resource, record });
          next.set(resource.name, [...(next.get(resource.name) ?? []), record.id]);
        }
      }
      if (deleted.length > LINKED_RECORDS) throw new ApiError('linked_too_many', { most: LINKED_RECORDS });
    }
    level = next;
  }
  const holding = await countHolding(
    db,
    holds.filter(({ isDirect }) => isDirect),
    doomed,
  );
  if (holding.length) throw new ApiError('still_referred', { records: named(holding) });
  const below = await countHolding(db, holds, doomed);
  if (below.length) throw new ApiError('still_referred_below', { records: named(below) });
  const cleared = [...emptied].flatMap(([key, { resource, record, fields }]) =>
    doomed.has(key) ? [] : { resource, record, references: leftReferences(record, fields, doomed) },
  );
  if (deleted.length + cleared.length > LINKED_RECORDS) throw new ApiError('linked_too_many', { most: LINKED_RECORDS });
  await refuseForeign(db, reader, deleted);
  return { deleted, cleared };
}

/** Values of references once the records with these keys are deleted. */
function leftReferences({ data }: StoredRecord, fields: readonly Referrer[], doomed: ReadonlySet<string>) {
  const entries = fields.map(({ wire, to, several }) => {
    const ids = several ? idsOf(data[wire]).filter((id) => !doomed.has(recordKey({ name: to }, id))) : [];
    return [wire, ids.length ? ids : null] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * A record without some of its references: fields computed from them follow, and fields whose condition is no longer met are emptied.
 * Checks of the definition do not apply, since no person edits this record.
 */
function withoutReferences(changing: Changing, { resource, record, references }: DeletionPlan['cleared'][number]) {
  const moment = expressionMoment(changing);
  const data: Record<string, unknown> = { ...record.data, ...references };
  const { absent: formerlyAbsent } = derivedFields(resource, record.data, moment);
  const { absent, computed } = derivedFields(resource, data, moment);
  for (const name of absent) {
    const field = resource.fields[name];
    // Files of emptied fields would be lost for good.
    if (field && !pointerTo(field, 'files') && !formerlyAbsent.has(name)) data[wireName(name, field)] = null;
  }
  return { ...data, ...computed };
}

/** Deletes and empties what a plan says, each with its line in the log, right after that of the record that is deleted. */
export async function carryOut(changing: Changing, { deleted, cleared }: DeletionPlan): Promise<void> {
  const { trx, reader, request, now } = changing;
  const common = { user: reader.user, request, whole: true };
  await deleteRecords(
    trx,
    deleted.map(({ record }) => record.id),
    now,
  );
  const changed: { resource: Resource; before: StoredRecord; after: StoredRecord['data'] }[] = [];
  for (const one of cleared) {
    const { resource, record } = one;
    const data = withoutReferences(changing, one);
    await updateRecord(trx, { id: record.id, data, building_ids: tiedTo(resource, data) }, now);
    changed.push({ resource, before: record, after: data });
  }
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
