// Runs on PostgreSQL too: locks.
import { fastify } from 'fastify';
import { provisionPeople, provisionTinode } from '#server/chat/tinode/provision.ts';
import { servicePassword } from '#server/chat/tinode/service.ts';
import { sendStates } from '#server/chat/tinode/states.ts';
import type { ServerContext } from '#server/context.ts';
import { base64, basicSecret, channels, chatter, newResident, passOf } from '#tests/support/server/chat.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { openTinode } from '#tests/support/server/tinode.ts';

const SECRET = 'a-secret-of-more-than-thirty-two-letters';
const UID = 'LELEQHDWbgY';

let app: TestApp;
let tinode: Awaited<ReturnType<typeof openTinode>>;
let host = '';
beforeAll(async () => {
  tinode = await openTinode();
  app = await openTestApp({ settings: { chatUrl: tinode.address, chatAuthSecret: SECRET } });
  tinode.answerBy(async (endpoint, body) => (await call(endpoint, body)).body);
});
afterAll(async () => {
  await app.close();
  await tinode.close();
});

const call = (endpoint: string, body: unknown, secret = SECRET) =>
  app.call('POST', { url: `/tinode-auth/${secret}/${endpoint}`, body });
const auth = (secret: string) => call('auth', { endpoint: 'auth', name: 'basic', secret, addr: '203.0.113.7:51234' });

describe('the authenticator for a Tinode server', () => {
  test('CHAT-26: is not there without the secret of its path', async () => {
    expect((await call('rtagns', {}, 'another-secret-of-more-than-32-letters')).status).toBe(404);
    expect((await app.call('GET', `/tinode-auth/${SECRET}/rtagns`)).status).toBe(404);
  });

  test('CHAT-06: names the tags that people cannot change, at one address for all endpoints too', async () => {
    const answer = { strarr: ['company', 'building', 'porch'] };
    expect((await call('rtagns', { endpoint: 'rtagns' })).body).toEqual(answer);
    expect((await call('', { endpoint: 'rtagns' })).body).toEqual(answer);
  });

  test('CHAT-06 CHAT-07: a first login makes the account of name and tags, the second knows it', async () => {
    const secret = basicSecret('+79000000008');
    const first = await auth(secret);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      rec: { authlvl: 'auth', features: 'V', state: 'ok', tags: expect.arrayContaining(['resident']) },
      newacc: {
        auth: 'JRWPAS',
        anon: 'N',
        public: { fn: expect.stringMatching(/^[А-Я]\S+ [А-Я]/) },
        trusted: {},
        private: { comment: '' },
      },
    });
    const rec = { uid: UID, authlvl: 'auth', features: 'V', tags: ['x1'], State: 'ok' };
    const linking = { endpoint: 'link', name: 'basic', secret, rec };
    expect((await call('link', { ...linking, secret: basicSecret('+79000000008', 'wrong') })).body).toEqual({
      err: 'failed',
    });
    expect((await call('link', { ...linking, rec: { ...rec, uid: 'short' } })).body).toEqual({ err: 'malformed' });
    expect((await call('link', linking)).body).toEqual({});
    expect((await call('link', { ...linking, rec: { ...rec, uid: 'LELEQHDWbgZ' } })).body).toEqual({
      err: 'duplicate value',
    });
    expect((await auth(secret)).body).toEqual({ rec: { uid: UID, authlvl: 'auth', features: 'V', state: 'ok' } });
    const stored = app.database.kysely.selectFrom('users').where('phone', '=', '+79000000008').select('chat_id');
    expect((await stored.executeTakeFirstOrThrow()).chat_id).toBe(`usr${UID}`);
    expect((await call('del', { endpoint: 'del', rec: { uid: UID, State: 'ok' } })).body).toEqual({});
    expect((await auth(secret)).body).toHaveProperty('newacc');
    expect((await stored.executeTakeFirstOrThrow()).chat_id).not.toBe(`usr${UID}`);
  });

  test.each([
    ['a wrong password', () => auth(basicSecret('+79000000001', 'wrong')), 'failed'],
    ['an unknown phone', () => auth(basicSecret('+79519999998')), 'failed'],
    ['an invited account', () => auth(basicSecret('+79000000009')), 'failed'],
    ['a blocked account', () => auth(basicSecret('+79000000007')), 'denied'],
    ['no base64', () => auth('?'), 'malformed'],
    ['a new account by anybody', () => call('add', { endpoint: 'add' }), 'unsupported'],
    ['a check before it', () => call('checkunique', { endpoint: 'checkunique' }), 'unsupported'],
    ['a change of the password', () => call('upd', { endpoint: 'upd' }), 'unsupported'],
    ['a secret to be made', () => call('gen', { endpoint: 'gen', rec: { uid: UID, authlvl: 'auth' } }), 'unsupported'],
    ['an endpoint nobody knows', () => call('constructor', { endpoint: 'constructor' }), 'unsupported'],
  ])('CHAT-10: %s is answered by its word', async (_what, work, err) => {
    const { status, body } = await work();
    expect([status, body]).toEqual([200, { err }]);
  });

  test('CHAT-10: a pass of ours opens it once somebody is blocked no longer', async () => {
    const person = await chatter(app, (await newPerson(app)).id);
    const secret = base64(await passOf(app, person));
    expect((await auth(secret)).body).toHaveProperty('newacc');
    const set = (status: 'suspended' | 'active') =>
      app.database.kysely.updateTable('users').set({ status }).where('id', '=', person.id).execute();
    await set('suspended');
    expect((await auth(secret)).body).toEqual({ err: 'denied' });
    await set('active');
    expect((await auth(secret)).body).toHaveProperty('newacc');
  });
});

describe('a Tinode server behind the console', () => {
  /** Dependencies of provisioning, with the errors that it reports. */
  const provisioning = () => {
    const settings = { chatUrl: tinode.address, chatAuthSecret: SECRET };
    const { database, now } = app;
    return {
      context: { settings, database, db: database.kysely, now: () => now() } as ServerContext,
      failed: jest.fn(),
    };
  };

  test('CHAT-26: is told of everybody ahead, once, and again when a name or home changes', async () => {
    const { kysely } = app.database;
    const demo = await readDemoCompany(app);
    const { context, failed } = provisioning();
    // Two processes look at once: one of them makes every account, once.
    tinode.said.splice(0);
    const looks = await Promise.all([1, 2].map(() => provisionPeople(context, tinode.address, failed)));
    const linked = await kysely.selectFrom('chat_links').selectAll().execute();
    expect([...looks].sort((one, other) => one - other)).toEqual([0, linked.length]);
    expect(tinode.said.filter((frame) => 'login' in frame)).toHaveLength(linked.length);
    expect([...tinode.made.keys()].sort()).toEqual(linked.map(({ uid }) => uid).sort());
    const active = await kysely.selectFrom('users').where('status', '=', 'active').select('id').execute();
    expect(linked.map(({ user_id }) => user_id).sort()).toEqual(active.map(({ id }) => id).sort());
    tinode.said.splice(0);
    expect(await provisionPeople(context, tinode.address, failed)).toBe(0);
    const [one] = linked;
    await kysely
      .updateTable('users')
      .set({ last_name: 'Новая' })
      .where('id', '=', one?.user_id ?? 0)
      .execute();
    const resident = await newResident(app, [demo.home.unit]);
    expect(await provisionPeople(context, tinode.address, failed)).toBe(2);
    // A person with an account is told of anew over a login of their own, one without gets it by their own login (B5 (b)).
    const packets = tinode.said.map((frame) => Object.keys(frame)[0]);
    expect(packets).toEqual(['hi', 'login', 'sub', 'set', 'hi', 'login']);
    const sets = tinode.said.filter((frame) => 'set' in frame);
    expect(sets).toEqual([
      { set: expect.objectContaining({ topic: 'me', desc: { public: { fn: expect.stringMatching(/ Новая$/) } } }) },
    ]);
    const [{ uid } = { uid: '' }] = await kysely
      .selectFrom('chat_links')
      .where('user_id', '=', resident)
      .select('uid')
      .execute();
    expect(uid).toHaveLength(11);
    // Tags that only add plain ones a Tinode server does not store (A6).
    expect(sets[0]?.set).toMatchObject({ tags: expect.arrayContaining([expect.stringMatching(/^rev:[0-9a-f]{12}$/)]) });

    // A suspended person is put out at once by an account with all rights, and let in again; once each (B5).
    const links = kysely.selectFrom('chat_links').where('user_id', '=', resident).select('told');
    const set = async (status: 'suspended' | 'active', told: string | null) => {
      await kysely.updateTable('users').set({ status }).where('id', '=', resident).execute();
      // The console does so by itself; several processes at once tell of it once.
      await Promise.all([1, 2].map(() => sendStates(context, tinode.address, failed)));
      for (let turn = 0; (await links.executeTakeFirstOrThrow()).told !== told; turn += 1) {
        if (turn > 1_000) throw new Error('The server was never told');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    tinode.said.splice(0);
    await set('suspended', 'suspended');
    expect(await sendStates(context, tinode.address, failed)).toBe(0);
    const login = tinode.said.find((frame) => 'login' in frame)?.login as { secret: string };
    expect((await auth(login.secret)).body).toEqual({
      rec: { uid: expect.stringMatching(/^.{11}$/), authlvl: 'root', features: 'V', state: 'ok' },
    });
    await set('active', null);
    const acc = (status: string) => ({ acc: expect.objectContaining({ user: `usr${uid}`, status }) });
    expect(tinode.said.filter((frame) => 'acc' in frame)).toEqual([acc('susp'), acc('ok')]);
    expect(failed).not.toHaveBeenCalled();
  });

  test('CHAT-26: an account that is refused keeps nobody else back; one that is gone is made anew', async () => {
    const { kysely } = app.database;
    const { context, failed } = provisioning();
    await provisionPeople(context, tinode.address, failed);
    const changed = await kysely
      .updateTable('users')
      .set({ last_name: 'Другая' })
      .where('id', 'in', (query) => query.selectFrom('chat_links').select('user_id').orderBy('user_id').limit(3))
      .returning(['id', 'phone'])
      .execute();
    const [bad, gone] = changed;
    const loginOf = (fields: Record<string, unknown>) =>
      Buffer.from(String(fields.secret), 'base64').toString().split(':')[0];
    const digits = (phone: string | null | undefined) => (phone ?? '').replace(/\D/g, '');
    let lost = true;
    tinode.refuseBy((name, fields) => {
      if (name !== 'login') return null;
      if (loginOf(fields) === digits(bad?.phone)) return 500;
      if (loginOf(fields) !== digits(gone?.phone) || !lost) return null;
      lost = false;
      return 404;
    });
    const uidOf = async (id = 0) =>
      (await kysely.selectFrom('chat_links').where('user_id', '=', id).select('uid').executeTakeFirst())?.uid;
    const before = await uidOf(gone?.id);
    try {
      expect(await provisionPeople(context, tinode.address, failed)).toBe(2);
    } finally {
      tinode.refuseBy(() => null);
    }
    expect(failed.mock.calls).toEqual([[expect.objectContaining({ code: 500 }), bad?.id]]);
    expect(await uidOf(gone?.id)).toMatch(/^.{11}$/);
    expect(await uidOf(gone?.id)).not.toBe(before);
    expect(await provisionPeople(context, tinode.address, failed)).toBe(1);
  });

  test('CHAT-26: a server that is not up yet is tried again until it is', async () => {
    const { context } = provisioning();
    // So many as are refused one after the other before a look is given up.
    let resident = 0;
    for (let at = 0; at < 5; at += 1) resident = await newResident(app, []);
    const small = fastify();
    provisionTinode(small, { ...context, bus: { subscribe: () => () => undefined } } as unknown as ServerContext, 5);
    let refused = 0;
    tinode.refuseBy((name) => {
      if (name === 'login') refused += 1;
      return name === 'login' && refused <= 5 ? 503 : null;
    });
    const linked = app.database.kysely.selectFrom('chat_links').where('user_id', '=', resident).select('uid');
    try {
      await small.listen({ port: 0, host: '127.0.0.1' });
      for (let turn = 0; !(await linked.executeTakeFirst()); turn += 1) {
        if (turn > 1_000) throw new Error('The server was never told');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      tinode.refuseBy(() => null);
      await small.close();
    }
    expect(refused).toBe(10);
  });

  test.each([
    ['a minute later', servicePassword(SECRET, new Date(Date.now() - 3_600_000))],
    ['signed by somebody else', servicePassword('another-secret', new Date(Date.now() + 3_600_000))],
    ['without a signature', `${Date.now() + 60_000}.`],
  ])('CHAT-10: the account with all rights stays shut to a password %s', async (_what, password) => {
    expect((await auth(base64(`service:${password}`))).body).toEqual({ err: 'failed' });
  });

  // Last: once the console listens it tells the server of everybody by itself.
  test('CHAT-26: gets the sockets and files of /v0', async () => {
    host = await listen(app);
    const answer = await fetch(`http://${host}/v0/file/s/x.png`);
    expect(await answer.text()).toBe('file of Tinode');
    const { pathname, search } = new URL(channels(host));
    const socket = await openSocket(host, `${pathname}${search}`);
    socket.socket.send(JSON.stringify({ hi: { id: '1', ver: '0.25.3' } }));
    expect(await socket.next(({ ctrl }) => ctrl !== undefined)).toMatchObject({ ctrl: { id: '1', code: 200 } });
    socket.socket.terminate();
  });
});
