import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { getBuildingField, getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { isStateField, stateFields } from '#resources/language/moves.ts';
import { numberFields } from '#resources/language/numbers.ts';
import { fieldRule, sentFields } from '#resources/language/payload.ts';
import { isTree } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { columnRule, textColumn } from './columns.ts';
import { brokenConditions, validationOptionsKey } from './condition-misfits.ts';
import { cyclicRecords } from './trees.ts';
import { hasValue, uniqueKey } from './unique.ts';

/** Records read per query. */
const BATCH_SIZE = 2_000;
/** Time after which the check yields to other requests, ms: a field's pattern may be slow for each value. */
const SLICE_MS = 20;
/** Ids listed as examples in a misfit, at most. */
const SAMPLE_IDS_MAX = 5;

interface ChangedField {
  wire: string;
  was: string | undefined;
  field: FieldInput;
  rule: z.ZodType;
  /** Whether the field now refers to another section or to another building field, so that no former value can be valid. */
  hasNewTarget: boolean;
  /** Wire name of the field that makes this one required (`requiredWith`); null for none. */
  requiredWithWire: string | null;
}

/** What a field takes its ids from: a section, or the building field by all its names. */
function idSources(resource: Resource | null, field: FieldInput): string[] {
  const section = getPointerTo(field, 'records')?.section;
  if (section !== undefined) return [section];
  const name = getBuildingField(field);
  const building = name === null ? undefined : resource?.fields[name];
  return name !== null && building ? [wireName(name, building), building.was ?? []].flat() : [];
}

/** Fields whose rule differs from the one in force. */
function changedFields(resource: Resource, before: Resource | null): ChangedField[] {
  const writtenNames = new Set([
    ...sentFields(resource, 'edit'),
    ...[...stateFields(resource), ...numberFields(resource)].map(({ name }) => name),
  ]);
  const formerFields = new Map(
    Object.entries(before?.fields ?? {}).map(([name, field]) => [wireName(name, field), field]),
  );
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const formerField = formerFields.get(wire) ?? (field.was === undefined ? undefined : formerFields.get(field.was));
    if (!writtenNames.has(name) || (formerField && validationOptionsKey(formerField) === validationOptionsKey(field)))
      return [];
    const [sources, formerSources] = [idSources(resource, field), formerField ? idSources(before, formerField) : []];
    const hasNewTarget =
      formerField?.kind === field.kind &&
      formerSources.length > 0 &&
      !sources.some((name) => formerSources.includes(name));
    const other = field.requiredWith === undefined ? undefined : resource.fields[field.requiredWith];
    const otherWire = other && field.requiredWith !== undefined ? wireName(field.requiredWith, other) : null;
    // A missing state or number is assigned when the definition comes into force.
    const isAssigned = isStateField(field) || getTraits(field).numbering !== undefined;
    // `condition-misfits.ts` checks whether a field with a condition is required.
    const rule = fieldRule(isAssigned || field.when !== undefined ? { ...field, required: false } : field);
    return [{ wire, was: field.was, field, rule, hasNewTarget, requiredWithWire: otherWire }];
  });
}

const fieldLabel = (wire: string, field: FieldInput) => field.label ?? wire;
/** Messages are i18n keys; an installation's definition may have the sentence itself. */
const messageText = (message: string) => text(message);

function findError(one: ChangedField, data: Readonly<Record<string, unknown>>): string | null {
  const { wire, was, rule, hasNewTarget, field } = one;
  const value = data[wire] ?? (was === undefined ? undefined : data[was]);
  if (hasNewTarget && !isEmpty(value)) return 'validation.unknown';
  if (one.requiredWithWire !== null && isEmpty(value) && !isEmpty(data[one.requiredWithWire]))
    return missingMessage(field);
  const parsed = rule.safeParse(value ?? undefined);
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'validation.text';
  // Filters compare stored values, so a value not in normal form would not be found.
  return isEmpty(value) || isDeepStrictEqual(parsed.data, value) ? null : 'definitionFiles.otherForm';
}

/** Number and first ids of a section's records that meet a condition; deleted records are ignored. */
async function countRecordsWith(db: Db, resource: Resource, condition: RawBuilder<boolean>) {
  const { rows } = await sql<{ ids: number[] | null; count: number }>`
    select count(*)::int as count, (array_agg(records.id order by records.id))[1:${sql.lit(SAMPLE_IDS_MAX)}] as ids from records
    where records.resource = ${resource.name} and records.deleted_at is null and ${condition}`.execute(db);
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}

const isFilled = (wire: string) => sql<boolean>`coalesce(${textColumn(wire)}, '') not in ('', '[]', '{}')`;

/** Removed fields that still have values in records; the values are kept, but no longer shown. */
async function removedFieldMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const names = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) => [wireName(name, field), field.was ?? []].flat()),
  );
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(before?.fields ?? {})) {
    const wire = wireName(name, field);
    if (names.has(wire)) continue;
    const filledRecords = await countRecordsWith(db, resource, isFilled(wire));
    if (filledRecords.count)
      misfits.push({ field: fieldLabel(wire, field), message: messageText('definitionFiles.lost'), ...filledRecords });
  }
  return misfits;
}

/** Records that every reader could see because the definition drops or changes its building field. */
async function buildingFieldMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const buildingFieldIn = (one: Resource | null) => {
    const field = one?.building === undefined ? undefined : one.fields[one.building];
    return field && one?.building !== undefined ? { wire: wireName(one.building, field), field } : null;
  };
  const [formerBuildingField, nextBuildingField] = [buildingFieldIn(before), buildingFieldIn(resource)];
  if (
    !formerBuildingField ||
    formerBuildingField.wire === nextBuildingField?.wire ||
    formerBuildingField.wire === nextBuildingField?.field.was
  )
    return [];
  const hasBuilding = sql<boolean>`records.building_ids is not null`;
  const openCondition = nextBuildingField
    ? sql<boolean>`(${hasBuilding} and not ${isFilled(nextBuildingField.wire)})`
    : hasBuilding;
  const openRecords = await countRecordsWith(db, resource, openCondition);
  const { wire, field } = nextBuildingField ?? formerBuildingField;
  return openRecords.count
    ? [{ field: fieldLabel(wire, field), message: messageText('definitionFiles.untied'), ...openRecords }]
    : [];
}

/** Duplicate values of fields that become `unique`. */
async function duplicateMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const formerEntry = Object.entries(before?.fields ?? {}).find(([other, one]) =>
      [wire, field.was].includes(wireName(other, one)),
    );
    if (!field.unique || !columnRule(field) || formerEntry?.[1].unique) continue;
    const formerWire = formerEntry ? wireName(...formerEntry) : wire;
    const value = sql.join(uniqueKey({ wire: formerWire, field }));
    const { rows } = await sql<{ ids: number[] }>`select array_agg(records.id order by records.id) as ids from records
      where records.resource = ${resource.name} and records.deleted_at is null and ${hasValue(formerWire)}
      group by ${value} having count(*) > 1`.execute(db);
    const ids = rows.flatMap((row) => row.ids);
    if (ids.length)
      misfits.push({
        field: fieldLabel(wire, field),
        message: messageText('validation.taken'),
        count: ids.length,
        ids: ids.slice(0, SAMPLE_IDS_MAX),
      });
  }
  return misfits;
}

/** Records whose references form a cycle, in fields that become trees. */
async function cycleMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const formerEntry = Object.entries(before?.fields ?? {}).find(([other, one]) =>
      [wire, field.was].includes(wireName(other, one)),
    );
    if (!isTree(field) || (formerEntry && isTree(formerEntry[1]))) continue;
    const ids = await cyclicRecords(db, resource, formerEntry ? wireName(...formerEntry) : wire);
    if (ids.length)
      misfits.push({
        field: fieldLabel(wire, field),
        message: messageText('validation.circle'),
        count: ids.length,
        ids: ids.slice(0, SAMPLE_IDS_MAX),
      });
  }
  return misfits;
}

/**
 * Finds stored records that break the changed rules of a definition: per field and rule the number and some ids.
 * @param before the definition in force; null for none, then all fields are checked
 */
export async function findMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const fields = changedFields(resource, before);
  const findBroken = brokenConditions(resource, before);
  const misfitsByKey = new Map<string, Misfit>();
  const addMisfit = (wire: string, field: FieldInput, message: string, id: number) => {
    const key = `${wire} ${message}`;
    const misfit = misfitsByKey.get(key) ?? {
      field: fieldLabel(wire, field),
      message: messageText(message),
      count: 0,
      ids: [],
    };
    misfit.count += 1;
    if (misfit.ids.length < SAMPLE_IDS_MAX) misfit.ids.push(id);
    misfitsByKey.set(key, misfit);
  };
  let sliceEnd = performance.now() + SLICE_MS;
  const yieldIfSlow = async () => {
    if (performance.now() <= sliceEnd) return;
    await turn();
    sliceEnd = performance.now() + SLICE_MS;
  };
  for (let after = 0; fields.length || findBroken; ) {
    const rows = await db
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select(['id', 'data'])
      .execute();
    for (const { id, data } of rows) {
      for (const one of fields) {
        await yieldIfSlow();
        const problem = findError(one, data);
        if (problem !== null) addMisfit(one.wire, one.field, problem, id);
      }
      if (!findBroken) continue;
      await yieldIfSlow();
      for (const { name, field, message } of findBroken(data)) addMisfit(wireName(name, field), field, message, id);
    }
    if (rows.length < BATCH_SIZE) break;
    after = rows.at(-1)?.id ?? after;
  }
  const otherMisfits = [
    await duplicateMisfits(db, resource, before),
    await removedFieldMisfits(db, resource, before),
    await buildingFieldMisfits(db, resource, before),
    await cycleMisfits(db, resource, before),
  ];
  return [...misfitsByKey.values(), ...otherMisfits.flat()];
}
