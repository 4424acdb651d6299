import { type RawBuilder, sql } from 'kysely';
import type { ReadingType } from '#resources/rules/readings/meters.ts';
import type { Principal } from '#server/access/reader.ts';
import { entranceInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

/** Which flats are listed, and in which order. */
export interface FlatFilter {
  /** Only flats of these buildings; null for all buildings in reach. */
  buildings: readonly number[] | null;
  /** Only flats without a value for this month, YYYYMM, in buildings that collect readings; null for all. */
  missing: number | null;
  /** Only flats whose number starts with this folded text; null for all. */
  number: string | null;
  /** Only flats of this entrance; null for all. */
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

const FLAT_COLUMNS = [
  'units.id',
  'units.label',
  'units.building_id',
  'buildings.street',
  'buildings.number',
  'buildings.reading_types',
] as const;

/** A building and the number of matching flats in its entrances in reach. */
interface BuildingCount {
  building_id: number;
  flats: number;
}

const lacksReadings = (month: number): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from readings where readings.unit_id = units.id and readings.month = ${month})`;

/** Buildings with matching flats, in the order of the list; summed from stored counts of each entrance. */
async function countByBuilding(
  db: Db,
  principal: Principal,
  { buildings, missing, porch, order }: FlatFilter,
): Promise<BuildingCount[]> {
  const countsQuery = db
    .selectFrom('porch_flats')
    .innerJoin('porches', 'porches.id', 'porch_flats.porch_id')
    .leftJoin('porch_given', (join) =>
      // There is no month 0, so that nothing is subtracted and all flats match.
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
      .selectFrom(countsQuery.as('counted'))
      .innerJoin('buildings', 'buildings.id', 'counted.building_id')
      .where('counted.flats', '>', 0)
      // Where no readings are collected, none are missing.
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

/** Condition: the flat's number starts with this text, in which no character is a wildcard. */
const hasNumberPrefix = (number: string): RawBuilder<boolean> =>
  sql<boolean>`starts_with(fold(units.label), ${number})`;

/** The same with a filter by number; counted row by row, because few flats match. */
async function countNumberedByBuilding(
  db: Db,
  principal: Principal,
  { buildings, missing, porch, order }: FlatFilter,
  number: string,
): Promise<BuildingCount[]> {
  return db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .where(hasNumberPrefix(number))
    .$if(porch !== null, (query) => query.where('units.porch_id', '=', porch ?? 0))
    .$if(missing !== null, (query) =>
      query.where(lacksReadings(missing ?? 0)).where(sql<boolean>`cardinality(buildings.reading_types) > 0`),
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

/** Start of a page: an offset, or the flat after which it starts, even if that flat is no longer in the list. */
export type PageStart = { offset: number } | { after: number };

/** Columns that the list is ordered by. */
const BUILDING_ORDER = sql`buildings.street, buildings.number_sort, buildings.id`;
const FLAT_ORDER = sql`${BUILDING_ORDER}, units.label_sort, units.id`;

/** Condition: a row comes before or after a flat in the order of these columns. */
const isBesideFlat = (columns: RawBuilder<unknown>, side: '<' | '>', flat: number) =>
  sql<boolean>`(${columns}) ${sql.raw(side)} (select ${columns} from units
    join buildings on buildings.id = units.building_id where units.id = ${flat})`;

/** Buildings that a page covers, and how many of their flats come before it. */
async function findPageBuildings(
  db: Db,
  buildings: readonly BuildingCount[],
  start: PageStart,
  { order, limit }: { order: FlatFilter['order']; limit: number },
): Promise<{ buildingIds: number[]; offset: number }> {
  if ('after' in start) {
    const ids = buildings.map(({ building_id }) => building_id);
    const passed = await db
      .selectFrom('buildings')
      .where(sql<boolean>`buildings.id = any(${ids}::integer[])`)
      .where(isBesideFlat(BUILDING_ORDER, order === 'asc' ? '<' : '>', start.after))
      .select('id')
      .execute();
    const passedIds = new Set(passed.map(({ id }) => id));
    const remainingBuildings = buildings.filter(({ building_id }) => !passedIds.has(building_id));
    // The first building is not counted, because any number of its flats may come before the page.
    let remainingFlats = limit;
    const pageBuildings = remainingBuildings.filter(({ flats }, index) => {
      const isIncluded = remainingFlats > 0;
      if (index > 0) remainingFlats -= flats;
      return isIncluded;
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
 * A page of flats by address, within a building by label, and the number of flats on all pages. Only the buildings of the page
 * are read, so that a page in the middle of 100,000 flats costs no more than the first one.
 */
export async function selectFlatsPage(
  db: Db,
  principal: Principal,
  filters: FlatFilter,
  { limit, ...start }: PageStart & { limit: number },
): Promise<{ count: number; flats: FlatRow[] }> {
  const { number, missing, porch, order } = filters;
  const buildings = number
    ? await countNumberedByBuilding(db, principal, filters, number)
    : await countByBuilding(db, principal, filters);
  const count = buildings.reduce((sum, { flats }) => sum + flats, 0);
  const { buildingIds, offset } = await findPageBuildings(db, buildings, start, { order, limit });
  if (buildingIds.length === 0) return { count, flats: [] };
  const flats = await db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.building_id', 'in', buildingIds)
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .$if(missing !== null, (query) => query.where(lacksReadings(missing ?? 0)))
    .$if(porch !== null, (query) => query.where('units.porch_id', '=', porch ?? 0))
    .$if(number !== null, (query) => query.where(hasNumberPrefix(number ?? '')))
    .$if('after' in start, (query) =>
      query.where(isBesideFlat(FLAT_ORDER, order === 'asc' ? '>' : '<', 'after' in start ? start.after : 0)),
    )
    .select(FLAT_COLUMNS)
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
export async function findFlatInReach(db: Db, principal: Principal, id: number): Promise<FlatRow | null> {
  const row = await db
    .selectFrom('units')
    .innerJoin('buildings', 'buildings.id', 'units.building_id')
    .where('units.id', '=', id)
    .where('units.unit_type', '=', 'flat')
    .where(entranceInReach(principal, 'units.porch_id'))
    .select(FLAT_COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}
