import { type RawBuilder, sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { type BuildingParts, getPointerTo } from '#resources/language/kinds/traits.ts';
import type { Principal } from '#server/access/reader.ts';
import { buildingInReach, entranceInReach, placeInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Tables of flats, entrances, floors and risers: where their displayed name is, and the condition that they are in a reader's
 * reach.
 */
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

/** Whether a value can be an id at all; records written under an earlier definition may hold anything. */
export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= ID_MAX;

/** The kind of building parts that a field refers to; null for other fields. */
export const partsKind = (field: FieldInput): BuildingParts | null => getPointerTo(field, 'parts')?.of ?? null;

/** A building part that a record refers to. */
export interface FoundPart {
  id: number;
  /** Number or name. */
  label: string;
  building: number;
  /** Entrance number of a floor; null for other parts. */
  porch: number | null;
  /** Whether it is in the reader's reach. */
  known: boolean;
}

/** Building parts by id, including those out of reach; unknown ids are omitted. */
export async function findParts(
  db: Db,
  principal: Principal,
  kind: BuildingParts,
  ids: readonly number[],
): Promise<FoundPart[]> {
  const validIds = [...new Set(ids)].filter(isId);
  if (!validIds.length) return [];
  const { from, name, known: isKnownTo } = PLACES[kind];
  const entrance = sql`(select entrances.number from porches entrances where entrances.id = floors.porch_id)`;
  const { rows } = await sql<FoundPart>`select ${from}.id, ${name} as label, ${from}.building_id as building,
    ${kind === 'floors' ? entrance : sql`null::int`} as porch, ${isKnownTo(principal)} as known
    from ${from} where ${from}.id = any(${validIds}::int[])`.execute(db);
  return rows;
}

/**
 * For filters by place id: condition that the place is in the reader's reach, so that filters do not reveal hidden places; true
 * for fields without places.
 */
export function knownPlaceCondition(field: FieldInput, value: unknown, principal: Principal): RawBuilder<boolean> {
  const parts = partsKind(field);
  if (parts === null && !getPointerTo(field, 'buildings')) return sql<boolean>`true`;
  if (!isId(value)) return sql<boolean>`false`;
  const { from, known: isKnown } = parts
    ? { from: PLACES[parts].from, known: PLACES[parts].known(principal) }
    : { from: sql`buildings`, known: buildingInReach(principal, 'buildings.id') };
  return sql<boolean>`exists (select 1 from ${from} where ${from}.id = ${value}::int and ${isKnown})`;
}
