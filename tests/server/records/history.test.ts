import { EXTRA_DEFINITIONS } from '#tests/support/server/definitions.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PASSES = '/api/records/passes';
/** A section whose fields are called as secrets of ours are. */
const KEYS = {
  name: 'keys',
  section: 'keys',
  icon: 'key',
  words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
  fields: {
    holder: { kind: 'text', label: 'У кого', required: true },
    passport: { kind: 'text', label: 'Паспорт' },
    door_code: { kind: 'text', label: 'Код двери' },
    token: { kind: 'text', label: 'Жетон' },
  },
  list: { layout: 'table', columns: ['holder'], menu: ['edit'] },
  form: [{ fields: ['holder', 'passport', 'door_code', 'token'] }],
};
let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let late = 0;
beforeAll(async () => {
  app = await openTestApp({
    now: () => new Date(Date.now() + late),
    definitions: { ...EXTRA_DEFINITIONS, 'keys.json': KEYS },
  });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterEach(() => {
  late = 0;
});
afterAll(() => app.close());

const pass = (change: object = {}) => ({ guest: 'Пётр Гостев', house: demo.home.building, ...change });
const newPass = async (change: object = {}) => Number((await admin.post(PASSES, pass(change))).body.id);
const restore = (id: number, by = admin) => by.post(`${PASSES}/${id}/restore/`);

describe('a deletion is taken back', () => {
  test('within ten seconds the record stands again, whole; each step is in the log', async () => {
    const id = await newPass({ number: 'В100ВВ', times: 3 });
    const before = (await admin.get(`${PASSES}/${id}`)).body;
    await admin.remove(`${PASSES}/${id}`);
    expect((await admin.get(`${PASSES}/${id}`)).status).toBe(404);
    expect((await restore(id)).status).toBe(200);
    expect((await admin.get(`${PASSES}/${id}`)).body).toEqual(before);
    const { body } = await admin.get(`${PASSES}/${id}/history/`);
    expect(body.results).toMatchObject([{ action: 'restore' }, { action: 'delete' }, { action: 'create' }]);
  });

  test('later, twice, or of what stands it is not', async () => {
    const id = await newPass();
    expect((await restore(id)).status).toBe(404);
    await admin.remove(`${PASSES}/${id}`);
    late = 13_000;
    expect((await restore(id)).status).toBe(404);
    late = 0;
    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    expect((await restore(9_999_999)).status).toBe(404);
  });

  test('where another record took the unique value meanwhile it is refused at the field', async () => {
    const id = await newPass({ number: 'К200КК' });
    await admin.remove(`${PASSES}/${id}`);
    await newPass({ number: 'к200кк' });
    expect(await restore(id)).toMatchObject({ status: 400, body: { number: ['уже занято'] } });
    expect((await admin.get(`${PASSES}/${id}`)).status).toBe(404);
  });

  test('PERM-24, PERM-25: neither by who only reads nor by who cannot see the house', async () => {
    const id = await newPass({ house: demo.away.building });
    await admin.remove(`${PASSES}/${id}`);
    const porches = (
      await app.database.kysely
        .selectFrom('porches')
        .select('id')
        .where('building_id', '=', demo.home.building)
        .execute()
    ).map((row) => row.id);
    expect((await restore(id, await newPerson(app, { porches }))).status).toBe(404);
    expect((await restore(id, await newPerson(app, { levels: { passes: 'read' } }))).status).toBe(403);
    expect((await restore(id)).status).toBe(200);
  });
});

describe('the history of a record', () => {
  test('says who changed what and when, value by value, the newest first', async () => {
    const id = await newPass({ kind: 'foot', times: 1 });
    await admin.put(`${PASSES}/${id}`, { kind: 'car', signed: true });
    const { body } = await admin.get(`${PASSES}/${id}/history/`);
    expect(body).toEqual({
      results: [
        {
          id: expect.any(Number),
          at: expect.stringMatching(/^\d{4}-.*Z$/),
          action: 'update',
          by: { user: admin.id, name: expect.stringMatching(/\S \S/) },
          changes: [
            { field: 'kind', before: 'foot', after: 'car' },
            { field: 'signed', before: null, after: true },
          ],
        },
        expect.objectContaining({ action: 'create', changes: [] }),
      ],
      before: null,
    });
  });

  test('EXT: keeps every field of an added section, whatever it is called', async () => {
    const put = { passport: '4509 123456', door_code: '38К1204', token: 'жёлтый' };
    const id = Number((await admin.post('/api/records/keys', { ...put, holder: 'Пётр' })).body.id);
    await admin.put(`/api/records/keys/${id}`, { ...put, passport: '4510 654321', door_code: '7К5', token: 'синий' });
    const { body } = await admin.get(`/api/records/keys/${id}/history/`);
    const [last] = body.results as unknown as { changes: object[] }[];
    expect(last?.changes).toEqual([
      { field: 'passport', before: '4509 123456', after: '4510 654321' },
      { field: 'door_code', before: '38К1204', after: '7К5' },
      { field: 'token', before: 'жёлтый', after: 'синий' },
    ]);
  });

  test('is read in pages', async () => {
    const id = await newPass();
    for (let times = 1; times <= 24; times += 1) await admin.put(`${PASSES}/${id}`, { times });
    const first = (await admin.get(`${PASSES}/${id}/history/`)).body as unknown as { results: []; before: number };
    expect(first.results).toHaveLength(20);
    const rest = (await admin.get(`${PASSES}/${id}/history/?before=${first.before}`)).body;
    expect(rest.results).toHaveLength(5);
    expect(rest.before).toBeNull();
    expect((await admin.get(`${PASSES}/${id}/history/?before=x`)).status).toBe(400);
  });
});

describe('a long list is read by its ids', () => {
  test('page after page by falling id, each record once, without a count', async () => {
    const made: number[] = [];
    for (let count = 0; count < 5; count += 1) made.push(await newPass({ guest: 'Выгрузка' }));
    const seen: number[] = [];
    const filter = encodeURIComponent(JSON.stringify({ q: 'выгрузка' }));
    for (let before = 2_147_483_647; ; ) {
      const page = await admin.get(`${PASSES}?filter=${filter}&range=[0,1]&before=${before}`);
      expect(String(page.headers['content-range'])).toMatch(/\/\*$/);
      if (!page.list.length) break;
      seen.push(...page.list.map(({ id }) => Number(id)));
      before = seen.at(-1) ?? 0;
    }
    expect(seen).toEqual([...made].reverse());
  });
});
