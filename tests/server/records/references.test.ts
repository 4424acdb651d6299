// Runs on PostgreSQL too: generated SQL.

import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PASSES = '/api/records/passes';
const FOUND = `${PASSES}/references/camera/`;
let app: TestApp;
let demo: DemoCompany;
let person: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  person = await newPerson(app);
});
afterAll(() => app.close());

const pass = (change: object = {}) => ({ guest: 'Пётр Гостев', house: demo.home.building, ...change });

describe('a reference to a section of the product', () => {
  test('is found while one types, kept by id, shown with its name and filtered by', async () => {
    const [camera] = (await person.get(`${FOUND}?q=`)).list;
    expect(camera).toMatchObject({ id: expect.any(Number), label: expect.any(String) });
    const part = String(camera?.label).slice(0, 5).toUpperCase();
    expect((await person.get(`${FOUND}?q=${encodeURIComponent(part)}`)).list).toContainEqual(camera);
    expect((await person.get(`${FOUND}?ids=${camera?.id}`)).list).toEqual([camera]);
    const made = await person.post(PASSES, pass({ camera: camera?.id }));
    expect(made.body.camera).toEqual(camera);
    const asked = encodeURIComponent(JSON.stringify({ camera: camera?.id }));
    expect((await person.get(`${PASSES}?filter=${asked}`)).list.map(({ id }) => id)).toEqual([made.body.id]);
    // Values as read can be sent back unchanged.
    const back = await person.put(`${PASSES}/${made.body.id}`, { ...made.body });
    expect([back.status, back.body.camera]).toEqual([200, camera]);
  });

  test('is refused where there is no such record or its section is closed to the reader', async () => {
    const [camera] = (await person.get(`${FOUND}?q=`)).list;
    expect((await person.post(PASSES, pass({ camera: 999_999 }))).body).toMatchObject({
      camera: ['такого нет'],
    });
    const other = await newPerson(app);
    await setLevels(app, other.id, { passes: 'write' });
    expect((await other.get(`${FOUND}?q=`)).list).toEqual([]);
    const refused = await other.post(PASSES, pass({ camera: camera?.id }));
    expect([refused.status, refused.body.camera]).toEqual([400, ['такого нет']]);
    const made = await person.post(PASSES, pass({ camera: camera?.id }));
    expect((await other.get(`${PASSES}/${made.body.id}`)).body.camera).toEqual({ id: camera?.id, label: null });
  });
});

test('a reference to an added section follows its name', async () => {
  const rule = await person.post('/api/records/rules', { title: 'Шуметь нельзя' });
  const made = await person.post(PASSES, pass({ rule: rule.body.id }));
  expect(made.body.rule).toEqual({ id: rule.body.id, label: 'Шуметь нельзя' });
  await person.put(`/api/records/rules/${rule.body.id}`, { title: 'Шуметь можно' });
  expect((await person.get(`${PASSES}/${made.body.id}`)).body.rule).toEqual({
    id: rule.body.id,
    label: 'Шуметь можно',
  });
});

test('a flat has to be one of the house, and is shown by its number', async () => {
  const made = await person.post(PASSES, pass({ flat: demo.home.unit }));
  expect(made.body.flat).toEqual({ id: demo.home.unit, label: expect.any(String) });
  const elsewhere = await person.post(PASSES, pass({ house: demo.away.building, flat: demo.home.unit }));
  expect([elsewhere.status, elsewhere.body.flat]).toEqual([400, ['такого нет']]);
});

test.each([
  [12_345, 201],
  [-1, 400],
  [10.5, 400],
  ['100', 400],
  [1_000_001, 400],
])('money is a whole number of kopecks within its bounds: %j answers %i', async (fee, status) => {
  expect((await person.post(PASSES, pass({ fee }))).status).toBe(status);
});
