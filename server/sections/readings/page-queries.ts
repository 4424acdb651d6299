import { type RawBuilder, sql } from 'kysely';
import type { ReadingType } from '#resources/rules/readings/meters.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Which flats are listed, and in which order. */
export interface FlatsWanted {
  /** Only flats of these buildings; null: of all buildings in reach. */
  buildings: readonly number[] | null;
  /** Only those without a value for this month, YYYYMM, in buildings that collect any; null: all. */
  missing: number | null;
  /** Only those whose number begins so, folded; null: all. */
  number: string | null;
  /** Only flats of this entrance; null: all. */
  porch: number | null;
  order: 'asc' | 'desc';
}

/** A flat with its building. */
export interface FlatRow {
  id: number;
  label: string;
  building_id: number;
  street: string;
  number: string;
  reading_types: ReadingType[];
}

const FLAT = [
  'units.id',
  'units.label',
  'units.building_id',
  'buildings.street',
  'buildings.number',
  'buildings.reading_types',
] as const;

/** A building and how many of the wanted flats are in its entrances in reach. */
interface BuildingCount {
  building_id: number;
  flats: number;
}

const without = (month: number): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from readings where readings.unit_id = units.id and readings.month = ${month})`;

/** Buildings with wanted flats, in the order of the list. What an entrance has and what it gave is counted already. */
async function buildingCounts(
  db: Db,
  principal: Principal,
  { buildings, missing, porch, order }: FlatsWanted,
): Promise<BuildingCount[]> {
  const counted = db
    .selectFrom('porch_flats')
    .innerJoin('porches', 'porches.id', 'porch_flats.porch_id')
    .leftJoin('porch_given', (join) =>
      // No month is 0: all flats are wanted then.
      join.onRef('porch_given.porch_id', '=', 'porch_flats.porch_id').on('porch_given.month', '=', missing ?? 0),
    )
    .where(entranceInReach(principal, 'porches.id'))
    .$if(porch !== null, (query) => query.where('porches.id', '=', porch ?? 0))
    .groupBy('porches.building_id')
    .select([
      'porches.building_id',
      sql<number>`sum(porch_flats.flats - coalesce(porch_given.flats, 0))::integer`.as('flats'),
    ]);
  return (
    db
      .selectFrom(counted.as('counted'))
      .innerJoin('buildings', 'buildings.id', 'counted.building_id')
      .where('counted.flats', '>', 0)
      // No flat can be missing where nothing is collected.
      .$if(missing !== null, (query) => query.where(sql<boolean>`cardinality(buildings.reading_types) > 0`))
      .$if(buildings !== null, (query) =>
        query.where(sql<boolean>`buildings.id = any(${[...(buildings ?? [])]}::integer[])`),
      )
      .select(['counted.building_id', 'counted.flats'])
      .orderBy('buildings.street', order)
      .orderBy('buildings.number_sort', order)
      .orderBy('buildings.id', order)
      .execute()
  );
}

/** Flats whose number begins so; signs of a pattern stand for themselves. */
const numbered = (number: string): RawBuilder<boolean> => sql<boolean>`starts_with(fold(units.label), ${number})`;

/** The same of flats with a number: they are few, and looked through. */
async function numberedCounts(
  db: Db,
  principal: Principal,
  { buildings, missing, porch, order }: FlatsWanted,
  number: string,
): Promise<BuildingCount[]> {
  return db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .where(numbered(number))
    .$if(porch !== null, (query) => query.where('units.porch_id', '=', porch ?? 0))
    .$if(missing !== null, (query) =>
      query.where(without(missing ?? 0)).where(sql<boolean>`cardinality(buildings.reading_types) > 0`),
    )
    .$if(buildings !== null, (query) =>
      query.where(sql<boolean>`buildings.id = any(${[...(buildings ?? [])]}::integer[])`),
    )
    .groupBy(['units.building_id', 'buildings.street', 'buildings.number_sort', 'buildings.id'])
    .select(['units.building_id', sql<number>`count(*)::integer`.as('flats')])
    .orderBy('buildings.street', order)
    .orderBy('buildings.number_sort', order)
    .orderBy('buildings.id', order)
    .execute();
}

/** Where a page begins: after so many flats, or after this one, whether or not it is still in the list. */
export type PageStart = { offset: number } | { after: number };

/** Columns that the list is ordered by. */
const BUILDING_PLACE = sql`buildings.street, buildings.number_sort, buildings.id`;
const FLAT_PLACE = sql`${BUILDING_PLACE}, units.label_sort, units.id`;

/** Whether a row comes before or after a flat in the order of these columns. */
const stands = (place: RawBuilder<unknown>, side: '<' | '>', flat: number) =>
  sql<boolean>`(${place}) ${sql.raw(side)} (select ${place} from units
    join buildings on buildings.id = units.building_id where units.id = ${flat})`;

/** The buildings that a page lies in, and how many flats of theirs come before it. */
async function buildingsOfPage(
  db: Db,
  buildings: readonly BuildingCount[],
  start: PageStart,
  { order, limit }: { order: FlatsWanted['order']; limit: number },
): Promise<{ buildingIds: number[]; offset: number }> {
  if ('after' in start) {
    const ids = buildings.map(({ building_id }) => building_id);
    const passed = await db
      .selectFrom('buildings')
      .where(sql<boolean>`buildings.id = any(${ids}::integer[])`)
      .where(stands(BUILDING_PLACE, order === 'asc' ? '<' : '>', start.after))
      .select('id')
      .execute();
    const gone = new Set(passed.map(({ id }) => id));
    const remainingBuildings = buildings.filter(({ building_id }) => !gone.has(building_id));
    // Of the first one any number of flats may lie before the page.
    let room = limit;
    const pageBuildings = remainingBuildings.filter(({ flats }, at) => {
      const isOn = room > 0;
      if (at > 0) room -= flats;
      return isOn;
    });
    return { buildingIds: pageBuildings.map(({ building_id }) => building_id), offset: 0 };
  }
  const buildingIds: number[] = [];
  let [before, skipped] = [0, 0];
  for (const { building_id, flats } of buildings) {
    if (before + flats <= start.offset) skipped += flats;
    else if (before < start.offset + limit) buildingIds.push(building_id);
    before += flats;
  }
  return { buildingIds, offset: start.offset - skipped };
}

/**
 * One page of flats by address, the flats of a building by label, and how many there are on all pages. Only the buildings that
 * the page lies in are looked into: a page in the middle of a hundred thousand costs no more than the first one.
 */
export async function flatsPage(
  db: Db,
  principal: Principal,
  filters: FlatsWanted,
  { limit, ...start }: PageStart & { limit: number },
): Promise<{ count: number; flats: FlatRow[] }> {
  const { number, missing, porch, order } = filters;
  const buildings = number
    ? await numberedCounts(db, principal, filters, number)
    : await buildingCounts(db, principal, filters);
  const count = buildings.reduce((sum, { flats }) => sum + flats, 0);
  const { buildingIds, offset } = await buildingsOfPage(db, buildings, start, { order, limit });
  if (buildingIds.length === 0) return { count, flats: [] };
  const flats = await db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.building_id', 'in', buildingIds)
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .$if(missing !== null, (query) => query.where(without(missing ?? 0)))
    .$if(porch !== null, (query) => query.where('units.porch_id', '=', porch ?? 0))
    .$if(number !== null, (query) => query.where(numbered(number ?? '')))
    .$if('after' in start, (query) =>
      query.where(stands(FLAT_PLACE, order === 'asc' ? '>' : '<', 'after' in start ? start.after : 0)),
    )
    .select(FLAT)
    .orderBy('buildings.street', order)
    .orderBy('buildings.number_sort', order)
    .orderBy('buildings.id', order)
    .orderBy('units.label_sort', order)
    .orderBy('units.id', order)
    .offset(offset)
    .limit(limit)
    .execute();
  return { count, flats };
}

/** One flat in reach; null if the unit is out of reach or not a flat. */
export async function flatInReach(db: Db, principal: Principal, id: number): Promise<FlatRow | null> {
  const row = await db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.id', '=', id)
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .select(FLAT)
    .executeTakeFirst();
  return row ?? null;
}
