import { NEWS_URL, publish, resultsOf } from '#tests/support/server/announcements.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp();
  const { kysely } = app.database;
  company = (await kysely.selectFrom('companies').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

/** The recipients as read by a person who holds every entrance there is by now. */
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

test('NEWS-04: the feed of a flat has what is for it, its floor, riser, entrance or building, and nothing else', async () => {
  const { building, porches, floors, pipes, units } = await build('41', { porches: 2, floors: 3, pipes: 2 });
  const db = app.database.kysely;
  const [home, neighbour] = units;
  await db.updateTable('units').set({ pipe_id: pipes[0] }).where('id', '=', Number(home)).execute();
  const author = await newPerson(app);
  const [floor, above] = floors;
  const mine = [];
  for (const target of [
    { buildings: [building] },
    { porches: [porches[0]] },
    { floors: [floor?.id] },
    { pipes: [pipes[0]] },
    { units: [...units.slice(0, 3)] },
  ])
    mine.push(await publish(author, target));
  for (const target of [{ porches: [porches[1]] }, { floors: [above?.id] }, { pipes: [pipes[1]] }])
    await publish(author, target);
  const inFlat = async (by: Person, unit: unknown, query = '') =>
    resultsOf(await by.get(`${NEWS_URL}?unit=${unit}${query}`));
  const ids = (items: readonly Record<string, unknown>[]) => items.map((item) => Number(item.id));
  expect(ids(await inFlat(author, home))).toEqual([...mine].reverse());
  expect(ids(await inFlat(author, neighbour))).not.toContain(mine[2]);
  // Whatever the buildings, page by page.
  const first = await author.get(`${NEWS_URL}?unit=${home}&buildings_id=1&page_size=3`);
  expect(first.body.count).toBe(5);
  const second = await author.get(String(first.body.next));
  expect([...ids(resultsOf(first)), ...ids(resultsOf(second))]).toEqual([...mine].reverse());
  const outsider = await newPerson(app, { porches: [Number(porches[1])] });
  expect(await inFlat(outsider, home)).toEqual([]);
  expect((await author.get(`${NEWS_URL}?unit=x`)).status).toBe(400);
  // One alone, by a link to it: whatever the buildings, for who may see it.
  const one = async (by: Person, id: unknown) => by.get(`${NEWS_URL}?id=${id}&buildings_id=1`);
  expect((await one(author, mine[2])).body).toMatchObject({ count: 1, next: null, results: [{ id: mine[2] }] });
  expect((await one(outsider, mine[2])).body).toMatchObject({ count: 0, results: [] });
  expect((await one(author, 'x')).status).toBe(400);
});
