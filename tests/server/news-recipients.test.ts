import { NEWS_URL, publish } from '#tests/support/server/announcements.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp();
  const { kysely } = app.database;
  company = (await kysely.selectFrom('companies').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

/** What somebody reads who holds every entrance there is by now. */
const line = async (target: object) => {
  const author = await newPerson(app);
  const { body } = await author.get(`${NEWS_URL}${await publish(author, target)}/`);
  return String(body.recipients);
};

/** Builds a building of some entrances, each of so many floors with a flat and of so many risers. */
async function build(number: string, size: { porches?: number; floors?: number; pipes?: number } = {}) {
  const db = app.database.kysely;
  const count = (length = 0) => Array.from({ length }, (_, at) => at + 1);
  const { id: building_id } = await db
    .insertInto('buildings')
    .values({
      complex_id: null,
      company_id: company,
      subsidiary_id: null,
      street: 'ул. Ямская',
      number,
      floor_count: size.floors ?? 1,
      submit_start_day: null,
      submit_end_day: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const porches = await db
    .insertInto('porches')
    .values(count(size.porches ?? 1).map((door) => ({ building_id, number: door })))
    .returning(['id', 'number'])
    .execute();
  const inside = porches.map(({ id }) => ({ building_id, porch_id: id }));
  const floors = size.floors
    ? await db
        .insertInto('floors')
        .values(inside.flatMap((place) => count(size.floors).map((level) => ({ ...place, number: level }))))
        .returning(['id', 'number', 'porch_id'])
        .execute()
    : [];
  const pipes = size.pipes
    ? await db
        .insertInto('pipes')
        .values(inside.flatMap((place) => count(size.pipes).map((pipe) => ({ ...place, name: String(pipe) }))))
        .returning('id')
        .execute()
    : [];
  const units = floors.length
    ? await db
        .insertInto('units')
        .values(
          floors.map(({ id, porch_id }, at) => ({
            building_id,
            porch_id,
            floor_id: id,
            pipe_id: null,
            label: String(at + 1),
          })),
        )
        .returning('id')
        .execute()
    : [];
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return { building: building_id, porches: ids(porches), floors, pipes: ids(pipes), units: ids(units) };
}

describe('NEWS-62, NEWS-56: the line of recipients leaves nobody out', () => {
  test('floors of eight entrances are all named; entrances with the same floors together', async () => {
    const { floors, porches } = await build('1', { porches: 8, floors: 9 });
    const above = floors.filter(({ number }) => number > 1);
    const all = above.map(({ id }) => id);
    expect(all).toHaveLength(64);
    expect(await line({ floors: all })).toBe('ул. Ямская, 1: подъезды 1–8, этажи 2–9');
    const without = above.filter(({ number, porch_id }) => number > 3 || porch_id !== porches[7]).map(({ id }) => id);
    expect(await line({ floors: without })).toBe('ул. Ямская, 1: подъезды 1–7, этажи 2–9; подъезд 8, этажи 4–9');
    const [one] = above;
    expect(await line({ floors: [one?.id] })).toBe('ул. Ямская, 1: подъезд 1, этаж 2');
  });

  test('so are entrances, however many', async () => {
    const { porches } = await build('3', { porches: 64 });
    expect(await line({ porches: porches.slice(1) })).toBe('ул. Ямская, 3: подъезды 2–64');
  });

  test('flats and risers are counted where there are more than six', async () => {
    const { units, pipes } = await build('5', { porches: 8, floors: 9, pipes: 1 });
    expect(await line({ units })).toBe('ул. Ямская, 5: 72 квартиры');
    expect(await line({ units: units.slice(65) })).toBe('ул. Ямская, 5: 7 квартир');
    expect(await line({ units: units.slice(66) })).toBe('ул. Ямская, 5: квартиры 67, 68, 69, 70, 71 и 72');
    expect(await line({ pipes })).toBe('ул. Ямская, 5: 8 стояков');
  });

  test('of more than five addresses all count, when it is said whether they are whole houses', async () => {
    const buildings = [];
    for (const number of ['21', '22', '23', '24', '25', '26']) buildings.push(await build(number));
    const whole = buildings.map(({ building }) => building);
    expect(await line({ buildings: whole })).toBe('6 домов: ул. Ямская, 21, 22, 23, 24, 25 и ещё 1');
    const list = ['21', '22', '23', '24', '25'].map((number) => `ул. Ямская, ${number}`).join('; ');
    expect(await line({ buildings: whole.slice(0, 5), porches: buildings[5]?.porches })).toBe(`${list}; ещё 1 адрес`);
  });
});
