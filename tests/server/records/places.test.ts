import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const ROUNDS = '/api/records/rounds';
/** A section whose records name parts of their building. */
const DEFINITION = {
  name: 'rounds',
  section: 'rounds',
  icon: 'key',
  words: { one: 'обход', few: 'обхода', many: 'обходов', accusative: 'обход', gender: 'm', plural: 'обходы' },
  building: 'house',
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    house: { kind: 'building', label: 'Дом', required: true },
    doors: { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house', required: true, filter: true },
    levels: { kind: 'checklist', label: 'Этажи', of: 'floors', building: 'house', filter: true },
    risers: { kind: 'checklist', label: 'Стояки', of: 'pipes', building: 'house', filter: true },
    also: { kind: 'buildings', label: 'Ещё дома', filter: true },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  form: [{ fields: ['title', 'house', 'doors', 'levels', 'risers', 'also'] }],
};

let app: TestApp;
let demo: DemoCompany;
/** Holds everything; the first entrance of home alone; the second alone. */
let all: Person;
let own: Person;
let neighbour: Person;
/** Of the first entrance and of the second. */
let floors: [number, number];
let pipes: [number, number];
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'rounds.json': DEFINITION } });
  demo = await readDemoCompany(app);
  const { porch, otherPorch } = demo.home;
  const person = (porches?: number[]) => newPerson(app, { sections: ['rounds'], ...(porches ? { porches } : {}) });
  all = await person();
  own = await person([porch]);
  neighbour = await person([otherPorch]);
  const first = async (table: 'floors' | 'pipes', where: number) =>
    (await app.database.kysely.selectFrom(table).select('id').where('porch_id', '=', where).executeTakeFirstOrThrow())
      .id;
  floors = [await first('floors', porch), await first('floors', otherPorch)];
  pipes = [await first('pipes', porch), await first('pipes', otherPorch)];
});
afterAll(() => app.close());

const one = (id: number) => `${ROUNDS}/${id}`;
/** A record that names both entrances in every field. @returns its id */
async function made(): Promise<number> {
  const { home, away } = demo;
  const doors = [home.porch, home.otherPorch];
  const body = { title: 'Обход', house: home.building, doors, levels: floors, risers: pipes };
  const answer = await all.post(ROUNDS, { ...body, also: [away.building] });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return Number(answer.body.id);
}
/** The stored part of a record. */
async function kept(id: number) {
  const row = await app.database.kysely.selectFrom('records').select('data').where('id', '=', id).executeTakeFirst();
  return row?.data as Record<string, unknown>;
}
const idsIn = (value: unknown) => (value as { id: number }[]).map(({ id }) => id);

describe('parts of a house that a record names', () => {
  test('PERM-25: are shown by their names to who holds them, and not so much as an id to who does not', async () => {
    const id = await made();
    const { porch, otherPorch } = demo.home;
    const whole = (await all.get(one(id))).body;
    expect([whole.doors, whole.levels, whole.risers]).toEqual([
      [
        { id: porch, label: '1' },
        { id: otherPorch, label: '2' },
      ],
      [
        { id: floors[0], label: expect.stringMatching(/^\d+$/), porch: 1 },
        { id: floors[1], label: expect.stringMatching(/^\d+$/), porch: 2 },
      ],
      pipes.map((pipe) => ({ id: pipe, label: expect.stringMatching(/\S/) })),
    ]);
    for (const [by, at, door] of [
      [own, 0, porch],
      [neighbour, 1, otherPorch],
    ] as const) {
      const shown = (await by.get(one(id))).body;
      const listed = (await by.get(`${ROUNDS}?filter={"id":[${id}]}`)).list[0];
      for (const record of [shown, listed]) {
        expect([record?.doors, record?.levels, record?.risers].map(idsIn)).toEqual([[door], [floors[at]], [pipes[at]]]);
      }
    }
  });

  test('PERM-25: a save by who does not see some of them loses none, in their order', async () => {
    const id = await made();
    const before = await kept(id);
    const read = (await neighbour.get(one(id))).body;
    const back = await neighbour.put(one(id), { ...read, title: 'Другой обход' });
    expect([back.status, idsIn(back.body.doors)]).toEqual([200, [demo.home.otherPorch]]);
    expect(await kept(id)).toEqual({ ...before, title: 'Другой обход' });
    const { body } = await all.get(one(id));
    expect((await all.put(one(id), { ...body, title: 'Третий обход' })).status).toBe(200);
    expect(await kept(id)).toEqual({ ...before, title: 'Третий обход' });

    const emptied = await neighbour.put(one(id), { doors: [], levels: null, risers: [] });
    expect([emptied.status, emptied.body.doors]).toEqual([200, []]);
    const { porch, otherPorch } = demo.home;
    expect(await kept(id)).toMatchObject({ doors: [porch], levels: [floors[0]], risers: [pipes[0]] });
    const again = await neighbour.put(one(id), { doors: [{ id: otherPorch }], levels: [String(floors[1])] });
    expect(again.status).toBe(200);
    expect(await kept(id)).toMatchObject({ doors: [porch, otherPorch], levels: floors });
  });

  test('PERM-25: what is out of reach cannot be added, whatever the field', async () => {
    const id = await made();
    await neighbour.put(one(id), { doors: [], levels: [], risers: [] });
    await own.put(one(id), { doors: [demo.home.porch] });
    for (const [field, value] of [
      ['doors', demo.home.otherPorch],
      ['levels', floors[1]],
      ['risers', pipes[1]],
      ['doors', 1_999_999_999],
    ] as const) {
      const answer = await own.put(one(id), { [field]: [value] });
      expect([field, answer.status, answer.body[field]]).toEqual([field, 400, ['такого нет']]);
    }
    expect((await own.put(one(id), { doors: 'x' })).status).toBe(400);
  });

  test('another house takes them away, as it has parts of its own', async () => {
    const id = await made();
    const { building, porch } = demo.away;
    const mover = await newPerson(app, { sections: ['rounds'], porches: [demo.home.otherPorch, porch] });
    const change = { house: building, doors: [porch], levels: [], risers: [] };
    expect((await mover.put(one(id), change)).status).toBe(200);
    expect(await kept(id)).toMatchObject({ doors: [porch], levels: null, risers: null });
  });

  test('what can be no part, kept from a former definition, is shown as none', async () => {
    const id = await made();
    const data = JSON.stringify({ ...(await kept(id)), doors: [2.5, demo.home.porch, 1e12] });
    await app.database.kysely.updateTable('records').set({ data }).where('id', '=', id).execute();
    const { status, body } = await all.get(one(id));
    expect([status, idsIn(body.doors)]).toEqual([200, [demo.home.porch]]);
    const saved = await all.put(one(id), { doors: body.doors });
    expect([saved.status, (await kept(id)).doors]).toEqual([200, [demo.home.porch]]);
  });

  test('one that has to be given is missing where nobody else has given it', async () => {
    const id = await made();
    expect((await all.put(one(id), { doors: [] })).body).toMatchObject({ doors: [expect.any(String)] });
  });

  test('PERM-25: a filter by the id of what is out of reach finds nothing', async () => {
    const id = await made();
    const found = async (by: Person, filter: object) => {
      const answer = await by.get(`${ROUNDS}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      return answer.list.some((record) => Number(record.id) === id);
    };
    for (const [field, value] of [
      ['doors', demo.home.porch],
      ['levels', floors[0]],
      ['risers', pipes[0]],
      ['also', demo.away.building],
    ] as const) {
      expect([field, await found(all, { [field]: [value] })]).toEqual([field, true]);
      expect([field, await found(neighbour, { [field]: [value] })]).toEqual([field, false]);
    }
    expect(await found(own, { doors: [demo.home.porch] })).toBe(true);
    expect(await found(all, { doors: [2.5] })).toBe(false);
  });

  test('PERM-25: the history tells of what is in reach alone', async () => {
    const id = await made();
    const { porch, otherPorch } = demo.home;
    await all.put(one(id), { doors: [otherPorch] });
    const changes = async (by: Person) => {
      const [last] = (await by.get(`${one(id)}/history/`)).body.results as unknown as { changes: object[] }[];
      return last?.changes;
    };
    const [first, second] = [
      { id: porch, label: '1' },
      { id: otherPorch, label: '2' },
    ];
    expect(await changes(all)).toEqual([{ field: 'doors', before: [first, second], after: [second] }]);
    expect(await changes(own)).toEqual([{ field: 'doors', before: [first], after: [] }]);
    expect(await changes(neighbour)).toEqual([]);
  });
});
