import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { stateFields } from '#resources/language/moves.ts';
import { formerNames, withSectionNames } from '#resources/language/section-names.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import { unboundTransaction } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { storedFields } from './columns.ts';
import { definitionVersion } from './definition-version.ts';
import { findMisfits } from './misfits.ts';
import { beginNumbers } from './numbers.ts';
import { lockResource } from './queries.ts';
import { referringSections, takeOverSection } from './section-takeover.ts';
import { hasValue, uniqueKey } from './unique.ts';
import { tiedTo } from './write.ts';

/** Why a definition is not in force yet. */
interface Waiting {
  /** The definition that comes into force once it is applied. */
  resource: Resource;
  misfits: Misfit[];
  /** The definition in force in its place; null for none. */
  stays: Resource | null;
}

/** The result of a comparison. */
interface Comparison {
  waiting: ReadonlyMap<string, Waiting>;
  /** Sections that wait to be renamed: their present names by the new ones. */
  unrenamed: ReadonlyMap<string, string>;
}

/** Knows the stored records and the definitions in force. */
export interface InForceCheck {
  /**
   * Compares definitions with the stored records and brings those into force that the records fit.
   * @param replaced names of sections that the file of another one described before, by the name of that
   */
  compare(resources: readonly Resource[], replaced?: ReadonlyMap<string, string>): Promise<Comparison>;
  /** Definitions of these names as they were last in force, as far as this version of the product knows their kinds. */
  recall(names: readonly string[]): Promise<ReadonlyMap<string, Resource>>;
}

/** Channel of the message that an administrator brought a definition into force; sent to all processes. */
export const APPLIED = 'definitions_applied';

const BATCH = 1_000;
/** Most ids of records that are named. */
const NAMED = 5;

/** The definition of a section in force now; null for none. */
export async function inForce(db: Db, name: string): Promise<Resource | null> {
  const row = await db.selectFrom('definitions').where('name', '=', name).select('definition').executeTakeFirst();
  return (row?.definition as Resource | undefined) ?? null;
}

/** Moves values of records from former names of fields to the new ones. */
async function takeOver(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const { was } = field;
    if (was === undefined) continue;
    await sql`update records set data = (data - ${was}::text) || jsonb_build_object(${wire}::text, data -> ${was}::text)
      where resource = ${resource.name} and data ? ${was}::text and not data ? ${wire}::text`.execute(trx);
  }
}

/** Puts records without a state into the first one. */
async function beginStates(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, process } of stateFields(resource)) {
    await sql`update records set data = data || jsonb_build_object(${wire}::text, ${process.first}::text)
      where resource = ${resource.name} and coalesce(data ->> ${wire}::text, '') in ('', '[]', '{}')`.execute(trx);
  }
}

/** Links every record to the buildings that its data name; needed once another field names them. */
async function tieAnew(trx: Db, resource: Resource): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select(['id', 'data'])
      .execute();
    for (const { id, data } of rows) {
      await trx
        .updateTable('records')
        .set({ building_ids: tiedTo(resource, data) })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The definitions of a section in force when another one comes. */
interface Ground {
  /** Under its name. */
  ownDefinition: Resource | null;
  /** Under its former name: its records are taken over. */
  formerDefinition: Resource | null;
}

async function readGround(db: Db, { name, was }: Resource): Promise<Ground> {
  return {
    ownDefinition: await inForce(db, name),
    formerDefinition: was === undefined ? null : await inForce(db, was),
  };
}

/** How many records a section has, deleted ones too, and ids of some. */
async function recordsOf(db: Db, section: string): Promise<Pick<Misfit, 'count' | 'ids'>> {
  const { rows } = await sql<{ ids: number[] | null; count: number }>`
    select count(*)::int as count, (array_agg(id order by id))[1:${sql.lit(NAMED)}] as ids
    from records where resource = ${section}`.execute(db);
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}

async function misfitsOn(db: Db, resource: Resource, { ownDefinition, formerDefinition }: Ground): Promise<Misfit[]> {
  const misfits = formerDefinition && !ownDefinition ? [] : await findMisfits(db, resource, ownDefinition);
  if (!formerDefinition) return misfits;
  const renamed = withSectionNames(formerDefinition, formerNames([resource]));
  misfits.push(...(await findMisfits(db, { ...resource, name: formerDefinition.name }, renamed)));
  if (!ownDefinition || !(await recordsOf(db, ownDefinition.name)).count) return misfits;
  const added = await recordsOf(db, formerDefinition.name);
  if (added.count)
    misfits.push({ field: 'was', message: text('definitionFiles.joins', { was: formerDefinition.name }), ...added });
  return misfits;
}

/** Stored records that break the rules of a definition that comes into force, those under a former name of its section too. */
export const storedMisfits = async (db: Db, resource: Resource): Promise<Misfit[]> =>
  resource.generic ? misfitsOn(db, resource, await readGround(db, resource)) : [];

/** Locks a section, its former name and the sections that refer to it by that name, so that writers wait; in the order in which writers lock. */
async function lockSections(trx: Db, { name, was }: Resource): Promise<void> {
  const sections = was === undefined ? [name] : [name, was, ...(await referringSections(trx, was))];
  for (const section of [...new Set(sections)].sort()) await lockResource(trx, { name: section });
}

/**
 * Brings a definition into force: what is stored takes its names and its buildings. Nothing stored is lost. Writes to
 * the section wait meanwhile and follow the new definition (`heldInForce`).
 * @param timeZone of the company
 * @throws SectionsClash when records under the former name of the section cannot stand beside those that it has
 */
export function bringIntoForce(db: Db, resource: Resource, timeZone: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await unboundTransaction(trx);
    await lockSections(trx, resource);
    await settle(trx, resource, await readGround(trx, resource), timeZone);
  });
}

/** Whether a value of a unique field is in both sections. */
async function haveCommonValues(db: Db, resource: Resource, other: string): Promise<boolean> {
  for (const storedField of storedFields(resource.fields).values()) {
    if (!storedField.field.unique) continue;
    const value = sql.join(uniqueKey(storedField));
    const { rows } = await sql`select from records
      where records.resource in (${resource.name}, ${other}) and records.deleted_at is null and ${hasValue(storedField.wire)}
      group by ${value} having count(distinct records.resource) > 1 limit 1`.execute(db);
    if (rows.length) return true;
  }
  return false;
}

/** A value of a unique field is both in a section and in one whose records it is to take over. */
export class SectionsClash extends Error {
  override readonly name = 'SectionsClash';
}

async function settle(
  trx: Db,
  resource: Resource,
  { ownDefinition, formerDefinition }: Ground,
  timeZone: string,
): Promise<void> {
  if (formerDefinition) {
    if (await haveCommonValues(trx, resource, formerDefinition.name)) throw new SectionsClash(resource.name);
    await takeOverSection(trx, { from: formerDefinition.name, formerDefinition, resource });
  }
  if (resource.generic) {
    await takeOver(trx, resource);
    await beginStates(trx, resource);
    await beginNumbers(trx, resource, timeZone);
    const isTiedOtherwise = [ownDefinition, formerDefinition].some(
      (before) => before && tyingField(before) !== tyingField(resource),
    );
    if (isTiedOtherwise) await tieAnew(trx, resource);
  }
  const values = {
    version: definitionVersion(resource),
    definition: JSON.stringify(resource),
    applied_at: sql<Date>`now()`,
  };
  await trx
    .insertInto('definitions')
    .values({ name: resource.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

/** The new name of a section in force; null when it was not renamed. */
async function renamedTo(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('definitions')
    .where(sql<boolean>`definition ->> 'was' = ${name}`)
    .select('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The sections that stand beside a definition, and the one that it replaces. */
interface Surroundings {
  /** Names of the sections with a definition. */
  names: ReadonlySet<string>;
  /** Name of the section that its file described before; undefined for the same or for none. */
  replaced: string | undefined;
}

/** Brings a definition into force, unless records do not fit it: then it waits. @returns why, or null when it is in force */
function bringUnlessMisfit(
  db: Db,
  resource: Resource,
  { names, replaced }: Surroundings,
  timeZone: string,
): Promise<Waiting | null> {
  return db.transaction().execute(async (trx) => {
    await unboundTransaction(trx);
    await lockSections(trx, resource);
    const ground = await readGround(trx, resource);
    const { ownDefinition, formerDefinition } = ground;
    // Another process has done it meanwhile.
    if (ownDefinition && !formerDefinition && definitionVersion(ownDefinition) === definitionVersion(resource))
      return null;
    const successor = ownDefinition || formerDefinition ? null : await renamedTo(trx, resource.name);
    if (successor !== null && !names.has(successor)) return takingBack(trx, resource, successor);
    if (!ownDefinition && !formerDefinition && replaced !== undefined) {
      const leftRecords = await recordsOf(trx, replaced);
      const message = text('definitionFiles.leftBehind', { was: replaced });
      const stays = await inForce(trx, replaced);
      if (leftRecords.count) return { resource, misfits: [{ field: 'name', message, ...leftRecords }], stays };
    }
    const misfits = resource.generic ? await misfitsOn(trx, resource, ground) : [];
    if (misfits.length) return { resource, misfits, stays: ownDefinition ?? formerDefinition };
    await settle(trx, resource, ground, timeZone);
    return null;
  });
}

/**
 * A definition under a name that was given up: an old file, or a rename taken back. It waits with `was` set to the present name, and
 * takes the records back when it is applied.
 */
async function takingBack(trx: Db, resource: Resource, successor: string): Promise<Waiting> {
  const taking = { ...resource, was: successor };
  const message = text('definitionFiles.renamed', { name: successor });
  const renamed = { field: 'name', message, ...(await recordsOf(trx, successor)) };
  const misfits = [renamed, ...(await storedMisfits(trx, taking))];
  return { resource: taking, misfits, stays: await inForce(trx, successor) };
}

/** Another definition came into force between the choice of one and the lock: values read by the former must not be written. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Locks a section's definition for a writer: until the end of the transaction no other one comes into force.
 * @throws Superseded when another one has already
 */
export async function heldInForce(trx: Db, resource: Resource): Promise<void> {
  await lockResource(trx, resource);
  const row = await trx
    .selectFrom('definitions')
    .where('name', '=', resource.name)
    .select('version')
    .executeTakeFirst();
  const isSuperseded = row
    ? row.version !== definitionVersion(resource)
    : (await renamedTo(trx, resource.name)) !== null;
  if (isSuperseded) throw new Superseded(resource.name);
}

function tyingField({ building, fields }: Resource): string | null {
  return building === undefined ? null : (fields[building]?.wire ?? building);
}

/** Compares definitions with what is in force and what is stored. @param timeZone that of the company now */
export function checkBy(db: Db, timeZone: () => string): InForceCheck {
  return {
    compare: async (resources, replaced = new Map()) => {
      const rows = await db.selectFrom('definitions').select(['name', 'version']).execute();
      const versions = new Map(rows.map(({ name, version }) => [name, version]));
      const names = new Set(resources.map(({ name }) => name));
      const waiting = new Map<string, Waiting>();
      const unrenamed = new Map<string, string>();
      // Renamed sections come first: definitions that refer to them use the new names.
      const isLate = ({ name, was }: Resource) => Number(was === undefined && versions.has(name));
      for (const written of resources.toSorted((one, other) => isLate(one) - isLate(other))) {
        const resource = withSectionNames(written, unrenamed);
        const { name, was } = resource;
        if (versions.get(name) === definitionVersion(resource) && !(was !== undefined && versions.has(was))) continue;
        const verdict = await bringUnlessMisfit(db, resource, { names, replaced: replaced.get(name) }, timeZone());
        if (!verdict) continue;
        waiting.set(name, verdict);
        if (verdict.stays && verdict.stays.name !== name) unrenamed.set(name, verdict.stays.name);
      }
      return { waiting, unrenamed };
    },
    recall: async (names) => {
      if (!names.length) return new Map();
      const rows = await db
        .selectFrom('definitions')
        .where('name', 'in', [...names])
        .select(['name', 'definition'])
        .execute();
      const known = rows.map(({ name, definition }) => [name, definition as Resource] as const);
      return new Map(known.filter(([, { fields }]) => Object.values(fields).every(({ kind }) => kind in KINDS)));
    },
  };
}
