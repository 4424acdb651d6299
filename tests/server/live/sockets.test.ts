import { once } from 'node:events';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import { CLOSE, PING, PING_INTERVAL_MS } from '#resources/protocol/live.ts';
import { findReader } from '#server/access/find-reader.ts';
import { createBus } from '#server/live/bus.ts';
import { ConnectionLimits } from '#server/live/connection-limits.ts';
import { socketRoute } from '#server/live/socket-route.ts';
import { Sockets } from '#server/live/sockets.ts';
import type { Topics } from '#server/live/topics.ts';
import { heardSoFar } from '#tests/support/server/channel-messages.ts';
import { passIntervals, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, setLevels, setPorches } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PATH = '/ws/notifications';
let app: TestApp;
let demo: DemoCompany;
let host = '';
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const open = (token: string, headers = {}) => openSocket(host, `${PATH}?token=${token}`, headers);

/** Changes a person as anybody may who writes to the database: nobody else is told of it. */
async function change(user: number, set: object): Promise<void> {
  await app.database.kysely.updateTable('users').set(set).where('id', '=', user).execute();
}

/** Ways to write somebody's rights, each one statement. */
const WRITES: [string, (user: number) => Promise<unknown>][] = [
  [
    'lowering a level',
    (user) =>
      app.database.kysely
        .updateTable('levels')
        .set({ level: 'read' })
        .where('user_id', '=', user)
        .where('section', '=', 'cameras')
        .execute(),
  ],
  ['taking the levels away', (user) => app.database.kysely.deleteFrom('levels').where('user_id', '=', user).execute()],
  [
    'adding a level',
    (user) =>
      app.database.kysely.insertInto('levels').values({ user_id: user, section: 'passages', level: 'read' }).execute(),
  ],
  [
    'taking an entrance away',
    (user) =>
      app.database.kysely
        .deleteFrom('user_porches')
        .where('user_id', '=', user)
        .where('porch_id', '=', demo.home.porch)
        .execute(),
  ],
];

describe('a socket', () => {
  test.each([
    ['no token', PATH],
    ['a dead token', `${PATH}?token=0123456789`],
    ['an empty one', `${PATH}?token=`],
  ])('PERM-25: is refused with %s', async (_what, path) => {
    await expect(openSocket(host, path)).rejects.toThrow('401');
  });

  test('PERM-25: is refused to a resident, and to who was suspended', async () => {
    const resident = await newPerson(app);
    await app.database.kysely.updateTable('users').set({ role: 'resident' }).where('id', '=', resident.id).execute();
    await expect(open(resident.token)).rejects.toThrow('403');
    const suspended = await newPerson(app);
    await app.database.kysely
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.id)
      .execute();
    await expect(open(suspended.token)).rejects.toThrow('401');
  });

  test('is refused to the page of another site', async () => {
    const { token } = await newPerson(app);
    await expect(open(token, { origin: 'https://evil.example' })).rejects.toThrow('403');
    const own = await open(token, { origin: `http://${host}` });
    own.socket.terminate();
  });

  test('greets whoever it let in', async () => {
    const person = await newPerson(app);
    const socket = await open(person.token);
    expect(await socket.next(({ type }) => type === 'welcome')).toMatchObject({ user: person.id });
    socket.socket.terminate();
  });

  test.each([
    ['nonsense', 'x'],
    ['a list', '[]'],
    ['an unknown type', '{"type":"drop"}'],
    ['a megabyte', JSON.stringify({ type: 'since', id: 'x'.repeat(1_000_000) })],
  ])('survives %s', async (_what, message) => {
    const person = await newPerson(app);
    const socket = await open(person.token);
    socket.socket.send(message);
    const another = await open(person.token);
    expect(await another.next(({ type }) => type === 'welcome')).toBeDefined();
    socket.socket.terminate();
    another.socket.terminate();
  });
});

describe('a heartbeat', () => {
  const greeted = async (token: string) => {
    const socket = await open(token);
    await socket.next(({ type }) => type === 'welcome');
    return socket;
  };

  test.each([['/ws/notifications'], ['/ws/complaints']])(
    'NOTIF-02 COMPL-04: a client that asks %s for a sign of life gets it at once, and it is none of its messages',
    async (path) => {
      const person = await newPerson(app);
      const socket = await openSocket(host, `${path}?token=${person.token}`);
      const pongs = () => socket.messages.filter(({ type }) => type === 'pong').length;
      // More than the messages of a person in a minute.
      for (let round = 0; round < 15; round += 1) {
        for (let at = 0; at < 100; at += 1) socket.socket.send(PING);
        await arrived(socket);
      }
      expect(pongs()).toBe(1_500);
      expect(socket.socket.readyState).toBe(socket.socket.OPEN);
      socket.socket.terminate();
    },
  );

  test('NOTIF-02: who is gone without a word is let go within half a minute; who answers stays', async () => {
    expect(2 * PING_INTERVAL_MS).toBeLessThanOrEqual(30_000);
    const [gone, here] = [await greeted((await newPerson(app)).token), await greeted((await newPerson(app)).token)];
    // As a client whose network is gone: nothing is read, no ping answered.
    gone.socket.pause();
    for (let round = 0; round < 3; round += 1) {
      const pinged = once(here.socket, 'ping');
      passIntervals(PING_INTERVAL_MS);
      await pinged;
      await arrived(here);
    }
    gone.socket.resume();
    expect((await gone.closed).code).toBe(1006);
    expect(here.socket.readyState).toBe(here.socket.OPEN);
    here.socket.terminate();
  });
});

describe('a right that goes while a socket is being opened', () => {
  test.each([
    ['the right', {}, CLOSE.accessChanged],
    ['the account', { status: 'suspended' }, CLOSE.signedOut],
  ])('PERM-25: %s is missing at the second look, and the code says which', async (_what, account, code) => {
    const person = await newPerson(app, { levels: {} });
    const { kysely: db } = app.database;
    const reader = await findReader(db, person.token, new Date(), []);
    if (Object.keys(account).length) await change(person.id, account);
    // The look finds it, not the word of it that is on its way.
    await heardSoFar(app.database);
    const bus = await createBus<Topics>(app.database, () => undefined);
    const sockets = new Sockets(bus);
    const bare = fastify();
    bare.decorate('declared', []);
    await bare.register(fastifyWebsocket);
    // The first look found the right still there.
    bare.addHook('onRequest', async (request) => {
      request.reader = reader;
    });
    const guard = { db, now: () => new Date(), extraSections: () => [], definition: () => null };
    const access = { kind: 'section', section: 'cameras', action: 'see', scope: 'none' } as const;
    socketRoute(
      bare,
      { sockets, limits: new ConnectionLimits({ socketsPerAddress: 10, demo: true }), guard },
      { url: '/ws/try', summary: '', access, open: () => undefined },
    );
    const address = await bare.listen({ port: 0, host: '127.0.0.1' });
    const socket = await openSocket(address.replace('http://', ''), `/ws/try?token=${person.token}`);
    expect((await socket.closed).code).toBe(code);
    sockets.stop();
    await bare.close();
    await bus.close();
  });
});

describe('what ends a socket at once, by the change itself and not by the look of every so often', () => {
  test.each([
    ['suspending the account', { status: 'suspended' }],
    ['deleting the account', { status: 'deleted' }],
    ['making a resident of it', { role: 'resident' }],
  ])('PERM-25: %s', async (_what, set) => {
    const person = await newPerson(app);
    const socket = await open(person.token);
    await socket.next(({ type }) => type === 'welcome');
    await change(person.id, set);
    const { code } = await socket.closed;
    expect(code).toBe(CLOSE.accessChanged);
    await expect(open(person.token)).rejects.toThrow(/40[13]/);
  });

  test.each(WRITES)('PERM-25: %s, by a plain statement, and nobody else’s', async (_what, write) => {
    const [person, other] = [await newPerson(app), await newPerson(app)];
    const [socket, others] = [await open(person.token), await open(other.token)];
    await Promise.all([socket, others].map((each) => each.next(({ type }) => type === 'welcome')));
    await write(person.id);
    const { code } = await socket.closed;
    expect(code).toBe(CLOSE.accessChanged);
    expect(others.socket.readyState).toBe(others.socket.OPEN);
    others.socket.terminate();
  });

  test('PERM-25: a write that changes no value, or no right, closes no socket', async () => {
    const person = await newPerson(app);
    const socket = await open(person.token);
    await socket.next(({ type }) => type === 'welcome');
    const { kysely } = app.database;
    await kysely.updateTable('levels').set({ level: 'write' }).where('user_id', '=', person.id).execute();
    await change(person.id, { position: 'мастер', status: 'active' });
    const witness = await newPerson(app);
    const another = await open(witness.token);
    await another.next(({ type }) => type === 'welcome');
    await change(witness.id, { status: 'suspended' });
    await another.closed;
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    socket.socket.terminate();
  });

  test('PERM-25: a change of more people than one message names sends everybody back', async () => {
    const { kysely } = app.database;
    const person = await newPerson(app);
    const first = await kysely.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
    const { id, search, created_at, updated_at, ...row } = first;
    const crowd = Array.from({ length: 300 }, (_, at) => ({
      ...row,
      chat_id: null,
      phone: `+7952${String(at).padStart(7, '0')}`,
    }));
    await kysely.insertInto('users').values(crowd).execute();
    const socket = await open(person.token);
    await socket.next(({ type }) => type === 'welcome');
    await kysely.updateTable('users').set({ status: 'suspended' }).where('phone', 'like', '+7952%').execute();
    expect((await socket.closed).code).toBe(CLOSE.accessChanged);
  });

  test('PERM-25: signing out closes that session’s sockets and no others', async () => {
    const person = await demoPerson(app, 6);
    const other = await demoPerson(app, 6);
    const [mine, theirs] = [await open(person.token), await open(other.token)];
    await Promise.all([mine, theirs].map((socket) => socket.next(({ type }) => type === 'welcome')));
    await person.post('/api/authorized/sign_out/');
    const { code } = await mine.closed;
    expect(code).toBe(CLOSE.signedOut);
    expect(theirs.socket.readyState).toBe(theirs.socket.OPEN);
    theirs.socket.terminate();
  });
});

describe('notifications', () => {
  const camera = (name: string) => ({ name, link: 'https://cam.example.ru/', buildings: [demo.home.building] });

  test('NOTIF-01: a new camera is told to who may see it, with id, message, ref, sent_by, type and subtype', async () => {
    const [author, reader] = [
      await newPerson(app),
      await newPerson(app, { levels: 'read', porches: [demo.home.porch] }),
    ];
    const socket = await open(reader.token);
    await socket.next(({ type }) => type === 'welcome');
    const made = await author.post('/api/crm/cameras/', camera('Новая у ворот'));
    const { notification } = await socket.next(({ type }) => type === 'notification');
    expect(notification).toMatchObject({
      id: expect.any(Number),
      message: 'Новая у ворот',
      ref: String(made.body.params?.id),
      sent_by: expect.stringContaining('Иван'),
      type: 'camera',
      subtype: 'create',
    });
    socket.socket.terminate();
  });

  test('PERM-25: it is told neither to its author, nor without the level, nor in another building; a right taken away counts at once', async () => {
    const author = await newPerson(app);
    const people = {
      author,
      denied: await newPerson(app, { levels: 'denied' }),
      away: await newPerson(app, { porches: [demo.away.porch] }),
      justDenied: await newPerson(app),
      justMoved: await newPerson(app),
    };
    const witness = await open((await newPerson(app)).token);
    const sockets = await Promise.all(Object.values(people).map(({ token }) => open(token)));
    await Promise.all([witness, ...sockets].map((socket) => socket.next(({ type }) => type === 'welcome')));
    // Whether the sockets are closed by then or not: what is sent is asked about anew.
    await setLevels(app, people.justDenied.id, {});
    await setPorches(app, people.justMoved.id, [demo.away.porch]);
    await author.post('/api/crm/cameras/', camera('Не для всех'));
    await witness.next(({ type }) => type === 'notification');
    for (const socket of sockets) expect(socket.messages.filter(({ type }) => type === 'notification')).toEqual([]);
    for (const { socket } of [witness, ...sockets]) socket.terminate();
  });
});

describe('the bus', () => {
  test('carries a message of any size to every process, and none of a transaction that failed', async () => {
    const [one, two] = [
      await createBus<{ news: string }>(app.database, () => undefined),
      await createBus<{ news: string }>(app.database, () => undefined),
    ];
    const heard: string[] = [];
    const done = new Promise<void>((resolve) => {
      two.subscribe('news', (message) => {
        heard.push(message);
        if (message === 'end') resolve();
      });
    });
    const long = 'Ж'.repeat(20_000);
    await expect(
      app.database.kysely.transaction().execute(async (trx) => {
        await one.publish(trx, 'news', 'never');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await app.database.kysely.transaction().execute((trx) => one.publish(trx, 'news', long));
    await one.publish(app.database.kysely, 'news', 'end');
    await done;
    expect(heard).toEqual([long, 'end']);
    await one.close();
    await two.close();
  });
});
