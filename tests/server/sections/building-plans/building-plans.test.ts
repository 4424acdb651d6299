// Runs on PostgreSQL too: locks, arrays of text and triggers.
import { buildingMade, tiesAnswer } from '#resources/protocol/buildings/building-plan.ts';
import { buildingDetails } from '#resources/protocol/buildings/buildings.ts';
import type { DependentKind } from '#resources/protocol/buildings/ties.ts';
import { settlePorches } from '#server/sections/employees/porch-queries.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await newPerson(app, { role: 'admin' });
});
afterAll(() => app.close());

const NEWS = { title: 'Отключение воды', description: 'Завтра воды не будет.', type: 'info' };
const URL = '/api/crm/settings/building/';
let number = 0;
const body = (change: object = {}) => {
  number += 1;
  return {
    street: 'ул. Новая',
    number: String(number),
    building_type: 'tenement',
    entrances: [
      { floors: 3, flats: 2 },
      { floors: 3, flats: 2 },
    ],
    ...change,
  };
};
const make = async (by: Person, change: object = {}) => {
  const answer = await by.post(URL, body(change));
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return buildingMade.parse(answer.body).params.id;
};
const look = async (by: Person, id: number) => {
  const answer = await by.get(`/api/crm/buildings/${id}/`);
  return answer.status === 200 ? buildingDetails.parse(answer.body) : null;
};
const labelsOf = (one: Awaited<ReturnType<typeof look>>) => one?.units.map(({ object }) => object.label) ?? [];
const flatOf = async (by: Person, id: number, label: string) =>
  (await look(by, id))?.units.find(({ object }) => object.label === label)?.object.id ?? 0;
const tiesOf = async (by: Person, url: string) => {
  const { ties, is_free } = tiesAnswer.parse((await by.get(url)).body);
  return {
    ties: Object.fromEntries(ties.map(({ tie, count }) => [tie, count])) as Partial<Record<DependentKind, number>>,
    is_free,
  };
};

describe('a new building', () => {
  test('has everything of its plan, and its maker sees and chooses it at once', async () => {
    const id = await make(admin, {
      risers: true,
      missing: '2',
      lettered: '12а',
      complex: 'ЖК «Новый»',
      others: [{ entrance: 1, floor: 1, unit_type: 'office', labels: 'оф. 1' }],
    });
    const one = await look(admin, id);
    expect(one).toMatchObject({
      street: 'ул. Новая',
      complex: { name: 'ЖК «Новый»' },
      is_all_porches: true,
      floor_count: 3,
    });
    expect(one?.porches.map((porch) => porch.number)).toEqual([1, 2]);
    expect(one?.floors).toHaveLength(6);
    expect(labelsOf(one).sort()).toEqual(
      ['1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '12А', 'оф. 1'].sort(),
    );
    expect(one?.pipes.map(({ name, flats }) => [name, flats.map(({ label }) => label)])).toEqual([
      ['1', ['1', '3', '5']],
      ['2', ['4', '6']],
      ['3', ['7', '9', '11']],
      ['4', ['8', '10', '12']],
    ]);
    const listed = (await admin.get(`${URL}?page_size=100`)).body.results as unknown as {
      id: number;
      units_count: number;
    }[];
    expect(listed.find((row) => row.id === id)?.units_count).toBe(12);
    expect((await admin.get('/api/crm/buildings/')).list.map((row) => Number(row.id))).toContain(id);
  });

  test('is opened to administrators who hold everything, and to nobody else', async () => {
    const all = await newPerson(app, { role: 'superuser' });
    const some = await newPerson(app, { role: 'admin', porches: [demo.home.porch] });
    const employee = await newPerson(app);
    // Everybody made here held all there was; the employee may hold all and is no administrator.
    const open = await app.database.kysely
      .selectFrom('porches')
      .innerJoin('buildings', 'buildings.id', 'porches.building_id')
      .where('closed_at', 'is', null)
      .select('porches.id')
      .execute();
    await setPorches(
      app,
      all.id,
      open.map((porch) => porch.id),
    );
    const id = await make(admin);
    const sees = await Promise.all([all, some, employee].map(async (by) => (await look(by, id)) !== null));
    expect(sees).toEqual([true, false, false]);
  });

  test('takes residents like any other', async () => {
    const id = await make(admin);
    const unit = await flatOf(admin, id, '7');
    const person = { first_name: 'Пётр', last_name: 'Новосёлов', gender: 'male', phone_number: '+79990000001' };
    expect((await admin.post('/api/crm/residents/', { ...person, units: [unit] })).status).toBe(201);
  });

  test('is told to open pages of whoever gets it', async () => {
    const host = await listen(app);
    const page = await openSocket(host, `/ws/notifications?token=${admin.token}`);
    await page.next(({ type }) => type === 'welcome');
    await make(admin);
    await page.next(({ type }) => type === 'access-changed');
  });

  test('is made once for one key', async () => {
    const sent = body();
    const call = () => app.call('POST', { url: URL, body: sent }, admin.token, { 'idempotency-key': 'new-building-1' });
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test('at an address that is taken, in whatever case, is refused at its field', async () => {
    const first = body();
    expect((await admin.post(URL, first)).status).toBe(201);
    const answer = await admin.post(URL, { ...first, street: ' УЛ.  новая ' });
    expect([answer.status, answer.body.number]).toEqual([400, ['дом по этому адресу уже есть']]);
  });

  test('uses a complex that there is, whatever the case, and no second one', async () => {
    await make(admin, { complex: 'ЖК «Ёлки»' });
    const id = await make(admin, { complex: 'жк «елки»' });
    expect((await look(admin, id))?.complex?.name).toBe('ЖК «Ёлки»');
  });

  test.each([
    ['entrances', { entrances: [] }],
    ['entrances', { entrances: Array(41).fill({ floors: 1, flats: 1 }) }],
    ['entrances', { entrances: Array(40).fill({ floors: 100, flats: 50 }) }],
    ['entrances', { entrances: [{ floors: 0, flats: 1 }] }],
    ['entrances', { entrances: [{ floors: 9.5, flats: 1 }] }],
    ['missing', { missing: 'все' }],
    ['lettered', { lettered: '99Я' }],
    ['others', { others: [{ entrance: 7, floor: 1, unit_type: 'office', labels: '1' }] }],
    ['others', { others: [{ entrance: 1, floor: 1, unit_type: 'flat', labels: '1' }] }],
    ['street', { street: '' }],
    ['street', { street: 'x'.repeat(101) }],
    ['building_type', { building_type: 'castle' }],
    ['complex', { complex: 'x'.repeat(61) }],
  ])('with a mistake in %s is refused there, and nothing is made', async (field, change) => {
    const counts = () =>
      app.database.kysely
        .selectFrom('buildings')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst();
    const before = await counts();
    const answer = await admin.post(URL, body(change));
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, [field, 'request_id'].sort()]);
    expect(String(answer.body[field])).toMatch(/[а-яё]/i);
    expect(await counts()).toEqual(before);
  });

  test('is for administrators: every level is not enough, and only they are told of the addition', async () => {
    const holder = await newPerson(app);
    const answer = await holder.post(URL, body());
    expect([answer.status, answer.body.code]).toEqual([403, 'no_right']);
    const named = async (by: Person) => (await by.get('/api/crm/permissions/')).body.features?.buildings;
    expect([await named(admin), await named(holder)]).toEqual([true, false]);
  });

  test('stands in the journal', async () => {
    const id = await make(admin, { complex: 'ЖК «Журнал»' });
    const { results } = (await admin.get(`/api/authorized/journal/?resource=buildings&record=${id}`)).body;
    expect(results).toMatchObject([{ action: 'create', by: { user: admin.id } }]);
    expect(JSON.stringify(results)).toContain('ЖК «Журнал»');
  });
});

describe('a building that is changed', () => {
  test('gets another address and complex; of two who change it the second is told', async () => {
    const id = await make(admin);
    const { params } = (await admin.get(`${URL}${id}/passport/`)).body as { params?: { version?: string } };
    const change = { street: 'пр. Мира', number: `${id}к1`, complex: 'ЖК «Другой»', building_type: 'office' };
    const saved = await admin.put(`${URL}${id}/passport/`, { ...change, version: params?.version });
    expect([saved.status, saved.body.params]).toMatchObject([200, change]);
    expect(await look(admin, id)).toMatchObject({ street: 'пр. Мира', building_type: 'office' });
    const second = await admin.put(`${URL}${id}/passport/`, { ...change, number: '5', version: params?.version });
    expect([second.status, second.body.code]).toEqual([409, 'record_changed']);
  });

  test('is changed by those alone who hold all of it', async () => {
    const id = await make(admin);
    const [porch] = (await look(admin, id))?.porches ?? [];
    const part = await newPerson(app, { role: 'admin', porches: [porch?.id ?? 0] });
    const none = await newPerson(app, { role: 'admin', porches: [demo.home.porch] });
    for (const call of [
      (by: Person) => by.put(`${URL}${id}/passport/`, body()),
      (by: Person) => by.get(`${URL}${id}/ties/`),
      (by: Person) => by.post(`${URL}${id}/close/`),
      (by: Person) => by.post(`${URL}${id}/parts/`, { entrances: [{ floors: 1, flats: 1 }] }),
    ]) {
      expect([(await call(part)).status, (await call(none)).status]).toEqual([403, 404]);
    }
  });

  test('gets entrances whose flats go on from the last, for everybody who holds all of it', async () => {
    const id = await make(admin);
    const whole = await newPerson(app);
    const part = await newPerson(app, { porches: [(await look(admin, id))?.porches[0]?.id ?? 0] });
    const answer = await admin.post(`${URL}${id}/parts/`, { entrances: [{ floors: 2, flats: 1 }] });
    expect([answer.status, answer.body.params]).toEqual([200, { entrances: 1, floors: 2, units: 2 }]);
    const one = await look(whole, id);
    expect(one).toMatchObject({ is_all_porches: true });
    expect(labelsOf(one).slice(-2)).toEqual(['13', '14']);
    expect((await look(part, id))?.porches).toHaveLength(1);
  });

  test('gets floors and single units, and a floor that was there stays', async () => {
    const id = await make(admin);
    const [first] = (await look(admin, id))?.porches ?? [];
    const entrance = first?.id ?? 0;
    const floors = [{ entrance, from: 4, to: 5, flats: 2 }];
    const units = [
      { entrance, floor: 1, unit_type: 'office', label: 'оф. 7' },
      { entrance, floor: -1, unit_type: 'storage', label: 'кл. 1' },
    ];
    const answer = await admin.post(`${URL}${id}/parts/`, { floors, units });
    expect([answer.status, answer.body.params]).toEqual([200, { entrances: 0, floors: 3, units: 6 }]);
    const one = await look(admin, id);
    expect(one?.floor_count).toBe(5);
    expect(labelsOf(one)).toEqual(expect.arrayContaining(['13', '14', '15', '16', 'оф. 7', 'кл. 1']));
    const again = await admin.post(`${URL}${id}/parts/`, { units });
    expect([again.status, again.body.units]).toEqual([400, ['помещение «кл. 1» уже есть']]);
  });

  test('gets nothing in an entrance of another building', async () => {
    const id = await make(admin);
    const units = [{ entrance: demo.home.porch, floor: 1, unit_type: 'office', label: 'оф. 1' }];
    expect((await admin.post(`${URL}${id}/parts/`, { units })).status).toBe(400);
    expect((await admin.post(`${URL}${id}/parts/`, {})).status).toBe(400);
  });
});

describe('a unit', () => {
  test('is called otherwise, and who lives there stays', async () => {
    const id = await make(admin);
    const unit = await flatOf(admin, id, '3');
    const person = { first_name: 'Анна', last_name: 'Соседова', gender: 'female', phone_number: '+79990000002' };
    await admin.post('/api/crm/residents/', { ...person, units: [unit] });
    const saved = await admin.put(`${URL}${id}/units/${unit}/`, { label: '3А', unit_type: 'flat' });
    expect([saved.status, saved.body.params]).toEqual([200, { id: unit, label: '3А', unit_type: 'flat' }]);
    expect(await tiesOf(admin, `${URL}${id}/ties/?unit=${unit}`)).toEqual({ ties: { residents: 1 }, is_free: false });
    const taken = await admin.put(`${URL}${id}/units/${unit}/`, { label: '4', unit_type: 'flat' });
    expect([taken.status, taken.body.label]).toEqual([400, ['уже занято']]);
  });

  test('is removed when nothing hangs on it, and not before', async () => {
    const id = await make(admin);
    const unit = await flatOf(admin, id, '5');
    const person = { first_name: 'Олег', last_name: 'Жилин', gender: 'male', phone_number: '+79990000003' };
    await admin.post('/api/crm/residents/', { ...person, units: [unit] });
    const refused = await admin.remove(`${URL}${id}/units/${unit}/`);
    expect([refused.status, refused.body.code]).toEqual([409, 'unit_tied']);
    const free = await flatOf(admin, id, '6');
    expect(await tiesOf(admin, `${URL}${id}/ties/?unit=${free}`)).toEqual({ ties: {}, is_free: true });
    expect((await admin.remove(`${URL}${id}/units/${free}/`)).status).toBe(204);
    expect(labelsOf(await look(admin, id))).not.toContain('6');
    expect(labelsOf(await look(admin, id))).toContain('5');
    expect((await admin.remove(`${URL}${id}/units/${free}/`)).status).toBe(404);
  });

  test('of another building is not found through this one', async () => {
    const id = await make(admin);
    for (const call of [
      admin.remove(`${URL}${id}/units/${demo.home.unit}/`),
      admin.put(`${URL}${id}/units/${demo.home.unit}/`, { label: '1', unit_type: 'flat' }),
      admin.get(`${URL}${id}/ties/?unit=${demo.home.unit}`),
    ])
      expect((await call).status).toBe(404);
  });

  test('with readings stays a flat', async () => {
    const { unit_id } = await app.database.kysely.selectFrom('readings').select('unit_id').executeTakeFirstOrThrow();
    const { building_id, label } = await app.database.kysely
      .selectFrom('units')
      .where('id', '=', unit_id)
      .select(['building_id', 'label'])
      .executeTakeFirstOrThrow();
    const answer = await admin.put(`${URL}${building_id}/units/${unit_id}/`, { label, unit_type: 'office' });
    expect([answer.status, answer.body.unit_type]).toEqual([400, ['по этой квартире есть показания счётчиков']]);
  });

  test('named by a record of an added section is not removed', async () => {
    const id = await make(admin);
    const unit = await flatOf(admin, id, '1');
    const pass = { guest: 'Гость', house: id, flat: unit, kind: 'foot' };
    expect((await admin.post('/api/records/passes', pass)).status).toBe(201);
    expect(await tiesOf(admin, `${URL}${id}/ties/?unit=${unit}`)).toEqual({ ties: { records: 1 }, is_free: false });
    expect((await admin.remove(`${URL}${id}/units/${unit}/`)).status).toBe(409);
    expect((await tiesOf(admin, `${URL}${id}/ties/`)).ties.records).toBe(1);
  });
});

describe('a building that is closed', () => {
  test('is gone for everybody with all that was in it, and comes back with it', async () => {
    const id = await make(admin);
    const unit = await flatOf(admin, id, '1');
    const person = { first_name: 'Ирина', last_name: 'Верная', gender: 'female', phone_number: '+79990000004' };
    await admin.post('/api/crm/residents/', { ...person, units: [unit] });
    const employee = await newPerson(app, { porches: (await look(admin, id))?.porches.map((porch) => porch.id) ?? [] });
    expect((await tiesOf(admin, `${URL}${id}/ties/`)).is_free).toBe(true);
    expect((await admin.post(`${URL}${id}/close/`)).status).toBe(200);
    expect([await look(admin, id), await look(employee, id)]).toEqual([null, null]);
    const rows = (await admin.get(`${URL}?page_size=100`)).body.results as unknown as { id: number }[];
    expect(rows.map((row) => row.id)).not.toContain(id);
    const closed = (await admin.get(`${URL}closed/`)).body.results as unknown as { id: number }[];
    expect(closed.map((row) => row.id)).toContain(id);

    expect((await admin.post(`${URL}${id}/reopen/`)).status).toBe(200);
    expect(await look(employee, id)).toMatchObject({ is_all_porches: true });
    expect((await tiesOf(admin, `${URL}${id}/ties/`)).ties).toMatchObject({ residents: 1 });
    expect((await admin.post(`${URL}${id}/reopen/`)).status).toBe(404);
  });

  test('is listed and opened again only by administrators who held all of it or hold all buildings', async () => {
    const id = await make(admin);
    const porches = (await look(admin, id))?.porches.map((porch) => porch.id) ?? [];
    const held = await newPerson(app, { role: 'admin', porches });
    const beside = await newPerson(app, { role: 'admin', porches: [demo.home.porch] });
    expect((await admin.post(`${URL}${id}/close/`)).status).toBe(200);
    const closedTo = async (person: Person) => {
      const { results } = (await person.get(`${URL}closed/`)).body as unknown as { results: { id: number }[] };
      return results.some((row) => row.id === id);
    };
    expect([await closedTo(held), await closedTo(admin), await closedTo(beside)]).toEqual([true, true, false]);
    expect((await beside.post(`${URL}${id}/reopen/`)).status).toBe(404);
    expect((await held.post(`${URL}${id}/reopen/`)).status).toBe(200);
    expect([await look(held, id), await look(beside, id)]).toEqual([expect.objectContaining({ id }), null]);
  });

  test('must have no open request', async () => {
    const { building_id } = await app.database.kysely
      .selectFrom('tasks')
      .where('stage', '<>', 'done')
      .select('building_id')
      .executeTakeFirstOrThrow();
    const { ties, is_free } = await tiesOf(admin, `${URL}${building_id}/ties/`);
    expect([is_free, (ties.open_requests ?? 0) > 0]).toEqual([false, true]);
    const answer = await admin.post(`${URL}${building_id}/close/`);
    expect([answer.status, answer.body.code]).toEqual([409, 'building_busy']);
    expect(String(answer.body.detail)).toContain(String(ties.open_requests));
  });

  test('does not keep announcements to several buildings from being changed', async () => {
    const [one, other] = [await make(admin), await make(admin)];
    const made = await app.database.kysely
      .insertInto('news')
      .values({
        title: 'Отключение воды в двух домах',
        description: 'Завтра с девяти до двенадцати воды не будет.',
        type: 'info',
        author_id: admin.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = (building_id: number) => ({
      news_id: made.id,
      kind: 'building' as const,
      building_id,
      porch_id: null,
      floor_id: null,
      pipe_id: null,
      unit_id: null,
    });
    await app.database.kysely
      .insertInto('news_targets')
      .values([row(one), row(other)])
      .execute();
    const some = await newPerson(app, { porches: (await look(admin, one))?.porches.map((porch) => porch.id) ?? [] });
    expect((await some.remove(`/api/crm/news/${made.id}/`)).status).toBe(403);
    await admin.post(`${URL}${other}/close/`);
    expect((await some.remove(`/api/crm/news/${made.id}/`)).status).toBe(204);
  });

  test('does not keep a camera of several buildings from being deleted', async () => {
    const [one, other] = [await make(admin), await make(admin)];
    const camera = { name: 'Ворота', link: 'https://cam.example.ru/9', buildings: [one, other] };
    const made = await admin.post('/api/crm/cameras/', camera);
    const id = Number(made.body.params?.id);
    await admin.post(`${URL}${other}/close/`);
    expect((await admin.get(`/api/crm/cameras/${id}/`)).body.is_all_buildings).toBe(true);
    expect((await admin.remove(`/api/crm/cameras/${id}/`)).status).toBe(204);
  });

  test('has nothing tied to it by what looked up its reach before it was closed', async () => {
    const [id, other] = [await make(admin), await make(admin)];
    const unit = await flatOf(admin, id, '1');
    const porches = (await look(admin, id))?.porches.map((porch) => porch.id) ?? [];
    const employee = await newPerson(app, { porches: [] });
    const set = (closed_at: Date | null) =>
      app.database.kysely.updateTable('buildings').set({ closed_at }).where('id', '=', id).execute();
    const person = { first_name: 'Вера', last_name: 'Верная', gender: 'female', phone_number: '+79990000014' };
    const tries = {
      camera: () =>
        admin.post('/api/crm/cameras/', { name: 'Двор', link: 'https://cam.example.ru/8', buildings: [id, other] }),
      news: () => admin.post('/api/crm/news/', { ...NEWS, target: { buildings: [id] } }),
      flats: () => admin.post('/api/crm/news/', { ...NEWS, target: { units: [unit] } }),
      record: () => admin.post('/api/records/passes', { guest: 'Гость', house: id, flat: unit, kind: 'foot' }),
      resident: () => admin.post('/api/crm/residents/', { ...person, units: [unit] }),
      settings: () => admin.put(`${URL}${id}/`, { address: 'x' }),
    };
    // Its entrances are still held, as they are for a call that began before.
    await set(new Date('2026-01-10T09:00:00Z'));
    const before = await tiesOf(admin, `${URL}${other}/ties/`);
    for (const [name, attempt] of Object.entries(tries)) {
      const { status, text } = await attempt();
      expect([name, status >= 400 && status < 500, text]).toEqual([name, true, text]);
    }
    expect(await tiesOf(admin, `${URL}${other}/ties/`)).toEqual(before);
    const all = await admin.post('/api/crm/news/', { ...NEWS, target: { for_all_objects: true } });
    expect(all.status).toBe(201);
    const rows = await app.database.kysely
      .selectFrom('news_targets')
      .where('building_id', '=', id)
      .select('news_id')
      .execute();
    expect(rows).toEqual([]);
    const change = await app.database.kysely
      .transaction()
      .execute((trx) => settlePorches(trx, admin.id, employee.id, porches));
    expect(change).toBeNull();
    await set(null);
    expect((await tries.camera()).status).toBe(201);
    expect((await tries.news()).status).toBe(201);
    expect((await tries.record()).status).toBe(201);
  });

  test('keeps its address: making another there says that it is closed', async () => {
    const sent = body();
    const id = buildingMade.parse((await admin.post(URL, sent)).body).params.id;
    await admin.post(`${URL}${id}/close/`);
    const answer = await admin.post(URL, sent);
    expect([answer.status, String(answer.body.number)]).toEqual([400, expect.stringContaining('закрыт')]);
  });
});
