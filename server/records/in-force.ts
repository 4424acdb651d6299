import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { stateFields } from '#resources/language/moves.ts';
import type { Misfit } from '#resources/protocol/definitions/definitions.ts';
import { canonical } from '#server/canonical.ts';
import { unboundTransaction } from '#server/db/statement-limit.ts';
import type { Db } from '#server/db/tables.ts';
import { storedFields } from './columns.ts';
import { findMisfits } from './misfits.ts';
import { beginNumbers } from './numbers.ts';
import { lockResource } from './queries.ts';
import { tiedTo } from './write.ts';

/** Why a definition is not in force yet. */
interface Waiting {
  version: string;
  misfits: Misfit[];
  /** What is in force in its place; null for nothing. */
  stays: Resource | null;
}

/** Knows the stored records and the definitions in force. */
export interface InForceCheck {
  /** Tells of which definitions the records do not fit; the others come into force by it. */
  compare(resources: readonly Resource[]): Promise<ReadonlyMap<string, Waiting>>;
  /** Definitions of these names as they were last in force, as far as this version of the product knows their kinds. */
  recall(names: readonly string[]): Promise<ReadonlyMap<string, Resource>>;
}

/** Channel on which all processes hear that a definition was brought into force by an administrator. */
export const APPLIED = 'definitions_applied';

const BATCH = 1_000;

const versions = new WeakMap<Resource, string>();

/** The version of a definition: a digest of all that it says, in whatever order. */
export function definitionVersion(resource: Resource): string {
  const known = versions.get(resource);
  if (known !== undefined) return known;
  const version = createHash('sha256').update(canonical(resource)).digest('hex');
  versions.set(resource, version);
  return version;
}

/** What is in force of a section now; null for nothing. */
export async function inForce(db: Db, name: string): Promise<Resource | null> {
  const row = await db.selectFrom('definitions').where('name', '=', name).select('definition').executeTakeFirst();
  return (row?.definition as Resource | undefined) ?? null;
}

/** Takes over what records hold under former names of fields; the values stay, the names change. */
async function takeOver(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, field } of storedFields(resource.fields).values()) {
    const { was } = field;
    if (was === undefined) continue;
    await sql`update records set data = (data - ${was}::text) || jsonb_build_object(${wire}::text, data -> ${was}::text)
      where resource = ${resource.name} and data ? ${was}::text and not data ? ${wire}::text`.execute(trx);
  }
}

/** Records that hold nothing of a state yet begin in the first one. */
async function beginStates(trx: Db, resource: Resource): Promise<void> {
  for (const { wire, process } of stateFields(resource)) {
    await sql`update records set data = data || jsonb_build_object(${wire}::text, ${process.first}::text)
      where resource = ${resource.name} and coalesce(data ->> ${wire}::text, '') in ('', '[]', '{}')`.execute(trx);
  }
}

/** Ties every record to the buildings that its data name, once another field names them. */
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

/**
 * Brings a definition into force: what is stored takes its names and its buildings. Nothing stored is lost. Writes to
 * the section wait meanwhile and follow the new definition (`heldInForce`).
 * @param timeZone of the company
 */
export function bringIntoForce(db: Db, resource: Resource, timeZone: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await unboundTransaction(trx);
    await lockResource(trx, resource);
    await settle(trx, resource, await inForce(trx, resource.name), timeZone);
  });
}

async function settle(trx: Db, resource: Resource, before: Resource | null, timeZone: string): Promise<void> {
  if (resource.generic) {
    await takeOver(trx, resource);
    await beginStates(trx, resource);
    await beginNumbers(trx, resource, timeZone);
    if (before && tyingField(before) !== tyingField(resource)) await tieAnew(trx, resource);
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

/** The same, but for a definition that records do not fit: that one waits. @returns why, or null when it is in force */
function bringUnlessMisfit(db: Db, resource: Resource, timeZone: string): Promise<Waiting | null> {
  return db.transaction().execute(async (trx) => {
    await unboundTransaction(trx);
    await lockResource(trx, resource);
    const stays = await inForce(trx, resource.name);
    const misfits = resource.generic ? await findMisfits(trx, resource, stays) : [];
    if (misfits.length) return { version: definitionVersion(resource), misfits, stays };
    await settle(trx, resource, stays, timeZone);
    return null;
  });
}

/** Another definition came into force between the choice of one and the lock: what was read by the former is not written. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Holds a section's definition for a writer: from here to the end of the transaction none other comes into force.
 * @throws Superseded when another one has already
 */
export async function heldInForce(trx: Db, resource: Resource): Promise<void> {
  await lockResource(trx, resource);
  const row = await trx
    .selectFrom('definitions')
    .where('name', '=', resource.name)
    .select('version')
    .executeTakeFirst();
  if (row && row.version !== definitionVersion(resource)) throw new Superseded(resource.name);
}

function tyingField({ building, fields }: Resource): string | null {
  return building === undefined ? null : (fields[building]?.wire ?? building);
}

/** Compares definitions with what is in force and what is stored. @param timeZone that of the company now */
export function checkBy(db: Db, timeZone: () => string): InForceCheck {
  return {
    compare: async (resources) => {
      const rows = await db.selectFrom('definitions').select(['name', 'version']).execute();
      const versions = new Map(rows.map(({ name, version }) => [name, version]));
      const waiting = new Map<string, Waiting>();
      for (const resource of resources) {
        if (versions.get(resource.name) === definitionVersion(resource)) continue;
        const verdict = await bringUnlessMisfit(db, resource, timeZone());
        if (verdict) waiting.set(resource.name, verdict);
      }
      return waiting;
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
