// Runs on PostgreSQL too: sums by month in SQL.
import { sql } from 'kysely';
import { onReadingDay } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { flatsOf, givePass, METERS_URL, resultsOf, setBuilding } from '#tests/support/server/readings.ts';
import { type Answer, type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const MONTH = 202704;
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ now: onReadingDay });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

/** Counts for every entrance, and by the submissions. */
async function counts(): Promise<[kept: unknown[], counted: unknown[]]> {
  const { kysely } = app.database;
  const kept = await kysely
    .selectFrom('porch_given')
    .where('flats', '>', 0)
    .select(['month', 'porch_id', 'flats'])
    .orderBy('month')
    .orderBy('porch_id')
    .execute();
  const counted = await kysely
    .selectFrom('readings')
    .innerJoin('units', 'units.id', 'readings.unit_id')
    .where('units.unit_type', '=', 'flat')
    .groupBy(['readings.month', 'units.porch_id'])
    .select(['readings.month', 'units.porch_id', sql<number>`count(distinct readings.unit_id)::integer`.as('flats')])
    .orderBy('readings.month')
    .orderBy('units.porch_id')
    .execute();
  return [kept, counted];
}

async function right(step: string): Promise<void> {
  const [kept, counted] = await counts();
  expect([step, kept]).toEqual([step, counted]);
  expect(kept.length).toBeGreaterThan(0);
}

const missing = async () =>
  Number((await admin.get(`${METERS_URL}?buildings_id=${demo.home.building}&date=042027&missing=1`)).body.count);

describe('who is missing, counted with the submissions', () => {
  test('as the demo company was filled', () => right('demo'));

  test('a flat counts once, however often it gives, and until the last of it is taken back', async () => {
    const [one = 0, two = 0] = await flatsOf(app, demo.home.building);
    const all = await missing();
    const first = await givePass(app, { unit: one, month: MONTH, gas: 1 });
    const second = await givePass(app, { unit: one, month: MONTH, heating: 2 });
    expect(await missing()).toBe(all - 1);
    await givePass(app, { unit: two, month: MONTH, gas: 3 });
    expect(await missing()).toBe(all - 2);
    await right('given');
    const { kysely } = app.database;
    await kysely.updateTable('readings').set({ gas: 9 }).where('id', '=', first).execute();
    await kysely.deleteFrom('readings').where('id', '=', first).execute();
    expect(await missing()).toBe(all - 2);
    await kysely.deleteFrom('readings').where('id', '=', second).execute();
    expect(await missing()).toBe(all - 1);
    await kysely.deleteFrom('readings').where('month', '=', MONTH).execute();
    expect(await missing()).toBe(all);
    await right('taken back');
  });

  test('many at once, of several entrances and months, with two of one flat among them', async () => {
    const { kysely } = app.database;
    const flats = await flatsOf(app, demo.home.building);
    const empty = { water_cold: null, water_hot: null, elec_day: null, elec_night: null, gas: 1, heating: null };
    const rows = [...flats, ...flats.slice(0, 3)].flatMap((unit_id) =>
      [MONTH, MONTH + 1].map((month) => ({
        ...empty,
        unit_id,
        month,
        sender_id: null,
        sender_type: 'meter' as const,
        at: app.now(),
      })),
    );
    await kysely.insertInto('readings').values(rows).execute();
    expect(await missing()).toBe(0);
    await right('many');
    await kysely.deleteFrom('readings').where('month', '>=', MONTH).execute();
    await right('none of them');
  });

  test('a flat that moves, becomes an office, or goes takes its readings out of the count', async () => {
    const { kysely } = app.database;
    const model = await kysely
      .selectFrom('units')
      .where('id', '=', demo.home.unit)
      .selectAll()
      .executeTakeFirstOrThrow();
    const { building_id, porch_id, floor_id } = model;
    const { id } = await kysely
      .insertInto('units')
      .values({ building_id, porch_id, floor_id, pipe_id: null, unit_type: 'flat', label: '778' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await givePass(app, { unit: id, month: MONTH, gas: 1 });
    const all = await missing();
    await kysely.updateTable('units').set({ unit_type: 'office' }).where('id', '=', id).execute();
    expect(await missing()).toBe(all);
    await right('an office');
    await kysely.updateTable('units').set({ unit_type: 'flat' }).where('id', '=', id).execute();
    await right('a flat again');
    const there = await kysely
      .selectFrom('floors')
      .where('porch_id', '=', demo.home.otherPorch)
      .select('id')
      .executeTakeFirstOrThrow();
    await kysely
      .updateTable('units')
      .set({ porch_id: demo.home.otherPorch, floor_id: there.id })
      .where('id', '=', id)
      .execute();
    await right('moved');
    await kysely.deleteFrom('units').where('id', '=', id).execute();
    expect(await missing()).toBe(all);
    await right('gone');
  });

  test.each(['flat', '-flat'])(
    'READ-03: who walks by the last flat passes nobody over while the list shrinks (%s)',
    async (sort) => {
      const list = `${METERS_URL}?date=042027&missing=1&sort=${sort}`;
      const idsIn = (answer: Answer) => resultsOf(answer).map(({ unit }) => Number((unit as Json).id));
      const ids = idsIn(await admin.get(`${list}&page_size=500`));
      expect(ids.length).toBeGreaterThan(20);
      const size = 7;
      const walked: number[] = [];
      let next: unknown = `${list}&page_size=${size}`;
      while (typeof next === 'string') {
        const page = idsIn(await admin.get(next));
        walked.push(...page);
        // The first and the last flat of each page give readings and leave the list.
        for (const unit of [page[0], page.at(-1)]) {
          if (unit !== undefined) await givePass(app, { unit, month: MONTH, gas: 1 });
        }
        next = page.length < size ? null : `${list}&page_size=${size}&after=${page.at(-1)}`;
      }
      expect(walked).toEqual(ids);
      await app.database.kysely.deleteFrom('readings').where('month', '=', MONTH).execute();
    },
  );

  test('READ-33: nobody is missing in a house that collects nothing; it is listed all the same', async () => {
    const home = demo.home.building;
    const all = await missing();
    expect(all).toBeGreaterThan(0);
    const { reading_types } = await app.database.kysely
      .selectFrom('buildings')
      .where('id', '=', home)
      .select('reading_types')
      .executeTakeFirstOrThrow();
    await setBuilding(app, home, { reading_types: [] });
    try {
      const both = `${METERS_URL}?buildings_id=${home},${demo.away.building}&date=042027&page_size=500`;
      const listed = await admin.get(`${both}&missing=1`);
      expect(resultsOf(listed).length).toBe(listed.body.count);
      expect(
        resultsOf(listed).map(({ unit }) => (unit as unknown as { building: { id: number } }).building.id),
      ).not.toContain(home);
      expect(await missing()).toBe(0);
      const whole = await admin.get(`${METERS_URL}?buildings_id=${home}&date=042027`);
      expect(whole.body.count).toBe((await flatsOf(app, home)).length);
    } finally {
      await setBuilding(app, home, { reading_types });
    }
    expect(await missing()).toBe(all);
  });

  test('two who give for one flat at the same moment count once', async () => {
    const [one = 0] = await flatsOf(app, demo.home.building);
    await Promise.all([3, 4, 5].map((gas) => givePass(app, { unit: one, month: MONTH + 2, gas })));
    await right('at once');
  });

  test('a submission stays with its flat and its month', async () => {
    const [one = 0] = await flatsOf(app, demo.home.building);
    const pass = await givePass(app, { unit: one, month: MONTH, gas: 1 });
    const move = app.database.kysely
      .updateTable('readings')
      .set({ month: MONTH + 1 })
      .where('id', '=', pass);
    await expect(move.execute()).rejects.toThrow('stays');
  });
});
