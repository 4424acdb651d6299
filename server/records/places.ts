import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { type Parts, pointerTo } from '#resources/language/kinds/traits.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, entranceInReach, placeInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Where the number or name stands that a person calls a flat, an entrance, a floor or a riser by, and whether it is theirs to know. */
export const PLACES = {
  unit: { from: sql`units`, name: sql`units.label`, known: (by: Principal) => entranceInReach(by, 'units.porch_id') },
  porches: {
    from: sql`porches`,
    name: sql`porches.number::text`,
    known: (by: Principal) => entranceInReach(by, 'porches.id'),
  },
  floors: {
    from: sql`floors`,
    name: sql`floors.number::text`,
    known: (by: Principal) => entranceInReach(by, 'floors.porch_id'),
  },
  pipes: {
    from: sql`pipes`,
    name: sql`pipes.name`,
    known: (by: Principal) => placeInReach(by, 'pipes.building_id', 'pipes.porch_id'),
  },
} as const;

/** Whether a value can be an id at all: by a definition that is another one now a record may hold anything. */
export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ID_MAX;

/** The parts of buildings that a field keeps the ids of; null for another field. */
export const partsIn = (field: FieldInput): Parts | null => pointerTo(field, 'parts')?.of ?? null;

/** A part of a building, as far as records have to know. */
export interface FoundPart {
  id: number;
  /** Number or name. */
  label: string;
  building: number;
  /** Number of the entrance that a floor lies in. */
  porch: number | null;
  /** Whether the reader may know of it. */
  known: boolean;
}

/** Parts of buildings by id, out of reach or not; ids of nothing are left out. */
export async function findParts(
  db: Db,
  principal: Principal,
  kind: Parts,
  ids: readonly number[],
): Promise<FoundPart[]> {
  const sound = [...new Set(ids)].filter(isId);
  if (!sound.length) return [];
  const { from, name, known: isKnownTo } = PLACES[kind];
  const entrance = sql`(select entrances.number from porches entrances where entrances.id = floors.porch_id)`;
  const { rows } = await sql<FoundPart>`select ${from}.id, ${name} as label, ${from}.building_id as building,
    ${kind === 'floors' ? entrance : sql`null::int`} as porch, ${isKnownTo(principal)} as known
    from ${from} where ${from}.id = any(${sound}::int[])`.execute(db);
  return rows;
}

/**
 * For a filter by the id of one of several places that a field keeps: whether it is the reader's to know. What they are not shown
 * finds nothing either. Of a field that keeps no places everything is.
 */
export function placeKnown(field: FieldInput, value: unknown, principal: Principal): RawBuilder<boolean> {
  const parts = partsIn(field);
  if (parts === null && !pointerTo(field, 'buildings')) return sql<boolean>`true`;
  if (!isId(value)) return sql<boolean>`false`;
  const { from, known: isKnown } = parts
    ? { from: PLACES[parts].from, known: PLACES[parts].known(principal) }
    : { from: sql`buildings`, known: buildingInReach(principal, 'buildings.id') };
  return sql<boolean>`exists (select 1 from ${from} where ${from}.id = ${value}::int and ${isKnown})`;
}
