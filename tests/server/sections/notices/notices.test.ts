import { NOTICES_PAGE, NOTICES_PATH } from '#resources/protocol/notice-bounds.ts';
import { publish } from '#tests/support/server/announcements.ts';
import { chatter, newResident, signedIn } from '#tests/support/server/chat.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, type PersonOptions } from '#tests/support/server/people.ts';
import { createRequest } from '#tests/support/server/requests.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { type Json, openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let boss: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  boss = await newPerson(app);
});
afterAll(() => app.close());

const page = async (by: Person, query = '') => {
  const answer = await by.get(`${NOTICES_PATH}${query}`);
  if (answer.status !== 200) throw new Error(`notifications answered ${answer.status}: ${answer.text}`);
  const { results, unread, before } = answer.body;
  return { results: results as unknown as readonly Json[], unread: Number(unread), before: before as unknown };
};
const refs = async (by: Person) => (await page(by)).results.map(({ type, ref }) => `${type} ${ref}`);
const staff = (options: PersonOptions = {}) => newPerson(app, options);
const mark = (by: Person, body: object) => by.post(`${NOTICES_PATH}read/`, body);

describe('notifications of the last weeks', () => {
  test('NOTIF-01, PERM-25: each sees what they would be told of by the rights of now, and nothing of their own', async () => {
    const near = await staff({ levels: { tasks: 'read' }, porches: [demo.home.porch] });
    const away = await staff({ levels: { tasks: 'read' }, porches: [demo.away.porch] });
    const other = await staff({ levels: { residents: 'write' }, porches: [demo.home.porch] });
    const plumber = await staff({ levels: { tasks: 'performer' } });
    const id = await createRequest(boss, demo);
    expect(await refs(near)).toContain(`task ${id}`);
    expect(await refs(plumber)).toContain(`task ${id}`);
    for (const person of [away, other, boss]) expect(await refs(person)).not.toContain(`task ${id}`);
    const news = await publish(boss, { buildings: [demo.home.building] }, { type: 'accident' });
    expect(await refs(near)).toContain(`news ${news}`);
    expect(await refs(away)).not.toContain(`news ${news}`);
  });

  test('a newcomer has none of before their account; what is older than 30 days is gone', async () => {
    const old = await createRequest(boss, demo);
    const newcomer = await staff();
    expect((await page(newcomer)).results).toEqual([]);
    const id = await createRequest(boss, demo);
    expect(await refs(newcomer)).toEqual([`task ${id}`]);
    expect(await refs(newcomer)).not.toContain(`task ${old}`);
    const { kysely } = app.database;
    await kysely
      .updateTable('users')
      .set({ created_at: new Date(Date.now() - 60 * 86_400_000) })
      .where('id', '=', newcomer.id)
      .execute();
    await kysely
      .updateTable('notifications')
      .set({ at: new Date(Date.now() - 31 * 86_400_000) })
      .where('ref', '=', String(old))
      .execute();
    expect(await refs(newcomer)).toContain(`task ${id}`);
    expect(await refs(newcomer)).not.toContain(`task ${old}`);
  });

  test('single ones are read, and all up to one; what comes after is unread again; others are not touched', async () => {
    const [one, two] = [await staff(), await staff()];
    for (let made = 0; made < 3; made += 1) await createRequest(boss, demo);
    const { results, unread } = await page(one);
    expect([results.length, unread]).toEqual([3, 3]);
    expect((await mark(one, { ids: [Number(results[1]?.id), 2_000_000_000] })).status).toBe(204);
    const after = await page(one);
    expect([after.results.map(({ is_read }) => is_read), after.unread]).toEqual([[false, true, false], 2]);
    expect((await mark(one, { until: Number(results[0]?.id) })).status).toBe(204);
    expect((await page(one)).unread).toBe(0);
    await createRequest(boss, demo);
    expect((await page(one)).unread).toBe(1);
    expect((await page(two)).unread).toBe(4);
    // The future is not read ahead.
    expect((await mark(one, { until: 2_000_000_000 })).status).toBe(204);
    await createRequest(boss, demo);
    expect((await page(one)).unread).toBe(1);
  });

  test('a message that is read in its chat is read here too, and those that come after are not', async () => {
    const reader = await staff({ levels: { chats: 'read' } });
    const host = await listen(app);
    const me = await chatter(app, reader.id);
    const writer = await chatter(app, await newResident(app, [demo.home.unit]));
    const [own, other] = [await signedIn(host, me), await signedIn(host, writer)];
    try {
      await other.ask('sub', { topic: me.chatId });
      await other.ask('pub', { topic: me.chatId, noecho: true, content: 'Вы на месте?' });
      expect((await page(reader)).unread).toBe(1);
      await own.ask('sub', { topic: writer.chatId });
      own.raw(JSON.stringify({ note: { topic: writer.chatId, what: 'read', seq: 1 } }));
      // Answered after the note: both go one after the other.
      await own.ask('get', { topic: writer.chatId, what: 'desc' });
      expect((await page(reader)).unread).toBe(0);
      await app.database.kysely
        .updateTable('chat_messages')
        .set({ at: new Date(Date.now() - 60_000) })
        .execute();
      await other.ask('pub', { topic: me.chatId, noecho: true, content: 'Ответьте, пожалуйста' });
      expect((await page(reader)).unread).toBeGreaterThan(0);
    } finally {
      own.close();
      other.close();
    }
  });

  test('they come page by page, the newest first, none twice and none left out', async () => {
    const reader = await staff();
    for (let made = 0; made < NOTICES_PAGE + 2; made += 1) await createRequest(boss, demo);
    const first = await page(reader);
    expect([first.results.length, typeof first.before]).toEqual([NOTICES_PAGE, 'number']);
    const second = await page(reader, `?before=${first.before}`);
    expect([second.results.length, second.before]).toEqual([2, null]);
    const ids = [...first.results, ...second.results].map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test.each([
    ['nothing', {}],
    ['too many', { ids: Array.from({ length: 101 }, (_, at) => at + 1) }],
    ['what is no number', { ids: ['x'] }],
  ])('API-21: %s is refused', async (_what, body) => {
    expect((await mark(boss, body)).status).toBe(400);
  });

  test('who looks at somebody’s console does not see them', async () => {
    const admin = await newPerson(app, { role: 'admin' });
    const seen = await staff();
    const { body } = await admin.post(`/api/crm/employee/${seen.id}/view/`, {});
    const token = String(body.token ?? body.params?.token);
    expect((await app.call('GET', NOTICES_PATH, token)).status).toBe(403);
  });
});
