import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { missingMessage } from '#resources/language/kinds/kind.ts';
import { buildingFieldOf, pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { isMoved, stateFields } from '#resources/language/moves.ts';
import { numberFields } from '#resources/language/numbers.ts';
import { fieldRule, writtenFields } from '#resources/language/payload.ts';
import { isTree } from '#resources/language/references.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { columnRule, textColumn } from './columns.ts';
import { brokenConditions, strictness } from './condition-misfits.ts';
import { circlingRecords } from './trees.ts';
import { hasValue, uniqueKey } from './unique.ts';

/** Most records that are read at once. */
const BATCH = 2_000;
/** Time of checking values before other calls get their turn, ms: a pattern may be slow for each value. */
const SLICE = 20;
/** Most ids of misfits that are named. */
const NAMED = 5;

interface Watched {
  wire: string;
  was: string | undefined;
  field: FieldInput;
  rule: z.ZodType;
  /** Whether it refers to another section now, or to parts of the building in another field: then no former value can be right. */
  elsewhere: boolean;
  /** The key whose value makes it needed (`requiredWith`). */
  with: string | null;
}

/** The source of the ids of a field: a section, or the building in another field by the names that field has had. */
function pointsAt(resource: Resource | null, field: FieldInput): string[] {
  const section = pointerTo(field, 'records')?.section;
  if (section !== undefined) return [section];
  const name = buildingFieldOf(field);
  const building = name === null ? undefined : resource?.fields[name];
  return name !== null && building ? [wireName(name, building), building.was ?? []].flat() : [];
}

/** Fields whose rule is another one than before. */
function watched(resource: Resource, before: Resource | null): Watched[] {
  const writtenNames = new Set([
    ...writtenFields(resource, 'edit'),
    ...[...stateFields(resource), ...numberFields(resource)].map(({ name }) => name),
  ]);
  const old = new Map(Object.entries(before?.fields ?? {}).map(([name, field]) => [wireName(name, field), field]));
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const formerField = old.get(wire) ?? (field.was === undefined ? undefined : old.get(field.was));
    if (!writtenNames.has(name) || (formerField && strictness(formerField) === strictness(field))) return [];
    const [now, then] = [pointsAt(resource, field), formerField ? pointsAt(before, formerField) : []];
    const elsewhere = formerField?.kind === field.kind && then.length > 0 && !now.some((name) => then.includes(name));
    const other = field.requiredWith === undefined ? undefined : resource.fields[field.requiredWith];
    const beside = other && field.requiredWith !== undefined ? wireName(field.requiredWith, other) : null;
    // A missing state or number is assigned when the definition comes into force.
    const isGiven = isMoved(field) || traitsOf(field).numbering !== undefined;
    // `condition-misfits.ts` checks whether a field with a condition is required.
    const rule = fieldRule(isGiven || field.when !== undefined ? { ...field, required: false } : field);
    return [{ wire, was: field.was, field, rule, elsewhere, with: beside }];
  });
}

const fieldLabel = (wire: string, field: FieldInput) => field.label ?? wire;
/** Messages are text keys, or the sentence itself in the definition of an installation. */
const messageText = (message: string) => text(message);

function wrongWith(one: Watched, data: Readonly<Record<string, unknown>>): string | null {
  const { wire, was, rule, elsewhere, field } = one;
  const value = data[wire] ?? (was === undefined ? undefined : data[was]);
  if (elsewhere && !isEmpty(value)) return 'validation.unknown';
  if (one.with !== null && isEmpty(value) && !isEmpty(data[one.with])) return missingMessage(field);
  const read = rule.safeParse(value ?? undefined);
  if (!read.success) return read.error.issues[0]?.message ?? 'validation.text';
  // A value that the rule would normalise cannot be found by a filter.
  return isEmpty(value) || isDeepStrictEqual(read.data, value) ? null : 'definitionFiles.otherForm';
}

/** Records of a section, deleted ones left out, that meet a condition. */
async function recordsWith(db: Db, resource: Resource, condition: RawBuilder<boolean>) {
  const { rows } = await sql<{ ids: number[] | null; count: number }>`
    select count(*)::int as count, (array_agg(records.id order by records.id))[1:${sql.lit(NAMED)}] as ids from records
    where records.resource = ${resource.name} and records.deleted_at is null and ${condition}`.execute(db);
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}

const holds = (wire: string) => sql<boolean>`coalesce(${textColumn(wire)}, '') not in ('', '[]', '{}')`;

/** Removed fields that records hold values of; these are not deleted, but no longer shown. */
async function lostMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const names = new Set(
    Object.entries(resource.fields).flatMap(([name, field]) => [wireName(name, field), field.was ?? []].flat()),
  );
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(before?.fields ?? {})) {
    const wire = wireName(name, field);
    if (names.has(wire)) continue;
    const held = await recordsWith(db, resource, holds(wire));
    if (held.count)
      misfits.push({ field: fieldLabel(wire, field), message: messageText('definitionFiles.lost'), ...held });
  }
  return misfits;
}

/** Records that every reader could see once the definition no longer ties them to a building, or ties them by another field. */
async function untiedMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const buildingFieldIn = (one: Resource | null) => {
    const field = one?.building === undefined ? undefined : one.fields[one.building];
    return field && one?.building !== undefined ? { wire: wireName(one.building, field), field } : null;
  };
  const [formerTie, nextTie] = [buildingFieldIn(before), buildingFieldIn(resource)];
  if (!formerTie || formerTie.wire === nextTie?.wire || formerTie.wire === nextTie?.field.was) return [];
  const tied = sql<boolean>`records.building_ids is not null`;
  const open = nextTie ? sql<boolean>`(${tied} and not ${holds(nextTie.wire)})` : tied;
  const tiedRecords = await recordsWith(db, resource, open);
  const { wire, field } = nextTie ?? formerTie;
  return tiedRecords.count
    ? [{ field: fieldLabel(wire, field), message: messageText('definitionFiles.untied'), ...tiedRecords }]
    : [];
}

/** Duplicate values of a field that is `unique` now and was not before. */
async function repeatedMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
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
        ids: ids.slice(0, NAMED),
      });
  }
  return misfits;
}

/** Records whose references form a circle, of fields that make a tree now and did not before. */
async function circlingMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const misfits: Misfit[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const formerEntry = Object.entries(before?.fields ?? {}).find(([other, one]) =>
      [wire, field.was].includes(wireName(other, one)),
    );
    if (!isTree(field) || (formerEntry && isTree(formerEntry[1]))) continue;
    const ids = await circlingRecords(db, resource, formerEntry ? wireName(...formerEntry) : wire);
    if (ids.length)
      misfits.push({
        field: fieldLabel(wire, field),
        message: messageText('validation.circle'),
        count: ids.length,
        ids: ids.slice(0, NAMED),
      });
  }
  return misfits;
}

/**
 * Stored records that break the rules of a definition: of the fields whose rule has changed, how many records
 * and which.
 * @param before the definition in force; null when there is none, then every field is looked at
 */
export async function findMisfits(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const fields = watched(resource, before);
  const findBroken = brokenConditions(resource, before);
  const misfitsByKey = new Map<string, Misfit>();
  const count = (wire: string, field: FieldInput, message: string, id: number) => {
    const key = `${wire} ${message}`;
    const misfit = misfitsByKey.get(key) ?? {
      field: fieldLabel(wire, field),
      message: messageText(message),
      count: 0,
      ids: [],
    };
    misfit.count += 1;
    if (misfit.ids.length < NAMED) misfit.ids.push(id);
    misfitsByKey.set(key, misfit);
  };
  let until = performance.now() + SLICE;
  const letOthers = async () => {
    if (performance.now() <= until) return;
    await turn();
    until = performance.now() + SLICE;
  };
  for (let after = 0; fields.length || findBroken; ) {
    const rows = await db
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select(['id', 'data'])
      .execute();
    for (const { id, data } of rows) {
      for (const one of fields) {
        await letOthers();
        const wrong = wrongWith(one, data);
        if (wrong !== null) count(one.wire, one.field, wrong, id);
      }
      if (!findBroken) continue;
      await letOthers();
      for (const { name, field, message } of findBroken(data)) count(wireName(name, field), field, message, id);
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? after;
  }
  const otherMisfits = [
    await repeatedMisfits(db, resource, before),
    await lostMisfits(db, resource, before),
    await untiedMisfits(db, resource, before),
    await circlingMisfits(db, resource, before),
  ];
  return [...misfitsByKey.values(), ...otherMisfits.flat()];
}
