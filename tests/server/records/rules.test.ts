import { sql } from 'kysely';
import { keysDefinition } from '#tests/support/definitions.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Half past one at night in Moscow, the evening before in UTC. */
const NIGHT = new Date('2026-03-05T22:30:00Z');

const named = (name: string, change: object) => ({ ...keysDefinition(), name, section: name, ...change });
const building = { kind: 'building', label: 'Дом' };
const title = { kind: 'text', label: 'Название', required: true };
const list = { layout: 'table', columns: ['title'] };

const DEFINITIONS = {
  ...EXTRA_DEFINITIONS,
  'own.json': named('own', {
    fields: { title, who: { kind: 'reference', label: 'Кто', to: 'employees' } },
    list,
    form: [{ fields: ['title', 'who'] }],
    record: { notOwn: 'who' },
  }),
  'reached.json': named('reached', {
    fields: { title, house: building },
    list,
    form: [{ fields: ['title', 'house'] }],
    record: { reachedBuilding: 'house' },
  }),
  'whole.json': named('whole', {
    fields: { title, house: building },
    list,
    form: [{ fields: ['title', 'house'] }],
    record: { wholeBuilding: 'house' },
  }),
  'places.json': named('places', {
    building: 'house',
    fields: { title, house: building },
    list,
    form: [{ fields: ['title', 'house'] }],
    record: { allPlaces: 'is_all_buildings' },
  }),
  'open.json': named('open', {
    fields: { title, open: { kind: 'checkbox', label: 'Открыта' } },
    list,
    form: [{ fields: ['title', 'open'] }],
    record: { allPlaces: 'open', deleteWhole: 'open' },
  }),
  'visits.json': named('visits', {
    fields: {
      title,
      house: building,
      way: { kind: 'choice', label: 'Как', options: [{ value: 'foot' }, { value: 'car' }] },
      plate: { kind: 'text', label: 'Номер', required: true },
      grade: { kind: 'text', label: 'Разряд', required: true },
      day: { kind: 'date', label: 'Когда', from: 'today' },
      doors: { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house', filter: true },
      levels: { kind: 'checklist', label: 'Этажи', of: 'floors', building: 'house', filter: true },
      risers: { kind: 'checklist', label: 'Стояки', of: 'pipes', building: 'house', filter: true },
      flat: { kind: 'unit', label: 'Квартира', building: 'house', filter: true },
      phone: { kind: 'phone', label: 'Телефон', filter: true },
      gas: { kind: 'meter', meter: 'gas', label: 'Газ', filter: true },
      month: { kind: 'month', label: 'Месяц', filter: true },
    },
    list: { layout: 'table', columns: ['title', 'month'], search: ['title', 'phone'] },
    form: [
      { fields: ['title', 'house', 'way', 'day', 'doors', 'levels', 'risers', 'flat', 'phone', 'gas', 'month'] },
      { fields: ['plate'], when: { field: 'way', is: 'car', hint: 'Выберите автомобиль' } },
      { fields: ['grade'], feature: 'services' },
    ],
  }),
};

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
/** Holds one entrance of the first building and nothing of any other. */
let partial: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: DEFINITIONS, now: () => NIGHT, settings: { featureServices: false } });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  const sections = ['own', 'reached', 'whole', 'places', 'open', 'visits'];
  partial = await newPerson(app, { levels: 'write', sections, porches: [demo.home.porch] });
});
afterAll(() => app.close());

const at = (name: string) => `/api/records/${name}`;
async function made(name: string, body: object, by = admin): Promise<string> {
  const answer = await by.post(at(name), { title: 'Запись', ...body });
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ title: 'Запись' })]);
  return `${at(name)}/${String(answer.body.id)}`;
}

describe('rules about single records hold on the server', () => {
  test('notOwn: nobody changes or deletes what is about himself; others do', async () => {
    const url = await made('own', { who: partial.id });
    for (const answer of [await partial.put(url, { title: 'Моя' }), await partial.remove(url)]) {
      expect([answer.status, answer.body.detail]).toEqual([403, 'Запись о вас самих изменить нельзя']);
    }
    expect((await partial.post(at('own'), { title: 'Новая', who: partial.id })).status).toBe(403);
    expect((await partial.get(url)).status).toBe(200);
    expect((await admin.put(url, { title: 'Чужая' })).status).toBe(200);
  });

  test('reachedBuilding: a record of a house out of reach is neither opened nor changed', async () => {
    const away = await made('reached', { house: demo.away.building });
    const near = await made('reached', { house: demo.home.building });
    for (const answer of [
      await partial.get(away),
      await partial.get(`${away}/history/`),
      await partial.put(away, { title: 'Другая' }),
      await partial.remove(away),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([403, 'Этот дом вам недоступен']);
    }
    expect((await partial.get(near)).status).toBe(200);
    expect((await partial.put(near, { title: 'Другая' })).status).toBe(200);
    const idOf = (url: string) => Number(url.split('/').at(-1));
    expect((await partial.get(at('reached'))).list.map(({ id }) => id)).toEqual([idOf(near)]);
    expect((await partial.get(`${at('reached')}/totals/`)).body.count).toBe(1);
    expect((await admin.get(at('reached'))).list.map(({ id }) => Number(id)).sort((one, other) => one - other)).toEqual(
      [idOf(away), idOf(near)],
    );
  });

  test('wholeBuilding: a house that is open in part keeps its records from being changed, not from being seen', async () => {
    const url = await made('whole', { house: demo.home.building });
    expect((await partial.get(url)).status).toBe(200);
    expect((await partial.put(url, { title: 'Другая' })).body).toMatchObject({ code: 'partial_building' });
    expect((await partial.remove(url)).status).toBe(403);
    expect((await admin.put(url, { title: 'Другая' })).status).toBe(200);
  });

  test('allPlaces: by what the storage knows of houses, and by a box of one’s own', async () => {
    const tied = await made('places', { house: demo.home.building });
    expect((await partial.get(tied)).body).toMatchObject({ is_all_buildings: false });
    expect((await partial.put(tied, { title: 'Другая' })).body).toMatchObject({ code: 'closed_places' });
    expect((await admin.get(tied)).body).toMatchObject({ is_all_buildings: true });
    expect((await admin.put(tied, { title: 'Другая' })).status).toBe(200);
    const closed = await app.database.kysely
      .insertInto('records')
      .values({ resource: 'open', data: JSON.stringify({ title: 'Закрыта', open: false }), created_by: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await admin.put(`${at('open')}/${closed.id}`, { open: true })).body).toMatchObject({
      code: 'closed_places',
    });
  });

  test('deleteWhole: only what the box says may be deleted is', async () => {
    const url = await made('open', {});
    expect((await admin.remove(url)).status).toBe(403);
    expect((await admin.put(url, { open: true })).status).toBe(200);
    expect((await admin.remove(url)).status).toBe(200);
  });

  test('a row of a file that a rule forbids is told of at its cell; the others are kept', async () => {
    const rows = [
      { row: 2, cells: { title: 'Первая', house: '' } },
      { row: 3, cells: { title: 'Вторая', house: 'нет такого дома' } },
    ];
    const address = await app.database.kysely
      .selectFrom('buildings')
      .select(['street', 'number'])
      .where('id', '=', demo.home.building)
      .executeTakeFirstOrThrow();
    rows.push({ row: 4, cells: { title: 'Третья', house: `${address.street}, ${address.number}` } });
    const body = { key: 'forbidden-rows', check: false, rows };
    const byPartial = await partial.post(`${at('reached')}/import/`, body);
    expect(byPartial.status).toBe(200);
    expect(byPartial.body.rows).toEqual([
      { row: 2, id: null, errors: { house: ['Этот дом вам недоступен'] } },
      { row: 3, id: null, errors: { house: [expect.any(String)] } },
      { row: 4, id: expect.any(Number), errors: {} },
    ]);
  });
});

const visit = (change: object = {}) => ({ title: 'Запись', house: demo.home.building, way: 'foot', ...change });

describe('what a form asks, and when', () => {
  test('a section that waits, or is of a part that is off, need not be filled in; one that is open has to be', async () => {
    await made('visits', visit());
    expect((await admin.post(at('visits'), visit({ way: 'car' }))).body).toMatchObject({ plate: [expect.any(String)] });
    await made('visits', visit({ way: 'car', plate: 'А001АА' }));
    const id = (await admin.post(at('visits'), visit())).body.id;
    const answer = await admin.put(`${at('visits')}/${String(id)}`, { way: 'car' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(['plate'])]);
  });

  test('today is the day of the company: at half past one in Moscow it is the sixth', async () => {
    await made('visits', visit({ day: '2026-03-06' }));
    expect((await admin.post(at('visits'), visit({ day: '2026-03-05' }))).body).toMatchObject({
      day: [expect.any(String)],
    });
  });

  test('a checklist names parts of the house beside it, not of another one', async () => {
    await made('visits', visit({ doors: [demo.home.porch, demo.home.otherPorch] }));
    for (const change of [
      { doors: [demo.away.porch] },
      { doors: [demo.home.porch, demo.away.porch] },
      { doors: [demo.home.porch], house: null },
      { doors: [demo.home.porch], house: demo.away.building },
    ]) {
      expect((await admin.post(at('visits'), visit(change))).body).toMatchObject({ doors: [expect.any(String)] });
    }
    const floor = await app.database.kysely
      .selectFrom('floors')
      .where('porch_id', '=', demo.away.porch)
      .select('id')
      .executeTakeFirstOrThrow();
    expect((await admin.post(at('visits'), visit({ levels: [floor.id] }))).body).toMatchObject({
      levels: [expect.any(String)],
    });
  });
});

describe('filters by what a person knows', () => {
  const found = async (filter: object, sort?: [string, string], by = admin) => {
    const search = new URLSearchParams({
      filter: JSON.stringify(filter),
      ...(sort ? { sort: JSON.stringify(sort) } : {}),
    });
    const answer = await by.get(`${at('visits')}?${search}`);
    expect(answer.status).toBe(200);
    return answer.list.map((one) => String(one.title));
  };
  beforeAll(async () => {
    await admin.post(at('visits'), {
      ...visit({ flat: demo.home.unit, phone: '+79162041538', gas: '42', month: '122025' }),
      title: 'С квартирой',
    });
    await admin.post(at('visits'), {
      ...visit({ doors: [demo.home.otherPorch], month: '012026' }),
      title: 'С подъездом',
    });
  });

  test.each([
    ['flat', 'units', 'label'],
    ['doors', 'porches', 'number'],
    ['levels', 'floors', 'number'],
    ['risers', 'pipes', 'name'],
  ])('PERM-25: %s by what people call it; who does not reach the place finds nothing by its name', async (...of) => {
    const [field, table, name] = of;
    const placeIn = async (porch: number) => {
      const entrance = sql.ref(table === 'porches' ? 'id' : 'porch_id');
      const { rows } = await sql<{ id: number; name: string }>`select id, ${sql.ref(name)}::text as name
        from ${sql.table(table)} where ${entrance} = ${porch} order by id limit 1`.execute(app.database.kysely);
      const [place = { id: 0, name: '' }] = rows;
      const title = `${field} ${place.id}`;
      const body = visit({ title, [field]: field === 'flat' ? place.id : [place.id] });
      expect((await admin.post(at('visits'), body)).status).toBe(201);
      return { ...place, title };
    };
    const [near, far] = [await placeIn(demo.home.porch), await placeIn(demo.home.otherPorch)];
    const { home } = demo;
    const outside = await newPerson(app, { levels: 'write', sections: ['visits'], porches: [demo.away.porch] });
    const neighbour = await newPerson(app, { levels: 'write', sections: ['visits'], porches: [home.otherPorch] });
    for (const place of [near, far]) {
      expect(await found({ [field]: place.name })).toContain(place.title);
      expect(await found({ [field]: ` ${place.name} ` })).toContain(place.title);
      expect(await found({ [field]: place.id })).toContain(place.title);
      expect(await found({ [field]: place.name }, undefined, outside)).not.toContain(place.title);
    }
    // A floor of the same number in their own entrance does not find those of the other.
    expect(await found({ [field]: near.name }, undefined, partial)).toContain(near.title);
    expect(await found({ [field]: far.name }, undefined, partial)).not.toContain(far.title);
    expect(await found({ [field]: far.name }, undefined, neighbour)).toContain(far.title);
    expect(await found({ [field]: near.name }, undefined, neighbour)).not.toContain(near.title);
    expect(await found({ [field]: '7777' })).toEqual([]);
  });

  test.each(['+7 (916) 204-15-38', '8 916 204', '916 204', '204-15', '+7916'])(
    'a number by a part of it as it is written: %s, as a filter and in the search',
    async (phone) => {
      expect(await found({ phone })).toEqual(['С квартирой']);
      expect(await found({ q: phone })).toEqual(['С квартирой']);
    },
  );

  test('a meter by what it shows; months sort by the year first', async () => {
    expect(await found({ gas: '42' })).toEqual(['С квартирой']);
    const sorted = await found({ month: ['122025', '012026'] }, ['month', 'ASC']);
    expect(sorted).toEqual(['С квартирой', 'С подъездом']);
  });
});
