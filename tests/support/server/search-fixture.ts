import type { TestApp } from './test-app.ts';

/** A resident of the fixture. */
interface Neighbour {
  id: number;
  phone: string;
}

/** A small complex of its own beside the demo, for tests of the search. */
export interface SearchFixture {
  complex: number;
  /** «ул. Проверочная» 5, 5А and 15, in this order; the last stands in no complex. */
  buildings: [number, number, number];
  /** Entrances 1 and 2 of every building. */
  porches: [[number, number], [number, number], [number, number]];
  /** Ids of units by «building/label»: `5/12`. */
  units: ReadonlyMap<string, number>;
  /** By last name: Ежов (5/1, 15/1), Ежова (5/1), Иванов (5/12), Иванова (5А/12). */
  people: ReadonlyMap<string, Neighbour>;
}

const BUILDINGS = ['5', '5А', '15'] as const;
const FLOORS = 3;
const FLATS = 3;

const PEOPLE = [
  ['Пётр', 'Ежов', '+79164082217', ['5/1', '15/1'], 'active'],
  ['Ксения', 'Ежова', '+79164080000', ['5/1'], 'created'],
  ['Семён', 'Иванов', '+79251139999', ['5/12'], 'suspended'],
  ['Анна', 'Иванова', '+79035501831', ['5А/12'], 'active'],
  ['Борис', 'Удалённый', null, ['5/2'], 'deleted'],
] as const;

type Db = TestApp['database']['kysely'];

/** An entrance: its risers, its floors and their flats, numbered on from `label`. @returns its id */
async function addPorch(db: Db, units: Map<string, number>, building: { id: number; number: string }, door: number) {
  const { id: building_id, number } = building;
  const porch = await db
    .insertInto('porches')
    .values({ building_id, number: door })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pipes = await db
    .insertInto('pipes')
    .values(Array.from({ length: FLATS }, (_, at) => ({ building_id, porch_id: porch.id, name: String(at + 1) })))
    .returning('id')
    .execute();
  for (let level = 1; level <= FLOORS; level += 1) {
    const floor = await db
      .insertInto('floors')
      .values({ porch_id: porch.id, building_id, number: level })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { building_id, porch_id: porch.id, floor_id: floor.id };
    for (let flat = 0; flat < FLATS; flat += 1) {
      const label = ((door - 1) * FLOORS + level - 1) * FLATS + flat + 1;
      const unit = await db
        .insertInto('units')
        .values({ ...place, pipe_id: pipes[flat]?.id ?? null, label: String(label) })
        .returning('id')
        .executeTakeFirstOrThrow();
      units.set(`${number}/${label}`, unit.id);
    }
    if (number !== '5' || door !== 1 || level !== 1) continue;
    const office = await db
      .insertInto('units')
      .values({ ...place, pipe_id: null, unit_type: 'office', label: 'оф. 2' })
      .returning('id')
      .executeTakeFirstOrThrow();
    units.set('5/оф. 2', office.id);
  }
  return porch.id;
}

/** A resident of some of the units. */
async function addNeighbour(
  db: Db,
  units: ReadonlyMap<string, number>,
  [first_name, last_name, phone, homes, status]: (typeof PEOPLE)[number],
): Promise<Neighbour> {
  const { id } = await db
    .insertInto('users')
    .values({
      role: 'resident',
      phone,
      password_hash: null,
      status,
      first_name,
      last_name,
      gender: null,
      email: null,
      position: null,
      company_id: null,
      avatar_file_id: null,
      chat_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('residents_units')
    .values(homes.map((home, at) => ({ user_id: id, unit_id: units.get(home) ?? 0, place: at + 1 })))
    .execute();
  return { id, phone: phone ?? '' };
}

/**
 * Builds it: buildings of two entrances, three floors and three flats a floor, numbered through from 1; risers 1…3 of an entrance;
 * an office «оф. 2» on the first floor of building 5.
 */
export async function buildSearchFixture(app: TestApp): Promise<SearchFixture> {
  const db = app.database.kysely;
  const company = await db.selectFrom('companies').select('id').orderBy('id').executeTakeFirstOrThrow();
  const complex = await db
    .insertInto('complexes')
    .values({ name: 'ЖК «Зелёный стан»' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const units = new Map<string, number>();
  const buildings: number[] = [];
  const porches: number[][] = [];
  for (const number of BUILDINGS) {
    const { id } = await db
      .insertInto('buildings')
      .values({
        complex_id: number === '15' ? null : complex.id,
        company_id: company.id,
        subsidiary_id: null,
        street: 'ул. Проверочная',
        number,
        floor_count: FLOORS,
        submit_start_day: null,
        submit_end_day: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    buildings.push(id);
    const first = await addPorch(db, units, { id, number }, 1);
    porches.push([first, await addPorch(db, units, { id, number }, 2)]);
  }
  const people = new Map<string, Neighbour>();
  for (const person of PEOPLE) people.set(person[1], await addNeighbour(db, units, person));
  return {
    complex: complex.id,
    buildings: buildings as SearchFixture['buildings'],
    porches: porches as SearchFixture['porches'],
    units,
    people,
  };
}
