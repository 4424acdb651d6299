import { sql } from 'kysely';
import { text } from '#i18n/text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { stateFields } from '#resources/language/moves.ts';
import { formerNames, renameReferencedSections } from '#resources/language/section-names.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import { disableStatementTimeout } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { storedFields } from './columns.ts';
import { definitionVersion } from './definition-version.ts';
import { findMisfits } from './misfits.ts';
import { initNumbers } from './numbers.ts';
import { lockSection } from './queries.ts';
import { referringSections, takeOverSection } from './section-takeover.ts';
import { hasValue, uniqueKey } from './unique.ts';
import { linkedBuildingIds } from './write.ts';

/** A definition that is not in force yet, and why. */
interface WaitingDefinition {
  /** The definition that will come into force once an administrator applies it. */
  resource: Resource;
  misfits: Misfit[];
  /** The definition that stays in force until then; null for none. */
  definitionInForce: Resource | null;
}

/** Result of comparing definitions with the stored records. */
interface Comparison {
  waiting: ReadonlyMap<string, WaitingDefinition>;
  /** Present names of the sections whose renaming waits, by their new names. */
  pendingRenames: ReadonlyMap<string, string>;
}

/** Compares definitions with the stored records and with the definitions in force. */
export interface InForceCheck {
  /**
   * Compares definitions with the stored records and brings those into force that the records fit.
   * @param replaced former section names of definition files that now describe another section, by the new name
   */
  compare(resources: readonly Resource[], replaced?: ReadonlyMap<string, string>): Promise<Comparison>;
  /** The last definitions in force under these names; omitted if they use kinds this version does not know. */
  recall(names: readonly string[]): Promise<ReadonlyMap<string, Resource>>;
}

/** Channel that tells all processes that an administrator brought a definition into force. */
export const APPLIED_CHANNEL = 'definitions_applied';

const BATCH_SIZE = 1_000;
/** Ids listed as examples in a misfit, at most. */
const SAMPLE_IDS_MAX = 5;

/** The definition in force for a section; null for none. */
export async function readDefinitionInForce(db: Db, name: string): Promise<Resource | null> {
  const row = await db.selectFrom('definitions').where('name', '=', name).select('definition').executeTakeFirst();
  return (row?.definition as Resource | undefined) ?? null;
}

/** Moves stored values from former names of fields to the new ones. */
async function moveRenamedValues(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const { was } = field;
    if (was === undefined) continue;
    await sql`update records set data = (data - ${was}::text) || jsonb_build_object(${wire}::text, data -> ${was}::text)
      where resource = ${resource.name} and data ? ${was}::text and not data ? ${wire}::text`.execute(trx);
  }
}

/** Gives records without a state the first one. */
async function setFirstStates(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, process } of stateFields(resource)) {
    await sql`update records set data = data || jsonb_build_object(${wire}::text, ${process.initialState}::text)
      where resource = ${resource.name} and coalesce(data ->> ${wire}::text, '') in ('', '[]', '{}')`.execute(trx);
  }
}

/** Sets the building ids of every record from its data; needed once another field holds the building. */
async function relinkBuildings(trx: Db, resource: Resource): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select(['id', 'data'])
      .execute();
    const links = rows.map(({ id, data }) => ({ id, building_ids: linkedBuildingIds(resource, data) }));
    await sql`update records set building_ids = links.building_ids
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as links(id integer, building_ids integer[])
      where records.id = links.id`.execute(trx);
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The definitions in force that a new one replaces. */
interface CurrentDefinitions {
  /** The one with the same name. */
  ownDefinition: Resource | null;
  /** The one under the former name, whose records are taken over. */
  formerDefinition: Resource | null;
}

async function readCurrentDefinitions(db: Db, { name, was }: Resource): Promise<CurrentDefinitions> {
  return {
    ownDefinition: await readDefinitionInForce(db, name),
    formerDefinition: was === undefined ? null : await readDefinitionInForce(db, was),
  };
}

/** Number of records of a section, deleted ones included, and ids of the first. */
async function countRecords(db: Db, section: string): Promise<Pick<Misfit, 'count' | 'ids'>> {
  const { rows } = await sql<{ ids: number[] | null; count: number }>`
    select count(*)::int as count, (array_agg(id order by id))[1:${sql.lit(SAMPLE_IDS_MAX)}] as ids
    from records where resource = ${section}`.execute(db);
  return { count: rows[0]?.count ?? 0, ids: rows[0]?.ids ?? [] };
}

async function findAllMisfits(
  db: Db,
  resource: Resource,
  { ownDefinition, formerDefinition }: CurrentDefinitions,
): Promise<Misfit[]> {
  const misfits = formerDefinition && !ownDefinition ? [] : await findMisfits(db, resource, ownDefinition);
  if (!formerDefinition) return misfits;
  const renamed = renameReferencedSections(formerDefinition, formerNames([resource]));
  misfits.push(...(await findMisfits(db, { ...resource, name: formerDefinition.name }, renamed)));
  if (!ownDefinition || !(await countRecords(db, ownDefinition.name)).count) return misfits;
  const added = await countRecords(db, formerDefinition.name);
  if (added.count)
    misfits.push({ field: 'was', message: text('definitionFiles.joins', { was: formerDefinition.name }), ...added });
  return misfits;
}

/** Stored records that break the rules of a definition, including those under the section's former name. */
export const storedMisfits = async (db: Db, resource: Resource): Promise<Misfit[]> =>
  resource.generic ? findAllMisfits(db, resource, await readCurrentDefinitions(db, resource)) : [];

/** Locks a section, its former name and the sections that refer to that name, in the order writers use, to avoid deadlocks. */
async function lockSections(trx: Db, { name, was }: Resource): Promise<void> {
  const sections = was === undefined ? [name] : [name, was, ...(await referringSections(trx, was))];
  for (const section of [...new Set(sections)].sort()) await lockSection(trx, { name: section });
}

/**
 * Brings a definition into force and adapts stored records to its names and building field; nothing stored is lost. Writers wait
 * for the lock and then check the new definition (`lockInForce`).
 * @param timeZone time zone of the company
 * @throws SectionsClash if records of the section and of its former name share a unique value
 */
export function bringIntoForce(db: Db, resource: Resource, timeZone: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await disableStatementTimeout(trx);
    await lockSections(trx, resource);
    await applyDefinition(trx, resource, await readCurrentDefinitions(trx, resource), timeZone);
  });
}

/** Whether the two sections share a value of a unique field. */
async function shareUniqueValues(db: Db, resource: Resource, other: string): Promise<boolean> {
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

/** Two sections whose records are to be merged share a unique value. */
export class SectionsClash extends Error {
  override readonly name = 'SectionsClash';
}

async function applyDefinition(
  trx: Db,
  resource: Resource,
  { ownDefinition, formerDefinition }: CurrentDefinitions,
  timeZone: string,
): Promise<void> {
  if (formerDefinition) {
    if (await shareUniqueValues(trx, resource, formerDefinition.name)) throw new SectionsClash(resource.name);
    await takeOverSection(trx, { from: formerDefinition.name, formerDefinition, resource });
  }
  if (resource.generic) {
    await moveRenamedValues(trx, resource);
    await setFirstStates(trx, resource);
    await initNumbers(trx, resource, timeZone);
    const hasNewBuildingField = [ownDefinition, formerDefinition].some(
      (before) => before && buildingFieldWire(before) !== buildingFieldWire(resource),
    );
    if (hasNewBuildingField) await relinkBuildings(trx, resource);
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

/** The other sections with a definition, and the one that this definition replaces. */
interface SectionNames {
  /** Names of the sections with a definition. */
  names: ReadonlySet<string>;
  /** Name of the section that the same file described before; undefined if unchanged or new. */
  replaced: string | undefined;
}

/**
 * Brings a definition into force if all records fit it.
 * @returns why it has to wait; null if it is in force
 */
function bringUnlessMisfit(
  db: Db,
  resource: Resource,
  { names, replaced }: SectionNames,
  timeZone: string,
): Promise<WaitingDefinition | null> {
  return db.transaction().execute(async (trx) => {
    await disableStatementTimeout(trx);
    await lockSections(trx, resource);
    const currentDefinitions = await readCurrentDefinitions(trx, resource);
    const { ownDefinition, formerDefinition } = currentDefinitions;
    // Another process has already applied it.
    if (ownDefinition && !formerDefinition && definitionVersion(ownDefinition) === definitionVersion(resource))
      return null;
    const successor = ownDefinition || formerDefinition ? null : await renamedTo(trx, resource.name);
    if (successor !== null && !names.has(successor)) return waitForRename(trx, resource, successor);
    if (!ownDefinition && !formerDefinition && replaced !== undefined) {
      const oldRecords = await countRecords(trx, replaced);
      const message = text('definitionFiles.leftBehind', { was: replaced });
      const definitionInForce = await readDefinitionInForce(trx, replaced);
      if (oldRecords.count)
        return { resource, misfits: [{ field: 'name', message, ...oldRecords }], definitionInForce };
    }
    const misfits = resource.generic ? await findAllMisfits(trx, resource, currentDefinitions) : [];
    if (misfits.length) return { resource, misfits, definitionInForce: ownDefinition ?? formerDefinition };
    await applyDefinition(trx, resource, currentDefinitions, timeZone);
    return null;
  });
}

/**
 * A definition under a name that was renamed away: an old file, or an undone rename. It waits with `was` set to the present name,
 * and takes the records back when it is applied.
 */
async function waitForRename(trx: Db, resource: Resource, successor: string): Promise<WaitingDefinition> {
  const renamedDefinition = { ...resource, was: successor };
  const message = text('definitionFiles.renamed', { name: successor });
  const renamed = { field: 'name', message, ...(await countRecords(trx, successor)) };
  const misfits = [renamed, ...(await storedMisfits(trx, renamedDefinition))];
  return { resource: renamedDefinition, misfits, definitionInForce: await readDefinitionInForce(trx, successor) };
}

/** Another definition came into force before the lock was taken, so values checked by the old one must not be written. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Locks a section for a writer, so that its definition stays in force until the end of the transaction.
 * @throws Superseded if another definition is already in force
 */
export async function lockInForce(trx: Db, resource: Resource): Promise<void> {
  await lockSection(trx, resource);
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

function buildingFieldWire({ building, fields }: Resource): string | null {
  return building === undefined ? null : (fields[building]?.wire ?? building);
}

/**
 * Creates the comparison of definitions with the database.
 * @param timeZone current time zone of the company
 */
export function createInForceCheck(db: Db, timeZone: () => string): InForceCheck {
  return {
    compare: async (resources, replaced = new Map()) => {
      const rows = await db.selectFrom('definitions').select(['name', 'version']).execute();
      const versions = new Map(rows.map(({ name, version }) => [name, version]));
      const names = new Set(resources.map(({ name }) => name));
      const waiting = new Map<string, WaitingDefinition>();
      const pendingRenames = new Map<string, string>();
      // Renamed sections come first: definitions that refer to them use the new names.
      const lateRank = ({ name, was }: Resource) => Number(was === undefined && versions.has(name));
      for (const definition of resources.toSorted((one, other) => lateRank(one) - lateRank(other))) {
        const resource = renameReferencedSections(definition, pendingRenames);
        const { name, was } = resource;
        if (versions.get(name) === definitionVersion(resource) && !(was !== undefined && versions.has(was))) continue;
        const waitingDefinition = await bringUnlessMisfit(
          db,
          resource,
          { names, replaced: replaced.get(name) },
          timeZone(),
        );
        if (!waitingDefinition) continue;
        waiting.set(name, waitingDefinition);
        if (waitingDefinition.definitionInForce && waitingDefinition.definitionInForce.name !== name)
          pendingRenames.set(name, waitingDefinition.definitionInForce.name);
      }
      return { waiting, pendingRenames };
    },
    recall: async (names) => {
      if (!names.length) return new Map();
      const rows = await db
        .selectFrom('definitions')
        .where('name', 'in', [...names])
        .select(['name', 'definition'])
        .execute();
      const entries = rows.map(({ name, definition }) => [name, definition as Resource] as const);
      return new Map(entries.filter(([, { fields }]) => Object.values(fields).every(({ kind }) => kind in KINDS)));
    },
  };
}
