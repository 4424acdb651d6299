import { sql } from 'kysely';
import { DIRECTORIES } from '#resources/sections/directories.ts';
import { listRoutes } from '#server/http/route.ts';
import { announcement, NEWS_URL, seenBy, uploadText } from '#tests/support/server/announcements.ts';
import { sinceReadingDay } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { exampleCallOf } from '#tests/support/server/matrix.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

// The table of routes is the app's own, so it is opened before the tests are named.
const app = await openTestApp({ now: sinceReadingDay });
const demo = await readDemoCompany(app);
afterAll(() => app.close());

const db = app.database.kysely;
const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';
const whole = () => announcement({ buildings: [demo.home.building] });
const send = (by: Person, body: unknown, key: string = KEY, url = NEWS_URL) =>
  app.call('POST', { url, body }, by.token, { 'idempotency-key': key });
const idOf = ({ body }: Awaited<ReturnType<typeof send>>) => Number(body.data?.params?.id);
/** Audit entries of a person so far. */
const entries = async ({ id }: Person) =>
  db.selectFrom('audit').where('user_id', '=', id).select(['action', 'resource', 'record_id']).execute();
const invitations = () => db.selectFrom('outbox').select('id').execute();

const creating = listRoutes(app.app).filter(({ once }) => once);

/** Calls that answer 201 without a key: a repeated one gives the same record, or one that nobody would miss. */
const WITHOUT: ReadonlySet<string> = new Set([
  '/api/authorized/devices/',
  '/api/authorized/socket-tickets/',
  '/api/authorized/chat-pass/',
  // A meter has one reading a month.
  '/api/crm/meters/',
  // A view takes the place of one's own of its name.
  '/api/authorized/views/',
  // A file that nothing names is swept.
  '/api/authorized/attachments/',
]);

test('NEWS-49: whatever the console creates is safe to repeat', () => {
  const others = listRoutes(app.app).filter(({ method, ok, once }) => method === 'POST' && ok === 201 && !once);
  expect(others.map(({ url }) => url).filter((url) => !WITHOUT.has(url))).toEqual([]);
  expect(creating.map(({ url }) => url).sort()).toEqual(
    [
      '/api/crm/answers/',
      '/api/crm/cameras/',
      ...Object.values(DIRECTORIES).map(({ api }) => api.path),
      '/api/crm/employee/',
      '/api/crm/news/',
      '/api/crm/residents/',
      '/api/crm/settings/building/',
      '/api/crm/shift/handovers/',
      '/api/crm/shift/notes/',
      '/api/crm/tasks/',
      '/api/crm/tasks/:id/comments/',
      '/api/crm/tasks/bulk/',
      '/api/records/:resource',
      '/api/records/:resource/:id/comments/',
      '/api/records/:resource/:id/move/',
      '/api/records/:resource/bulk/',
    ].sort(),
  );
});

test.each(creating.map((item) => [item.url, item] as const))(
  'NEWS-49: %s said again under its key is answered as the first time and creates nothing',
  async (_url, declared) => {
    const person = await newPerson(app, declared.access.kind === 'administrator' ? { role: 'admin' } : {});
    const call = await exampleCallOf(app, demo, declared, person);
    const first = await app.call('POST', call, person.token, { 'idempotency-key': KEY });
    expect(first.status).toBe(declared.ok);
    const [done, invited] = [await entries(person), await invitations()];
    // In the quotes of a structured header too.
    const again = await app.call('POST', call, person.token, { 'idempotency-key': `"${KEY}"` });
    expect(again.status).toBe(declared.ok);
    expect(again.body).toEqual(first.body);
    expect([await entries(person), await invitations()]).toEqual([done, invited]);
  },
);

test('NEWS-49: under another key, under none and by another person it is another announcement', async () => {
  const author = await newPerson(app);
  const first = idOf(await send(author, whole()));
  const others = [
    await send(author, whole(), 'another-key'),
    await author.post(NEWS_URL, whole()),
    await author.post(NEWS_URL, whole()),
    await send(await newPerson(app), whole()),
  ];
  expect(new Set([first, ...others.map(idOf)]).size).toBe(5);
});

test('NEWS-49: the same key with another text is refused in words, and nothing is stored', async () => {
  const author = await newPerson(app);
  const first = idOf(await send(author, whole()));
  const seen = await seenBy(author);
  const answer = await send(author, { ...whole(), title: 'Отключение света' });
  expect([answer.status, answer.body.detail]).toEqual([
    422,
    'Похожая запись уже отправлена. Проверьте список и отправьте ещё раз',
  ]);
  expect(await seenBy(author)).toEqual(seen);
  expect(idOf(await send(author, whole()))).toBe(first);
});

test('NEWS-49: of two at once one creates, and both are answered the same', async () => {
  const author = await newPerson(app);
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(author, whole())));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(await entries(author)).toHaveLength(1);
});

test('NEWS-49: a refused try keeps nothing: the mended text goes under the same key', async () => {
  const author = await newPerson(app);
  const attachment = await uploadText(await newPerson(app));
  const refused = await send(author, { ...whole(), attachments: [attachment] });
  expect(refused.status).toBe(400);
  expect(await db.selectFrom('sent_calls').where('user_id', '=', author.id).selectAll().execute()).toEqual([]);
  expect((await send(author, whole())).status).toBe(201);
});

test('NEWS-49: what is no key is told at the header, and nothing is stored', async () => {
  const author = await newPerson(app);
  for (const key of ['short', 'x'.repeat(101), 'два слова', '"unfinished-key']) {
    const answer = await send(author, whole(), encodeURI(key));
    expect([answer.status, answer.body['idempotency-key']]).toEqual([400, [expect.stringMatching(/[а-яё]/)]]);
  }
  expect(await entries(author)).toEqual([]);
});

test('NEWS-49: what was deleted meanwhile is created anew, for that is meant then', async () => {
  const author = await newPerson(app);
  const first = idOf(await send(author, whole()));
  expect((await app.call('DELETE', `${NEWS_URL}${first}/`, author.token)).status).toBeLessThan(300);
  const again = await send(author, whole());
  expect(again.status).toBe(201);
  expect(idOf(again)).not.toBe(first);
});

test('PERM-25, NEWS-49: who may not see any more what he made is not answered as then', async () => {
  const author = await newPerson(app);
  expect((await send(author, whole())).status).toBe(201);
  await db.deleteFrom('user_porches').where('user_id', '=', author.id).execute();
  const again = await send(author, whole());
  expect([again.status, JSON.stringify(again.body)]).toEqual([400, expect.not.stringContaining('params')]);
});

test('NEWS-49: a quarter of an hour later the key is free', async () => {
  const author = await newPerson(app);
  const first = idOf(await send(author, whole()));
  await db
    .updateTable('sent_calls')
    .set({ created_at: sql`now() - interval '16 minutes'` })
    .where('user_id', '=', author.id)
    .execute();
  const other = await send(author, { ...whole(), title: 'Отключение света' });
  expect(other.status).toBe(201);
  expect(idOf(other)).not.toBe(first);
});

test('NEWS-49: the same keys in another order are the same call', async () => {
  const author = await newPerson(app);
  const first = idOf(await send(author, whole()));
  const turned = Object.fromEntries(Object.entries(whole()).reverse());
  expect(idOf(await send(author, turned))).toBe(first);
});
