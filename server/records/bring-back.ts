import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { pointerTo } from '#resources/language/kinds/traits.ts';
import { everyReferrer, isTree, type Referrer } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { capitalise, sectionTitle } from '#resources/language/words.ts';
import { auditAll } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import type { Changing } from './changes.ts';
import { recordKey } from './deletion.ts';
import { restorableSince } from './kit/undo.ts';
import { type StoredRecord, updateRecord, visibleIds } from './queries.ts';
import { treeMistake } from './trees.ts';
import { unhideRecord } from './undo-queries.ts';
import { refuseTaken, tiedTo } from './write.ts';

type Data = StoredRecord['data'];

/** A deleted record to restore. */
interface Returning {
  resource: Resource;
  record: StoredRecord;
  deletedAt: Date;
}

/** A restored record, or one that refers to a restored one. */
interface Returned {
  resource: Resource;
  id: number;
  data: Data;
  /** When it was deleted; null for one that was not. */
  deletedAt: Date | null;
  /** The entry of the log. */
  auditPart: { action: 'restore' } | { action: 'update'; before: Data };
}

/** An audit entry of the effect of a deletion on another record. */
interface LinkedEntry {
  action: string;
  resource: string;
  record_id: string | null;
  before: Data;
  after: Data | null;
}

/** Audit entries of the effects of a record's last deletion on the records that referred to it, in order. */
async function linkedEntries(trx: Db, resource: Resource, id: number): Promise<LinkedEntry[]> {
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
  return (end < 0 ? entries : entries.slice(0, end)) as LinkedEntry[];
}

async function storedRecord(trx: Db, resource: Resource, id: number) {
  const row = await trx
    .selectFrom('records')
    .where('resource', '=', resource.name)
    .where('id', '=', id)
    .select(['id', 'data', 'building_ids', 'created_by', 'deleted_at'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Several references with the removed ones put back, also where others were added since. */
function withAgain(current: unknown, had: unknown, left: unknown): number[] {
  const [kept, rest] = [new Set(idsOf(current)), new Set(idsOf(left))];
  return [...kept, ...idsOf(had).filter((id) => !rest.has(id) && !kept.has(id))];
}

/** A record with the values put back that it lost when its reference was emptied; values changed since then stay as they are. */
function withReferences(resource: Resource, current: Data, { before, after }: LinkedEntry): Data {
  const data = { ...current };
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const [formerValue, leftValue] = [before[wire] ?? null, after?.[wire] ?? null];
    if (field.computed !== undefined || isDeepStrictEqual(formerValue, leftValue)) continue;
    if (isDeepStrictEqual(current[wire] ?? null, leftValue)) data[wire] = formerValue;
    else if (pointerTo(field, 'records')?.several) data[wire] = withAgain(current[wire], formerValue, leftValue);
  }
  return withComputed(resource, data);
}

/** @throws ApiError linked_taken where a value has to be unique and another record has it now */
async function refuseTakenOf(trx: Db, resource: Resource, record: Pick<StoredRecord, 'id' | 'data'>): Promise<void> {
  try {
    await refuseTaken(trx, resource, record);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw new ApiError('linked_taken', { section: sectionTitle(resource.words) });
  }
}

const referredIds = ({ wire, several }: Referrer, data: Data): number[] =>
  several ? idsOf(data[wire]) : idsOf([data[wire]]);

/** Ids of the records that a field refers to and that are gone. @param since counts only what was deleted then or later; null for all */
async function goneTargets(trx: Db, referrer: Referrer, data: Data, since: Date | null): Promise<number[]> {
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
 * References of a restored record: those to records that were deleted after it are taken out where the field says
 * so. What referred to nothing before its deletion stays as it was.
 * @throws ApiError reference_gone where it cannot be empty
 */
async function withSoundReferences(trx: Db, { resource, data, deletedAt }: Returned): Promise<Data> {
  const sound = { ...data };
  for (const referrer of everyReferrer([resource])) {
    const { name, wire, rule, several } = referrer;
    // Of a record that was not deleted only emptied fields are filled again.
    if (deletedAt === null && rule !== 'clear') continue;
    const goneIds = await goneTargets(trx, referrer, data, deletedAt);
    if (!goneIds.length) continue;
    if (rule !== 'clear') throw new ApiError('reference_gone', { field: resource.fields[name]?.label ?? name });
    const left = several ? idsOf(data[wire]).filter((id) => !goneIds.includes(id)) : [];
    sound[wire] = left.length ? left : null;
  }
  return withComputed(resource, sound);
}

/** @throws ApiError reference_round where references that must not circle would */
async function refuseCircles(trx: Db, { resource, id, data }: Returned): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    if (isTree(field) && (await treeMistake(trx, resource, wire, id, data[wire])))
      throw new ApiError('reference_round', { field: field.label ?? name });
  }
}

/**
 * Restores a deleted record and undoes the effects of its deletion: restores those that were deleted with it, and the references that
 * were emptied, unless they were changed since. Only while the sections are locked.
 * @param linked definitions of `linkedSections`
 * @returns the record, and the keys of all that are there again
 * @throws ApiError reference_gone, reference_round, linked_taken
 */
export async function bringBack(
  changing: Changing,
  linked: readonly Resource[],
  { resource, record, deletedAt }: Returning,
): Promise<{ record: StoredRecord; keys: string[] }> {
  const { trx, reader, request, now } = changing;
  const returned: Returned[] = [
    // Its definition may have changed meanwhile, and deleted records are not computed anew.
    { resource, id: record.id, data: withComputed(resource, record.data), deletedAt, auditPart: { action: 'restore' } },
  ];
  await unhideRecord(trx, record.id, record.data);
  for (const entry of await linkedEntries(trx, resource, record.id)) {
    const section = linked.find(({ name }) => name === entry.resource);
    const stored = section ? await storedRecord(trx, section, Number(entry.record_id)) : null;
    if (!section || !stored) continue;
    const { id, deleted_at, data } = stored;
    if (entry.action === 'cascade') {
      if (deleted_at === null || deleted_at <= restorableSince(now)) continue;
      await unhideRecord(trx, id, data);
      const isOpen = can(reader.levels, section.section, 'change');
      if (!isOpen || !(await visibleIds(trx, reader, section, [id])).length)
        throw new ApiError('no_right', { section: capitalise(section.words.plural) });
      const whole = withComputed(section, data);
      returned.push({ resource: section, id, data: whole, deletedAt: deleted_at, auditPart: { action: 'restore' } });
    } else {
      const refilled = withReferences(section, data, entry);
      if (isDeepStrictEqual(refilled, data)) continue;
      const values = { id, data: refilled, building_ids: tiedTo(section, refilled) };
      // A record that was deleted since gets its reference back when it is restored itself.
      await updateRecord(trx, values, now);
      const change = { action: 'update', before: data } as const;
      if (deleted_at === null)
        returned.push({ resource: section, id, data: refilled, deletedAt: null, auditPart: change });
    }
  }
  for (const one of returned) {
    one.data = await withSoundReferences(trx, one);
    const { id, data } = one;
    await sql`update records set data = ${JSON.stringify(data)}::jsonb where id = ${id}`.execute(trx);
  }
  for (const one of returned) {
    await refuseCircles(trx, one);
    if (one.id !== record.id || one.resource !== resource) await refuseTakenOf(trx, one.resource, one);
  }
  await auditAll(
    trx,
    returned.map(({ resource: { name }, id, data, auditPart }) => ({
      ...auditPart,
      user: reader.user,
      resource: name,
      record: id,
      after: data,
      whole: true,
      request,
    })),
  );
  const [first] = returned;
  return {
    record: { ...record, data: first?.data ?? record.data },
    keys: returned.map((one) => recordKey(one.resource, one.id)),
  };
}

/**
 * Records to restore in one call, in a possible order: the last deleted first, and those deleted
 * along with others after these.
 */
export async function inOrderOfReturn(trx: Db, { name }: Resource, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ record: string; id: number; action: string }>`
    select distinct on (record_id) record_id as record, id, action from audit
    where resource = ${name} and record_id = any(${ids.map(String)}::text[]) and action in ('delete', 'cascade')
    order by record_id, id desc`.execute(trx);
  const deletions = new Map(rows.map(({ record, id, action }) => [Number(record), { id, isOwn: action === 'delete' }]));
  const place = (id: number) => deletions.get(id) ?? { id: 0, isOwn: true };
  return ids.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)];
    return Number(second.isOwn) - Number(first.isOwn) || second.id - first.id;
  });
}

/** Whether restored references would lead to missing records, in fields with a rule for deletion. */
export async function refersToGone(trx: Db, resource: Resource, now: Data, next: Data): Promise<boolean> {
  for (const referrer of everyReferrer([resource])) {
    const { wire } = referrer;
    if (isDeepStrictEqual(now[wire], next[wire])) continue;
    if ((await goneTargets(trx, referrer, next, null)).length) return true;
  }
  return false;
}
