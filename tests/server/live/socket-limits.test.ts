import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import fastify from 'fastify';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { CLOSE } from '#resources/protocol/live.ts';
import { limitConnections } from '#server/http/connections.ts';
import type { Connection } from '#server/live/connection.ts';
import { CONNECTION_LIMITS, ConnectionLimits, type LimitTable } from '#server/live/connection-limits.ts';
import { Allowance } from '#server/live/rate-limit.ts';
import { channels, chatter, greeted, openChat, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const SECTION_SOCKETS = ['/ws/notifications', '/ws/complaints'] as const;

/** Messages that a person may send at once in these tests, and then none for a while. */
const MESSAGES = 30;

let app: TestApp;
let host = '';
beforeAll(async () => {
  const person = { ...CONNECTION_LIMITS.person, messages: { burst: MESSAGES, second: 0.001 } };
  // A demo installation does not count the messages of this machine.
  app = await openTestApp({ limits: { ...CONNECTION_LIMITS, person }, settings: { demo: false } });
  host = await listen(app);
});
afterAll(() => app.close());

/** Closes whatever a test has opened. */
const opened: { terminate(): void }[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});
const kept = (chat: RawChat): RawChat => {
  opened.push(chat.socket);
  return chat;
};
/** Security events of a throttled socket, once they are there: they are written after the close. */
async function throttled(of: TestApp, user: number | null, where: string) {
  for (;;) {
    const row = await of.database.kysely
      .selectFrom('audit')
      .where('action', '=', 'throttled')
      .where('user_id', user === null ? 'is' : '=', user)
      .where(sql<string>`after ->> 'where'`, '=', where)
      .select(['resource', 'address', 'after'])
      .executeTakeFirst();
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function open(path: string, person: Person) {
  const socket = await openSocket(host, `${path}?token=${person.token}`);
  opened.push(socket.socket);
  return socket;
}

describe('nobody signed in', () => {
  test('CHAT-26: whoever sends probes without end and reads no answer is let go after some hundred', async () => {
    const chat = kept(await openChat(host));
    chat.socket.pause();
    for (let sent = 0; sent < 3_000; sent += 1) chat.raw('1');
    chat.socket.resume();
    expect(await chat.closed).toBe(CLOSE.tooFast);
  });

  test('CHAT-26: pings count as frames', async () => {
    const chat = kept(await openChat(host));
    for (let sent = 0; sent < 3_000 && chat.socket.readyState === chat.socket.OPEN; sent += 1) {
      chat.socket.ping();
      await Promise.race([once(chat.socket, 'pong'), chat.closed]);
    }
    expect(await chat.closed).toBe(CLOSE.tooFast);
  });

  test('CHAT-26: a message is short, and parts of one that never ends count too', async () => {
    const chat = kept(await openChat(host));
    chat.raw('x'.repeat(CONNECTION_LIMITS.anonymous.message + 1));
    expect(await chat.closed).toBe(CLOSE.tooBig);
    const other = kept(await openChat(host));
    for (let sent = 0; sent < 10; sent += 1) other.socket.send('x'.repeat(10_000), { fin: false });
    expect(await other.closed).toBe(CLOSE.tooFast);
  });

  test('CHAT-26: a few probes are answered', async () => {
    const socket = new WebSocket(channels(host));
    opened.push(socket);
    await once(socket, 'open');
    for (let sent = 0; sent < 20; sent += 1) {
      socket.send('1');
      const [answer] = await once(socket, 'message');
      expect(String(answer)).toBe('0');
    }
  });
});

describe('a person', () => {
  test.each(SECTION_SOCKETS)('NOTIF-02: %s lets a person say so much a minute, over all sockets', async (path) => {
    const person = await newPerson(app);
    const [one, two] = [await open(path, person), await open(path, person)];
    for (let sent = 0; sent < MESSAGES; sent += 1) one.socket.send('{"type":"nothing"}');
    await arrived(one);
    expect(one.socket.readyState).toBe(one.socket.OPEN);
    two.socket.send('{"type":"nothing"}');
    expect((await two.closed).code).toBe(CLOSE.tooFast);
    one.socket.send('{"type":"nothing"}');
    expect((await one.closed).code).toBe(CLOSE.tooFast);
    const where = `GET ${path}`;
    expect(await throttled(app, person.id, where)).toEqual({
      resource: 'security',
      address: '127.0.0.1',
      after: { reason: 'too_many_messages', where },
    });
  });

  test('CHAT-26: so does the chat; receipts, which others cause, do not count', async () => {
    const person = await chatter(app, (await newPerson(app)).id);
    const chat = kept(await signedIn(host, person));
    for (let sent = 0; sent < 2 * MESSAGES; sent += 1) {
      chat.raw('{"note":{"topic":"usrNobody","what":"read","seq":1}}');
    }
    const cred = { topic: 'me', what: 'cred' };
    for (let sent = 0; sent < MESSAGES; sent += 1) await chat.ask('get', cred);
    await expect(chat.ask('get', cred)).rejects.toThrow();
    expect(await chat.closed).toBe(CLOSE.tooFast);
    expect(await throttled(app, person.id, 'GET /v0/channels')).toMatchObject({ address: '127.0.0.1' });
  });
});

describe('an app with the usual bounds, but of an address', () => {
  let small: TestApp;
  let near = '';
  beforeAll(async () => {
    small = await openTestApp({ settings: { socketsPerAddress: 3 } });
    near = await listen(small);
  });
  afterAll(() => small.close());

  test('NOTIF-02 CHAT-26: one more than SOCKETS_PER_ADDRESS is told so, whichever it is; a place that is left is taken', async () => {
    const person = await newPerson(small);
    const url = (path: string) => `${path}?token=${person.token}`;
    const first = await greeted(near);
    const others = await Promise.all(SECTION_SOCKETS.map((path) => openSocket(near, url(path))));
    for (const path of SECTION_SOCKETS) {
      expect((await (await openSocket(near, url(path))).closed).code).toBe(CLOSE.tooMany);
    }
    const refused = await openChat(near);
    expect(await refused.closed).toBe(CLOSE.tooMany);
    const where = 'GET /v0/channels';
    expect((await throttled(small, null, where)).after).toEqual({ reason: 'too_many_sockets', where });
    first.socket.close();
    await first.closed;
    kept(await greeted(near));
    for (const { socket } of others) {
      expect(socket.readyState).toBe(socket.OPEN);
      socket.close();
      await once(socket, 'close');
    }
  });

  test('CHAT-26: a console that comes back says hundreds of things at once and is not cut', async () => {
    const person = await chatter(small, (await newPerson(small)).id);
    const chat = kept(await signedIn(near, person));
    for (let sent = 0; sent < 500; sent += 1) chat.raw(`{"leave":{"id":"m${sent}","topic":"usrNobody"}}`);
    expect((await chat.next(({ ctrl }) => ctrl?.id === 'm499')).ctrl).toBeDefined();
    expect(chat.socket.readyState).toBe(chat.socket.OPEN);
  });
});

describe('the rule by itself', () => {
  const TABLE: LimitTable = {
    ...CONNECTION_LIMITS,
    signedIn: { ...CONNECTION_LIMITS.signedIn, waiting: { pauseAt: 3, resumeAt: 1 } },
    person: { ...CONNECTION_LIMITS.person, connections: 2 },
  };
  const servers: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  /** A server whose every socket is that of person 1. */
  async function serve(limits: ConnectionLimits, use: (connection: Connection) => void): Promise<string> {
    const server = fastify();
    await server.register(fastifyWebsocket);
    server.get('/ws', { websocket: true }, (socket, request) => {
      const connection = limits.open(socket, request);
      if (connection && limits.signIn(connection, 1)) use(connection);
    });
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    servers.push(server);
    return address.replace('http://', '');
  }

  test('NOTIF-02: a person has so many sockets; a place that is left is taken', async () => {
    const at = await serve(new ConnectionLimits({ socketsPerAddress: 10, demo: true }, TABLE), () => undefined);
    const [one, two] = [await openSocket(at, '/ws'), await openSocket(at, '/ws')];
    expect((await (await openSocket(at, '/ws')).closed).code).toBe(CLOSE.tooMany);
    one.socket.close();
    await one.closed;
    const three = await openSocket(at, '/ws');
    three.socket.ping();
    await once(three.socket, 'pong');
    for (const { socket } of [two, three]) socket.terminate();
  });

  test('NOTIF-02: while many messages wait no more are read, and none is lost', async () => {
    const handled: string[] = [];
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let paused = () => false;
    const at = await serve(new ConnectionLimits({ socketsPerAddress: 10, demo: true }, TABLE), (connection) => {
      paused = () => connection.socket.isPaused;
      const take = (text: string) => async () => {
        await gate;
        handled.push(text);
        if (text === '99') connection.send('"done"');
      };
      connection.listen(take, () => undefined);
    });
    const { socket } = await openSocket(at, '/ws');
    const done = once(socket, 'message');
    for (let sent = 0; sent < 100; sent += 1) socket.send(String(sent));
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!paused()) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    go();
    await done;
    expect(handled).toEqual(Array.from({ length: 100 }, (_, at) => String(at)));
    socket.terminate();
  });

  test('a rate lets a burst through, then so much a second', () => {
    let now = 0;
    const allowance = new Allowance({ burst: 10, second: 2 }, () => now);
    expect(allowance.take(11)).toBe(false);
    expect(allowance.take(10)).toBe(true);
    now += 400;
    expect(allowance.take(1)).toBe(false);
    now += 100;
    expect(allowance.take(1)).toBe(true);
    now += 3_600_000;
    expect([allowance.take(10), allowance.take(1)]).toEqual([true, false]);
  });
});

describe('TCP connections', () => {
  const bounds = { trustedProxies: ['10.0.0.0/8', '127.0.0.9', 'linklocal'], socketsPerAddress: 2 };
  const server = createServer();
  const open: Socket[] = [];
  limitConnections(server, bounds, 1);
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });

  /** Connects from an address of this machine. @returns whether the connection stands once the server has seen it */
  async function stands(localAddress: string): Promise<boolean> {
    const { port } = server.address() as AddressInfo;
    const seen = once(server, 'connection');
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    open.push(socket);
    socket.on('error', () => undefined);
    const [accepted] = (await seen) as [Socket];
    return !accepted.destroyed;
  }

  test('NOTIF-02: of one address are bounded, of another one and of a proxy they are not; a place that is left is taken', async () => {
    for (let at = 0; at < 3; at += 1) expect(await stands('127.0.0.1')).toBe(true);
    expect(await stands('127.0.0.1')).toBe(false);
    expect(await stands('127.0.0.2')).toBe(true);
    for (let at = 0; at < 5; at += 1) expect(await stands('127.0.0.9')).toBe(true);
    const first = open[0] as Socket;
    first.destroy();
    while (!(await stands('127.0.0.1'))) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await stands('127.0.0.1')).toBe(false);
    expect(server.maxConnections).toBeGreaterThan(1_000);
  });
});
