import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { CLOSE, PING_INTERVAL_MS } from '#resources/protocol/live.ts';
import type { Chat } from '#server/chat/chat.ts';
import type { ChatEvent } from '#server/chat/events.ts';
import { note } from '#server/chat/packets/note.ts';
import { Presence } from '#server/chat/presence.ts';
import { sweepProcesses, whoIsOnline } from '#server/chat/queries/presence-queries.ts';
import { Session } from '#server/chat/session.ts';
import type { Db } from '#server/db/tables.ts';
import { Connection } from '#server/live/connection.ts';
import { CONNECTION_LIMITS } from '#server/live/connection-limits.ts';
import { type Chatter, greeted, type RawChat } from '#tests/support/server/chat.ts';
import { OpenedChats } from '#tests/support/server/chat-pair.ts';
import { passIntervals, withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let db: Db;
let host = '';
/** How far the app's clock is ahead, ms. */
let ahead = 0;
const chats = new OpenedChats();
const told: ChatEvent[] = [];
const bus = { publish: async (_trx: Db, _topic: string, event: ChatEvent) => void told.push(event) };
const failed = jest.fn();
beforeAll(async () => {
  // The server's regular work is done when a test says so.
  withoutIntervals();
  app = await openTestApp({ now: () => new Date(Date.now() + ahead) });
  db = app.database.kysely;
  host = await listen(app);
});
beforeEach(() => {
  told.splice(0);
  failed.mockClear();
});
afterEach(() => chats.closeAll());
afterAll(async () => {
  await app.close();
  withIntervals();
});

const presence = () =>
  new Presence({ db, bus, now: app.now } as unknown as ConstructorParameters<typeof Presence>[0], failed);
const online = async (...people: number[]) => [...(await whoIsOnline(db, people))].sort((a, b) => a - b);
const person = async () => (await newPerson(app)).id;

describe('who is online through a process', () => {
  test('CHAT-26: a database that fails at first is tried again with the next who comes', async () => {
    const [one, here] = [await person(), presence()];
    await sql`alter table chat_processes rename to away`.execute(db);
    try {
      await expect(here.sessionAttached(one, 'x')).rejects.toThrow();
      await expect(here.sessionDetached(one, 'x')).rejects.toThrow();
    } finally {
      await sql`alter table away rename to chat_processes`.execute(db);
    }
    await here.sessionAttached(one, 'x');
    expect(await online(one)).toEqual([one]);
    await here.stop();
    expect(await online(one)).toEqual([]);
  });

  test('CHAT-26: who is written down as here and is not leaves, and the others hear of it', async () => {
    const [one, ghost, here] = [await person(), await person(), presence()];
    await here.sessionAttached(one, 'x');
    const row = await db.selectFrom('chat_online').where('user_id', '=', one).selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('chat_online')
      .values({ ...row, user_id: ghost })
      .execute();
    expect(await online(one, ghost)).toEqual([one, ghost]);
    told.splice(0);
    await here.heartbeat();
    expect(await online(one, ghost)).toEqual([one]);
    expect(told).toEqual([{ what: 'off', by: ghost, agent: '' }]);
    // Seen as gone while their leaving is being written, they leave once.
    told.splice(0);
    await Promise.all([here.sessionDetached(one, 'x'), here.heartbeat()]);
    await here.stop();
    expect(told).toEqual([{ what: 'off', by: one, agent: 'x' }]);
    const seen = db.selectFrom('chat_profiles').where('user_id', '=', one).select('seen_agent');
    expect(await seen.execute()).toEqual([{ seen_agent: 'x' }]);
  });

  test('CHAT-26: with a process that died those go who were online through it alone', async () => {
    const [one, both, here] = [await person(), await person(), presence()];
    await here.sessionAttached(both, 'x');
    await db
      .insertInto('chat_processes')
      .values({ id: '00000000-0000-4000-8000-000000000001', seen_at: new Date(0) })
      .execute();
    const process_id = '00000000-0000-4000-8000-000000000001';
    await db
      .insertInto('chat_online')
      .values([one, both].map((user_id) => ({ process_id, user_id })))
      .execute();
    expect(await sweepProcesses(db, app.now())).toEqual([one]);
    expect(await db.selectFrom('chat_processes').where('id', '=', process_id).selectAll().execute()).toEqual([]);
    expect(await online(one, both)).toEqual([both]);
    await here.stop();
  });
});

describe('a person who goes', () => {
  /** The entry of somebody's list for another person. */
  const listed = async (chat: RawChat, { chatId }: Chatter) => {
    const { meta } = await chat.ask('get', { topic: 'me', what: 'sub', sub: { topic: chatId } });
    return (meta?.sub as { online?: boolean; seen?: { when: string; ua?: string } }[] | undefined)?.[0];
  };
  /** Two who talk and see each other online. */
  const seeing = async () => {
    const pair = await chats.pair(app, host);
    for (const chat of [pair.one, pair.two]) await chat.ask('sub', { topic: 'me' });
    await pair.one.next(({ pres }) => pres?.what === 'on' && pres.src === pair.b.chatId);
    return pair;
  };
  const isOff =
    ({ chatId }: Chatter) =>
    ({ pres }: { pres?: Record<string, unknown> }) =>
      pres?.what === 'off' && pres.src === chatId;
  /** Lets the time between two pings pass, until this one has answered theirs. */
  const ping = async ({ socket, ask }: RawChat) => {
    const pinged = once(socket, 'ping');
    passIntervals(PING_INTERVAL_MS);
    await pinged;
    await ask('get', { topic: 'me', what: 'cred' });
  };

  test.each([
    ['leaves «me»', async (chat: RawChat) => void (await chat.ask('leave', { topic: 'me' }))],
    ['closes his page', async (chat: RawChat) => chat.close()],
  ])(
    'CHAT-04 CHAT-26: who %s was last seen then, by the list and by the chat; who is there is not',
    async (_how, go) => {
      const { a, b, one, two } = await seeing();
      expect(await listed(one, b)).toMatchObject({ online: true });
      expect(await listed(one, b)).not.toHaveProperty('seen');
      const before = app.now().getTime();
      await go(two);
      await one.next(isOff(b));
      const left = await listed(one, b);
      expect(left).not.toHaveProperty('online');
      expect(left?.seen).toEqual({ when: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/), ua: 'test' });
      const when = Date.parse(left?.seen?.when ?? '');
      expect(when).toBeGreaterThanOrEqual(before);
      expect(when).toBeLessThanOrEqual(app.now().getTime());
      const { meta } = await one.ask('get', { topic: b.chatId, what: 'desc' });
      expect(meta?.desc).toMatchObject({ seen: left?.seen });
      // Back again they are online, and it is no longer said when they were.
      const again = await chats.open(host, b);
      await again.ask('sub', { topic: 'me' });
      expect(await listed(one, b)).not.toHaveProperty('seen');
      expect(await listed(again, a)).toMatchObject({ online: true });
    },
  );

  test('CHAT-04 CHAT-26: whose line is dead without a word is let go by the second ping and seen as gone; who answers stays', async () => {
    const { b, one, two } = await seeing();
    // As a client whose network is gone: nothing is read, no ping answered.
    two.socket.pause();
    await ping(one);
    expect(await listed(one, b)).toMatchObject({ online: true });
    await ping(one);
    await one.next(isOff(b));
    expect(await listed(one, b)).toMatchObject({ seen: { ua: 'test' } });
    expect(await online(b.id)).toEqual([]);
    await ping(one);
    expect(one.socket.readyState).toBe(one.socket.OPEN);
    two.socket.resume();
    expect(await two.closed).toBe(1006);
  });

  test('CHAT-26: a socket in which nobody signs in is closed after two minutes', async () => {
    const [nobody, { one }] = [await greeted(host), await seeing()];
    await ping(one);
    expect((await nobody.ask('hi', { ver: '0.25.3' })).ctrl?.code).toBe(200);
    ahead = 121_000;
    await ping(one);
    expect(await nobody.closed).toBe(1006);
    expect(one.socket.readyState).toBe(one.socket.OPEN);
    ahead = 0;
  });
});

describe('one socket', () => {
  const fake = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: jest.fn(), close: jest.fn(), terminate: jest.fn() };
  const socket = Object.assign(new EventEmitter(), fake);
  const open = () => {
    const connection = new Connection(socket as unknown as WebSocket, CONNECTION_LIMITS.signedIn, {
      log: { info: jest.fn() },
    });
    return new Session(connection, '127.0.0.1', Date.now());
  };

  test('CHAT-26: who reads too slowly is let go instead of filling the memory', () => {
    const session = open();
    session.sendEvent('one');
    expect(socket.send).toHaveBeenCalledTimes(1);
    socket.bufferedAmount = CONNECTION_LIMITS.signedIn.unsent + 1;
    session.sendEvent('two');
    session.send({ three: 3 });
    expect(socket.send).toHaveBeenCalledTimes(1);
    expect(socket.close.mock.calls).toEqual([[CLOSE.tooSlow, 'too much is left unread']]);
    socket.bufferedAmount = 0;
  });

  test('CHAT-03 CHAT-26: typing is handed on once a second at most', async () => {
    const session = open();
    session.self = { id: 1, chatId: 'usrA', staff: true, status: 'active', token: 1, parent: null };
    session.topics.set(7, { id: 7, kind: 'p2p', name: 'usrB', deliveredUpTo: 0, alreadySent: new Set(), typedAt: 0 });
    const members = new Map([
      [1, { user: 1, chatId: 'usrA', want: 'JRWPA', given: 'JRWPA', staff: true, left: false }],
    ]);
    let now = 1_000_000;
    const chat = { db, bus, views: { get: async () => ({ members }) }, now: () => new Date(now) } as unknown as Chat;
    const type = () => note(chat, session, { topic: 'usrB', what: 'kp' });
    for (const pause of [0, 10, 500, 600, 100]) {
      now += pause;
      await type();
    }
    expect(told.map(({ what }) => what)).toEqual(['kp', 'kp']);
  });
});
