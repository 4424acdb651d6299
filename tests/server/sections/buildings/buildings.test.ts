import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
});
afterAll(() => app.close());

describe('buildings', () => {
  test('API-13: the list names id, complex, street, number and the open entrances', async () => {
    const answer = await (await demoPerson(app, 1)).get('/api/crm/buildings/');
    expect(answer.status).toBe(200);
    expect(answer.list).toHaveLength(demo.buildings.length);
    for (const building of answer.list) {
      expect(building).toMatchObject({
        id: expect.any(Number),
        street: expect.any(String),
        number: expect.any(String),
        is_all_porches: true,
        available_porches: expect.arrayContaining([{ id: expect.any(Number), number: expect.any(Number) }]),
      });
      expect(building).toHaveProperty('complex');
    }
  });

  test('PERM-24: somebody with one entrance sees his building, not wholly open, with that entrance alone', async () => {
    const person = await newPerson(app, { porches: [demo.home.porch] });
    const { list } = await person.get('/api/crm/buildings/');
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      id: demo.home.building,
      is_all_porches: false,
      available_porches: [{ id: demo.home.porch }],
    });
  });

  test('PERM-24: somebody without any entrance sees no building', async () => {
    const person = await newPerson(app, { porches: [] });
    expect((await person.get('/api/crm/buildings/')).list).toEqual([]);
    expect((await person.get(`/api/crm/buildings/${demo.home.building}/`)).status).toBe(404);
  });

  test('API-13: one building carries its open entrances with floors, risers and flats', async () => {
    const answer = await (await demoPerson(app, 1)).get(`/api/crm/buildings/${demo.home.building}/`);
    expect(answer.status).toBe(200);
    for (const part of ['porches', 'floors', 'units'])
      expect((answer.body[part] as unknown as unknown[]).length).toBeGreaterThan(1);
    const units = answer.body.units as unknown as { object: { id: number; porch: { id: number } } }[];
    expect(units.some(({ object }) => object.id === demo.home.unit)).toBe(true);
  });

  test('PERM-24: with one entrance nothing of the other one is in it', async () => {
    const person = await newPerson(app, { porches: [demo.home.otherPorch] });
    const { body } = await person.get(`/api/crm/buildings/${demo.home.building}/`);
    const units = body.units as unknown as { object: { porch: { id: number } } }[];
    expect(units.length).toBeGreaterThan(0);
    expect(units.every(({ object }) => object.porch.id === demo.home.otherPorch)).toBe(true);
    const floors = body.floors as unknown as { porch: { id: number } }[];
    expect(floors.every(({ porch }) => porch.id === demo.home.otherPorch)).toBe(true);
  });

  test('PERM-25: buildings and entrances out of reach answer 404, like those there are not', async () => {
    const person = await newPerson(app, { porches: [demo.home.otherPorch] });
    expect((await person.get(`/api/crm/buildings/${demo.away.building}/`)).status).toBe(404);
    expect((await person.get(`/api/crm/porches/${demo.home.porch}/`)).status).toBe(404);
    expect((await person.get('/api/crm/buildings/999999/')).status).toBe(404);
    expect((await person.get(`/api/crm/porches/${demo.home.otherPorch}/`)).status).toBe(200);
  });

  test('a building that is gone says so in the words of the specification', async () => {
    const answer = await (await demoPerson(app, 1)).get('/api/crm/buildings/999999/');
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Такого здания больше нет' } });
  });

  test.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '2147483648', '1e3', '%00', '..%2f1', "1'or'1"])(
    'API-21: id %s is nowhere: 404',
    async (id) => {
      const answer = await (await demoPerson(app, 1)).get(`/api/crm/buildings/${id}/`);
      expect([400, 404]).toContain(answer.status);
      expect(answer.body.detail).toEqual(expect.any(String));
    },
  );

  test('PERM-24: an entrance given or taken shows on the very next call', async () => {
    const person = await newPerson(app, { porches: [demo.home.porch] });
    expect((await person.get(`/api/crm/buildings/${demo.away.building}/`)).status).toBe(404);
    await app.database.kysely
      .insertInto('user_porches')
      .values({ user_id: person.id, porch_id: demo.away.porch })
      .execute();
    expect((await person.get(`/api/crm/buildings/${demo.away.building}/`)).status).toBe(200);
    await app.database.kysely.deleteFrom('user_porches').where('user_id', '=', person.id).execute();
    expect((await person.get(`/api/crm/buildings/${demo.away.building}/`)).status).toBe(404);
  });
});

describe('services', () => {
  test('are a list of id and name', async () => {
    const { status, list } = await (await demoPerson(app, 1)).get('/api/crm/services/');
    expect(status).toBe(200);
    expect(list.length).toBeGreaterThan(2);
    expect(list[0]).toMatchObject({ id: expect.any(Number), name: expect.stringMatching(/[а-яё]/i) });
  });

  test('API-08: take buildings joined by commas and repeated ones alike', async () => {
    const admin = await demoPerson(app, 1);
    const [a, b] = demo.buildings;
    const joined = await admin.get(`/api/crm/services/?buildings_id=${a},${b}`);
    const repeated = await admin.get(`/api/crm/services/?buildings_id=${a}&buildings_id=${b}`);
    expect(joined.status).toBe(200);
    expect(repeated.list).toEqual(joined.list);
  });
});
