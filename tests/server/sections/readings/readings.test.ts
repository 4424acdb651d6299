// Runs on PostgreSQL too: sums by month in SQL.

import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { flatsOf, givePass, METERS_URL, resultsOf, setBuilding } from '#tests/support/server/readings.ts';
import { type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let now = new Date('2027-03-15T09:00:00Z');
beforeAll(async () => {
  app = await openTestApp({ now: () => now });
  // The readings given here are all that there are.
  await app.database.kysely.deleteFrom('readings').execute();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
beforeEach(() => {
  now = new Date('2027-03-15T09:00:00Z');
});
afterAll(() => app.close());

const DATA = '/api/crm/scenarios/reading-list-data/';
const list = (query: string, by = admin) => by.get(`${METERS_URL}?${query}`);

describe('the page of a month', () => {
  test('READ-03, READ-08, READ-33: lists the flats page by page, ten when nothing is said, with empty results', async () => {
    const all = await flatsOf(app, demo.home.building);
    const first = await list(`buildings_id=${demo.home.building}&date=032027`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ count: all.length, number: 1, page_size: 10, previous: null });
    expect(resultsOf(first)).toHaveLength(10);
    expect(resultsOf(first)[0]).toMatchObject({ month_result: null });
    const second = await admin.get(String(first.body.next));
    expect(second.body).toMatchObject({ number: 2, page_size: 10 });
    const again = await admin.get(String(second.body.previous));
    expect(again.body.results).toEqual(first.body.results);
    const labels = [...resultsOf(first), ...resultsOf(second)].map(({ unit }) => Number(unit?.label));
    expect(labels).toEqual([...labels].sort((a, b) => a - b));
  });

  test('READ-08: every flat of every house is on exactly one page, whatever the size of the pages', async () => {
    const whole = await list('page_size=500&date=032027');
    const ids = resultsOf(whole).map(({ unit }) => unit?.id);
    expect(new Set(ids).size).toBe(Number(whole.body.count));
    const paged: unknown[] = [];
    for (let page = 1; paged.length < ids.length; page += 1) {
      paged.push(...resultsOf(await list(`page_size=7&page=${page}&date=032027`)).map(({ unit }) => unit?.id));
    }
    expect(paged).toEqual(ids);
    const backwards = resultsOf(await list('page_size=500&date=032027&sort=-flat')).map(({ unit }) => unit?.id);
    expect(backwards).toEqual([...ids].reverse());
  });

  test('READ-08: a page beyond the end is not found, the first page of nothing is empty', async () => {
    expect((await list(`buildings_id=${demo.home.building}&page=999`)).status).toBe(404);
    expect((await list('buildings_id=999999')).body).toMatchObject({ count: 0, results: [], next: null });
  });

  test('READ-04: another month has other results; without one it is the present month of the company', async () => {
    const [flat] = await flatsOf(app, demo.home.building);
    await givePass(app, { unit: Number(flat), month: 202702, water_cold: 11 });
    const of = async (query: string) =>
      resultsOf(await list(`buildings_id=${demo.home.building}${query}`)).find(
        ({ unit }) => unit?.id === (flat as never),
      );
    expect(await of('&date=022027')).toMatchObject({ month_result: { meters: { water_cold: '000011' } } });
    expect((await of('&date=032027'))?.month_result).toBeNull();
    expect((await of(''))?.month_result).toBeNull();
    // Half past midnight of the 1st in Moscow, still February in UTC.
    now = new Date('2027-01-31T21:30:00Z');
    expect(await of('')).toMatchObject({ month_result: { meters: { water_cold: '000011' } } });
  });

  test('READ-10, API-18: tells meter, resident and employee apart, with names and passes', async () => {
    const [, one, two, three] = await flatsOf(app, demo.home.building);
    const resident = await app.database.kysely
      .selectFrom('users')
      .where('role', '=', 'resident')
      .select(['id', 'last_name'])
      .executeTakeFirstOrThrow();
    await givePass(app, { unit: Number(one), month: 202703, sender: null, gas: 5 });
    await givePass(app, { unit: Number(two), month: 202703, sender: resident.id, type: 'resident', gas: 6 });
    await givePass(app, { unit: Number(three), month: 202703, sender: admin.id, gas: 7 });
    const results = resultsOf(await list(`buildings_id=${demo.home.building}&date=032027`));
    const of = (unit: number | undefined): Json | undefined =>
      results.find((item) => item.unit?.id === (unit as never));
    expect(of(one)).toMatchObject({
      unit: { id: one, building: { id: demo.home.building, street: expect.any(String), number: expect.any(String) } },
      month_result: { type: 'meter', sender: { type: 'meter', id: null }, meters: { gas: '000005' } },
      passes: [{ meters: { gas: '000005' }, sender: { type: 'meter' }, date: expect.any(String) }],
    });
    expect(of(two)).toMatchObject({ month_result: { sender: { type: 'resident', last_name: resident.last_name } } });
    expect(of(three)).toMatchObject({ month_result: { sender: { type: 'employee', id: admin.id } } });
  });

  test('a month holds the newest value of every meter, whoever sent the others', async () => {
    const flat = Number((await flatsOf(app, demo.home.building))[4]);
    await givePass(app, { unit: flat, month: 202703, at: '2027-03-02', water_cold: 10, gas: 1 });
    await givePass(app, { unit: flat, month: 202703, at: '2027-03-04', water_cold: 12 });
    const { body } = await admin.get(`${METERS_URL}${flat}/`);
    expect(body.month_result).toMatchObject({
      date: '2027-03-04T00:00:00.000Z',
      meters: { water_cold: '000012', gas: '000001' },
    });
  });

  test('flats are found by how their number begins, whatever signs it has, counted, page by page', async () => {
    const whole = resultsOf(await list(`buildings_id=${demo.home.building}&page_size=500`));
    const label = ({ unit }: Json) => String((unit as Json).label);
    const own = whole.filter((item) => label(item).startsWith('1')).map(label);
    const of = `buildings_id=${demo.home.building}&flat_number=1`;
    const found = await list(`${of}&page_size=500`);
    expect([found.body.count, resultsOf(found).map(label)]).toEqual([own.length, own]);
    expect(own.length).toBeGreaterThan(1);
    const second = await list(`${of}&page_size=1&page=2`);
    expect(resultsOf(second).map(label)).toEqual(own.slice(1, 2));
    expect(second.body.previous).toContain('flat_number=1');
    for (const none of ['%25', '_', '1%25', 'zzz']) {
      expect((await list(`buildings_id=${demo.home.building}&flat_number=${none}`)).body.count).toBe(0);
    }
    expect((await list(`flat_number=${'1'.repeat(21)}`)).status).toBe(400);
  });

  test('flats of one entrance are listed and counted alone, page by page, also those of them that are missing', async () => {
    const { building, porch, otherPorch } = demo.home;
    const flats = await app.database.kysely
      .selectFrom('units')
      .where('unit_type', '=', 'flat')
      .where('porch_id', '=', porch)
      .select('id')
      .execute();
    const own = flats.map(({ id }) => id).sort((a, b) => a - b);
    const idsOf = (answer: Awaited<ReturnType<typeof list>>) =>
      resultsOf(answer)
        .map(({ unit }) => Number((unit as Json).id))
        .sort((a, b) => a - b);
    const of = `buildings_id=${building}&porch=${porch}`;
    for (const extra of ['', '&missing=1&date=012031', '&flat_number=']) {
      const found = await list(`${of}&page_size=500${extra}`);
      expect([extra, found.body.count, idsOf(found)]).toEqual([extra, own.length, own]);
    }
    expect((await list(`${of}&page_size=1`)).body.next).toContain(`porch=${porch}`);
    const others = await list(`buildings_id=${building}&porch=${otherPorch}&page_size=500`);
    expect(idsOf(others).some((id) => own.includes(id))).toBe(false);
    expect((await list(`buildings_id=${demo.away.building}&porch=${porch}`)).body.count).toBe(0);
    expect((await list('porch=x')).status).toBe(400);
  });

  test('who is missing: only flats without a value for the month, counted', async () => {
    const flats = await flatsOf(app, demo.home.building);
    const before = await list(`buildings_id=${demo.home.building}&date=042027&missing=1&page_size=100`);
    expect(before.body.count).toBe(flats.length);
    await givePass(app, { unit: Number(flats[0]), month: 202704, heating: 3 });
    const after = await list(`buildings_id=${demo.home.building}&date=042027&missing=1&page_size=3&page=2`);
    expect(after.body).toMatchObject({ count: flats.length - 1, number: 2 });
    const ids = resultsOf(await list(`buildings_id=${demo.home.building}&date=042027&missing=1&page_size=100`));
    expect(ids.map(({ unit }) => unit?.id)).toEqual(flats.slice(1));
    expect(await (await list(`buildings_id=${demo.home.building}&date=042027&missing=1&page=99`)).status).toBe(404);
  });

  test.each([
    'date=132027',
    'date=2027-03',
    'date=0320271',
    'page=0',
    'page=abc',
    'page_size=501',
    'page_size=-1',
    'missing=maybe',
    'sort=price',
    'buildings_id=x',
  ])('API-21: %s is refused with a sentence', async (query) => {
    const answer = await list(query);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/[а-яё]/i);
  });

  test('PERM-25: only flats of the entrances one holds, in list, count and card', async () => {
    const reader = await newPerson(app, { levels: { readings: 'read' }, porches: [demo.home.porch] });
    const own = await flatsOf(app, demo.home.building, demo.home.porch);
    const seen = await list('page_size=500', reader);
    expect(seen.body.count).toBe(own.length);
    expect(resultsOf(seen).map(({ unit }) => unit?.id)).toEqual(own);
    expect((await list('page_size=500&missing=1&date=092030', reader)).body.count).toBe(own.length);
    await setPorches(app, reader.id, []);
    expect((await list('page_size=500', reader)).body).toMatchObject({ count: 0, results: [] });
    expect((await reader.get(`${METERS_URL}${own[0]}/`)).status).toBe(404);
  });

  test('the number of flats follows units that come, change and go', async () => {
    const { kysely } = app.database;
    const count = async () => Number((await list(`buildings_id=${demo.home.building}`)).body.count);
    const before = await count();
    const model = await kysely
      .selectFrom('units')
      .where('id', '=', demo.home.unit)
      .select(['building_id', 'porch_id', 'floor_id'])
      .executeTakeFirstOrThrow();
    const { id } = await kysely
      .insertInto('units')
      .values({ ...model, pipe_id: null, unit_type: 'flat', label: '777' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await count()).toBe(before + 1);
    await kysely.updateTable('units').set({ unit_type: 'office' }).where('id', '=', id).execute();
    expect(await count()).toBe(before);
    await kysely.updateTable('units').set({ unit_type: 'flat' }).where('id', '=', id).execute();
    await kysely.deleteFrom('units').where('id', '=', id).execute();
    expect(await count()).toBe(before);
  });
});

describe('what the buildings collect', () => {
  const data = async (buildings: readonly number[]) =>
    (await admin.get(`${DATA}?buildings_id=${buildings.join()}`)).body;
  const days = (from: number | null, to: number | null) => ({ submit_start_day: from, submit_end_day: to });

  test('READ-09: types and days of one building', async () => {
    await setBuilding(app, demo.home.building, { ...days(15, 25), reading_types: ['water_hot_and_cold', 'gas'] });
    expect(await data([demo.home.building])).toEqual({
      ...days(15, 25),
      reading_types: ['water_hot_and_cold', 'gas'],
      open_buildings: [demo.home.building],
      today: '2027-03-15',
    });
  });

  test('READ-15: today first, today last, the day before and the day after', async () => {
    const open = async (at: string) => {
      now = new Date(at);
      return (await data([demo.home.building])).open_buildings as unknown as number[];
    };
    await setBuilding(app, demo.home.building, { ...days(15, 17), reading_types: ['gas'] });
    expect(await open('2027-03-14T12:00:00Z')).toEqual([]);
    // The company's clock is three hours ahead of UTC.
    expect(await open('2027-03-14T20:59:59Z')).toEqual([]);
    expect(await open('2027-03-14T21:00:00Z')).toEqual([demo.home.building]);
    expect(await open('2027-03-17T20:59:59Z')).toEqual([demo.home.building]);
    expect(await open('2027-03-17T21:00:00Z')).toEqual([]);
  });

  test('READ-16: the days of several buildings when they agree, null when they do not; any open one opens', async () => {
    const [one, two] = [demo.home.building, demo.away.building];
    await setBuilding(app, one, { ...days(10, 20), reading_types: ['gas'] });
    await setBuilding(app, two, { ...days(10, 20), reading_types: ['heating'] });
    expect(await data([one, two])).toMatchObject({ ...days(10, 20), reading_types: ['gas', 'heating'] });
    await setBuilding(app, two, { ...days(16, 20), reading_types: ['heating'] });
    expect(await data([one, two])).toMatchObject({ ...days(null, null), open_buildings: [one] });
  });

  test('READ-17: no days set: nothing is open and nothing is said', async () => {
    await setBuilding(app, demo.home.building, { ...days(null, null), reading_types: ['gas'] });
    expect(await data([demo.home.building])).toMatchObject({ ...days(null, null), open_buildings: [] });
  });

  test('READ-14, READ-15, READ-17: a building with days that collects nothing is not open, alone or beside another', async () => {
    const [one, two] = [demo.home.building, demo.away.building];
    await setBuilding(app, one, { ...days(10, 20), reading_types: [] });
    await setBuilding(app, two, { ...days(10, 20), reading_types: ['gas'] });
    expect(await data([one])).toMatchObject({ ...days(null, null), reading_types: [], open_buildings: [] });
    expect(await data([one, two])).toMatchObject({ ...days(10, 20), open_buildings: [two] });
  });
});
