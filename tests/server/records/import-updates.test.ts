// Runs on PostgreSQL too: records are found by the index of their key.
import { sql } from 'kysely';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { findImportMatches } from '#server/records/import-matches.ts';
import { settleIndexes } from '#server/records/settle-indexes.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { plansOf } from '#tests/support/server/sql-spy.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PUMPS = {
  name: 'pumps',
  section: 'pumps',
  icon: 'build',
  words: { one: 'насос', few: 'насоса', many: 'насосов', accusative: 'насос', gender: 'm', plural: 'насосы' },
  building: 'house',
  import: { key: ['number'] },
  notify: [{ on: 'change', to: { level: 'write' } }],
  fields: {
    number: { kind: 'text', label: 'Номер', max: 20 },
    title: { kind: 'text', label: 'Название', required: true, max: 60 },
    serial: { kind: 'text', label: 'Заводской номер', unique: true, max: 20 },
    house: { kind: 'building', label: 'Дом' },
    flat: { kind: 'unit', label: 'Квартира', building: 'house' },
    power: { kind: 'number', label: 'Мощность', min: 1, max: 500 },
    twice: { kind: 'number', label: 'Вдвое', computed: 'power * 2' },
    from: { kind: 'date', label: 'С' },
    until: { kind: 'date', label: 'По' },
    maker: { kind: 'text', label: 'Завод', once: true },
    limit: { kind: 'number', label: 'Предел', change: 'administrator' },
    secret: { kind: 'text', label: 'Заметка', see: 'administrator' },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'works', label: 'Работает' },
        { value: 'stands', label: 'Стоит', final: true },
      ],
      moves: [{ name: 'stop', label: 'Остановить', from: ['works'], to: 'stands', who: { level: 'write' } }],
    },
  },
  checks: [{ that: 'from <= until', message: 'конец раньше начала', field: 'until' }],
  list: { layout: 'table', columns: ['number', 'title'], menu: ['edit', 'hold-delete'] },
  form: [
    {
      fields: ['number', 'title', 'serial', 'house', 'flat', 'power', 'from', 'until', 'maker', 'limit', 'secret'],
    },
  ],
} as const;

/** Changed by those alone whose building it is as a whole. */
const VALVES = { ...PUMPS, name: 'valves', section: 'valves', record: { wholeBuilding: 'house' } } as const;

/** Known by two fields together. */
const LOCKERS = {
  ...PUMPS,
  name: 'lockers',
  section: 'lockers',
  import: { key: ['house', 'place'] },
  notify: undefined,
  checks: undefined,
  fields: {
    house: { kind: 'building', label: 'Дом' },
    place: { kind: 'number', label: 'Место' },
    holder: { kind: 'text', label: 'Кто' },
  },
  list: { layout: 'table', columns: ['place'] },
  form: [{ fields: ['house', 'place', 'holder'] }],
} as const;

const URL = '/api/records/pumps';
interface Outcome {
  row: number;
  id: number | null;
  errors: Record<string, string[]>;
  record?: { id: number; version: string; changes: { field: string; before: unknown; after: unknown }[] };
  outdated?: boolean;
}
type Row = { cells: Record<string, string>; version?: string | null };

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let writer: Person;
let house = '';
let flat = { id: 0, label: '' };
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'pumps.json': PUMPS, 'lockers.json': LOCKERS, 'valves.json': VALVES } });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  writer = await newPerson(app, { levels: { pumps: 'write', lockers: 'write', valves: 'write' } as never });
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
afterAll(() => app?.close());

let sent = 0;
async function call(by: Person, rows: readonly Row[], over: object = {}, url = URL) {
  sent += 1;
  const numbered = rows.map((row, at) => ({ row: at + 2, ...row }));
  return by.post(`${url}/import/`, {
    key: `updates-${sent}-of-pumps`,
    check: false,
    by: ['number'],
    rows: numbered,
    ...over,
  });
}
async function send(by: Person, rows: readonly Row[], over: object = {}, url = URL): Promise<Outcome[]> {
  const answer = await call(by, rows, over, url);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.rows as unknown as Outcome[];
}
const check = (by: Person, rows: readonly Row[], url = URL, over: object = {}) =>
  send(by, rows, { check: true, ...over }, url);
let made = 0;
/** A record of its own number. */
async function pump(more: object = {}, by = admin) {
  made += 1;
  const number = `Н-${made}`;
  const answer = await by.post(URL, { number, title: 'Насос', ...more });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { number, id: Number(answer.body.id) };
}
const read = async (id: number, by = admin) => (await by.get(`${URL}/${id}`)).body;
const deeds = async (id: number) =>
  app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', 'pumps')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .select(['action', 'user_id'])
    .execute();
const total = async () =>
  Number((await admin.get(`${URL}?range=[0,0]`)).headers['content-range']?.toString().split('/')[1]);

describe('rows with the key of a record', () => {
  test('are told by the check: what changes, what does not, what is new; nothing is written', async () => {
    const { number, id } = await pump({ house: demo.home.building, power: 10, until: '2026-03-05' });
    const before = [await total(), await read(id)];
    const outcomes = await check(writer, [
      { cells: { number, title: 'Насос', power: '12', flat: flat.label } },
      { cells: { number: 'Н-новый', title: 'Новый', power: '5' } },
    ]);
    expect(outcomes).toEqual([
      {
        row: 2,
        id: null,
        errors: {},
        record: {
          id,
          version: expect.any(String),
          changes: [
            { field: 'flat', before: null, after: { id: flat.id, label: flat.label } },
            { field: 'power', before: 10, after: 12 },
            { field: 'twice', before: 20, after: 24 },
          ],
        },
      },
      { row: 3, id: null, errors: {} },
    ]);
    const [same] = await check(writer, [
      { cells: { number: number.toLowerCase(), title: 'Насос', power: '10', until: '05.03.2026' } },
    ]);
    expect(same?.record?.changes).toEqual([{ field: 'number', before: number, after: number.toLowerCase() }]);
    const [unchanged] = await check(writer, [{ cells: { number, title: 'Насос', power: '10', house } }]);
    expect(unchanged?.record).toMatchObject({ id, changes: [] });
    expect([await total(), await read(id)]).toEqual(before);
  });

  test('change the record and make new ones; an empty cell and an absent column leave what is there', async () => {
    const { number, id } = await pump({ power: 10, serial: 'А-77', secret: 'Тайна', limit: 3 });
    const count = await total();
    const outcomes = await send(writer, [
      { cells: { number, title: 'Насос главный', power: '' } },
      { cells: { number: `${number}-новый`, title: 'Второй' } },
    ]);
    expect(outcomes).toEqual([
      { row: 2, id, errors: {} },
      { row: 3, id: expect.any(Number), errors: {} },
    ]);
    expect(await read(id)).toMatchObject({
      title: 'Насос главный',
      power: 10,
      twice: 20,
      serial: 'А-77',
      secret: 'Тайна',
      limit: 3,
    });
    expect(await total()).toBe(count + 1);
    expect(await deeds(id)).toEqual([
      { action: 'create', user_id: admin.id },
      { action: 'update', user_id: writer.id },
    ]);
  });

  test('that say the same write nothing, and neither does a submission that is said again', async () => {
    const { number, id } = await pump({ power: 10 });
    const rows: Row[] = [{ cells: { number, power: '11' } }, { cells: { number: `${number}-2`, title: 'Второй' } }];
    const checked = await check(writer, rows);
    const withVersions = rows.map((row, at) => ({ ...row, version: checked[at]?.record?.version ?? null }));
    const key = { key: 'said-again-by-pumps' };
    const first = await send(writer, withVersions, key);
    const [written, count] = [await deeds(id), await total()];
    expect(await send(writer, withVersions, key)).toEqual(first);
    expect([await deeds(id), await total()]).toEqual([written, count]);
    const updatedAt = () =>
      app.database.kysely.selectFrom('records').where('id', '=', id).select('updated_at').executeTakeFirstOrThrow();
    const before = await updatedAt();
    expect(await send(writer, [{ cells: { number, power: '11', title: 'Насос' } }])).toEqual([
      { row: 2, id, errors: {} },
    ]);
    expect(await updatedAt()).toEqual(before);
  });

  test('that stand twice, or have the key of several records, are told of at their cell', async () => {
    const [one, other] = [await pump(), await pump()];
    const twin = await admin.post(URL, { number: other.number, title: 'Близнец' });
    expect(twin.status).toBe(201);
    const rows = [
      { cells: { number: one.number, title: 'Первый' } },
      { cells: { number: other.number, title: 'Второй' } },
      { cells: { number: one.number.toLowerCase(), title: 'Третий' } },
    ];
    for (const isCheck of [true, false]) {
      expect((await send(writer, rows, { check: isCheck })).map(({ errors }) => errors)).toEqual([
        { number: ['тот же ключ в строке 4'] },
        { number: ['записей с таким ключом несколько: измените их в списке'] },
        { number: ['тот же ключ в строке 2'] },
      ]);
    }
    expect([(await read(one.id)).title, (await read(other.id)).title]).toEqual(['Насос', 'Насос']);
  });

  test('without a key are new records', async () => {
    const count = await total();
    await send(writer, [{ cells: { number: '', title: 'Без номера' } }, { cells: { title: 'И этот' } }]);
    expect(await total()).toBe(count + 2);
  });

  test('of many parts each change theirs; more than fifty at once are refused, and so is a key that there is not', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => pump({ power: 1 })));
    const rows = many.map(({ number }) => ({ cells: { number, power: '2' } }));
    for (const part of [rows.slice(0, 2), rows.slice(2)]) await send(writer, part, { key: 'parts-of-one-file' });
    expect(await Promise.all(many.map(async ({ id }) => (await read(id)).power))).toEqual([2, 2, 2]);
    const long = Array.from({ length: 51 }, (_, at) => ({ cells: { number: `Д-${at}`, title: 'Длинный' } }));
    expect(await call(writer, long)).toMatchObject({ status: 400, body: { rows: ['слишком много'] } });
    expect((await check(writer, long)).filter(({ errors }) => !Object.keys(errors).length)).toHaveLength(51);
    for (const by of [['title'], ['nothing'], ['secret'], ['number', 'title']])
      expect(await call(writer, rows, { by })).toMatchObject({ status: 400, body: { by: ['такого нет'] } });
  });

  test('are found by a field that does not repeat, also where the definition names another one', async () => {
    const { id } = await pump({ serial: 'ЗН-1' });
    await send(writer, [{ cells: { serial: 'зн-1', title: 'По заводскому' } }], { by: ['serial'] });
    expect((await read(id)).title).toBe('По заводскому');
  });
});

describe('a change in between', () => {
  test('is not overwritten: the row is told of, and can be taken again', async () => {
    const { number, id } = await pump({ power: 10 });
    const rows = [{ cells: { number, power: '20' } }];
    const version = (await check(writer, rows))[0]?.record?.version ?? '';
    await admin.put(`${URL}/${id}`, { title: 'Переименован' });
    const [late] = await send(writer, [{ ...rows[0], cells: { number, power: '20' }, version }]);
    expect(late).toEqual({
      row: 2,
      id: null,
      errors: { number: ['запись изменили после проверки: проверьте строку заново'] },
      outdated: true,
    });
    expect(await read(id)).toMatchObject({ title: 'Переименован', power: 10 });
    const again = (await check(writer, rows))[0]?.record?.version ?? '';
    expect(await send(writer, [{ cells: { number, power: '20' }, version: again }])).toEqual([
      { row: 2, id, errors: {} },
    ]);
    expect(await read(id)).toMatchObject({ title: 'Переименован', power: 20 });
  });

  test('of a hidden field is none', async () => {
    const { number, id } = await pump({ power: 10 });
    const version = (await check(writer, [{ cells: { number, power: '20' } }]))[0]?.record?.version ?? '';
    await admin.put(`${URL}/${id}`, { secret: 'Новая тайна' });
    expect(await send(writer, [{ cells: { number, power: '20' }, version }])).toEqual([{ row: 2, id, errors: {} }]);
    expect((await read(id)).secret).toBe('Новая тайна');
  });

  test('that makes or deletes the record is told of as well', async () => {
    const cells = { number: 'Н-вдруг', title: 'Вдруг' };
    expect((await check(writer, [{ cells }]))[0]?.record).toBeUndefined();
    const { body } = await admin.post(URL, { ...cells, title: 'Чужой' });
    expect(await send(writer, [{ cells, version: null }])).toMatchObject([
      { id: null, errors: { number: [expect.stringContaining('такую запись добавили')] }, outdated: true },
    ]);
    const version = (await check(writer, [{ cells }]))[0]?.record?.version ?? '';
    await admin.remove(`${URL}/${body.id}`);
    const count = await total();
    expect(await send(writer, [{ cells, version }])).toMatchObject([
      { id: null, errors: { number: [expect.stringContaining('больше нет')] }, outdated: true },
    ]);
    expect(await total()).toBe(count);
  });
});

describe('rights', () => {
  test('a person without the right to change cannot', async () => {
    const reader = await newPerson(app, { levels: { pumps: 'read' } as never });
    const { number, id } = await pump();
    expect((await call(reader, [{ cells: { number, title: 'Взлом' } }])).status).toBe(403);
    expect((await read(id)).title).toBe('Насос');
  });

  test('a record out of reach is neither changed nor shown, and no second one is made', async () => {
    const { number, id } = await pump({ house: demo.home.building, power: 10 });
    const elsewhere = await newPerson(app, { levels: { pumps: 'write' } as never, porches: [] });
    const count = await total();
    for (const isCheck of [true, false]) {
      const answer = await call(elsewhere, [{ cells: { number, title: 'Взлом' } }], { check: isCheck });
      expect(answer.body.rows).toEqual([
        { row: 2, id: null, errors: { number: ['нет прав на запись с таким ключом'] } },
      ]);
    }
    expect([await total(), (await read(id)).title]).toEqual([count, 'Насос']);
  });

  test('a record of a building that is not wholly theirs is not changed', async () => {
    const porch = await app.database.kysely
      .selectFrom('porches')
      .where('building_id', '=', demo.home.building)
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const partial = await newPerson(app, { levels: { valves: 'write' } as never, porches: [porch.id] });
    const valves = '/api/records/valves';
    const { body } = await admin.post(valves, { number: 'В-1', title: 'Задвижка', house: demo.home.building });
    const rows = [{ cells: { number: 'В-1', title: 'Взлом' } }];
    const [outcome] = await send(partial, rows, {}, valves);
    expect(outcome).toMatchObject({ id: null, errors: { house: [expect.stringContaining('только часть дома')] } });
    expect((await admin.get(`${valves}/${body.id}`)).body.title).toBe('Задвижка');
    expect(await send(writer, rows, {}, valves)).toMatchObject([{ id: Number(body.id), errors: {} }]);
  });

  test('fields that are hidden, locked, given once, computed or moved are not changed', async () => {
    const { number, id } = await pump({ maker: 'Ромашка', secret: 'Тайна', limit: 3, power: 10 });
    const [hidden] = await check(writer, [{ cells: { number, secret: 'Взлом', twice: '99' } }]);
    expect(hidden).toMatchObject({ errors: {}, record: { changes: [] } });
    const wrong = async (cells: Record<string, string>, by = writer) =>
      (await send(by, [{ cells: { number, ...cells } }])).map(({ errors }) => errors);
    expect(await wrong({ limit: '4' })).toEqual([{ limit: ['у вас нет права менять это поле'] }]);
    expect(await wrong({ maker: 'Василёк' })).toEqual([
      { maker: ['это поле заполняют один раз, при создании записи'] },
    ]);
    expect(await wrong({ maker: 'Ромашка', title: 'Тот же завод' })).toEqual([{}]);
    expect(await wrong({ stage: 'Стоит' })).toEqual([{ stage: ['состояние меняют действиями в карточке'] }]);
    expect(await wrong({ stage: 'Работает', limit: '4' }, admin)).toEqual([{}]);
    expect(await read(id)).toMatchObject({
      limit: 4,
      maker: 'Ромашка',
      secret: 'Тайна',
      stage: 'works',
      title: 'Тот же завод',
    });
  });

  test('the rules of the form and of several fields hold for the record as it would be', async () => {
    const { number, id } = await pump({ from: '2026-03-05', power: 10, serial: 'Р-1' });
    const other = await pump({ serial: 'Р-2' });
    const outcomes = await send(writer, [
      { cells: { number, until: '01.03.2026', power: '501' } },
      { cells: { number: other.number, serial: 'Р-1' } },
    ]);
    expect(outcomes.map(({ errors }) => errors)).toEqual([{ power: ['от 1 до 500'] }, { serial: ['уже занято'] }]);
    const [late] = await send(writer, [{ cells: { number, until: '01.03.2026' } }]);
    expect(late?.errors).toEqual({ until: ['конец раньше начала'] });
    expect(await read(id)).toMatchObject({ until: null, power: 10 });
  });
});

test('people are notified of many changes of a call once', async () => {
  const watcher = await newPerson(app, { levels: { pumps: 'write' } as never });
  const many = await Promise.all(Array.from({ length: 5 }, () => pump()));
  await send(writer, [
    ...many.map(({ number }) => ({ cells: { number, title: 'Сменили' } })),
    { cells: { number: 'Н-тихий', title: 'О новых не сообщают' } },
  ]);
  const { body } = await watcher.get('/api/authorized/notifications/');
  expect(body.results).toMatchObject([{ subtype: 'changed', message: expect.stringContaining('5') }]);
});

test('a key of several fields finds by all of them; what is empty in one is empty in the record', async () => {
  const lockers = '/api/records/lockers';
  const add = async (values: object) => Number((await admin.post(lockers, values)).body.id);
  const [first, second, untied] = [
    await add({ house: demo.home.building, place: 1, holder: 'А' }),
    await add({ house: demo.home.building, place: 2, holder: 'Б' }),
    await add({ place: 1, holder: 'В' }),
  ];
  const by = ['house', 'place'];
  const rows: Row[] = [
    { cells: { house, place: '2', holder: 'Б2' } },
    { cells: { place: '1', holder: 'В2' } },
    { cells: { house, place: '3', holder: 'Г' } },
    { cells: { house: 'Нет такой улицы, 1', place: '1', holder: 'Д' } },
  ];
  const outcomes = await send(writer, rows, { by }, lockers);
  expect(outcomes).toMatchObject([
    { id: second, errors: {} },
    { id: untied, errors: {} },
    { id: expect.any(Number), errors: {} },
    { id: null, errors: { house: ['нет такого дома'] } },
  ]);
  const held = async (id: number) => (await admin.get(`${lockers}/${id}`)).body.holder;
  expect([await held(first), await held(second), await held(untied)]).toEqual(['А', 'Б2', 'В2']);
});

test('what is said of a key of several fields stands at each of them: any may be the wrong one', async () => {
  const lockers = '/api/records/lockers';
  const cells = { house, place: '71', holder: 'А' };
  const outcomes = await send(
    writer,
    [{ cells }, { cells: { ...cells, holder: 'Б' } }],
    { by: ['house', 'place'] },
    lockers,
  );
  expect(outcomes.map(({ errors }) => errors)).toEqual([
    { house: ['тот же ключ в строке 3'], place: ['тот же ключ в строке 3'] },
    { house: ['тот же ключ в строке 2'], place: ['тот же ключ в строке 2'] },
  ]);
});

test('what is said of a record that came or went since the check stands at one cell of its key', async () => {
  const lockers = '/api/records/lockers';
  const by = ['house', 'place'];
  const cells = { house, place: '81', holder: 'А' };
  const { body } = await admin.post(lockers, { house: demo.home.building, place: 81, holder: 'Б' });
  const [late] = await send(writer, [{ cells, version: null }], { by }, lockers);
  expect(late?.errors).toEqual({ house: [expect.stringContaining('такую запись добавили')] });
  await admin.remove(`${lockers}/${body.id}`);
  const [gone] = await send(writer, [{ cells, version: 'before' }], { by }, lockers);
  expect(gone?.errors).toEqual({ house: [expect.stringContaining('больше нет')] });
});

test('all rows of a call are looked up by one query, which has an index', async () => {
  const { kysely } = app.database;
  const sections = [PUMPS, LOCKERS].map((one) => readDefinition(JSON.parse(JSON.stringify(one)), `${one.name}.json`));
  await settleIndexes(app.database, sections);
  const rows = [
    { number: 'Н-1', house: 1, place: 1 },
    { number: 'Н-2', house: 1, place: 2 },
  ];
  for (const resource of sections) {
    const key = resource.import?.key ?? [];
    const fields = key.map((wire) => ({ wire, field: resource.fields[wire] as FieldInput }));
    const plans = await kysely.transaction().execute(async (trx) => {
      // Of a table with few records the planner reads all, or those of the section.
      const many = Array.from({ length: 2_000 }, (_, at) => ({
        resource: resource.name,
        data: JSON.stringify({ number: `М-${at}`, house: 1, place: 1_000 + at }),
      }));
      await trx.insertInto('records').values(many).execute();
      await sql`analyze records`.execute(trx);
      return plansOf(trx, (db) => findImportMatches(db, { user: admin.id }, resource, fields, rows));
    });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/records_x_/);
  }
});
