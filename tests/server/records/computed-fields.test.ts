// Runs on PostgreSQL too: two processes compute the same records.
import { sql } from 'kysely';
import { readDefinition } from '#resources/language/read-definition.ts';
import { ComputedRecords } from '#server/records/computed-records.ts';
import { definitionVersion } from '#server/records/definition-version.ts';
import { bringIntoForce } from '#server/records/in-force.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { type ChangingSection, KEYS, openChangingSection } from '#tests/support/server/changing-section.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const WORKS = '/api/records/works';

const WORKS_SECTION = {
  name: 'works',
  section: 'works',
  icon: 'build',
  words: { one: 'работа', few: 'работы', many: 'работ', accusative: 'работу', gender: 'f', plural: 'работы' },
  fields: {
    number: { kind: 'auto-number', label: 'Номер', template: 'Р-{number}' },
    heading: { kind: 'text', label: 'Заголовок', computed: 'number + " " + title', filter: true },
    title: { kind: 'text', label: 'Что сделать', required: true },
    count: { kind: 'number', label: 'Сколько', decimals: 2 },
    price: { kind: 'money', label: 'Цена' },
    sum: { kind: 'money', label: 'Сумма', computed: 'count * price', filter: true, wire: 'whole_sum' },
    dear: { kind: 'checkbox', label: 'Дорого', computed: 'sum > 1000', filter: true },
    reason: { kind: 'text', label: 'Почему так дорого', when: 'sum > 1000', required: true },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'new', label: 'Новая' },
        { value: 'done', label: 'Сделана', final: true },
      ],
      moves: [{ name: 'finish', label: 'Закончить', from: ['new'], to: 'done', asks: [{ field: 'count' }] }],
    },
    tax: { kind: 'money', label: 'Налог', computed: 'sum * 0.2', when: 'stage == "done"' },
  },
  checks: [{ that: 'sum != 13', message: 'Только не 13', field: 'sum' }],
  list: { layout: 'table', columns: ['heading', 'sum'], search: ['heading'], sort: { field: 'sum', order: 'ASC' } },
  form: [{ fields: ['heading', 'title', 'count', 'price', 'sum', 'dear', 'tax', 'reason'] }],
};

const errors = ({ request_id: _, ...fields }: Record<string, unknown>) => fields;
const TAKEN = ['вычисляется по другим полям, прислать другое значение нельзя'];

describe('a computed field of a record', () => {
  let app: TestApp;
  let writer: Person;
  beforeAll(async () => {
    app = await openTestApp({ definitions: { 'works.json': WORKS_SECTION } });
    writer = await newPerson(app, { levels: { works: 'write' } as never });
  });
  afterAll(() => app.close());

  const work = (change: object = {}) => ({ title: 'Забор', count: 2.5, price: 100_10, ...change });
  const shown = async (id: unknown) => (await writer.get(`${WORKS}/${id}`)).body;
  const stored = async (id: number) =>
    (await app.database.kysely.selectFrom('records').select('data').where('id', '=', id).executeTakeFirstOrThrow())
      .data;
  const create = async (change: object = {}) => {
    const { status, body } = await writer.post(WORKS, work(change));
    expect([status, errors(body)]).toEqual([201, expect.any(Object)]);
    return Number(body.id);
  };
  const put = (id: number, body: object) => writer.call('PUT', { url: `${WORKS}/${id}`, body });
  const found = async (filter: object, direction: 'ASC' | 'DESC' = 'ASC') => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: `["whole_sum","${direction}"]` });
    return (await writer.get(`${WORKS}?${query}`)).list.map(({ id }) => id);
  };

  test('is kept with a new record, after the number that the server gives, and with each change', async () => {
    const id = await create();
    expect(await stored(id)).toMatchObject({ heading: 'Р-0001 Забор', whole_sum: 250_25, tax: null });
    expect((await put(id, work({ count: 3, title: 'Ворота' }))).status).toBe(200);
    expect(await stored(id)).toMatchObject({ heading: 'Р-0001 Ворота', whole_sum: 300_30 });
    const { body } = await writer.get(`${WORKS}/${id}/history/`);
    expect(JSON.stringify(body)).toContain('whole_sum');
  });

  test('is empty where a value that it needs is, or where it is more than the field holds', async () => {
    const id = await create({ price: null });
    expect(await shown(id)).toMatchObject({ whole_sum: null });
    expect((await put(id, work({ count: -1 }))).status).toBe(200);
    expect(await shown(id)).toMatchObject({ whole_sum: null });
  });

  test('is filtered, sorted and searched by like any other', async () => {
    const [small, large] = [await create({ title: 'Мелочь', count: 0.1 }), await create({ title: 'Мелочь', count: 9 })];
    expect(await found({ q: 'мелочь', whole_sum_gte: 900_00 })).toEqual([large]);
    expect(await found({ q: 'мелочь' })).toEqual([small, large]);
  });

  test('stands at the end of a sorted list while it is empty, whichever way it is sorted', async () => {
    const [empty, low] = [await create({ title: 'Скамья', price: null }), await create({ title: 'Скамья' })];
    const high = await create({ title: 'Скамья', count: 4 });
    expect(await found({ q: 'скамья' })).toEqual([low, high, empty]);
    expect(await found({ q: 'скамья' }, 'DESC')).toEqual([high, low, empty]);
  });

  test('of a checkbox that cannot be decided is found among those that are not ticked', async () => {
    const [cheap, undecided] = [await create({ title: 'Лавка' }), await create({ title: 'Лавка', price: null })];
    const dear = await create({ title: 'Лавка', count: 20, reason: 'Дуб' });
    expect(await stored(undecided)).toMatchObject({ dear: null });
    expect(await found({ q: 'лавка', dear: false })).toEqual([cheap, undecided]);
    expect(await found({ q: 'лавка', dear: true })).toEqual([dear]);
    expect(await found({ q: 'лавка', dear: [true, false] })).toEqual([cheap, dear, undecided]);
  });

  test('is what other fields and checks look at', async () => {
    const dear = await writer.post(WORKS, work({ count: 20 }));
    expect([dear.status, errors(dear.body)]).toEqual([400, { reason: ['обязательное поле'] }]);
    const thirteen = await writer.post(WORKS, work({ count: 1, price: 13_00 }));
    expect([thirteen.status, errors(thirteen.body)]).toEqual([400, { whole_sum: ['Только не 13'] }]);
  });

  test('takes no other value; that of a record which is sent back as it was read is no matter', async () => {
    const refused = await writer.post(WORKS, work({ whole_sum: 1 }));
    expect([refused.status, errors(refused.body)]).toEqual([400, { whole_sum: TAKEN }]);
    const id = await create({ whole_sum: 250_25 });
    const { number, stage, ...record } = await shown(id);
    expect((await put(id, { ...record, count: 4 })).status).toBe(200);
    expect(await shown(id)).toMatchObject({ count: 4, whole_sum: 400_40 });
    expect((await put(id, { ...work(), whole_sum: '' })).status).toBe(200);
    const other = await put(id, { ...work(), whole_sum: 5, heading: 'Другой' });
    expect([other.status, errors(other.body)]).toEqual([400, { whole_sum: TAKEN, heading: TAKEN }]);
  });

  test('follows changes of many records, moves, and what takes them back', async () => {
    const id = await create();
    const change = (values: object) => writer.post(`${WORKS}/bulk/`, { do: 'change', ids: [id], values });
    expect((await change({ price: 200_00 })).status).toBe(200);
    expect(await shown(id)).toMatchObject({ whole_sum: 500_00, tax: null });
    const refused = await change({ whole_sum: 1 });
    expect([refused.status, errors(refused.body)]).toEqual([400, { whole_sum: TAKEN }]);
    expect((await writer.post(`${WORKS}/${id}/move/`, { move: 'finish', values: { count: 3 } })).status).toBe(200);
    expect(await shown(id)).toMatchObject({ whole_sum: 600_00, tax: 120_00 });
    expect((await writer.post(`${WORKS}/${id}/move/undo/`, {})).status).toBe(200);
    expect(await shown(id)).toMatchObject({ whole_sum: 500_00, tax: null });
  });

  test('is computed anew when a deleted record comes back', async () => {
    const id = await create();
    expect((await writer.remove(`${WORKS}/${id}`)).status).toBe(200);
    await sql`update records set data = data || '{"whole_sum": 7}' where id = ${id}`.execute(app.database.kysely);
    expect((await writer.post(`${WORKS}/${id}/restore/`, {})).status).toBe(200);
    expect(await stored(id)).toMatchObject({ whole_sum: 250_25 });
  });

  test('is no column of a file to fill in: what stands there is computed', async () => {
    const rows = [{ row: 2, cells: { title: 'Из файла', count: '2', price: '10', whole_sum: '777', heading: 'Х' } }];
    const answer = await writer.post(`${WORKS}/import/`, { key: 'a-file-of-works', check: false, rows });
    const [{ id = 0, errors: wrong = {} } = {}] = answer.body.rows as unknown as { id: number; errors: object }[];
    expect(wrong).toEqual({});
    const bad = { row: 3, cells: { title: 'Тринадцать', count: '1', price: '13' } };
    const { body } = await writer.post(`${WORKS}/import/`, { key: 'a-file-of-works', check: true, rows: [bad] });
    expect(body.rows).toEqual([{ row: 3, id: null, errors: { count: ['Сумма: Только не 13'] } }]);
    expect(await shown(id)).toMatchObject({ whole_sum: 20_00, heading: expect.stringMatching(/^Р-\d+ Из файла$/) });
  });

  test('is described as one that is read and not sent', async () => {
    const { body } = await writer.get('/api/openapi.json');
    const { schemas } = body.components as unknown as { schemas: Record<string, { properties: object }> };
    expect(schemas['works-record']?.properties).toMatchObject({ whole_sum: { readOnly: true, title: 'Сумма' } });
    expect(schemas['works-payload']?.properties).not.toHaveProperty('whole_sum');
  });

  test('is no part of the version that two editors are told apart by', async () => {
    const id = await create();
    const { record_version } = await shown(id);
    await sql`update records set data = data || '{"whole_sum": 7}' where id = ${id}`.execute(app.database.kysely);
    expect(await shown(id)).toMatchObject({ whole_sum: 7, record_version });
  });
});

describe('records whose definition computes something else now', () => {
  let section: ChangingSection;
  let app: TestApp;
  beforeEach(async () => {
    section = await openChangingSection();
    ({ app } = section);
  });
  afterEach(() => app.close());

  const withNote = (computed: string, more: object = {}) => {
    const draft = keysDefinition();
    Object.assign(draft.fields, { note: { kind: 'text', label: 'Пометка', computed, ...more } });
    return draft;
  };
  const notes = async () => {
    const rows = await app.database.kysely.selectFrom('records').select('data').orderBy('id').execute();
    return rows.map(({ data }) => data.note);
  };
  const seed = (count: number) =>
    sql`insert into records (resource, data)
      select 'keys', jsonb_build_object('label', 'Ключ ' || n, 'place', 'safe') from generate_series(1, ${count}) n`.execute(
      app.database.kysely,
    );
  const until = async (isThere: () => Promise<boolean>) => {
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 30));
  };

  test('follow it batch by batch, without a new version, an entry or a lost value, while others write', async () => {
    await seed(450);
    const { admin, changed } = section;
    const { updated_at } = await app.database.kysely
      .selectFrom('records')
      .select('updated_at')
      .executeTakeFirstOrThrow();
    await changed(
      (draft) => Object.assign(draft, withNote('label + "!"')),
      ({ definitions }) => Object.hasOwn(definitions.find(({ name }) => name === 'keys')?.fields ?? {}, 'note'),
    );
    const made = await admin.post(KEYS, { label: 'Новый', place: 'safe' });
    expect(made.body).toMatchObject({ note: 'Новый!' });
    await until(async () => (await notes()).every((note) => typeof note === 'string'));
    expect(await notes()).toEqual([...Array.from({ length: 450 }, (_, at) => `Ключ ${at + 1}!`), 'Новый!']);
    const [first] = await app.database.kysely.selectFrom('records').selectAll().orderBy('id').limit(1).execute();
    expect(first).toMatchObject({ updated_at, data: { label: 'Ключ 1', place: 'safe', note: 'Ключ 1!' } });
    await changed(
      (draft) => Object.assign(draft, withNote('label + "?"')),
      ({ definitions }) => JSON.stringify(definitions).includes('?'),
    );
    await until(async () => (await notes()).every((note) => String(note).endsWith('?')));
  });

  test('are computed once by two processes, and by none whose definition is not in force', async () => {
    await seed(3);
    const { database } = app;
    const [one, other] = ['"а"', '"б"'].map((computed) => readDefinition(withNote(computed), 'keys.json'));
    if (!one || !other) throw new Error('No definitions');
    await bringIntoForce(database.kysely, one, 'Europe/Moscow');
    const failures: unknown[] = [];
    const process = (definition: typeof one) =>
      new ComputedRecords(
        database,
        () => [definition],
        (error) => failures.push(error),
      );
    await process(other).runRound();
    expect(await notes()).toEqual([undefined, undefined, undefined]);
    const [first, second] = [process(one), process(one)];
    await Promise.all([first.runRound(), second.runRound()]);
    expect(await notes()).toEqual(['а', 'а', 'а']);
    // The same definition again is another coming into force: what was in between may have computed something.
    await bringIntoForce(database.kysely, other, 'Europe/Moscow');
    await process(other).runRound();
    expect(await notes()).toEqual(['б', 'б', 'б']);
    await bringIntoForce(database.kysely, one, 'Europe/Moscow');
    await first.runRound();
    expect(await notes()).toEqual(['а', 'а', 'а']);
    await Promise.all([first.close(), second.close()]);
    expect([failures, definitionVersion(one) === definitionVersion(other)]).toEqual([[], false]);
  });
});
