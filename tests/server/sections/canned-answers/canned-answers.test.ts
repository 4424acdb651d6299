import { ANSWERS_PATH } from '#resources/protocol/chat/answers.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let reader: Person;
let editor: Person;
beforeAll(async () => {
  app = await openTestApp();
  reader = await newPerson(app, { levels: { chats: 'read' } });
  editor = await newPerson(app, { levels: { chats: 'read', employees: 'write' } });
});
afterAll(() => app.close());

const titles = async () => (await reader.get(ANSWERS_PATH)).list.map(({ title }) => String(title));
const make = async (title: string) => {
  const { body } = await editor.post(ANSWERS_PATH, { title, text: 'Здравствуйте, {имя}!' });
  return Number(body.params?.id);
};
const one = (id: number) => `${ANSWERS_PATH}${id}/`;

describe('canned answers', () => {
  test('CHAT canned answers: whoever may chat reads them by title, others do not', async () => {
    const known = await titles();
    expect(known.length).toBeGreaterThan(5);
    expect(known).toEqual([...known].sort((a, b) => a.localeCompare(b, 'ru')));
    expect((await (await newPerson(app, { levels: { employees: 'write' } })).get(ANSWERS_PATH)).status).toBe(403);
  });

  test('CHAT canned answers: an administrator adds, changes and deletes; each is audited', async () => {
    const admin = await newPerson(app, { role: 'admin', levels: 'write' });
    const made = await admin.post(ANSWERS_PATH, { title: '  Ключи  ', text: 'Ключи у консьержа.' });
    expect(made.status).toBe(201);
    const id = Number(made.body.params?.id);
    expect(made.body.params).toMatchObject({ title: 'Ключи', text: 'Ключи у консьержа.' });
    const changed = await admin.call('PATCH', { url: one(id), body: { title: 'Ключи', text: 'Ключи в офисе.' } });
    expect(changed.body.params).toMatchObject({ id, text: 'Ключи в офисе.' });
    expect((await admin.call('DELETE', one(id))).status).toBe(204);
    expect(await titles()).not.toContain('Ключи');
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'answers')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .select('action')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });

  test('CHAT canned answers: who only chats changes none', async () => {
    const id = await make('Только для чтения');
    const body = { title: 'Другое', text: 'Другое' };
    for (const call of [
      reader.post(ANSWERS_PATH, body),
      reader.call('PATCH', { url: one(id), body }),
      reader.call('DELETE', one(id)),
    ]) {
      expect((await call).status).toBe(403);
    }
    expect(await titles()).toContain('Только для чтения');
  });

  test.each([
    ['no title', { text: 'Текст' }, 'title'],
    ['a title of blanks', { title: '   ', text: 'Текст' }, 'title'],
    ['a long title', { title: 'x'.repeat(81), text: 'Текст' }, 'title'],
    ['a text without end', { title: 'Название', text: 'x'.repeat(2_001) }, 'text'],
    ['a title that is there', { title: 'заявка ПРИНЯТА', text: 'Текст' }, 'title'],
  ])('API-21: %s is refused at its field', async (_what, body, field) => {
    const answer = await editor.post(ANSWERS_PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body[field]).toEqual([expect.stringMatching(/[а-я]/)]);
  });

  test('API-21: a change to a title that is there is refused, an unknown answer is not found', async () => {
    const id = await make('Переименуют');
    const taken = await editor.call('PATCH', { url: one(id), body: { title: 'Приёмные часы', text: 'Текст' } });
    expect(taken.status).toBe(400);
    expect(taken.body.title).toEqual(['ответ с таким названием уже есть']);
    const gone = { url: one(2_000_000_000), body: { title: 'Название', text: 'Текст' } };
    expect((await editor.call('PATCH', gone)).status).toBe(404);
  });
});
