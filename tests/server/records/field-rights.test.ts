// Runs on PostgreSQL too: hidden fields stand in no generated SQL.
import { readFileSync } from 'node:fs';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAME = 'repair-contracts';
const CONTRACTS = `/api/records/${NAME}`;
const EXAMPLE = JSON.parse(
  readFileSync(new URL(`../../../docs/examples/${NAME}.json`, import.meta.url), 'utf8'),
) as Record<string, object>;

/** Visits whose days, person and state are hidden from readers, each in another way. */
const VISITS = {
  name: 'visits',
  section: 'visits',
  icon: 'description',
  words: { one: 'визит', few: 'визита', many: 'визитов', accusative: 'визит', gender: 'm', plural: 'визиты' },
  comments: true,
  fields: {
    title: { kind: 'text', label: 'Что', required: true },
    day: { kind: 'date', label: 'День', see: 'write', filter: true },
    keeper: { kind: 'reference', label: 'Кто', to: 'employees', see: 'write', filter: true },
    remark: { kind: 'text', label: 'Заметка', filter: true },
    secret: { kind: 'text', label: 'Тайна', see: 'administrator', required: true, initial: '"нет"', unique: false },
    phase: {
      kind: 'state',
      label: 'Этап',
      see: 'write',
      states: [
        { value: 'open', label: 'Открыт' },
        { value: 'closed', label: 'Закрыт', final: true },
      ],
      moves: [
        {
          name: 'close',
          label: 'Закрыть',
          from: ['open'],
          to: 'closed',
          who: { level: 'read' },
          asks: [{ field: 'remark' }],
        },
      ],
    },
  },
  notify: [
    { on: 'change', to: { level: 'read' } },
    { on: 'create', when: "secret == 'важно'", to: { level: 'write' } },
  ],
  list: {
    layout: 'calendar',
    calendar: { from: 'day' },
    columns: ['title', 'day'],
    search: ['secret'],
  },
  form: [{ fields: ['title', 'day', 'keeper', 'remark', 'secret'] }],
};
const LIST = '/api/records/visits';

/** Scans that writers neither see nor choose the keeper of. */
const SCANS = {
  name: 'scans',
  section: 'scans',
  icon: 'description',
  words: { one: 'скан', few: 'скана', many: 'сканов', accusative: 'скан', gender: 'm', plural: 'сканы' },
  fields: {
    title: { kind: 'text', label: 'Что', required: true },
    scan: { kind: 'files', label: 'Скан', see: 'administrator' },
    photos: { kind: 'files', label: 'Снимки' },
    keeper: { kind: 'reference', label: 'Кто', to: 'employees', change: 'administrator', initial: 'me' },
  },
  list: { layout: 'table', columns: ['title'] },
  form: [{ fields: ['title', 'scan', 'photos', 'keeper'] }],
};

let app: TestApp;
let demo: DemoCompany;
let address = '';
let reader: Person;
let writer: Person;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { [`${NAME}.json`]: EXAMPLE, 'visits.json': VISITS, 'scans.json': SCANS } });
  demo = await readDemoCompany(app);
  const { street, number } = await app.database.kysely
    .selectFrom('buildings')
    .where('id', '=', demo.home.building)
    .select(['street', 'number'])
    .executeTakeFirstOrThrow();
  address = `${street}, ${number}`;
  const staff = (level: string, role: 'employee' | 'admin' = 'employee') =>
    newPerson(app, { role, levels: { [NAME]: level, visits: level, employees: 'read' } as never });
  reader = await staff('read');
  writer = await staff('write');
  admin = await staff('write', 'admin');
});
afterAll(() => app.close());

const contract = (more: object = {}) => ({ subject: 'Крыша', house: demo.home.building, contractor: 'Кров', ...more });
async function made(more: object = {}, by = admin): Promise<number> {
  const answer = await by.post(CONTRACTS, contract({ ...(by === admin ? { limit: 50_000_000 } : {}), ...more }));
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}
async function visit(more: object = {}, by = admin): Promise<number> {
  const answer = await by.post(LIST, { title: 'Осмотр', ...(by === admin ? { secret: 'нет' } : {}), ...more });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}
const fieldsOf = (record: object) => Object.keys(record).sort();
const errors = ({ request_id: _, ...fields }: Record<string, unknown>) => fields;
const asJson = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const ALWAYS = ['contractor', 'house', 'id', 'record_version', 'stage', 'subject'];
const OF_WRITERS = [...ALWAYS, 'left', 'limit', 'price'].sort();
const OF_ADMINISTRATORS = [...OF_WRITERS, 'opinion'].sort();
const LOCKED = ['у вас нет права менять это поле'];

test('a hidden file is not had by naming it in a field that is seen', async () => {
  const plain = await newPerson(app, { levels: { scans: 'write', employees: 'denied' } as never });
  const files = [{ field: 'attachments', name: 'договор.txt', bytes: Buffer.from('Тайна') }];
  const { list } = await admin.call('POST', { url: '/api/authorized/attachments/', files });
  const scan = Number(list[0]?.id);
  const { body } = await admin.post('/api/records/scans', { title: 'Договор', scan: [scan] });
  const taken = await plain.call('PUT', { url: `/api/records/scans/${body.id}`, body: { photos: [scan] } });
  expect([taken.status, errors(taken.body)]).toEqual([400, { photos: expect.any(Array) }]);
});

test('what the server fills in of a locked reference is not asked of its writer', async () => {
  const plain = await newPerson(app, { levels: { scans: 'write', employees: 'denied' } as never });
  const made = await plain.post('/api/records/scans', { title: 'Акт' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
});

describe('a field below whose level a person is', () => {
  test('stands in no answer: list, record, what a write answers', async () => {
    const id = await made({ price: 100_000, opinion: 'Надёжный' });
    for (const [by, keys] of [
      [reader, ALWAYS],
      [writer, OF_WRITERS],
      [admin, OF_ADMINISTRATORS],
    ] as const) {
      expect(fieldsOf((await by.get(`${CONTRACTS}/${id}`)).body)).toEqual(keys);
      const { list } = await by.get(`${CONTRACTS}?filter=${asJson({ id: [id] })}`);
      expect(fieldsOf(list[0] ?? {})).toEqual(keys);
    }
    expect(fieldsOf((await writer.put(`${CONTRACTS}/${id}`, { contractor: 'Жесть' })).body)).toEqual(OF_WRITERS);
    expect(fieldsOf((await writer.post(CONTRACTS, contract())).body)).toEqual(OF_WRITERS);
    expect(fieldsOf((await writer.remove(`${CONTRACTS}/${id}`)).body)).toEqual(OF_WRITERS);
    expect(fieldsOf((await writer.post(`${CONTRACTS}/${id}/restore/`)).body)).toEqual(OF_WRITERS);
  });

  test('is neither filtered, sorted, searched, grouped nor totalled by', async () => {
    await made({ price: 777_700, opinion: 'Совершенно неповторимо' });
    const refusal = async (by: Person, url: string) => {
      const { status, body } = await by.get(url);
      return [status, status === 400 ? errors(body) : null];
    };
    const unknown = (name: string) => [400, { [name]: ['неизвестное значение'] }];
    const missing = await refusal(reader, `${CONTRACTS}?filter=${asJson({ nothing: 1 })}`);
    for (const filter of [{ price: 777_700 }, { price_gte: 1 }, { opinion: 'С' }, { left: 1 }]) {
      expect(await refusal(reader, `${CONTRACTS}?filter=${asJson(filter)}`)).toEqual(missing);
      expect(await refusal(reader, `${CONTRACTS}/totals/?filter=${asJson(filter)}`)).toEqual(missing);
      expect((await admin.get(`${CONTRACTS}?filter=${asJson(filter)}`)).status).toBe(200);
    }
    for (const name of ['price', 'opinion', 'left']) {
      const sorted = `${CONTRACTS}?sort=${asJson([name, 'ASC'])}`;
      expect(await refusal(reader, sorted)).toEqual(
        await refusal(reader, `${CONTRACTS}?sort=${asJson(['nothing', 'ASC'])}`),
      );
      expect((await admin.get(sorted)).status).toBe(200);
    }
    const search = `${CONTRACTS}?filter=${asJson({ q: 'неповторимо' })}`;
    expect((await admin.get(search)).list).toHaveLength(1);
    expect((await writer.get(search)).list).toEqual([]);
    expect((await reader.get(search)).list).toEqual([]);
    expect((await reader.get(`${CONTRACTS}/totals/`)).body.totals).toEqual({});
    expect((await writer.get(`${CONTRACTS}/totals/`)).body.totals).toEqual({ price: { sum: expect.any(String) } });
    expect(unknown('by')[0]).toBe((await reader.get(`${LIST}/groups/?by=keeper`)).status);
    expect((await writer.get(`${LIST}/groups/?by=keeper`)).status).toBe(200);
    expect((await reader.get(`${LIST}?days=${asJson(['2026-01-01', '2026-12-31'])}`)).status).toBe(400);
    expect((await writer.get(`${LIST}?days=${asJson(['2026-01-01', '2026-12-31'])}`)).status).toBe(200);
    expect((await reader.get(`${LIST}/references/keeper/`)).status).toBe(404);
    expect((await writer.get(`${LIST}/references/keeper/`)).status).toBe(200);
    // Nothing that writers see is searched.
    expect(await refusal(writer, `${LIST}?filter=${asJson({ q: 'нет' })}`)).toEqual(missing);
  });

  test('is not found by the search over everything, nor described', async () => {
    const id = await made({ subject: 'Труба', opinion: 'Абракадабра' });
    const ids = async (by: Person, words: string) => {
      const { body } = await by.get(`/api/crm/search/everything/?q=${encodeURIComponent(words)}`);
      return JSON.stringify(body).includes(`"id":${id},`);
    };
    expect([await ids(admin, 'Абракадабра'), await ids(writer, 'Абракадабра')]).toEqual([true, false]);
    expect(await ids(writer, 'Труба')).toBe(true);
    const described = async (by: Person) => {
      const { body } = await by.get('/api/openapi.json');
      const { schemas } = body.components as unknown as { schemas: Record<string, { properties: object }> };
      return [`${NAME}-record`, `${NAME}-payload`].map((name) => 'opinion' in (schemas[name]?.properties ?? {}));
    };
    expect(await described(admin)).toEqual([true, true]);
    expect(await described(writer)).toEqual([false, false]);
  });

  test('has no history, and neither has a change of it alone', async () => {
    const id = await made({ price: 100_000, opinion: 'Первый' });
    await admin.put(`${CONTRACTS}/${id}`, { opinion: 'Второй' });
    await admin.put(`${CONTRACTS}/${id}`, { opinion: 'Третий', contractor: 'Жесть' });
    const entries = async (by: Person) => {
      const { body } = await by.get(`${CONTRACTS}/${id}/history/`);
      const results = body.results as unknown as { action: string; changes: { field: string }[] }[];
      return results.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)]);
    };
    expect(await entries(admin)).toEqual([['update', 'contractor', 'opinion'], ['update', 'opinion'], ['create']]);
    expect(await entries(writer)).toEqual([['update', 'contractor'], ['create']]);
  });

  test('makes no edit conflict, and a conflict tells nothing of it', async () => {
    const id = await made({ opinion: 'Первый' });
    const { record_version } = (await writer.get(`${CONTRACTS}/${id}`)).body;
    await admin.put(`${CONTRACTS}/${id}`, { opinion: 'Второй' });
    expect((await writer.put(`${CONTRACTS}/${id}`, { contractor: 'А', record_version })).status).toBe(200);
    await admin.put(`${CONTRACTS}/${id}`, { opinion: 'Третий' });
    const late = await writer.put(`${CONTRACTS}/${id}`, { contractor: 'Б', record_version });
    expect(late.status).toBe(409);
    // The last change that the editor may know of is their own.
    expect(late.body.changed).toMatchObject({ by: { user: writer.id } });
    expect(late.text).not.toContain('Третий');
  });

  test('is left as it is by a call that names it, as an unknown key is', async () => {
    const id = await made({ price: 100_000, opinion: 'Хороший' });
    for (const opinion of ['Хороший', 'Плохой', null]) {
      expect((await writer.put(`${CONTRACTS}/${id}`, { opinion })).status).toBe(200);
    }
    expect((await writer.post(CONTRACTS, contract({ opinion: 'Плохой' }))).status).toBe(201);
    expect((await admin.get(`${CONTRACTS}/${id}`)).body.opinion).toBe('Хороший');
    const bulk = await writer.post(`${CONTRACTS}/bulk/`, { do: 'change', ids: [id], values: { opinion: 'Плохой' } });
    const foreign = await writer.post(`${CONTRACTS}/bulk/`, { do: 'change', ids: [id], values: { nothing: 'Плохой' } });
    expect([bulk.status, errors(bulk.body)]).toEqual([400, { opinion: errors(foreign.body).nothing }]);
    const rows = [{ row: 2, cells: { subject: 'Из файла', house: address, opinion: 'Плохой' } }];
    const { body } = await writer.post(`${CONTRACTS}/import/`, { key: 'hidden-cells', check: false, rows });
    const [outcome] = body.rows as unknown as { id: number; errors: object }[];
    expect(outcome?.errors).toEqual({});
    expect((await admin.get(`${CONTRACTS}/${outcome?.id}`)).body).toMatchObject({ opinion: null, limit: 50_000_000 });
  });
});

describe('a field that a person does not change', () => {
  test('is refused in every write that says another value, and kept where it says the same', async () => {
    const id = await made({ price: 100_000 });
    const change = await writer.put(`${CONTRACTS}/${id}`, { limit: 1 });
    expect([change.status, errors(change.body)]).toEqual([400, { limit: LOCKED }]);
    expect((await writer.put(`${CONTRACTS}/${id}`, { limit: 50_000_000, contractor: 'Жесть' })).status).toBe(200);
    const create = await writer.post(CONTRACTS, contract({ limit: 1 }));
    expect([create.status, errors(create.body)]).toEqual([400, { limit: LOCKED }]);
    expect((await writer.post(CONTRACTS, contract({ limit: 50_000_000 }))).status).toBe(201);
    const bulk = await writer.post(`${CONTRACTS}/bulk/`, { do: 'change', ids: [id], values: { limit: 1 } });
    expect([bulk.status, errors(bulk.body)]).toEqual([400, { limit: LOCKED }]);
    const rows = [{ row: 2, cells: { subject: 'Из файла', house: address, limit: '1' } }];
    const { body } = await writer.post(`${CONTRACTS}/import/`, { key: 'locked-cells', check: true, rows });
    expect(body.rows).toMatchObject([{ errors: { limit: LOCKED } }]);
    expect((await admin.put(`${CONTRACTS}/${id}`, { limit: 20_000_000 })).status).toBe(200);
    expect((await admin.get(`${CONTRACTS}/${id}`)).body.limit).toBe(20_000_000);
  });

  test('begins with its initial value, and what is computed or checked by it holds', async () => {
    const { body } = await writer.post(CONTRACTS, contract({ price: 100_000 }));
    expect(body).toMatchObject({ limit: 50_000_000, left: 49_900_000 });
    const dear = await writer.post(CONTRACTS, contract({ price: 50_000_001 }));
    expect([dear.status, errors(dear.body)]).toEqual([400, { price: ['цена выше предела'] }]);
  });

  test('of states is moved by those alone who change it', async () => {
    const id = await made();
    const move = { move: 'sign', values: {} };
    const refused = await writer.post(`${CONTRACTS}/${id}/move/`, move);
    expect([refused.status, refused.body.detail]).toEqual([403, 'Это может только администратор']);
    expect((await admin.post(`${CONTRACTS}/${id}/move/`, move)).status).toBe(200);
    expect((await writer.post(`${CONTRACTS}/${id}/move/undo/`)).status).not.toBe(200);
  });
});

describe('a hidden state, day and person', () => {
  test('are no moves, and a move that also writes what is seen shows as a change', async () => {
    const id = await visit({ day: '2026-03-05' });
    const unknown = await reader.post(`${LIST}/${id}/move/`, { move: 'nothing', values: {} });
    const hidden = await reader.post(`${LIST}/${id}/move/`, { move: 'close', values: {} });
    expect([hidden.status, errors(hidden.body)]).toEqual([unknown.status, errors(unknown.body)]);
    expect((await writer.post(`${LIST}/${id}/move/`, { move: 'close', values: { remark: 'Всё' } })).status).toBe(200);
    const entries = async (by: Person) => (await by.get(`${LIST}/${id}/history/`)).body.results;
    expect(await entries(writer)).toMatchObject([{ action: 'move' }, { action: 'create' }]);
    expect(await entries(reader)).toMatchObject([
      { action: 'update', changes: [{ field: 'remark' }] },
      { action: 'create', changes: [] },
    ]);
  });

  test('are told of over the socket to those alone who see them', async () => {
    const id = await visit({ day: '2026-03-05' });
    const host = await listen(app);
    const open = async ({ token }: Person) => {
      const socket = await openSocket(host, `/ws/notifications?token=${token}`);
      await socket.next(({ type }) => type === 'welcome');
      return socket;
    };
    const [seeing, blind] = [await open(writer), await open(reader)];
    const moved = ({ type }: Record<string, unknown>) => type === 'record-moved';
    await admin.put(`${LIST}/${id}`, { day: '2026-03-06' });
    await admin.put(`${LIST}/${id}`, { remark: 'Видно всем' });
    await blind.next(moved);
    await seeing.next((message) => moved(message) && seeing.messages.filter(moved).length === 2);
    for (const socket of [seeing, blind]) await arrived(socket);
    expect(blind.messages.filter(moved)).toHaveLength(1);
    for (const { socket } of [seeing, blind]) socket.close();
  });

  test('notify those alone who see them', async () => {
    const messages = async (by: Person) => {
      const { body } = await by.get('/api/authorized/notifications/');
      return (body.results as unknown as { message: string }[]).map(({ message }) => message);
    };
    const id = await visit({ title: 'Подвал', day: '2026-03-05' });
    await admin.put(`${LIST}/${id}`, { day: '2026-03-06' });
    expect([await messages(writer), await messages(reader)]).toEqual([
      expect.arrayContaining(['Подвал']),
      expect.not.arrayContaining(['Подвал']),
    ]);
    const other = await visit({ title: 'Чердак' });
    await admin.put(`${LIST}/${other}`, { remark: 'Видно' });
    expect(await messages(reader)).toContain('Чердак');
    await visit({ title: 'Важный', secret: 'важно' });
    expect(await messages(writer)).not.toContain('Важный');
  });

  test('a required field that is hidden keeps nobody from writing', async () => {
    const id = await visit({ title: 'Лифт', remark: 'а' }, writer);
    expect((await admin.get(`${LIST}/${id}`)).body.secret).toBe('нет');
    expect((await writer.put(`${LIST}/${id}`, { remark: 'б' })).status).toBe(200);
    expect((await admin.put(`${LIST}/${id}`, { secret: '' })).status).toBe(400);
  });
});
