import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Dimensions of the metropolis: all buildings are alike, so that ids can be computed. */
export const METROPOLIS = {
  houses: 1_000,
  porches: 2,
  floors: 10,
  flats: 5,
  residents: 150_000,
  requests: 50_000,
} as const;

/** Number of flats per building. */
export const FLATS_OF_BUILDING = METROPOLIS.porches * METROPOLIS.floors * METROPOLIS.flats;

/** First free id of each table before the metropolis is inserted. */
export interface FirstFreeIds {
  complexes: number;
  buildings: number;
  porches: number;
  floors: number;
  pipes: number;
  units: number;
  users: number;
}

const STREETS = [
  'ул. Берёзовая',
  'ул. Весенняя',
  'ул. Виноградная',
  'ул. Гончарная',
  'ул. Дачная',
  'ул. Дубовая',
  'ул. Жасминовая',
  'ул. Звёздная',
  'ул. Зелёная',
  'ул. Земляничная',
  'ул. Каштановая',
  'ул. Кленовая',
  'ул. Кузнечная',
  'ул. Липовая',
  'ул. Луговая',
  'ул. Малиновая',
  'ул. Медовая',
  'ул. Озёрная',
  'ул. Ольховая',
  'ул. Парковая',
  'ул. Полевая',
  'ул. Рассветная',
  'ул. Родниковая',
  'ул. Рябиновая',
  'ул. Светлая',
  'ул. Северная',
  'ул. Сиреневая',
  'ул. Солнечная',
  'ул. Сосновая',
  'ул. Степная',
  'ул. Тенистая',
  'ул. Тихая',
  'ул. Тополиная',
  'ул. Тростниковая',
  'ул. Цветочная',
  'ул. Черёмуховая',
  'ул. Южная',
  'ул. Яблоневая',
  'ул. Ягодная',
  'ул. Ясеневая',
] as const;
const COMPLEXES = 60;

/** Reads the first free ids. */
export async function selectFirstFreeIds(trx: Db): Promise<FirstFreeIds> {
  const next = (table: keyof FirstFreeIds): RawBuilder<number> =>
    sql`(select coalesce(max(id), 0) + 1 from ${sql.table(table)})`;
  const { rows } = await sql<FirstFreeIds>`select ${next('complexes')} as complexes, ${next('buildings')} as buildings,
    ${next('porches')} as porches, ${next('floors')} as floors, ${next('pipes')} as pipes, ${next('units')} as units,
    ${next('users')} as users`.execute(trx);
  const [firstIds] = rows;
  if (!firstIds) throw new Error('The database gave no ids');
  return firstIds;
}

/** Inserts complexes, buildings, entrances, floors, risers and flats. */
export async function insertMetropolisPlaces(trx: Db, base: FirstFreeIds, since: Date): Promise<void> {
  const { houses: buildings, porches, floors, flats } = METROPOLIS;
  await sql`insert into complexes (id, name)
    select ${base.complexes}::int + i, 'ЖК «Квартал ' || (i + 1) || '»' from generate_series(0, ${COMPLEXES}::int - 1) i`.execute(
    trx,
  );
  await sql`insert into buildings (id, complex_id, company_id, street, number, floor_count, submit_start_day,
      submit_end_day, reading_types, created_at)
    select ${base.buildings}::int + i,
      case when i % 5 = 0 then null else ${base.complexes}::int + i / 17 end,
      1, (${[...STREETS]}::text[])[1 + i % ${STREETS.length}::int],
      (1 + i / ${STREETS.length}::int) || case when i % 7 = 0 then 'к1' when i % 11 = 0 then 'А' else '' end,
      ${floors}::int, 1 + i % 15, 20 + i % 9, array['water_hot_and_cold', 'elec_day_and_night'],
      ${since}::timestamptz
    from generate_series(0, ${buildings}::int - 1) i`.execute(trx);
  await sql`insert into porches (id, building_id, number)
    select ${base.porches}::int + p, ${base.buildings}::int + p / ${porches}::int, 1 + p % ${porches}::int
    from generate_series(0, ${buildings * porches}::int - 1) p`.execute(trx);
  await sql`insert into floors (id, porch_id, building_id, number)
    select ${base.floors}::int + f, ${base.porches}::int + f / ${floors}::int,
      ${base.buildings}::int + f / ${floors * porches}::int, 1 + f % ${floors}::int
    from generate_series(0, ${buildings * porches * floors}::int - 1) f`.execute(trx);
  await sql`insert into pipes (id, building_id, porch_id, name)
    select ${base.pipes}::int + r, ${base.buildings}::int + r / ${flats * porches}::int,
      ${base.porches}::int + r / ${flats}::int, 1 + r % ${flats * porches}::int
    from generate_series(0, ${buildings * porches * flats}::int - 1) r`.execute(trx);
  await sql`insert into units (id, building_id, porch_id, floor_id, pipe_id, label)
    select ${base.units}::int + u, ${base.buildings}::int + u / ${FLATS_OF_BUILDING}::int,
      ${base.porches}::int + u / ${floors * flats}::int, ${base.floors}::int + u / ${flats}::int,
      ${base.pipes}::int + u / ${floors * flats}::int * ${flats}::int + u % ${flats}::int,
      1 + u % ${FLATS_OF_BUILDING}::int
    from generate_series(0, ${buildings * FLATS_OF_BUILDING}::int - 1) u`.execute(trx);
}
