// Runs in test:all alone: a copy of the whole tree; sections that use the kit have tests of their own.
import { pathToFileURL } from 'node:url';
import { resultsOf } from '#tests/support/server/announcements.ts';
import type { Person } from '#tests/support/server/people.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';
import { type Tree, treeWithNote } from '#tests/support/tree-with-note.ts';

/**
 * A plain field of a built-in section is added on a copy of the tree by its definition, its text, a migration and the type of the
 * table. The form and the list of it: `tests/console/engine/record-kit.test.tsx`.
 */
let tree: Tree;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  tree = treeWithNote();
  const load = (file: string) => import(pathToFileURL(tree.path(file)).href);
  const { openTestApp }: typeof import('#tests/support/server/test-app.ts') = await load(
    'tests/support/server/test-app.ts',
  );
  const { demoPerson }: typeof import('#tests/support/server/people.ts') = await load('tests/support/server/people.ts');
  app = await openTestApp();
  admin = await demoPerson(app, 1);
});
afterAll(async () => {
  await app.close();
  tree.remove();
});

/** Audit entries of the note, the newest first. */
async function logged(resource: string, record: number) {
  const rows = await app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', resource)
    .where('record_id', '=', String(record))
    .orderBy('id', 'desc')
    .select(['action', 'before', 'after'])
    .execute();
  const noteOf = (values: unknown) => (values as { note?: string | null } | null)?.note;
  return rows.map(({ action, before, after }) => [action, noteOf(before), noteOf(after)]);
}

const TOO_LONG = { note: 'я'.repeat(61) };

test('a note of an announcement is checked, kept, shown, versioned, logged and restored', async () => {
  const url = '/api/crm/news/';
  const said = { title: 'Отключение воды', description: 'Завтра с 10 до 14 часов не будет воды.', type: 'info' };
  const [building] = (await admin.get('/api/crm/buildings/')).list;
  const target = { buildings: [Number(building?.id)] };
  const refused = await admin.post(url, { ...said, target, ...TOO_LONG });
  expect([refused.status, refused.body]).toMatchObject([400, { note: ['слишком много'] }]);
  const made = await admin.post(url, { ...said, target, note: ' ключи у вахтёра ' });
  expect([made.status, made.body.data?.params]).toMatchObject([201, { note: 'ключи у вахтёра' }]);
  const id = Number(made.body.data?.params?.id);
  const one = `${url}${id}/`;
  const seen = (await admin.get(one)).body;
  expect(seen).toMatchObject({ note: 'ключи у вахтёра' });
  const [newest] = resultsOf(await admin.get(url));
  expect(newest).toMatchObject({ id, note: 'ключи у вахтёра' });

  const patch = (body: object) => admin.call('PATCH', { url: one, body });
  expect((await patch(TOO_LONG)).status).toBe(400);
  expect((await patch({ title: 'Воду уже дали' })).body.params).toMatchObject({ note: 'ключи у вахтёра' });
  const version = (await admin.get(one)).body.version;
  expect((await patch({ note: 'ключи у консьержа', version })).body.params).toMatchObject({
    note: 'ключи у консьержа',
  });
  expect((await patch({ note: 'ключи в офисе', version })).status).toBe(409);
  expect((await patch({ note: '' })).body.params).toMatchObject({ note: null });

  await admin.remove(one);
  await admin.post(`${one}restore/`);
  expect(await logged('news', id)).toEqual([
    ['restore', undefined, null],
    ['delete', null, undefined],
    ['update', 'ключи у консьержа', null],
    ['update', 'ключи у вахтёра', 'ключи у консьержа'],
    ['update', 'ключи у вахтёра', 'ключи у вахтёра'],
    ['create', undefined, 'ключи у вахтёра'],
  ]);
});

test('a note of an employee is checked, kept, shown, sorted by, versioned and told in the history', async () => {
  const url = '/api/crm/employee/';
  const [company] = (await admin.get('/api/crm/scenarios/companies/')).list;
  const person = {
    ...{ first_name: 'Пётр', last_name: 'Новиков', gender: 'male', position: 'Электрик' },
    ...{ company: company?.id, phone_number: '+79775550101' },
  };
  const refused = await admin.post(url, { ...person, ...TOO_LONG });
  expect([refused.status, refused.body]).toMatchObject([400, { note: ['слишком много'] }]);
  const made = await admin.post(url, { ...person, note: 'по средам' });
  expect(made.status).toBe(201);
  const id = Number(made.body.params?.user);
  const one = `${url}${id}/`;
  const seen = (await admin.get(one)).body;
  expect(seen).toMatchObject({ note: 'по средам' });
  const [first] = resultsOf(await admin.get(`${url}?sort=note`));
  expect(first).toMatchObject({ user: id, note: 'по средам' });

  // A client that does not know the note leaves it alone.
  expect((await admin.put(one, person)).status).toBe(200);
  expect((await admin.get(one)).body).toMatchObject({ note: 'по средам' });
  expect((await admin.put(one, { ...person, note: 'по пятницам', version: seen.version })).status).toBe(200);
  expect((await admin.put(one, { ...person, note: 'никогда', version: seen.version })).status).toBe(409);
  expect((await admin.get(one)).body).toMatchObject({ note: 'по пятницам' });
  expect((await admin.get(`${one}history/`)).body.results).toMatchObject([
    { action: 'update', changes: [{ field: 'note', before: 'по средам', after: 'по пятницам' }] },
    { action: 'update', changes: [] },
    { action: 'create' },
  ]);
});
