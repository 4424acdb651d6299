import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { tokenHash } from '#server/access/tokens.ts';
import { demoPerson, newPerson } from '#tests/support/server/people.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

const WRONG = 'Неправильно введён телефон или пароль';
let app: TestApp;
let clock = Date.now();

beforeAll(async () => {
  app = await openTestApp({ now: () => new Date(clock) });
});
afterAll(() => app.close());
// Each test stands in its own quarter of an hour, so that attempts of one do not slow the next.
beforeEach(() => {
  clock += 20 * 60_000;
});

const signIn = (username: unknown, password: unknown, headers: object = {}) =>
  app.call('POST', { url: '/api/auth', body: { username, password } }, null, headers);

describe('sign-in', () => {
  test.each([
    [1, 'admin'],
    [2, 'superuser'],
    [3, 'employee'],
    [10, 'employee'],
  ])('AUTH-16, AUTH-22: demo account %p gets role %s and a token that works', async (account, role) => {
    const answer = await signIn(phoneOf(account), PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ role, token: expect.stringMatching(/^[\w-]{43}$/) });
    const profile = await app.call('GET', '/api/crm/profile/current/', String(answer.body.token));
    expect(profile.body.phone_number).toBe(phoneOf(account));
  });

  test.each(['+7 (900) 000-00-01', '+79000000001', '79000000001', '89000000001', '9000000001'])(
    'AUTH-17: %p is taken for the same phone',
    async (username) => {
      expect((await signIn(username, PASSWORD)).status).toBe(200);
    },
  );

  test.each([
    ['a wrong password', phoneOf(1), 'Demo2026?'],
    ['a password of other case', phoneOf(1), 'demo2026!'],
    ['a phone nobody has', '+79161234567', PASSWORD],
    ['a name that is no phone', 'admin', PASSWORD],
    ['somebody invited who has no password yet', phoneOf(9), PASSWORD],
    ['a fragment of SQL', "' or 1=1 --", "' or 1=1 --"],
  ])('AUTH-28, AUTH-29: %s answers 400 with the same text at both fields', async (_what, username, password) => {
    const answer = await signIn(username, password);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ username: [WRONG], password: [WRONG] });
  });

  test('AUTH-26, AUTH-27: a resident gets his role and no token, and no word about it', async () => {
    const answer = await signIn(phoneOf(8), PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { role: 'resident', token: null } });
    expect(answer.text).not.toMatch(/резидент/i);
  });

  test('a suspended account is refused with the reason, but only to him who knows the password', async () => {
    const right = await signIn(phoneOf(7), PASSWORD);
    expect(right.status).toBe(403);
    expect(String(right.body.detail)).toMatch(/заблокирована/);
    const wrong = await signIn(phoneOf(7), 'Wrong2026!');
    expect(wrong).toMatchObject({ status: 400, body: { username: [WRONG] } });
  });

  test.each([
    [{}, ['username', 'password']],
    [{ username: phoneOf(1) }, ['password']],
    [{ username: '', password: '' }, ['username', 'password']],
    [{ username: 7, password: ['x'] }, ['username', 'password']],
    [{ username: phoneOf(1), password: 'x'.repeat(1025) }, ['password']],
    [{ username: 'до\u0000после', password: 'x' }, ['username']],
  ])('AUTH-29: %j answers 400 and names the fields', async (body, fields) => {
    const answer = await app.call('POST', { url: '/api/auth', body });
    expect(answer.status).toBe(400);
    expect(
      Object.keys(answer.body)
        .filter((key) => key !== 'request_id')
        .sort(),
    ).toEqual([...fields].sort());
  });

  test('API-02: a token that comes along, even a dead one, is not looked at', async () => {
    const answer = await app.call(
      'POST',
      { url: '/api/auth', body: { username: phoneOf(1), password: PASSWORD } },
      'dead',
    );
    expect(answer.status).toBe(200);
  });

  test('API-05: the address has no final slash', async () => {
    expect((await app.call('POST', { url: '/api/auth/', body: {} })).status).toBe(404);
  });

  test('the token is stored as a hash, the password as a salted one', async () => {
    const token = String((await signIn(phoneOf(1), PASSWORD)).body.token);
    const db = app.database.kysely;
    const rows = await db.selectFrom('tokens').select('hash').execute();
    expect(rows.some(({ hash }) => Buffer.from(hash).equals(tokenHash(token)))).toBe(true);
    expect(rows.some(({ hash }) => Buffer.from(hash).includes(Buffer.from(token)))).toBe(false);
    const hashes = await db
      .selectFrom('users')
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .execute();
    expect(hashes.length).toBeGreaterThan(5);
    expect(hashes.every(({ password_hash }) => password_hash?.startsWith('scrypt$'))).toBe(true);
  });

  test('what is guessed too often is slowed, and the right password of another phone is not', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await signIn(phoneOf(6), `Wrong${attempt}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses[10]).toBe(429);
    const refused = await signIn(phoneOf(6), PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(String(refused.body.detail)).toBe('Слишком много попыток входа. Подождите немного');
    expect((await signIn(phoneOf(5), PASSWORD)).status).toBe(200);
    // A guesser locks themselves out, not the person whose phone it is.
    expect((await signIn(phoneOf(6), PASSWORD, { 'x-forwarded-for': '203.0.113.77' })).status).toBe(200);
    clock += 15 * 60_000 + 1;
    expect((await signIn(phoneOf(6), PASSWORD)).status).toBe(200);
  });
});

describe('a session', () => {
  test.each([
    ['no token', undefined],
    ['a made-up one', 'Token 0123456789'],
    ['another scheme', 'Bearer x'],
    ['an empty one', 'Token '],
    ['a very long one', `Token ${'x'.repeat(5000)}`],
    ['one with a quote', "Token ' or ''='"],
  ])('API-21: %s answers 401 with a sentence', async (_what, authorization) => {
    const answer = await app.call('GET', '/api/crm/permissions/', null, authorization ? { authorization } : {});
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toBe('Войдите в систему');
  });

  test('ends with signing out, at once and alone', async () => {
    const first = await demoPerson(app, 1);
    const second = await demoPerson(app, 1);
    expect((await first.post('/api/authorized/sign_out/')).status).toBe(204);
    expect((await first.get('/api/crm/permissions/')).status).toBe(401);
    expect((await second.get('/api/crm/permissions/')).status).toBe(200);
  });

  const DAY = 86_400_000;
  const enter = async () => String((await signIn(phoneOf(2), PASSWORD)).body.token);
  const lives = async (token: string) => (await app.call('GET', '/api/crm/permissions/', token)).status === 200;

  test('ends after a fortnight without use', async () => {
    const token = await enter();
    clock += 13 * DAY;
    expect(await lives(token)).toBe(true);
    clock += 13 * DAY;
    expect(await lives(token)).toBe(true);
    const other = await enter();
    clock += 15 * DAY;
    expect(await lives(other)).toBe(false);
  });

  test('ends after thirty days however much it is used', async () => {
    const token = await enter();
    for (let day = 0; day < 29; day += 7) {
      expect(await lives(token)).toBe(true);
      clock += 7 * DAY;
    }
    expect(await lives(token)).toBe(false);
  });

  test.each(['suspended', 'deleted'] as const)(
    'PERM-25: an account that becomes %s is out on the very next call',
    async (status) => {
      const person = await newPerson(app);
      expect((await person.get('/api/crm/permissions/')).status).toBe(200);
      await app.database.kysely.updateTable('users').set({ status }).where('id', '=', person.id).execute();
      expect((await person.get('/api/crm/permissions/')).status).toBe(401);
      expect((await person.get('/api/crm/cameras/')).status).toBe(401);
    },
  );

  test('sign-in and sign-out are written down, without the password or the token', async () => {
    const token = String((await signIn(phoneOf(4), PASSWORD)).body.token);
    await app.call('POST', { url: '/api/authorized/sign_out/' }, token);
    const { id } = await demoPerson(app, 4);
    const rows = await app.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['sign-in', 'sign-out']));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });
});

describe('permissions and profile', () => {
  test('API-11, PERM-01: the levels of every section, in the specification’s order, those an installation added after', async () => {
    const answer = await (await demoPerson(app, 3)).get('/api/crm/permissions/');
    expect(Object.keys(answer.body.sections ?? {})).toEqual([
      'news',
      'tasks',
      'chats',
      'residents',
      'readings',
      'cameras',
      'employees',
      'buildings',
      'passes',
      'rules',
    ]);
    expect(answer.body.sections).toMatchObject({
      news: 'read',
      tasks: 'write',
      chats: 'read',
      residents: 'read',
      cameras: 'denied',
    });
  });

  test.each([
    [1, { cameras: 'write', tasks: 'performer', news: 'write', passes: 'write' }],
    [4, { tasks: 'performer', chats: 'read', cameras: 'denied', employees: 'denied' }],
    [5, { news: 'write', tasks: 'denied', cameras: 'denied' }],
    [6, { news: 'read', tasks: 'read', chats: 'read', cameras: 'read', employees: 'read', buildings: 'read' }],
    [10, { tasks: 'denied', chats: 'denied', residents: 'denied', cameras: 'denied', passes: 'denied' }],
  ])('PERM-02: demo account %p has the levels that are promised', async (account, levels) => {
    const answer = await (await demoPerson(app, account)).get('/api/crm/permissions/');
    expect(answer.body.sections).toMatchObject(levels);
  });

  test('API-12: the profile says who, of which company, with which levels and buildings', async () => {
    const answer = await (await demoPerson(app, 1)).get('/api/crm/profile/current/');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: expect.any(Number),
      role: 'admin',
      first_name: expect.any(String),
      last_name: expect.any(String),
      phone_number: phoneOf(1),
      company: { id: expect.any(Number), label: expect.any(String) },
      sections: expect.objectContaining({ cameras: 'write' }),
    });
    expect(Array.isArray(answer.body.buildings)).toBe(true);
    expect(Number.isNaN(Date.parse(String(answer.body.date)))).toBe(false);
    expect(answer.text).not.toMatch(/scrypt|password|hash/);
  });

  test('API-04: an activation token opens the profile of the invited one, and nothing else', async () => {
    const { kysely } = app.database;
    const invited = await kysely
      .selectFrom('users')
      .select('id')
      .where('phone', '=', phoneOf(9))
      .executeTakeFirstOrThrow();
    const { issueToken } = await import('#server/access/tokens.ts');
    const token = await issueToken(kysely, invited.id, 'activation', new Date(clock));
    const profile = await app.call('GET', '/api/crm/profile/current/', token);
    expect(profile).toMatchObject({ status: 200, body: { phone_number: phoneOf(9), status: 'created' } });
    expect((await app.call('GET', '/api/crm/permissions/', token)).status).toBe(401);
    expect((await app.call('GET', '/api/crm/cameras/', token)).status).toBe(401);
  });
});

describe('the outbox of the demo', () => {
  test('the invitation of account 09 stands there with a link that leads to activation', async () => {
    const answer = await app.call('GET', '/dev/outbox');
    expect(answer.status).toBe(200);
    const message = answer.list.find(({ to }) => String(to).replaceAll(/\D/g, '').endsWith('9000000009'));
    expect(String(message?.text)).toMatch(/\/registration\?token=[\w-]+/);
  });

  test('it is read on the machine itself only, and not through a proxy', async () => {
    const far = await app.app.inject({ url: '/dev/outbox', remoteAddress: '10.1.2.3' });
    expect(far.statusCode).toBe(404);
    expect((await app.call('GET', '/dev/outbox', null, { host: 'evil.example' })).status).toBe(404);
  });

  test.each([
    ['x-forwarded-for', '10.1.2.3'],
    ['x-forwarded-host', 'console.example.org'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', ''],
    ['forwarded', 'for=10.1.2.3'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '10.1.2.3'],
    ['cf-connecting-ip', '10.1.2.3'],
  ])('a proxy on the same machine that says %s: %s opens it to nobody', async (name, value) => {
    expect((await app.call('GET', '/dev/outbox', null, { [name]: value })).status).toBe(404);
  });

  test('a proxy on the same machine that speaks HTTP/1.0 and says nothing of itself opens it to nobody', async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const ask = async (version: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /dev/outbox HTTP/${version}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split('\r\n', 1)[0];
    };
    expect(await ask('1.0')).toMatch(/ 404 /);
    expect(await ask('1.1')).toMatch(/ 200 /);
  });
});
