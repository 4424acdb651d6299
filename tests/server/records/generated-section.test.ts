import { readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { keysDefinition } from '#tests/support/definitions.ts';
import { type EveryPlace, everyFilter, everyKind, everyValue } from '#tests/support/every-kind.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const URL = '/api/records/every-kind';
const ACTS = {
  ...everyKind(),
  name: 'acts',
  section: 'acts',
  building: 'houses',
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    houses: { kind: 'buildings', label: 'Дома', required: true },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', 'houses'] }],
};
let app: TestApp;
let admin: Person;
let demo: DemoCompany;
let place: EveryPlace;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'every-kind.json': everyKind(), 'acts.json': ACTS } });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  place = { ...demo.home, employee: admin.id };
});
afterAll(() => app?.close());

const list = (query: Record<string, unknown>) =>
  admin.get(`${URL}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]))}`);

describe('a section with a field of every kind', () => {
  test(`${KIND_NAMES.length} kinds are created, read, edited, listed, filtered, sorted and exported`, async () => {
    const created = await admin.post(URL, everyValue(place, 1));
    expect(created).toMatchObject({ status: 201 });
    await admin.post(URL, everyValue(place, 2));
    const id = Number(created.body.id);
    const { flat, unit, reference, references, checklist, files, ...plain } = everyValue(place, 1);
    expect((await admin.get(`${URL}/${id}`)).body).toMatchObject({
      ...plain,
      flat: { id: flat, label: expect.any(String) },
      unit: { id: unit, label: expect.any(String) },
      reference: { id: reference, label: expect.any(String) },
      references: [references].flat().map((id) => ({ id, label: expect.any(String) })),
      checklist: [checklist].flat().map((id) => ({ id, label: expect.any(String) })),
      files: [],
    });
    const edited = await admin.put(`${URL}/${id}`, everyValue(place, 3));
    expect(edited).toMatchObject({ status: 200, body: { text: 'Текст 3', money: 100_03 } });
    for (const [name, value] of everyFilter(place, 3)) {
      const found = await list({ filter: { [name]: value } });
      expect({ name, status: found.status, ids: found.list.map((one) => Number(one.id)) }).toMatchObject({
        name,
        status: 200,
        ids: expect.arrayContaining([id]),
      });
    }
    const bare = await admin.post(URL, { text: 'Больше ничего', buildings: [] });
    expect(bare).toMatchObject({ status: 201, body: { text: 'Больше ничего', buildings: [] } });
    const rows = [{ row: 2, cells: { text: 'Из файла', money: '1 250,50' } }];
    const loaded = await admin.post(`${URL}/import/`, { key: 'every-kind', check: true, rows });
    expect(loaded).toMatchObject({ status: 200, body: { rows: [{ row: 2, errors: {} }] } });
    await admin.remove(`${URL}/${bare.body.id}`);
    expect((await list({ filter: { q: 'екст 3' } })).list).toHaveLength(1);
    expect((await list({ sort: ['money', 'ASC'] })).list.map(({ text }) => text)).toEqual(['Текст 2', 'Текст 3']);
    expect((await admin.get(`${URL}?before=2147483647`)).list).toHaveLength(2);
  });

  test('the description of the API has its paths and shapes, and follows the files', async () => {
    type Description = {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, { properties: object }> };
    };
    const described = async () => (await admin.get('/api/openapi.json')).body as unknown as Description;
    const before = await described();
    expect(Object.keys(before.paths)).toEqual(
      expect.arrayContaining([URL, `${URL}/{id}`, `${URL}/{id}/history/`, `${URL}/import/`, '/api/records/acts']),
    );
    expect(before.paths[URL]).toMatchObject({
      post: {
        summary: expect.stringMatching(/^Пробы: /),
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/every-kind-payload' } } },
        },
      },
    });
    expect(before.components.schemas['every-kind-payload']).toMatchObject({
      required: ['text'],
      properties: { text: { type: 'string', title: 'Вид text' }, money: expect.anything() },
    });
    const folder = join(app.dataDir, 'resources');
    await unlink(join(folder, 'acts.json'));
    await writeFile(join(folder, 'deeds.json'), JSON.stringify({ ...ACTS, name: 'deeds', section: 'deeds' }));
    expect(await readdir(folder)).toHaveLength(2);
    // The folder is followed: what is described follows it.
    for (;;) {
      const { paths } = await described();
      if ('/api/records/deeds' in paths && !('/api/records/acts' in paths)) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  test('the description of the API names added sections to signed-in staff only', async () => {
    const suspended = await newPerson(app);
    await app.database.kysely
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.id)
      .execute();
    for (const url of ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml']) {
      for (const token of [null, 'no-such-token', suspended.token]) {
        const { status, text } = await app.call('GET', url, token);
        expect({ url, token, status, named: text.includes('every-kind') }).toEqual({
          url,
          token,
          status: 200,
          named: false,
        });
      }
      expect((await admin.get(url)).text).toContain('/api/records/every-kind');
    }
    // The page asks for it with the console's token.
    const script = await app.call('GET', '/api/docs/static/swagger-initializer.js');
    expect(script.text).toMatch(/localStorage\.getItem\(['"]home-moderator['"]\)/);
  });

  test('a record of several houses says whether it is wholly the reader’s to delete', async () => {
    const url = '/api/records/deeds';
    const made = await admin.post(url, { title: 'Общий', houses: [demo.home.building, demo.away.building] });
    expect(made).toMatchObject({ status: 201, body: { is_all_buildings: true } });
    const person = await newPerson(app, { porches: [demo.home.porch], levels: { deeds: 'write' } });
    const seen = await person.get(`${url}/${made.body.id}`);
    expect(seen).toMatchObject({ status: 200, body: { is_all_buildings: false } });
    expect((await person.remove(`${url}/${made.body.id}`)).status).toBe(403);
    expect((await person.put(`${url}/${made.body.id}`, { title: 'Иначе' })).status).toBe(200);
    expect((await admin.remove(`${url}/${made.body.id}`)).status).toBe(200);
  });
});

describe('a file that goes, comes back and breaks while the server runs', () => {
  const KEYS = '/api/records/keys';
  const file = () => join(app.dataDir, 'resources', 'keys.json');
  type Told = { definitions: { name: string }[]; problems: { file: string; name: string; problems: string[] }[] };
  const told = async (by: Person) => (await by.get('/resources/definitions/')).body as unknown as Told;
  /** The list of definitions as an administrator gets it, once it passes the test. */
  const toldOnce = async (test: (answer: Told) => boolean): Promise<Told> => {
    for (;;) {
      const answer = await told(admin);
      if (test(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const stands = ({ definitions }: Told) => definitions.some(({ name }) => name === 'keys');

  test('the section goes with its file and its records stay: they are there again with the file', async () => {
    await writeFile(file(), JSON.stringify(keysDefinition()));
    await toldOnce(stands);
    const made = await admin.post(KEYS, { label: 'Подвал', place: 'safe' });
    expect(made.status).toBe(201);
    const one = `${KEYS}/${made.body.id}`;
    await unlink(file());
    await toldOnce((answer) => !stands(answer));
    const calls = [
      await admin.get(KEYS),
      await admin.get(one),
      await admin.post(KEYS, { label: 'Чердак' }),
      await admin.put(one, { label: 'Чердак' }),
      await admin.remove(one),
      await admin.get(`${one}/history/`),
      await admin.post(`${KEYS}/import/`, { key: 'gone-for-now', check: true, rows: [] }),
    ];
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404));
    const { paths } = (await admin.get('/api/openapi.json')).body as unknown as { paths: object };
    expect(paths).not.toHaveProperty([KEYS]);

    await writeFile(file(), JSON.stringify(keysDefinition()));
    await toldOnce(stands);
    expect((await admin.get(KEYS)).list).toMatchObject([{ id: made.body.id, label: 'Подвал', place: 'safe' }]);
    expect((await admin.get(`${one}/history/`)).body.results).toMatchObject([{ action: 'create' }]);
  });

  test('a wrong file is told of with the section it is about, to administrators; what stood before it goes on', async () => {
    const placed = { area: 'settings', routes: { list: '/settings/locks' }, menu: false };
    const wrong = JSON.stringify({ ...keysDefinition(), icon: 'nothing-like-it', ...placed }, null, 2);
    await writeFile(join(app.dataDir, 'resources', 'new.json'), wrong.replaceAll('"keys"', '"locks"'));
    // Nothing of it can be read any more: it is known by what it said before.
    await writeFile(file(), '{ "words"');
    const { problems } = await toldOnce((answer) => answer.problems.length === 2);
    expect(problems).toEqual([
      { file: 'keys.json', name: 'keys', title: 'Ключи', problems: [expect.stringMatching(/не JSON.*строка 1/)] },
      {
        file: 'new.json',
        name: 'locks',
        title: 'Ключи',
        // Where it would stand, as far as the file says so.
        area: 'settings',
        path: '/settings/locks',
        menu: false,
        problems: [expect.stringMatching(/^icon: .*одно из.*nothing-like-it.*строка 4/)],
      },
    ]);
    expect((await admin.get(KEYS)).list).toHaveLength(1);
    expect((await admin.get('/api/records/locks')).status).toBe(404);
    const employee = await newPerson(app, { levels: { keys: 'read' } });
    expect(await told(employee)).toMatchObject({ problems: [] });
    expect((await employee.get(KEYS)).status).toBe(200);
    await writeFile(file(), JSON.stringify(keysDefinition()));
    await unlink(join(app.dataDir, 'resources', 'new.json'));
    await toldOnce((answer) => answer.problems.length === 0);
  });
});
