import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import { countTargetReach } from '#server/sections/news/reach.ts';
import { NEWS_URL } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { statementsOf } from '#tests/support/server/sql-spy.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

interface Reach {
  flats: number;
  residents: number;
  parts: { label: string; flats: number; residents: number }[];
}
const reach = async (by: Person, target: unknown) => {
  const answer = await by.post(`${NEWS_URL}reach/`, { target });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Reach;
};
const sum = (parts: Reach['parts']) => parts.reduce((total, part) => total + part.flats, 0);
/** Flats of these entrances, and who lives in any unit of them, counted one by one. */
async function counted(porches: readonly number[]) {
  const { kysely } = app.database;
  const units = await kysely
    .selectFrom('units')
    .selectAll()
    .where('porch_id', 'in', [...porches])
    .execute();
  const homes = await kysely
    .selectFrom('residents_units')
    .selectAll()
    .where(
      'unit_id',
      'in',
      units.map((unit) => unit.id),
    )
    .execute();
  return {
    flats: units.filter((unit) => unit.unit_type === 'flat').length,
    residents: new Set(homes.map((home) => home.user_id)).size,
  };
}

describe('how many an announcement reaches', () => {
  test('NEWS-56: an entrance', async () => {
    const { porch } = demo.home;
    const expected = await counted([porch]);
    expect(expected.residents).toBeGreaterThan(0);
    expect(await reach(admin, { porches: [porch] })).toEqual({
      ...expected,
      parts: [{ label: 'Подъезд 1', ...expected }],
    });
  });

  test('a building is told by its entrances, several by their addresses', async () => {
    const { home, away } = demo;
    const one = await reach(admin, { buildings: [home.building] });
    expect(one.parts.map((part) => part.label)).toEqual(['Подъезд 1', 'Подъезд 2', 'Подъезд 3']);
    expect(sum(one.parts)).toBe(one.flats);
    const two = await reach(admin, { buildings: [home.building, away.building] });
    expect(two.parts.map((part) => part.label)).toEqual(['ул. Лесная, 12', 'ул. Лесная, 14']);
    expect(two.parts[0]).toMatchObject({ flats: one.flats, residents: one.residents });
    const mixed = await reach(admin, { buildings: [home.building], porches: [away.porch] });
    expect(mixed.parts.map((part) => part.label)).toEqual(['ул. Лесная, 12', 'ул. Лесная, 14, подъезд 1']);
  });

  test('floors, risers and flats', async () => {
    const { kysely } = app.database;
    const inPorch = async (table: 'floors' | 'pipes', porch: number) =>
      (await kysely.selectFrom(table).select('id').where('porch_id', '=', porch).orderBy('id').execute()).map(
        (row) => row.id,
      );
    const floors = await inPorch('floors', demo.home.porch);
    const others = await inPorch('floors', demo.home.otherPorch);
    expect((await reach(admin, { floors: floors.slice(0, 2) })).parts.map((part) => part.label)).toEqual([
      'Этаж 1',
      'Этаж 2',
    ]);
    const both = await reach(admin, { floors: [floors[0], others[1]] });
    expect(both.parts.map((part) => part.label)).toEqual(['Подъезд 1, этаж 1', 'Подъезд 2, этаж 2']);
    const pipes = await reach(admin, { pipes: await inPorch('pipes', demo.home.porch) });
    expect(pipes.parts.map((part) => part.label)).toEqual(['Стояк 1', 'Стояк 2']);
    expect(pipes).toMatchObject({ flats: 8 });
    expect(await reach(admin, { units: [demo.home.unit] })).toMatchObject({ flats: 1 });
  });

  test.each<AudienceTarget>([
    { for_all_objects: true },
    { buildings: Array.from({ length: 500 }, (_, at) => at + 1) },
    { porches: [1, 2, 3] },
    { floors: [1, 2, 3] },
    { pipes: [1, 2, 3] },
    { units: Array.from({ length: 500 }, (_, at) => at + 1) },
  ])('NEWS-49: costs one statement, whose answer is a line a part: %j', async (target) => {
    const said = await statementsOf((db) => countTargetReach(db, { user: 1 }, target));
    expect(said.map(({ sql }) => sql)).toEqual([expect.stringMatching(/count\(.*limit \$\d+$/s)]);
  });

  test('all objects: the total alone', async () => {
    const porches = await app.database.kysely.selectFrom('porches').select('id').execute();
    const expected = await counted(porches.map((row) => row.id));
    expect(await reach(admin, { for_all_objects: true })).toEqual({ ...expected, parts: [] });
  });

  test('a person with two flats counts once, a flat with two people counts once', async () => {
    const { kysely } = app.database;
    const [first, second] = await kysely
      .selectFrom('units')
      .select('id')
      .where('porch_id', '=', demo.away.porch)
      .where('unit_type', '=', 'flat')
      .orderBy('id')
      .execute();
    const target = { units: [first?.id, second?.id] };
    const before = await reach(admin, target);
    const { id } = await newPerson(app, { role: 'resident' });
    await kysely
      .insertInto('residents_units')
      .values([first, second].map((unit) => ({ user_id: id, unit_id: unit?.id ?? 0 })))
      .execute();
    expect(await reach(admin, target)).toMatchObject({ flats: 2, residents: before.residents + 1 });
  });

  test('PERM-25: what is out of reach counts as nobody', async () => {
    const half = await newPerson(app, { porches: [demo.home.porch] });
    const mine = await counted([demo.home.porch]);
    expect(await reach(half, { buildings: [demo.home.building, demo.away.building] })).toMatchObject(mine);
    expect(await reach(half, { porches: [demo.home.otherPorch] })).toEqual({ flats: 0, residents: 0, parts: [] });
    expect(await reach(half, { for_all_objects: true })).toMatchObject(mine);
  });

  test('a choice that is not finished reaches nobody and is no mistake', async () => {
    const nobody = { flats: 0, residents: 0, parts: [] };
    for (const target of [{}, { buildings: [] }, { units: [] }, { porches: [999_999] }]) {
      expect(await reach(admin, target)).toEqual(nobody);
    }
  });

  test.each([[null], [[]], ['all'], [{ buildings: 'все' }], [{ floors: [-1] }], [{ units: Array(20_000).fill(1) }]])(
    'API-21: %j answers 400',
    async (target) => {
      const answer = await admin.post(`${NEWS_URL}reach/`, { target });
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(/[а-яё]/i);
    },
  );
});
