// Runs on PostgreSQL too: locks.
import { METER_TYPES, type MeterType, type ReadingType } from '#resources/rules/readings/meters.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { flatsOf, givePass, METERS_URL, passRows, resultsOf, setBuilding } from '#tests/support/server/readings.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const MONTH = 202703;
const NOON = '2027-03-15T09:00:00Z';
const EVERYTHING: ReadingType[] = ['water_hot_and_cold', 'elec_day_and_night', 'gas', 'heating'];
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let flats: number[];
let now = new Date(NOON);
beforeAll(async () => {
  app = await openTestApp({ now: () => now });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  flats = await flatsOf(app, demo.home.building);
});
beforeEach(async () => {
  now = new Date(NOON);
  await app.database.kysely.deleteFrom('readings').where('month', '=', MONTH).execute();
  await setBuilding(app, demo.home.building, { submit_start_day: 10, submit_end_day: 20, reading_types: EVERYTHING });
});
afterAll(() => app.close());

const flat = (index = 0) => flats[index] ?? 0;
const give = (readings: unknown, unit: unknown = flat(), by = admin) => by.post(METERS_URL, { unit, readings });
const values = async (unit = flat()) =>
  (await passRows(app, unit, MONTH)).map((row) =>
    Object.fromEntries(METER_TYPES.flatMap((meter) => (row[meter] === null ? [] : [[meter, row[meter]]]))),
  );
const audited = (record: number) =>
  app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', 'readings')
    .where('record_id', '=', String(record))
    .selectAll()
    .orderBy('id')
    .execute();

describe('giving values', () => {
  test('READ-25, READ-26, READ-30: text and numbers of all six meters are stored for the present month and read back', async () => {
    const sent = { water_cold: '000042', water_hot: 7, elec_day: '999999', elec_night: '0', gas: '15', heating: 3 };
    const answer = await give(sent);
    expect(answer.status).toBe(201);
    expect(answer.body.params).toMatchObject({
      unit: flat(),
      readings: { water_cold: '000042', elec_night: '000000' },
    });
    expect(await values()).toEqual([
      { water_cold: 42, water_hot: 7, elec_day: 999_999, elec_night: 0, gas: 15, heating: 3 },
    ]);
    const card = (await admin.get(`${METERS_URL}${flat()}/`)).body;
    expect(card.month_result).toMatchObject({
      type: 'employee',
      sender: { id: admin.id },
      meters: { heating: '000003' },
    });
    const [entry] = await audited(Number(answer.body.params?.id));
    expect(entry).toMatchObject({ action: 'create', user_id: admin.id, after: { month: MONTH, unit: flat() } });
  });

  test('READ-26: empty meters are left out', async () => {
    expect((await give({ gas: '5', heating: '', water_cold: null })).status).toBe(201);
    expect(await values()).toEqual([{ gas: 5 }]);
  });

  test.each([
    ['nothing at all', {}],
    ['only empty ones', { gas: '', heating: null }],
    ['no map', 'gas'],
    ['a list', ['1']],
    ['a letter', { gas: '12a' }],
    ['seven digits', { gas: '1234567' }],
    ['a negative number', { gas: -1 }],
    ['a fraction', { gas: 1.5 }],
    ['an unknown meter', { steam: '1' }],
    ['a list as a value', { gas: ['1'] }],
  ])('READ-27, API-21: %s is refused at readings', async (_name, readings) => {
    const answer = await give(readings);
    expect(answer.status).toBe(400);
    expect(String(answer.body.readings)).toMatch(/[а-яё]/);
    expect(await values()).toEqual([]);
  });

  test.each<[ReadingType, MeterType[]]>([
    ['water_cold', ['water_cold']],
    ['water_hot', ['water_hot']],
    ['water_hot_and_cold', ['water_cold', 'water_hot']],
    ['water_common', ['water_cold', 'water_hot']],
    ['elec_common', ['elec_day']],
    ['elec_day_and_night', ['elec_day', 'elec_night']],
    ['gas', ['gas']],
    ['heating', ['heating']],
  ])('READ-31: a building with %s takes exactly its meters', async (type, meters) => {
    await setBuilding(app, demo.home.building, { reading_types: [type] });
    for (const meter of METER_TYPES) {
      expect([meter, (await give({ [meter]: '1' })).status]).toEqual([meter, meters.includes(meter) ? 201 : 400]);
    }
  });

  test.each([
    ['2027-03-09T20:59:59Z', 400],
    ['2027-03-09T21:00:00Z', 201],
    ['2027-03-20T20:59:59Z', 201],
    ['2027-03-20T21:00:00Z', 400],
  ])('READ-29: at %s answers %i', async (at, status) => {
    now = new Date(at);
    const answer = await give({ gas: '1' });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.detail).toBe('Приём показаний с 10 по 20 число месяца');
  });

  // Days end with the 28th at the latest (CONST-03): what is left of a longer month takes no readings, in no building.
  test.each([
    ['2027-03-28T20:59:59Z', 201, MONTH],
    ['2027-03-28T21:00:00Z', 400, null],
    ['2027-03-30T09:00:00Z', 400, null],
    ['2027-03-31T20:59:59Z', 400, null],
    ['2027-03-31T21:00:00Z', 201, 202_704],
  ])('READ-15, READ-29, SET-33: with the widest days, 1 to 28, %s answers %i', async (at, status, month) => {
    await setBuilding(app, demo.home.building, { submit_start_day: 1, submit_end_day: 28 });
    now = new Date(at);
    const data = await admin.get(`/api/crm/scenarios/reading-list-data/?buildings_id=${demo.home.building}`);
    expect(data.body.open_buildings).toEqual(status === 201 ? [demo.home.building] : []);
    const answer = await give({ gas: '7' });
    expect(answer.status).toBe(status);
    if (month === null) expect(answer.body.detail).toBe('Приём показаний с 1 по 28 число месяца');
    else {
      const rows = await passRows(app, flat(), month);
      expect(rows.map(({ gas }) => gas)).toEqual([7]);
      await app.database.kysely.deleteFrom('readings').where('month', '=', month).execute();
    }
  });

  test('READ-29, READ-17: without days nothing is taken; a lower value is', async () => {
    await givePass(app, { unit: flat(), month: 202702, gas: 500 });
    expect((await give({ gas: '10' })).status).toBe(201);
    await setBuilding(app, demo.home.building, { submit_start_day: null, submit_end_day: null });
    const answer = await give({ gas: '1' });
    expect([answer.status, answer.body.detail]).toEqual([400, 'Для этого дома дни приёма показаний не заданы']);
  });

  test('the last hour of a month in UTC counts for the next one in the company', async () => {
    await setBuilding(app, demo.home.building, { submit_start_day: 1, submit_end_day: 28 });
    now = new Date('2027-03-31T21:30:00Z');
    expect((await give({ gas: '9' })).status).toBe(201);
    expect(await passRows(app, flat(), 202704)).toHaveLength(1);
    expect(await passRows(app, flat(), MONTH)).toHaveLength(0);
  });

  test('a round of single meters is one submission; a correction and another person make their own', async () => {
    await give({ water_cold: '1' });
    now = new Date(now.getTime() + 60_000);
    await give({ water_hot: '2' });
    expect(await values()).toEqual([{ water_cold: 1, water_hot: 2 }]);
    await give({ water_cold: '3' });
    const other = await newPerson(app, { levels: { readings: 'write' } });
    await give({ gas: '4' }, flat(), other);
    now = new Date(now.getTime() + 61 * 60_000);
    await give({ heating: '5' }, flat(), other);
    expect(await values()).toEqual([{ water_cold: 1, water_hot: 2 }, { water_cold: 3 }, { gas: 4 }, { heating: 5 }]);
  });

  test('meters of a flat given at the same moment are all kept', async () => {
    const answers = await Promise.all(METER_TYPES.map((meter, index) => give({ [meter]: String(index) })));
    expect(answers.map(({ status }) => status)).toEqual(METER_TYPES.map(() => 201));
    const { month_result } = (await admin.get(`${METERS_URL}${flat()}/`)).body;
    expect(Object.keys(month_result?.meters ?? {})).toHaveLength(6);
  });

  test('READ-19, PERM-25: a flat out of reach, an office and what is no flat are refused at unit', async () => {
    const office = await app.database.kysely
      .selectFrom('units')
      .where('unit_type', '=', 'office')
      .select('id')
      .executeTakeFirstOrThrow();
    const reader = await newPerson(app, { levels: { readings: 'write' }, porches: [demo.home.otherPorch] });
    for (const [unit, by] of [
      [demo.home.unit, reader],
      [office.id, admin],
      [99_999_999, admin],
      [null, admin],
      ['x', admin],
    ] as const) {
      const answer = await give({ gas: '1' }, unit, by);
      expect([unit, answer.status, Object.keys(answer.body)]).toEqual([unit, 400, expect.arrayContaining(['unit'])]);
    }
    const watcher = await newPerson(app, { levels: { readings: 'read' } });
    expect((await give({ gas: '1' }, flat(), watcher)).status).toBe(403);
    expect(await passRows(app, demo.home.unit, MONTH)).toEqual([]);
  });
});

describe('what was given before', () => {
  test('READ-12, READ-20, READ-24: last_result and norms are of the months before, not of this one', async () => {
    const unit = flat(3);
    await app.database.kysely.deleteFrom('readings').where('unit_id', '=', unit).execute();
    await givePass(app, { unit, month: 202612, at: '2026-12-15', water_cold: 90, gas: 7 });
    await givePass(app, { unit, month: 202701, at: '2027-01-15', water_cold: 100 });
    await givePass(app, { unit, month: 202702, at: '2027-02-15', water_cold: 112, sender: admin.id });
    await give({ water_cold: '120' }, unit);
    const { body } = await admin.get(`${METERS_URL}${unit}/`);
    expect(body.last_result).toMatchObject({
      month: '022027',
      meters: { water_cold: '000112' },
      sender: { id: admin.id, type: 'employee' },
    });
    expect(body.norms).toMatchObject({
      water_cold: { value: '000112', month: '022027', usual: 12 },
      gas: { value: '000007', month: '122026', usual: null, sender: { type: 'meter' } },
    });
    expect(body.passes).toHaveLength(4);
    const page = await admin.get(`${METERS_URL}?buildings_id=${demo.home.building}&page_size=100&norms=1`);
    expect(page.text).toContain('"norms":{"water_cold":{"value":"000112"');
  });

  test('READ-29: what a month usually adds is a month’s part of what came after a silence', async () => {
    const unit = flat(4);
    await app.database.kysely.deleteFrom('readings').where('unit_id', '=', unit).execute();
    await givePass(app, { unit, month: 202608, at: '2026-08-15', water_cold: 100 });
    await givePass(app, { unit, month: 202612, at: '2026-12-15', water_cold: 140 });
    await givePass(app, { unit, month: 202702, at: '2027-02-15', water_cold: 161 });
    const { body } = await admin.get(`${METERS_URL}${unit}/`);
    expect(body.norms).toMatchObject({ water_cold: { value: '000161', month: '022027', usual: 11 } });
  });

  test('READ-11, READ-20, READ-21, READ-24: what was given years ago is the last value still, and in the history', async () => {
    const unit = flat(5);
    await app.database.kysely.deleteFrom('readings').where('unit_id', '=', unit).execute();
    await givePass(app, { unit, month: 202311, at: '2023-11-15', gas: 5 });
    await givePass(app, { unit, month: 202312, at: '2023-12-15', gas: 7, sender: admin.id });
    await givePass(app, { unit, month: 202402, at: '2024-02-15', heating: 40 });
    await givePass(app, { unit, month: 202701, at: '2027-01-15', water_cold: 100 });
    await givePass(app, { unit, month: 202702, at: '2027-02-15', water_cold: 108 });
    const norms = {
      gas: { value: '000007', month: '122023', usual: null, sender: { id: admin.id, type: 'employee' } },
      heating: { value: '000040', month: '022024', usual: null },
      water_cold: { value: '000108', month: '022027', usual: 8 },
    };
    const { body } = await admin.get(`${METERS_URL}${unit}/`);
    expect(body.norms).toMatchObject(norms);
    expect(body.passes).toHaveLength(5);
    const page = await admin.get(`${METERS_URL}?buildings_id=${demo.home.building}&page_size=100&norms=1`);
    const row = resultsOf(page).find((item) => Number(item.unit?.id) === unit);
    expect(row?.norms).toEqual(body.norms);
    // Of a month of the past it is the last value before that one.
    const then = await admin.get(`${METERS_URL}?buildings_id=${demo.home.building}&page_size=100&norms=1&date=122023`);
    const known = resultsOf(then).find((item) => Number(item.unit?.id) === unit);
    expect(known?.norms).toMatchObject({ gas: { value: '000005', month: '112023' } });

    const silent = flat(6);
    await app.database.kysely.deleteFrom('readings').where('unit_id', '=', silent).execute();
    await givePass(app, { unit: silent, month: 202403, at: '2024-03-15', gas: 3 });
    const one = await admin.get(`${METERS_URL}${silent}/`);
    expect(one.body.last_result).toMatchObject({ month: '032024', meters: { gas: '000003' } });
  });

  test('READ-24: a flat without history has neither', async () => {
    const unit = flat(4);
    await app.database.kysely.deleteFrom('readings').where('unit_id', '=', unit).execute();
    const { body } = await admin.get(`${METERS_URL}${unit}/`);
    expect(body).toMatchObject({ month_result: null, last_result: null, passes: [], norms: {} });
  });
});

describe('taking back', () => {
  const passOf = async (readings: object, by = admin) => Number((await give(readings, flat(), by)).body.params?.id);
  const undo = (id: number, query = '', by = admin) => by.remove(`${METERS_URL}passes/${id}/${query}`);

  test('the named meters go, the last of them takes the submission along; both are audited', async () => {
    const id = await passOf({ gas: '1', heating: '2' });
    expect((await undo(id, '?meters=gas')).status).toBe(204);
    expect(await values()).toEqual([{ heating: 2 }]);
    expect((await undo(id)).status).toBe(204);
    expect(await values()).toEqual([]);
    expect((await undo(id)).status).toBe(404);
    expect((await audited(id)).map(({ action }) => action)).toEqual(['create', 'delete', 'delete']);
  });

  test('nobody takes back what another one, a resident or another month gave', async () => {
    const other = await newPerson(app, { levels: { readings: 'write' } });
    const theirs = await passOf({ gas: '1' }, other);
    const old = await givePass(app, { unit: flat(), month: 202702, sender: admin.id, gas: 1 });
    for (const id of [theirs, old]) expect((await undo(id)).status).toBe(404);
    expect((await undo(theirs, '', other)).status).toBe(204);
  });

  test('not after the days of readings, not for a meter there is none of', async () => {
    const id = await passOf({ gas: '1' });
    expect((await undo(id, '?meters=steam')).status).toBe(400);
    now = new Date('2027-03-25T09:00:00Z');
    expect((await undo(id)).status).toBe(400);
    expect(await values()).toEqual([{ gas: 1 }]);
  });
});
