import { readFileSync } from 'node:fs';
import { caseDefinition } from '#tests/support/import/cases.ts';
import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const IMPORT = '/api/records/passes/import/';
const NO_HOUSE = 'сначала заполните поле «Дом»: от него зависит список';
/** Fields that are chosen from lists of the server; what stands in `rules` not everybody may read. */
const JOBS = {
  name: 'jobs',
  section: 'jobs',
  icon: 'handyman',
  words: { one: 'работа', few: 'работы', many: 'работ', accusative: 'работу', gender: 'f', plural: 'работы' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    company: { kind: 'one-of', label: 'Компания', from: '/api/crm/scenarios/companies/' },
    services: { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name' },
    others: { kind: 'some-of', label: 'Другие', from: '/api/records/jobs', text: 'title' },
    like: { kind: 'one-of', label: 'Как', from: '/api/records/jobs', text: 'title' },
    rule: { kind: 'one-of', label: 'Правило', from: '/api/records/rules', text: 'title' },
    house: { kind: 'building', label: 'Дом' },
    service: {
      kind: 'one-of',
      label: 'Услуга дома',
      from: '/api/crm/services/',
      text: 'name',
      by: { buildings_id: 'house' },
    },
    page: { kind: 'one-of', label: 'Со страницы', from: '/api/no/such/list/' },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  form: [{ fields: ['title', 'company', 'services', 'others', 'like', 'rule', 'house', 'service', 'page'] }],
} as const;

const PRICES = {
  name: 'prices',
  section: 'prices',
  icon: 'key',
  words: { one: 'цена', few: 'цены', many: 'цен', accusative: 'цену', gender: 'f', plural: 'цены' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    sum: { kind: 'money', label: 'Сумма' },
    share: { kind: 'number', label: 'Доля', decimals: 2 },
    code: { kind: 'number', label: 'Код', digits: 4 },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  form: [{ fields: ['title', 'sum', 'share', 'code'] }],
} as const;

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let house = '';
let flat = { id: 0, label: '' };
beforeAll(async () => {
  const definitions = {
    ...EXTRA_DEFINITIONS,
    'jobs.json': JOBS,
    'prices.json': PRICES,
    'parking-places.json': JSON.parse(readFileSync('docs/examples/parking-places.json', 'utf8')) as object,
    'probe.json': caseDefinition('probe'),
  };
  app = await openTestApp({ definitions });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  const { kysely } = app.database;
  const building = await kysely
    .selectFrom('buildings')
    .where('id', '=', demo.home.building)
    .select(['street', 'number'])
    .executeTakeFirstOrThrow();
  house = `${building.street}, ${building.number}`;
  flat = await kysely
    .selectFrom('units')
    .where('building_id', '=', demo.home.building)
    .select(['id', 'label'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
});
afterAll(() => app.close());

const cells = (change: Record<string, string> = {}) => ({ guest: 'Пётр Файлов', house, ...change });
interface Outcome {
  row: number;
  id: number | null;
  errors: Record<string, string[]>;
}
async function send(rows: { row: number; cells: Record<string, string> }[], over: object = {}) {
  const answer = await admin.post(IMPORT, { key: 'key-of-a-file', check: true, rows, ...over });
  expect(answer.status).toBe(200);
  return answer.body.rows as unknown as Outcome[];
}
const count = async () => {
  const { rows } = await app.database.kysely
    .selectFrom('records')
    .where('resource', '=', 'passes')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
};

describe('rows of a file for a generated section', () => {
  test('a check tells by cell what a form would say, and keeps nothing', async () => {
    const before = await count();
    const outcomes = await send([
      { row: 2, cells: cells() },
      { row: 3, cells: cells({ guest: 'Ян', house: 'Нет такой улицы, 1', kind: 'Самолёт', from: 'завтра' }) },
      { row: 4, cells: cells({ guest: '', fee: 'много', times: '100' }) },
    ]);
    expect(outcomes).toEqual([
      { row: 2, id: null, errors: {} },
      {
        row: 3,
        id: null,
        errors: {
          guest: ['слишком мало'],
          house: ['нет такого дома'],
          kind: ['выберите из списка'],
          from: ['введите дату'],
        },
      },
      {
        row: 4,
        id: null,
        errors: { guest: ['обязательное поле'], fee: [expect.any(String)], times: ['от 1 до 99'] },
      },
    ]);
    expect(await count()).toBe(before);
  });

  test('what people call things is understood: addresses, flats, titles, labels of choices, amounts, days', async () => {
    await admin.post('/api/records/rules', { title: 'Не шуметь ночью' });
    const [outcome] = await send(
      [
        {
          row: 7,
          cells: cells({
            house: house.toUpperCase(),
            kind: 'автомобиль',
            from: '05.03.2026',
            times: '7',
            signed: 'да',
            fee: '1 234,50 ₽',
            flat: flat.label,
            rule: 'не шуметь ночью',
          }),
        },
      ],
      { check: false, key: 'names-of-things' },
    );
    expect(outcome?.errors).toEqual({});
    expect((await admin.get(`/api/records/passes/${outcome?.id}`)).body).toMatchObject({
      guest: 'Пётр Файлов',
      house: demo.home.building,
      kind: 'car',
      from: '2026-03-05',
      times: 7,
      signed: true,
      fee: 123_450,
      flat: { id: flat.id, label: flat.label },
      rule: { label: 'Не шуметь ночью' },
    });
  });

  test('what spreadsheets show of days with a time, parts of a hundred and sums is stored; an error of a formula is none', async () => {
    const probe = async (some: Record<string, string>[], check: boolean) => {
      const rows = some.map((one, at) => ({ row: at + 2, cells: { house, ...one } }));
      const answer = await admin.post('/api/records/probe/import/', { key: 'what-is-shown', check, rows });
      expect(answer.status).toBe(200);
      return answer.body.rows as unknown as Outcome[];
    };
    const [kept, percent, ...broken] = await probe(
      [
        { hours: '09:30', day: '21.11.2026', at: '21.11.2026 18:00', sum: '1234,56', share: '0,3' },
        { share: '15%' },
        { hours: '#N/A', sum: '#REF!', flat: '#Н/Д', spot: '#VALUE!' },
        { hours: 'с 9 д\ufffd 18' },
      ],
      false,
    );
    expect(kept?.errors).toEqual({});
    // By the clock of the company, which is Moscow's here.
    expect((await admin.get(`/api/records/probe/${kept?.id}`)).body).toMatchObject({
      hours: '09:30',
      day: '2026-11-21',
      at: '2026-11-21T15:00:00.000Z',
      sum: 123_456,
      share: 0.3,
    });
    expect(percent?.errors).toEqual({ share: ['введите число'] });
    const why = ['ошибка формулы или нечитаемый знак: введите значение'];
    expect(broken.map(({ errors }) => errors)).toEqual([
      { hours: why, sum: why, flat: why, spot: why },
      { hours: why },
    ]);
  });

  test('a number is a label like any other, never the id of a building, a flat or a record', async () => {
    const rule = (await admin.post('/api/records/rules', { title: 'Велосипеды' })).body.id;
    const units = await app.database.kysely.selectFrom('units').select(['id', 'label', 'building_id']).execute();
    const labels = new Set(units.map(({ label }) => label));
    const bare = units.find(({ id, building_id }) => building_id === demo.home.building && !labels.has(String(id)))?.id;
    expect(bare).toBeDefined();
    const outcomes = await send([
      { row: 2, cells: cells({ house: String(demo.home.building) }) },
      { row: 3, cells: cells({ flat: String(bare) }) },
      { row: 4, cells: cells({ rule: String(rule) }) },
    ]);
    expect(outcomes.map(({ errors }) => errors)).toEqual([
      { house: ['нет такого дома'] },
      { flat: ['нет такой квартиры'] },
      { rule: ['нет такой записи'] },
    ]);
  });

  test('records of one label are told apart by their numbers, which the refusal says', async () => {
    const { kysely } = app.database;
    const cameras = (await admin.get('/api/records/passes/references/camera/?q=')).list.slice(0, 3);
    const [one = 0, other = 0, third = 0] = cameras.map(({ id }) => Number(id));
    const call = (name: string, ids: number[]) =>
      kysely.updateTable('cameras').set({ name }).where('id', 'in', ids).execute();
    await call('Калитка', [one, third]);
    await call('калитка', [other]);
    const [several, numbered, bare, wrongName, unknown] = await send([
      { row: 2, cells: cells({ camera: 'Калитка' }) },
      { row: 3, cells: cells({ camera: `калитка (№ ${third})` }) },
      { row: 4, cells: cells({ camera: `№ ${third}` }) },
      { row: 5, cells: cells({ camera: `Ворота (№ ${third})` }) },
      { row: 6, cells: cells({ camera: 'Калитка (№ 999999999)' }) },
    ]);
    expect(several?.errors.camera?.[0]).toMatch(
      new RegExp(`^таких несколько: «Калитка \\(№ (${one}|${third})\\)», .* – напишите вместе с номером$`),
    );
    expect(numbered?.errors).toEqual({});
    for (const row of [bare, wrongName, unknown]) expect(row?.errors.camera).toEqual(['нет такой записи']);
    const rows = [{ row: 7, cells: cells({ camera: `Калитка (№${other})` }) }];
    const [kept] = await send(rows, { check: false, key: 'told-by-number' });
    expect((await admin.get(`/api/records/passes/${kept?.id}`)).body.camera).toEqual({ id: other, label: 'калитка' });
    for (const { id, label } of cameras) await call(String(label), [Number(id)]);
  });

  test('flats and buildings are found in the spellings of the residents’ import; others are told of, not taken', async () => {
    const { kysely } = app.database;
    const [street = '', number = ''] = house.split(', ');
    await kysely.updateTable('units').set({ label: '712А' }).where('id', '=', flat.id).execute();
    const outcomes = await send([
      { row: 2, cells: cells({ flat: 'кв. 712А' }) },
      { row: 3, cells: cells({ flat: '712 a' }) },
      { row: 4, cells: cells({ flat: '712-А' }) },
      { row: 5, cells: cells({ house: `${street.replace(/^(ул|пр|пер)\. /, '')} д. ${number}` }) },
    ]);
    await kysely.updateTable('units').set({ label: flat.label }).where('id', '=', flat.id).execute();
    expect(outcomes.map(({ errors }) => errors)).toEqual([{}, {}, { flat: ['нет такой квартиры; есть «712А»'] }, {}]);
  });

  test('a submission said again keeps nothing twice, also when both come at once', async () => {
    const rows = [2, 3, 4].map((row) => ({ row, cells: cells({ guest: `Повторный ${row}` }) }));
    const over = { check: false, key: 'said-again-and-again' };
    const before = await count();
    const [first, second] = await Promise.all([send(rows, over), send(rows, over)]);
    const third = await send(rows, over);
    expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id));
    expect(third).toEqual(first);
    expect(await count()).toBe(before + 3);
  });

  test('IMPORT-12: other calls are answered between the slices of a submission', async () => {
    let isDone = false;
    const rows = Array.from({ length: 200 }, (_, at) => ({
      row: at + 2,
      cells: cells({ number: `Ж${at}`, flat: flat.label }),
    }));
    const submission = send(rows, { check: false, key: 'in-many-slices' }).finally(() => {
      isDone = true;
    });
    let answered = 0;
    // A few are enough: each further one would make the submission wait.
    while (!isDone && answered < 10) {
      await admin.get('/api/crm/profile/current/');
      if (!isDone) answered += 1;
    }
    const outcomes = await submission;
    expect(outcomes.map(({ row }) => row)).toEqual(rows.map(({ row }) => row));
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(200);
    expect(outcomes.filter(({ errors }) => Object.keys(errors).length > 0)).toEqual([]);
    expect(answered).toBeGreaterThan(3);
    // Said again it is answered the same, slice by slice.
    expect(await send(rows, { check: false, key: 'in-many-slices' })).toEqual(outcomes);
  });

  test('sound rows are kept beside refused ones; a mended row goes under the same key', async () => {
    const key = 'mended-afterwards';
    const [sound, refused] = await send(
      [
        { row: 2, cells: cells({ number: 'А100АА' }) },
        { row: 3, cells: cells({ number: 'а100аа' }) },
      ],
      { check: false, key },
    );
    expect(sound?.id).toEqual(expect.any(Number));
    expect(refused).toEqual({ row: 3, id: null, errors: { number: ['уже занято'] } });
    const [mended] = await send([{ row: 3, cells: cells({ number: 'А101АА' }) }], { check: false, key });
    expect(mended).toMatchObject({ row: 3, id: expect.any(Number), errors: {} });
    const history = await admin.get(`/api/records/passes/${mended?.id}/history/`);
    expect(history.status).toBe(200);
    expect(JSON.stringify(history.body)).toContain('create');
  });

  test('a label alone is looked up in the list of its field, as the importer is given it; which one is not guessed', async () => {
    const listed = async (url: string, text: string) =>
      (await admin.get(url)).list.map((one) => ({ id: Number(one.id), name: String(one[text]) }));
    const [company] = await listed('/api/crm/scenarios/companies/', 'label');
    const [first, second] = await listed('/api/crm/services/', 'name');
    if (!company || !first || !second) throw new Error('The demo has no companies or services');
    const importing = async (person: Person, some: Record<string, string>[]) => {
      const rows = some.map((one, at) => ({ row: at + 2, cells: { title: 'Работа', ...one } }));
      const spy = jest.spyOn(app.app, 'inject');
      const answer = await person.post('/api/records/jobs/import/', { key: 'labels-alone', check: false, rows });
      const asked = (spy.mock.calls as unknown[][]).flatMap(([call]) => {
        const { method, url } = call as { method: string; url: string };
        return method === 'GET' ? url : [];
      });
      spy.mockRestore();
      expect(answer.status).toBe(200);
      return { outcomes: answer.body.rows as unknown as Outcome[], asked };
    };
    const rule = (await admin.post('/api/records/rules', { title: 'Тишина с девяти' })).body.id;
    for (const title of ['Обход', 'Обход', 'Осмотр', String(first.id)])
      await admin.post('/api/records/jobs', { title });
    const [named, ...wrong] = [
      {
        company: company.name.toUpperCase(),
        services: `${first.name}; ${second.name} (№ ${second.id})`,
        rule: 'тишина с девяти',
        house,
        service: second.name,
      },
      { company: 'Нет такой', services: `${first.name}; Нет таких`, service: first.name, page: 'Что-то' },
      { like: 'обход' },
      // Digits are a name, never an id.
      { like: String(first.id), services: String(second.id) },
    ];
    const { outcomes, asked } = await importing(admin, [named ?? {}, named ?? {}, ...wrong]);
    expect(outcomes.map(({ errors }) => errors)).toEqual([
      {},
      {},
      {
        ...Object.fromEntries(['company', 'services', 'page'].map((wire) => [wire, ['такого нет']])),
        service: [NO_HOUSE],
      },
      { like: ['таких несколько: укажите номер записи'] },
      { services: ['такого нет'] },
    ]);
    expect((await admin.get(`/api/records/jobs/${outcomes[0]?.id}`)).body).toMatchObject({
      company: company.id,
      services: [first.id, second.id],
      rule,
      service: second.id,
    });
    // Each list once, however many rows name things of it, and the building's own beside that of all.
    expect(asked.map((url) => url.split('?before')[0]?.split('?range')[0]).sort()).toEqual([
      '/api/crm/scenarios/companies/',
      '/api/crm/services/',
      `/api/crm/services/?buildings_id=${demo.home.building}`,
      '/api/no/such/list/',
      '/api/records/jobs',
      '/api/records/rules',
    ]);
    // A person without access to a section finds no record of it, neither by name nor by number.
    const outside = await newPerson(app, { levels: { jobs: 'write' } });
    const his = await importing(outside, [
      { rule: 'Тишина с девяти', company: `${company.name} (№ ${company.id})` },
      { rule: `Тишина с девяти (№ ${rule})`, company: `${company.name} (№ ${company.id})` },
    ]);
    expect(his.outcomes).toMatchObject([{ errors: { rule: ['такого нет'] } }, { errors: { rule: ['такого нет'] } }]);
  });

  test('a number of a list is one that the list has: all of a column are asked for at once', async () => {
    const [company] = (await admin.get('/api/crm/scenarios/companies/')).list;
    const rule = (await admin.post('/api/records/rules', { title: 'Не парковаться' })).body.id;
    const [service] = (await admin.get('/api/crm/services/')).list;
    const rows = [
      { company: `${company?.label} (№ ${company?.id})`, rule: `Не парковаться (№ ${rule})` },
      { company: 'Нет такой (№ 999999)', rule: 'Не парковаться (№ 999999)' },
      { services: `${service?.name} (№ ${service?.id}); Иная (№ 999999)` },
      // The list depends on a building that the row does not say.
      { service: `${service?.name} (№ ${service?.id})` },
    ].map((cells, at) => ({ row: at + 2, cells: { title: 'Работа', ...cells } }));
    const spy = jest.spyOn(app.app, 'inject');
    const answer = await admin.post('/api/records/jobs/import/', { key: 'numbers-of-lists', check: true, rows });
    const asked = (spy.mock.calls as unknown[][]).flatMap(([call]) => {
      const { method, url } = call as { method: string; url: string };
      return method === 'GET' ? decodeURIComponent(url) : [];
    });
    spy.mockRestore();
    const none = ['такого нет'];
    expect((answer.body.rows as unknown as Outcome[]).map(({ errors }) => errors)).toEqual([
      {},
      { company: none, rule: none },
      { services: none },
      { service: [NO_HOUSE] },
    ]);
    expect(asked).toEqual([
      '/api/crm/scenarios/companies/',
      '/api/crm/services/',
      `/api/records/rules?filter={"id":[${rule},999999]}&range=[0,1]`,
    ]);
  });

  test('a number that no record can have spoils no other cell of its column', async () => {
    const { id } = (await admin.post('/api/records/jobs', { title: 'Покос' })).body;
    // A list that has none of the numbers gives its first record.
    await admin.post('/api/records/jobs', { title: 'Позже' });
    const cells = [`Покос (№ ${id})`, 'Покос (№ 0)', 'Покос (№ 9999999999)'];
    const rows = cells.map((cell, at) => ({ row: at + 2, cells: { title: 'Работа', like: cell, others: cell } }));
    const answer = await admin.post('/api/records/jobs/import/', { key: 'numbers-of-none', check: true, rows });
    const none = { like: ['такого нет'], others: ['такого нет'] };
    expect((answer.body.rows as unknown as Outcome[]).map(({ errors }) => errors)).toEqual([{}, none, none]);
  });

  test('more numbers than a field may hold are not asked for', async () => {
    const { id } = (await admin.post('/api/records/jobs', { title: 'Полив' })).body;
    const half = Array.from({ length: 5_001 }, (_, at) => `А (№ ${at + 90_001})`).join(';');
    const rest = half.replaceAll('№ 9', '№ 8');
    const rows = [half, rest, `Полив (№ ${id})`].map((others, at) => ({
      row: at + 2,
      cells: { title: 'Работа', others },
    }));
    const spy = jest.spyOn(app.app, 'inject');
    const answer = await admin.post('/api/records/jobs/import/', { key: 'numbers-of-too-many', check: true, rows });
    const calls = (spy.mock.calls as unknown[][]).filter(([call]) => (call as { method: string }).method === 'GET');
    spy.mockRestore();
    const none = { others: ['такого нет'] };
    const tooMany = { others: ['слишком много'] };
    expect((answer.body.rows as unknown as Outcome[]).map(({ errors }) => errors)).toEqual([none, tooMany, {}]);
    expect(calls.length).toBeLessThan(40);
  });

  test('a row that is sent twice in a call is refused, and named', async () => {
    const rows = [2, 3, 3].map((row) => ({ row, cells: { title: 'Работа' } }));
    const answer = await admin.post('/api/records/jobs/import/', { key: 'one-row-twice', check: false, rows });
    expect(answer).toMatchObject({ status: 400, body: { rows: ['строка 3 передана дважды'] } });
  });

  test.each([
    { key: 'x', check: true, rows: [{ row: 2, cells: {} }] },
    { key: 'key-of-a-file', check: true, rows: [] },
    { key: 'key-of-a-file', check: true, rows: Array.from({ length: 201 }, (_, row) => ({ row, cells: {} })) },
    { key: 'key-of-a-file', check: true, rows: [{ row: 2, cells: { guest: 5 } }] },
  ])('API-21: a call of another shape is refused (%#)', async (body) => {
    expect((await admin.post(IMPORT, body)).status).toBe(400);
  });
});

describe('numbers of a file are read as a form reads them', () => {
  const prices = async (cells: Record<string, string>, check = true) => {
    const rows = [{ row: 2, cells: { title: 'Подвал', ...cells } }];
    const answer = await admin.post('/api/records/prices/import/', {
      key: 'key-of-prices',
      check,
      rows,
    });
    expect(answer.status).toBe(200);
    return (answer.body.rows as unknown as Outcome[])[0] as Outcome;
  };

  test.each(['0x10', '0b11', '1e3', '1.200,50', '1,2,3', 'Infinity', '12 м3'])(
    '%j is a mistake of its cell',
    async (cell) => {
      const digits = 'только цифры, не больше 4';
      expect((await prices({ sum: cell, share: cell, code: cell })).errors).toEqual({
        sum: ['введите сумму'],
        share: ['введите число'],
        code: [digits],
      });
    },
  );

  test.each(['12,5', '-7', '12345'])('%j is no code of four digits', async (cell) => {
    expect((await prices({ code: cell })).errors).toEqual({ code: ['только цифры, не больше 4'] });
  });

  test('what a reader means plainly is kept', async () => {
    const { id } = await prices({ sum: '1\u00a0200,50', share: '1200.5', code: '42' }, false);
    const kept = await admin.get(`/api/records/prices/${id}`);
    expect(kept.body).toMatchObject({ sum: 120_050, share: 1200.5, code: '0042' });
  });
});
