import type { ServerContext } from '#server/context.ts';
import { publishDue } from '#server/sections/news/publication.ts';
import { announcement, NEWS_URL, resultsOf, seenBy } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const HOUR = 3_600_000;
let app: TestApp;
let demo: DemoCompany;
let author: Person;
let reader: Person;
let clock = Date.now();
beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
  demo = await readDemoCompany(app);
  author = await newPerson(app, { levels: { news: 'write' } });
  reader = await newPerson(app, { levels: { news: 'read' } });
});
afterAll(() => app.close());

const at = (ms: number) => new Date(clock + ms).toISOString();
const body = (change: object) => announcement({ buildings: [demo.home.building] }, change);
const plan = async (ms: number): Promise<number> => {
  const { status, text, body: said } = await author.post(NEWS_URL, body({ publish_at: at(ms) }));
  if (status !== 201) throw new Error(`planning answered ${status}: ${text}`);
  return Number(said.data?.params?.id);
};
const change = (id: number, wish: object) => author.call('PATCH', { url: `${NEWS_URL}${id}/`, body: wish });
const one = async (by: Person, id: number) => (await by.get(`${NEWS_URL}${id}/`)).body;
const told = async (id: number) =>
  (
    await app.database.kysely
      .selectFrom('notifications')
      .where('type', '=', 'news')
      .where('ref', '=', String(id))
      .select('id')
      .execute()
  ).length;
/** Looks for what is due, as the app does by its own clock; nobody listens. */
const bus = { publish: async () => undefined, publishAll: async () => undefined } as unknown as ServerContext['bus'];
const runDue = () => {
  const { kysely: db } = app.database;
  return db.transaction().execute((trx) => publishDue({ db, bus, now: () => new Date(clock) }, trx));
};

describe('an announcement that is published later', () => {
  test('is seen by who may write alone, first of their feed and with its time in words, and nobody is told', async () => {
    const id = await plan(2 * HOUR);
    expect((await seenBy(author))[0]).toBe(id);
    expect(await seenBy(reader)).not.toContain(id);
    expect((await reader.get(`${NEWS_URL}${id}/`)).status).toBe(404);
    const item = await one(author, id);
    expect(item).toMatchObject({
      publish_at: at(2 * HOUR),
      planned: expect.stringMatching(/^\d{1,2} \p{L}+ в \d\d:\d\d$/u),
    });
    expect(await told(id)).toBe(0);
    await runDue();
    expect(await told(id)).toBe(0);
    const found = await reader.get(`/api/crm/search/everything/?search=${encodeURIComponent(String(item.title))}`);
    expect(found.text).not.toContain(`"id":${id},"title"`);
  });

  test('comes out at its time, once: at the top for everybody, told like any other', async () => {
    const id = await plan(HOUR);
    const counted = resultsOf(await reader.get(`${NEWS_URL}?page_size=1`));
    clock += HOUR + 1000;
    await runDue();
    await runDue();
    expect((await seenBy(reader))[0]).toBe(id);
    expect(counted[0]?.id).not.toBe(id);
    expect(await told(id)).toBe(1);
    expect(await one(reader, id)).toMatchObject({ publish_at: null, planned: null, date: at(0) });
  });

  test('is changed until then: another time, other words, or at once', async () => {
    const id = await plan(HOUR);
    expect((await change(id, { title: 'Другой заголовок', publish_at: at(3 * HOUR) })).body.params).toMatchObject({
      title: 'Другой заголовок',
      publish_at: at(3 * HOUR),
    });
    expect((await change(id, { title: 'Ещё один заголовок' })).body.params).toMatchObject({ publish_at: at(3 * HOUR) });
    expect(await told(id)).toBe(0);
    expect((await change(id, { publish_at: at(-1000) })).body.params).not.toHaveProperty('publish_at');
    expect(await seenBy(reader)).toContain(id);
    expect(await told(id)).toBe(1);
    expect((await change(id, { publish_at: at(HOUR) })).body).toMatchObject({
      publish_at: ['объявление уже опубликовано'],
    });
  });

  test('takes no time that has passed or lies years ahead, and is deleted like any other', async () => {
    for (const wrong of [-HOUR, 400 * 24 * HOUR]) {
      const { status, body: said } = await author.post(NEWS_URL, body({ publish_at: at(wrong) }));
      expect([status, Object.hasOwn(said, 'publish_at')]).toEqual([400, true]);
    }
    const id = await plan(HOUR);
    expect((await author.call('DELETE', { url: `${NEWS_URL}${id}/` })).status).toBe(204);
    clock += 2 * HOUR;
    await runDue();
    expect(await told(id)).toBe(0);
    expect(await seenBy(author)).not.toContain(id);
  });

  test('whose time somebody has changed meanwhile is not put back by a form that has not seen it', async () => {
    const id = await plan(2 * HOUR);
    const { version } = await one(author, id);
    expect((await change(id, { publish_at: at(5 * HOUR) })).status).toBe(200);
    const stale = await change(id, { title: 'Другой заголовок', publish_at: at(2 * HOUR), version });
    expect([stale.status, stale.body.code]).toEqual([409, 'record_changed']);
    const fresh = await one(author, id);
    expect(fresh.publish_at).toBe(at(5 * HOUR));
    expect((await change(id, { publish_at: at(3 * HOUR), version: fresh.version })).status).toBe(200);
    // An announcement that has come out meanwhile names no time any more.
    const planned = await one(author, id);
    clock += 4 * HOUR;
    await runDue();
    expect((await change(id, { title: 'Объявление вышло', version: planned.version })).status).toBe(200);
  });
});
