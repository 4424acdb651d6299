// Runs on PostgreSQL too: replacing by an expression index, counting under a lock.
import { TASK_TEMPLATES, VIEW_LIMITS } from '#resources/protocol/views/view-bounds.ts';
import { VIEWS_PATH, viewSaved, viewsAnswer } from '#resources/protocol/views/views.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const view = (over: object = {}) => ({ list: 'news', name: 'Аварии', query: 'filter=%7B%7D&order=DESC', ...over });

async function saved(by: Person, over: object = {}) {
  const answer = await by.post(VIEWS_PATH, view(over));
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return viewSaved.parse(answer.body).params;
}
const seen = async (by: Person) => viewsAnswer.parse((await by.get(VIEWS_PATH)).body).results;

describe('saved views', () => {
  test('one is kept for its owner alone, by name; the same name in another letter case replaces it', async () => {
    const [owner, other] = [await newPerson(app), await newPerson(app)];
    const first = await saved(owner);
    await saved(owner, { name: 'Все', query: '' });
    expect(await saved(owner, { name: 'АВАРИИ', query: 'order=ASC' })).toMatchObject({ id: first.id, own: true });
    await saved(owner, { list: 'cameras' });
    const names = (await seen(owner)).map(({ list, name, query }) => [list, name, query]);
    expect(names).toEqual([
      ['news', 'АВАРИИ', 'order=ASC'],
      ['cameras', 'Аварии', view().query],
      ['news', 'Все', ''],
    ]);
    expect(await seen(other)).toEqual([]);
  });

  test('a shared one is seen by who may see the section, with whose it is, and by nobody else', async () => {
    const owner = await newPerson(app);
    const made = await saved(owner, { list: 'cameras', name: 'Для всех', shared: true });
    const reader = await newPerson(app, { levels: { cameras: 'read' } });
    const theirs = (await seen(reader)).find(({ id }) => id === made.id);
    expect(theirs).toEqual({ ...made, own: false });
    expect(made.by).toMatch(/^Иван Проверкин/);
    const stranger = await newPerson(app, { levels: { news: 'write' } });
    expect((await seen(stranger)).map(({ id }) => id)).not.toContain(made.id);
  });

  test('who may only look at the section keeps views and shares none', async () => {
    const reader = await newPerson(app, { levels: { cameras: 'read' } });
    await saved(reader, { list: 'cameras' });
    const refused = await reader.post(VIEWS_PATH, view({ list: 'cameras', shared: true }));
    expect([refused.status, refused.body.code]).toEqual([403, 'no_right']);
    const own = (await seen(reader)).filter((one) => one.own);
    expect(own.map(({ shared }) => shared)).toEqual([false]);
  });

  test('only its owner deletes one', async () => {
    const [owner, other] = [await newPerson(app), await newPerson(app)];
    const { id } = await saved(owner, { name: 'Лишний', shared: true });
    expect((await other.remove(`${VIEWS_PATH}${id}/`)).status).toBe(404);
    expect((await owner.remove(`${VIEWS_PATH}${id}/`)).status).toBe(204);
    expect((await owner.remove(`${VIEWS_PATH}${id}/`)).status).toBe(404);
    expect((await seen(other)).map((one) => one.id)).not.toContain(id);
  });

  test('sections that an installation has added have views, lists that there are not have none', async () => {
    const owner = await newPerson(app);
    await saved(owner, { list: 'passes' });
    const { status, body } = await owner.post(VIEWS_PATH, view({ list: 'unknown' }));
    expect([status, Array.isArray(body.list)]).toEqual([400, true]);
  });

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'я'.repeat(VIEW_LIMITS.name + 1) }, 'name'],
    ['a long query', { query: 'q'.repeat(VIEW_LIMITS.query + 1) }, 'query'],
    ['a list that is no name', { list: '../news' }, 'list'],
  ])('%s is refused by its field', async (_, over, field) => {
    const owner = await newPerson(app);
    const { status, body } = await owner.post(VIEWS_PATH, view(over));
    expect([status, Array.isArray(body[field])]).toEqual([400, true]);
  });

  test('a person keeps so many of a list and no more, however many come at once; the last may still be replaced', async () => {
    const owner = await newPerson(app);
    const rows = Array.from({ length: VIEW_LIMITS.perList - 1 }, (_, at) => ({
      owner_id: owner.id,
      list: 'news',
      name: `Вид ${at}`,
      query: '',
      shared: false,
      created_at: new Date(),
      updated_at: new Date(),
    }));
    await app.database.kysely.insertInto('saved_views').values(rows).execute();
    const answers = await Promise.all(['А', 'Б', 'В'].map((name) => owner.post(VIEWS_PATH, view({ name }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_views');
    expect((await owner.post(VIEWS_PATH, view({ name: 'вид 3' }))).status).toBe(201);
    expect((await owner.post(VIEWS_PATH, view({ list: 'cameras' }))).status).toBe(201);
  });
});

test('templates of requests are kept in the same way, for who sees requests', async () => {
  const writer = await newPerson(app, { levels: { tasks: 'write' } });
  const [sees, denied] = [
    await newPerson(app, { levels: { tasks: 'read' } }),
    await newPerson(app, { levels: { tasks: 'denied' } }),
  ];
  const template = { list: TASK_TEMPLATES, name: 'Лампа', query: '{"service":1}', shared: true };
  expect((await writer.post(VIEWS_PATH, template)).status).toBe(201);
  expect((await sees.post(VIEWS_PATH, template)).status).toBe(403);
  const namesFor = async (person: Person) =>
    viewsAnswer
      .parse((await person.get(VIEWS_PATH)).body)
      .results.filter(({ list }) => list === TASK_TEMPLATES)
      .map(({ name }) => name);
  expect([await namesFor(sees), await namesFor(denied)]).toEqual([['Лампа'], []]);
});
