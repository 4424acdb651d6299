import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Misfit } from '#resources/protocol/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { storedFields } from './columns.ts';
import { misfitsOf } from './misfits.ts';
import { tiedTo } from './write.ts';

/** Why a definition is not in force yet. */
export interface Waiting {
  version: string;
  misfits: Misfit[];
  /** What is in force in its place; null for nothing. */
  stays: Resource | null;
}

/** Tells of which definitions the records do not fit; the others come into force by it. */
export type Judge = (resources: readonly Resource[]) => Promise<ReadonlyMap<string, Waiting>>;

/** Channel on which all processes hear that a definition was brought into force by an administrator. */
export const APPLIED = 'definitions_applied';

const BATCH = 1_000;

/** The version of a definition: a digest of all that it says. */
export function versionOf(resource: Resource): string {
  return createHash('sha256').update(JSON.stringify(resource)).digest('hex');
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

/** Brings a definition into force: what is stored takes its names and its buildings. Nothing stored is lost. */
export async function bringIntoForce(db: Db, resource: Resource): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await inForce(trx, resource.name);
    if (resource.generic) {
      await takeOver(trx, resource);
      if (before && tyingField(before) !== tyingField(resource)) await tieAnew(trx, resource);
    }
    const values = { version: versionOf(resource), definition: JSON.stringify(resource), applied_at: new Date() };
    await trx
      .insertInto('definitions')
      .values({ name: resource.name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute();
  });
}

function tyingField({ building, fields }: Resource): string | null {
  return building === undefined ? null : (fields[building]?.wire ?? building);
}

/** Judges definitions by what is in force and what is stored. */
export function judgeBy(db: Db): Judge {
  return async (resources) => {
    const rows = await db.selectFrom('definitions').select(['name', 'version', 'definition']).execute();
    const known = new Map(rows.map((row) => [row.name, row]));
    const waiting = new Map<string, Waiting>();
    for (const resource of resources) {
      const row = known.get(resource.name);
      const version = versionOf(resource);
      if (row?.version === version) continue;
      const stays = (row?.definition as Resource | undefined) ?? null;
      const misfits = resource.generic ? await misfitsOf(db, resource, stays) : [];
      if (misfits.length) waiting.set(resource.name, { version, misfits, stays });
      else await bringIntoForce(db, resource);
    }
    return waiting;
  };
}
