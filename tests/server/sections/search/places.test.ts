import { searchPage } from '#resources/protocol/search/search.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let fixture: SearchFixture;
let keeper: Person;
beforeAll(async () => {
  app = await openTestApp();
  fixture = await buildSearchFixture(app);
  keeper = await newPerson(app, { porches: fixture.porches.flat() });
});
afterAll(() => app.close());

/** Labels of the units of building 5 that a query finds. */
async function found(query: string): Promise<string[]> {
  const { body } = await keeper.get(
    `/api/crm/search/smart_search_by_tags/?buildings_id=${fixture.buildings[0]}&${query}&page_size=100`,
  );
  return searchPage.parse(body).results.flatMap(({ units }) => units.map(({ label }) => label));
}

const place = () =>
  app.database.kysely
    .selectFrom('units')
    .where('id', '=', fixture.units.get('5/18') ?? 0)
    .select(['porch_id', 'floor_id', 'pipe_id'])
    .executeTakeFirstOrThrow();

test('RES-05: the exact number of a house is the same in every writing of its block', async () => {
  const db = app.database.kysely;
  await db.updateTable('buildings').set({ number: '5 корп. 1' }).where('id', '=', fixture.buildings[0]).execute();
  const ask = (entry: string) => found(`building_entry=${encodeURIComponent(entry)}&unit_entry=7`);
  for (const entry of ['д 5к1', 'дом 5 корпус 1', 'д. 5, корп. 1'])
    expect([entry, await ask(entry)]).toEqual([entry, ['7']]);
  expect(await ask('д 5')).toEqual([]);
  await db.updateTable('buildings').set({ number: '5' }).where('id', '=', fixture.buildings[0]).execute();
});

describe('RES-05: a unit is found by its places as they are now', () => {
  test('RES-05: a floor, an entrance and a riser that get another number or name', async () => {
    const db = app.database.kysely;
    const { porch_id, floor_id, pipe_id } = await place();
    await db.updateTable('floors').set({ number: 41 }).where('id', '=', floor_id).execute();
    expect(await found('floor_entry=41')).toEqual(['16', '17', '18']);
    await db.updateTable('porches').set({ number: 42 }).where('id', '=', porch_id).execute();
    expect(await found('porch_entry=42&floor_entry=41')).toEqual(['16', '17', '18']);
    expect(await found('porch_entry=2')).toEqual([]);
    await db.updateTable('pipes').set({ name: 'ХВС 43' }).where('id', '=', pipe_id).execute();
    expect(await found(`pipe_entry=${encodeURIComponent('хвс 43')}`)).toEqual(['12', '15', '18']);
  });

  test('RES-05: a unit that is moved, and one whose riser is taken away', async () => {
    const db = app.database.kysely;
    const { floor_id, pipe_id } = await place();
    const other = fixture.units.get('5/13') ?? 0;
    await db.updateTable('units').set({ floor_id }).where('id', '=', other).execute();
    expect(await found('floor_entry=41')).toEqual(['13', '16', '17', '18']);
    await db.deleteFrom('pipes').where('id', '=', pipe_id).execute();
    expect(await found('pipe_entry=43')).toEqual([]);
  });
});
