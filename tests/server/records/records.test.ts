// Runs on PostgreSQL too: generated SQL.
import { DIRECTORIES } from '#resources/sections/directories.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PASSES = '/api/records/passes';
const RULES = '/api/records/rules';
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const pass = (change: object = {}) => ({
  guest: 'Пётр Гостев',
  house: demo.home.building,
  kind: 'car',
  from: '2026-05-01',
  times: 2,
  signed: true,
  ...change,
});
async function newPass(change: object = {}, by = admin): Promise<number> {
  const answer = await by.post(PASSES, pass(change));
  expect([200, 201]).toContain(answer.status);
  return Number(answer.body.id);
}
/** One list call in the dialect of ra-data-simple-rest. */
const list = (
  query: { filter?: object; sort?: [string, string]; range?: [number, number]; buildings?: number[] } = {},
  by = admin,
  url = PASSES,
) => {
  const search = new URLSearchParams();
  if (query.filter) search.set('filter', JSON.stringify(query.filter));
  if (query.sort) search.set('sort', JSON.stringify(query.sort));
  if (query.range) search.set('range', JSON.stringify(query.range));
  if (query.buildings) search.set('buildings_id', query.buildings.join(','));
  return by.get(`${url}?${search}`);
};
const guests = (answer: { list: { guest?: unknown }[] }) => answer.list.map(({ guest }) => String(guest));

describe('a section that is pure definition', () => {
  test('is created, read, replaced and deleted', async () => {
    const id = await newPass({ number: 'А001АА' });
    expect((await admin.get(`${PASSES}/${id}`)).body).toMatchObject({
      id,
      guest: 'Пётр Гостев',
      house: demo.home.building,
      times: 2,
      signed: true,
    });
    const saved = await admin.put(`${PASSES}/${id}`, pass({ guest: 'Анна Гостева', number: null }));
    expect(saved.status).toBe(200);
    expect((await admin.get(`${PASSES}/${id}`)).body).toMatchObject({ id, guest: 'Анна Гостева', number: null });
    expect([200, 204]).toContain((await admin.remove(`${PASSES}/${id}`)).status);
    expect((await admin.get(`${PASSES}/${id}`)).status).toBe(404);
    expect((await admin.remove(`${PASSES}/${id}`)).status).toBe(404);
  });

  test('of two editors the second is told of the first; who has seen what stands, or says nothing, writes', async () => {
    const id = await newPass({ number: 'В002ВВ' });
    const { record_version } = (await admin.get(`${PASSES}/${id}`)).body;
    expect(record_version).toEqual(expect.any(String));
    const first = await admin.put(`${PASSES}/${id}`, { guest: 'Первый редактор', record_version });
    expect(first.status).toBe(200);
    const late = await admin.put(`${PASSES}/${id}`, { guest: 'Второй редактор', record_version });
    expect([late.status, late.body.code]).toEqual([409, 'record_changed']);
    expect((await admin.get(`${PASSES}/${id}`)).body).toMatchObject({ guest: 'Первый редактор' });
    const again = { guest: 'Второй редактор', record_version: first.body.record_version };
    expect((await admin.put(`${PASSES}/${id}`, again)).status).toBe(200);
    expect((await admin.put(`${PASSES}/${id}`, { guest: 'Без версии' })).status).toBe(200);
  });

  test('a deleted record is kept, unseen, for the history', async () => {
    const id = await newPass();
    await admin.remove(`${PASSES}/${id}`);
    const row = await app.database.kysely
      .selectFrom('records')
      .select('deleted_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.deleted_at).not.toBeNull();
    expect((await list({ range: [0, 499] })).list.map((item) => item.id)).not.toContain(id);
    expect((await admin.put(`${PASSES}/${id}`, pass())).status).toBe(404);
  });

  test('says how many there are by Content-Range', async () => {
    await newPass({ guest: 'Счётный один' });
    await newPass({ guest: 'Счётный два' });
    const answer = await list({ filter: { q: 'счётный' }, range: [0, 0] });
    expect(answer.list).toHaveLength(1);
    expect(String(answer.headers['content-range'])).toMatch(/\/2$/);
  });

  test('is sorted by a field, in Russian order, and paged', async () => {
    for (const guest of ['сорт Ёлкин', 'сорт Евин', 'сорт Жуков', 'сорт Яшин', 'сорт Борин']) await newPass({ guest });
    const ask = (order: string, range: [number, number]) =>
      list({ filter: { q: 'сорт ' }, sort: ['guest', order], range });
    expect(guests(await ask('ASC', [0, 4]))).toEqual([
      'сорт Борин',
      'сорт Евин',
      'сорт Ёлкин',
      'сорт Жуков',
      'сорт Яшин',
    ]);
    expect(guests(await ask('DESC', [1, 2]))).toEqual(['сорт Жуков', 'сорт Ёлкин']);
  });

  test('is filtered by choice, date, number, tick, building and id', async () => {
    const id = await newPass({ guest: 'Фильтр Один', kind: 'foot', from: '2026-07-01', times: 7, signed: false });
    const found = async (filter: object) =>
      (await list({ filter, range: [0, 499] })).list.map((item) => Number(item.id));
    for (const filter of [
      { kind: 'foot' },
      { from: '2026-07-01' },
      { times: 7 },
      { signed: false },
      { house: demo.home.building },
      { id: [id] },
    ]) {
      expect(await found({ ...filter, q: 'фильтр' })).toEqual([id]);
    }
    for (const filter of [
      { kind: 'car' },
      { from: '2026-07-02' },
      { times: 8 },
      { signed: true },
      { house: demo.away.building },
      { id: [id + 100000] },
    ]) {
      expect(await found({ ...filter, q: 'фильтр' })).toEqual([]);
    }
  });

  test('API-21: a filter of too many fields, values or letters is refused at the filter', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 1]));
    const said: unknown[] = [];
    for (const filter of [many, { times: Array(1_001).fill(2) }, { guest: 'я'.repeat(1_001) }]) {
      const answer = await list({ filter });
      said.push([answer.status, answer.body.filter]);
    }
    expect(said).toEqual([
      [400, ['слишком много']],
      [400, ['слишком много']],
      [400, ['слишком много']],
    ]);
  });

  test('is searched in the fields the definition names, with every sign taken as it is', async () => {
    await newPass({ guest: 'Процент 100%_точно', number: 'X100' });
    expect(guests(await list({ filter: { q: '100%_т' } }))).toEqual(['Процент 100%_точно']);
    expect(guests(await list({ filter: { q: '100_%т' } }))).toEqual([]);
    expect(guests(await list({ filter: { q: 'x100' } }))).toEqual(['Процент 100%_точно']);
    expect(guests(await list({ filter: { q: "'; drop table records; --" } }))).toEqual([]);
  });

  test.each([
    [{ guest: '' }, { guest: ['обязательное поле'] }],
    [{ guest: 'Ян' }, { guest: ['слишком мало'] }],
    [{ guest: 'я'.repeat(41) }, { guest: ['слишком много'] }],
    [{ guest: 42 }, { guest: ['введите текст'] }],
    [{ house: null }, { house: ['обязательное поле'] }],
    [{ house: 999_999 }, { house: [expect.any(String)] }],
    [{ kind: 'bus' }, { kind: ['выберите из списка'] }],
    [{ from: 'завтра' }, { from: ['введите дату'] }],
    [{ times: 0 }, { times: ['от 1 до 99'] }],
    [{ times: 100 }, { times: ['от 1 до 99'] }],
    [{ times: 1.5 }, { times: ['введите число'] }],
    [{ signed: 'да' }, { signed: [expect.any(String)] }],
    [{ guest: 'а\u0000б' }, { code: 'malformed' }],
  ])('API-21: %j is refused with the text the form shows', async (change, fields) => {
    const answer = await admin.post(PASSES, pass(change as object));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(fields as object);
  });

  test('what the definition does not name is not stored', async () => {
    const id = await newPass({ guest: 'Лишнее Поле', admin: true, created_by: 1, __proto__: { x: 1 } });
    const row = await app.database.kysely
      .selectFrom('records')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(row.data as object).sort()).toEqual(
      ['from', 'guest', 'house', 'kind', 'signed', 'stage', 'times'].sort(),
    );
  });

  test('a unique value is refused a second time, at its field, and is free again after deletion', async () => {
    const id = await newPass({ number: 'Е777КХ' });
    const again = await admin.post(PASSES, pass({ number: 'Е777КХ' }));
    expect(again).toMatchObject({ status: 400, body: { number: ['уже занято'] } });
    expect((await admin.put(`${PASSES}/${id}`, pass({ number: 'Е777КХ' }))).status).toBe(200);
    await admin.remove(`${PASSES}/${id}`);
    expect([200, 201]).toContain((await admin.post(PASSES, pass({ number: 'Е777КХ' }))).status);
  });

  test('of many who want one unique value at once, one gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post(RULES, { title: 'Не сорить' })));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400 || status === 409)).toHaveLength(7);
  });

  test.each(['{"filter":', '[1', '"x"', '{"a":{"$gt":""}}', '[]', 'null', '{"guest":{"x":1}}'])(
    'API-21: a filter like %s is refused or finds nothing, and never breaks',
    async (filter) => {
      const answer = await admin.get(`${PASSES}?filter=${encodeURIComponent(filter)}`);
      expect([200, 400]).toContain(answer.status);
    },
  );

  test.each([
    ['sort', '["password_hash","ASC"]'],
    ['sort', '["guest","ASC; drop table records"]'],
    ['sort', 'guest'],
    ['range', '[5,1]'],
    ['range', '[-5,5]'],
    ['range', '[0,999999999]'],
    ['range', '["a","b"]'],
  ])('API-21: %s=%s is refused or bounded, and never breaks', async (name, value) => {
    const answer = await admin.get(`${PASSES}?${name}=${encodeURIComponent(value)}`);
    expect([200, 400]).toContain(answer.status);
    expect(answer.list.length).toBeLessThanOrEqual(500);
  });
});

describe('who sees and changes what', () => {
  test('PERM-24, PERM-25: records of buildings out of reach are not listed, read, changed or deleted', async () => {
    const mine = await newPass({ guest: 'Свой Дом' });
    const foreign = await newPass({ guest: 'Чужой Дом', house: demo.away.building });
    const all = (
      await app.database.kysely
        .selectFrom('porches')
        .select('id')
        .where('building_id', '=', demo.home.building)
        .execute()
    ).map(({ id }) => id);
    const person = await newPerson(app, { porches: all });
    const ids = (await list({ range: [0, 499] }, person)).list.map((item) => Number(item.id));
    expect(ids).toContain(mine);
    expect(ids).not.toContain(foreign);
    expect((await person.get(`${PASSES}/${foreign}`)).status).toBe(404);
    expect((await person.put(`${PASSES}/${foreign}`, pass())).status).toBe(404);
    expect((await person.remove(`${PASSES}/${foreign}`)).status).toBe(404);
    expect((await person.post(PASSES, pass({ house: demo.away.building }))).status).toBe(400);
    expect((await person.put(`${PASSES}/${mine}`, pass({ house: demo.away.building }))).status).toBe(400);
  });

  test('SHELL-25: a list call names the checked buildings and gets theirs only', async () => {
    await newPass({ guest: 'Отбор Дома', house: demo.home.building });
    await newPass({ guest: 'Отбор Второй', house: demo.away.building });
    expect(guests(await list({ buildings: [demo.away.building], filter: { q: 'отбор' } }))).toEqual(['Отбор Второй']);
  });

  test('PERM-05, PERM-25: a section of an installation has levels like any other', async () => {
    const person = await newPerson(app, { levels: { passes: 'read' } });
    expect((await person.get(PASSES)).status).toBe(200);
    expect((await person.post(PASSES, pass())).status).toBe(403);
    expect((await person.get(RULES)).status).toBe(403);
    await setLevels(app, person.id, { passes: 'write' });
    expect([200, 201]).toContain((await person.post(PASSES, pass())).status);
    await setLevels(app, person.id, {});
    expect((await person.get(PASSES)).status).toBe(403);
  });

  test.each(['locks', 'cameras', '..', 'constructor', '%2e%2e', 'passes%00'])(
    'a section that is not stored here (%s) is not found',
    async (name) => {
      expect((await admin.get(`/api/records/${name}`)).status).toBe(404);
    },
  );

  test('a record of one section is not found under another', async () => {
    const id = await newPass();
    expect((await admin.get(`${RULES}/${id}`)).status).toBe(404);
    expect((await admin.remove(`${RULES}/${id}`)).status).toBe(404);
  });

  test('each write leaves one row in the audit log', async () => {
    const id = await newPass({ guest: 'Для Журнала' });
    await admin.put(`${PASSES}/${id}`, pass({ guest: 'Для Журнала-2' }));
    await admin.remove(`${PASSES}/${id}`);
    const rows = await app.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('resource', '=', 'passes')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['create', admin.id],
      ['update', admin.id],
      ['delete', admin.id],
    ]);
  });
});

describe('the definitions of the installation', () => {
  test('are given to staff, whole; what is wrong with files to admins alone', async () => {
    const answer = await admin.get('/resources/definitions/');
    const definitions = answer.body.definitions as unknown as { name: string; fields: object; generic: boolean }[];
    const directories = Object.values(DIRECTORIES).map(({ name }) => name);
    expect(definitions.map(({ name }) => name).sort()).toEqual([...directories, 'passes', 'rules'].sort());
    expect(
      definitions
        .filter(({ generic }) => generic)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['passes', 'rules']);
    expect(answer.body.problems).toEqual([]);
    const others = await (await newPerson(app)).get('/resources/definitions/');
    expect((others.body.definitions as unknown as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'passes',
      'rules',
    ]);
    expect((await app.call('GET', '/resources/definitions/')).status).toBe(401);
  });
});
