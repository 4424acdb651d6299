import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const WORKS = {
  name: 'works',
  section: 'works',
  icon: 'build',
  words: { one: 'работа', few: 'работы', many: 'работ', accusative: 'работу', gender: 'f', plural: 'работы' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    services: { kind: 'some-of', label: 'Услуги', from: '/api/crm/services/', text: 'name' },
    service: { kind: 'one-of', label: 'Услуга', from: '/api/crm/services/', text: 'name' },
    former: { kind: 'one-of', label: 'Прежняя', from: '/api/records/works', text: 'title' },
    page: { kind: 'one-of', label: 'Со страницы', from: '/api/no/such/list/' },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit'] },
  form: [{ fields: ['title', 'services', 'service', 'former', 'page'] }],
} as const;
const LIST = '/api/records/works';
const NO_SUCH = 999_999;

let app: TestApp;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'works.json': WORKS } });
  writer = await newPerson(app, { levels: { works: 'write' } as never });
});
afterAll(() => app.close());

test('an id that a list does not have is refused at its field; a list that gives nothing says nothing', async () => {
  const [first] = (await writer.get('/api/crm/services/')).list;
  const service = Number(first?.id);
  const made = await writer.post(LIST, { title: 'А', service, services: [service], page: 7 });
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  const url = `${LIST}/${made.body.id}`;
  const refusals = [
    await writer.post(LIST, { title: 'Б', service: NO_SUCH }),
    await writer.put(url, { services: [service, NO_SUCH] }),
    await writer.post(`${LIST}/bulk/`, { do: 'change', ids: [made.body.id], values: { service: NO_SUCH } }),
  ];
  expect(refusals.map(({ status, body }) => [status, Object.keys(body).filter((key) => key.startsWith('s'))])).toEqual([
    [400, ['service']],
    [400, ['services']],
    [400, ['service']],
  ]);
});

test('what a record holds already may stay, though its list has lost it', async () => {
  const made = await writer.post(LIST, { title: 'В' });
  const url = `${LIST}/${made.body.id}`;
  await app.database.kysely
    .updateTable('records')
    .set({ data: JSON.stringify({ title: 'В', service: NO_SUCH, services: [NO_SUCH], page: null }) as never })
    .where('id', '=', Number(made.body.id))
    .execute();
  const kept = await writer.put(url, { title: 'Г', service: NO_SUCH, services: [NO_SUCH] });
  expect([kept.status, kept.body.title]).toEqual([200, 'Г']);
});

test('of a list that is a section the chosen records alone are asked for', async () => {
  const first = await writer.post(LIST, { title: 'Первая' });
  const next = await writer.post(LIST, { title: 'Вторая', former: first.body.id });
  expect([next.status, next.text]).toEqual([201, expect.anything()]);
  for (const former of [NO_SUCH, 0, 9_999_999_999]) {
    const refused = await writer.put(`${LIST}/${next.body.id}`, { former });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['former'])]);
  }
});

test('a repetition is answered as the first call was, whatever its list has lost since', async () => {
  const gone = await writer.post(LIST, { title: 'Скоро удалят' });
  const call = () =>
    app.call('POST', { url: LIST, body: { title: 'Д', former: gone.body.id } }, writer.token, {
      'idempotency-key': 'works-of-a-lost-list',
    });
  const made = await call();
  expect((await writer.remove(`${LIST}/${gone.body.id}`)).status).toBe(200);
  const again = await call();
  expect([made.status, again.status, again.body.id]).toEqual([201, 201, made.body.id]);
});
