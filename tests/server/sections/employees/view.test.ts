import { sql } from 'kysely';
import { listRoutes } from '#server/http/route.ts';
import { onReadingDay } from '#tests/support/server/clock.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { exampleCallOf } from '#tests/support/server/matrix.ts';
import { newPerson, setLevels, setPorches } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

let clock = onReadingDay().getTime();
const app = await openTestApp({ now: () => new Date(clock) });
const demo = await readDemoCompany(app);
const host = await listen(app);
afterAll(() => app.close());

const urlOf = ({ id }: { id: number }) => `/api/crm/employee/${id}/`;
const END = '/api/crm/employee/view/end/';

/** Somebody who looks at somebody else. */
async function look(levels: object = { news: 'read', cameras: 'read' }) {
  const chief = await newPerson(app);
  const seen = await newPerson(app, { levels: levels as never, porches: [demo.home.porch] });
  const answer = await chief.post(`${urlOf(seen)}view/`);
  expect([answer.status, answer.body]).toMatchObject([200, { user: seen.id, expires_in: 900 }]);
  const token = String(answer.body.token);
  const get = (url: string) => app.call('GET', url, token);
  return { chief, seen, token, get };
}

describe('the console as an employee sees it', () => {
  test('is his: rights, profile and buildings, while the own session goes on', async () => {
    const { chief, seen, get } = await look();
    expect((await get('/api/crm/permissions/')).body.sections).toMatchObject({ cameras: 'read', tasks: 'denied' });
    expect((await get('/api/crm/profile/current/')).body.user).toBe(seen.id);
    expect((await get('/api/crm/buildings/')).list.map(({ id }) => id)).toEqual([demo.home.building]);
    expect((await get('/api/crm/cameras/')).status).toBe(200);
    expect((await get('/api/crm/employee/')).status).toBe(403);
    expect((await chief.get('/api/crm/permissions/')).body.sections).toMatchObject({ tasks: 'write' });
  });

  test('is written down: who looked at whom, and when it ended', async () => {
    const { chief, seen, token } = await look();
    expect((await app.call('POST', END, token)).status).toBe(204);
    expect((await app.call('GET', '/api/crm/permissions/', token)).status).toBe(401);
    const entries = await app.database.kysely
      .selectFrom('audit')
      .where('resource', '=', 'employees')
      .where('record_id', '=', String(seen.id))
      .select(['action', 'user_id'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'view', user_id: chief.id },
      { action: 'view-end', user_id: chief.id },
    ]);
    expect((await chief.post(END)).status).toBe(204);
  });

  test('lasts a quarter of an hour, and one look ends the one before', async () => {
    const { chief, seen, token, get } = await look();
    const second = await chief.post(`${urlOf(seen)}view/`);
    expect((await get('/api/crm/permissions/')).status).toBe(401);
    clock += 14 * 60_000;
    expect((await app.call('GET', '/api/crm/permissions/', String(second.body.token))).status).toBe(200);
    clock += 2 * 60_000;
    expect((await app.call('GET', '/api/crm/permissions/', String(second.body.token))).status).toBe(401);
    expect(token).not.toBe(second.body.token);
  });

  test('shows nobody more than he could see himself, also when rights change meanwhile', async () => {
    const manager = await newPerson(app, { levels: { employees: 'write', news: 'read' }, porches: [demo.home.porch] });
    const more = await newPerson(app, { levels: { cameras: 'read' }, porches: [demo.home.porch] });
    const elsewhere = await newPerson(app, { levels: { news: 'read' }, porches: [demo.away.porch] });
    for (const target of [more, elsewhere]) {
      const refused = await manager.post(`${urlOf(target)}view/`);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('больше прав, чем у вас')]);
    }
    for (const change of [
      (id: number) => setLevels(app, id, { employees: 'write', news: 'read' }),
      (id: number) => setPorches(app, id, []),
      (id: number) => setLevels(app, id, { employees: 'read', cameras: 'read', news: 'read' }),
    ]) {
      const { chief, get } = await look();
      expect((await get('/api/crm/permissions/')).status).toBe(200);
      await change(chief.id);
      expect((await get('/api/crm/permissions/')).status).toBe(401);
    }
  });

  test('ends with the session it began in, and with the person', async () => {
    const first = await look();
    await first.chief.post('/api/authorized/sign_out/');
    expect((await first.get('/api/crm/permissions/')).status).toBe(401);
    const second = await look();
    await (await newPerson(app)).post(`${urlOf(second.seen)}suspend/`, { flag: true });
    expect((await second.get('/api/crm/permissions/')).status).toBe(401);
    const refused = await second.chief.post(`${urlOf(second.seen)}view/`);
    expect(refused.status).toBe(403);
  });

  test.each(['/ws/notifications', '/ws/complaints'])(
    'opens no socket of %s, which the own session does',
    async (url) => {
      const { chief, token } = await look({ chats: 'read' });
      await expect(openSocket(host, `${url}?token=${token}`)).rejects.toThrow('401');
      const own = await openSocket(host, `${url}?token=${chief.token}`);
      own.socket.terminate();
    },
  );

  test('has no way into the chat of the employee, nor a ticket for a socket', async () => {
    const { token, seen } = await look({ chats: 'read' });
    const ways = listRoutes(app.app).filter(({ url }) => /chat-pass|ticket/.test(url));
    expect(ways.length).toBeGreaterThan(0);
    for (const { method, url } of ways) {
      const refused = await app.call(method, url, token);
      expect([url, refused.status, refused.body.code]).toEqual([url, 403, 'read_only']);
    }
    const passes = await app.database.kysely
      .selectFrom('tokens')
      .where('user_id', '=', seen.id)
      .where('purpose', 'not in', ['session', 'view'])
      .select('purpose')
      .execute();
    expect(passes).toEqual([]);
  });
});

describe('writes nothing', () => {
  /** Calls that only look, although they are no GET. */
  const READING = new Set<string>();

  /** The content of every table, without the times when tokens were last seen. */
  async function everything() {
    const db = app.database.kysely;
    const { rows } = await sql<{ table_name: string }>`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('tokens', 'attempts')`.execute(
      db,
    );
    const sums: Record<string, string | undefined> = {};
    for (const { table_name } of rows) {
      // Refusals and exports are written down.
      const kept = table_name === 'audit' ? sql`where resource <> 'security' and action <> 'export'` : sql``;
      const sum = await sql<{ sum: string }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
        from ${sql.table(table_name)} t ${kept}`.execute(db);
      sums[table_name] = sum.rows[0]?.sum;
    }
    return sums;
  }

  test('every route that is no GET refuses a look, or only looks', async () => {
    const writing = listRoutes(app.app).filter(
      ({ method, access, url, example }) =>
        method !== 'GET' && example && ['staff', 'section', 'definition'].includes(access.kind) && url !== END,
    );
    expect(writing.length).toBeGreaterThan(25);
    const owner = await newPerson(app);
    const calls = [];
    for (const route of writing) {
      // Codes by SMS are limited by the hour.
      clock += 13 * 60_000;
      // A second factor is set up once, by who has just signed in.
      const by = route.url.includes('/second-factor/') ? await newPerson(app) : owner;
      calls.push({ route, call: await exampleCallOf(app, demo, route, by) });
    }
    const chief = await newPerson(app);
    const token = String((await chief.post(`${urlOf(owner)}view/`)).body.token);
    expect((await app.call('GET', '/api/crm/permissions/', token)).status).toBe(200);
    const before = await everything();
    for (const { route, call } of calls) {
      const answer = await app.call(route.method, call, token);
      const { access } = route;
      const sees =
        access.kind !== 'staff' &&
        'action' in access &&
        access.action === 'see' &&
        !('writes' in access && access.writes);
      if (sees) READING.add(route.url);
      const name = `${route.method} ${route.url}`;
      if (!sees) expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'read_only']);
      else expect([name, answer.status < 300]).toEqual([name, true]);
    }
    expect(await everything()).toEqual(before);
    expect(READING.has('/api/crm/news/reach/')).toBe(true);
  });
});
