import { jest } from '@jest/globals';
import { sql } from 'kysely';
import type { Chat } from '#server/chat/chat.ts';
import type { ChatEvent } from '#server/chat/events.ts';
import { note } from '#server/chat/packets/note.ts';
import { Presence } from '#server/chat/presence.ts';
import { sweepProcesses, whoIsOnline } from '#server/chat/presence-queries.ts';
import { Session, UNSENT_MAX } from '#server/chat/session.ts';
import type { Db } from '#server/db/tables.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let db: Db;
const told: ChatEvent[] = [];
const bus = { publish: async (_trx: Db, _topic: string, event: ChatEvent) => void told.push(event) };
const failed = jest.fn();
beforeAll(async () => {
  app = await openTestApp();
  db = app.database.kysely;
});
beforeEach(() => {
  told.splice(0);
  failed.mockClear();
});
afterAll(() => app.close());

const presence = () =>
  new Presence({ db, bus, now: app.now } as unknown as ConstructorParameters<typeof Presence>[0], failed);
const online = async (...people: number[]) => [...(await whoIsOnline(db, people))].sort((a, b) => a - b);
const person = async () => (await newPerson(app)).id;

describe('who is online through a process', () => {
  test('CHAT-26: a database that fails at first is tried again with the next who comes', async () => {
    const [one, here] = [await person(), presence()];
    await sql`alter table chat_processes rename to away`.execute(db);
    try {
      await expect(here.came(one, 'x')).rejects.toThrow();
      await expect(here.left(one, 'x')).rejects.toThrow();
    } finally {
      await sql`alter table away rename to chat_processes`.execute(db);
    }
    await here.came(one, 'x');
    expect(await online(one)).toEqual([one]);
    await here.stop();
    expect(await online(one)).toEqual([]);
  });

  test('CHAT-26: who is written down as here and is not leaves, and the others hear of it', async () => {
    const [one, ghost, here] = [await person(), await person(), presence()];
    await here.came(one, 'x');
    const row = await db.selectFrom('chat_online').where('user_id', '=', one).selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('chat_online')
      .values({ ...row, user_id: ghost })
      .execute();
    expect(await online(one, ghost)).toEqual([one, ghost]);
    told.splice(0);
    await here.tidy();
    expect(await online(one, ghost)).toEqual([one]);
    expect(told).toEqual([{ what: 'off', by: ghost, agent: '' }]);
    await here.stop();
  });

  test('CHAT-26: with a process that died those go who were online through it alone', async () => {
    const [one, both, here] = [await person(), await person(), presence()];
    await here.came(both, 'x');
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

describe('one socket', () => {
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: jest.fn(), terminate: jest.fn() };
  const open = () => new Session(socket as unknown as ConstructorParameters<typeof Session>[0], '127.0.0.1');

  test('CHAT-26: who reads too slowly is let go instead of filling the memory', () => {
    const session = open();
    session.tell('one');
    expect(socket.send).toHaveBeenCalledTimes(1);
    socket.bufferedAmount = UNSENT_MAX + 1;
    session.tell('two');
    expect([socket.send.mock.calls.length, socket.terminate.mock.calls.length]).toEqual([1, 1]);
  });

  test('CHAT-03 CHAT-26: typing is handed on once a second at most', async () => {
    const session = open();
    session.self = { id: 1, chatId: 'usrA', staff: true, status: 'active', token: 1 };
    session.topics.set(7, { id: 7, kind: 'p2p', name: 'usrB', floor: 0, brought: new Set(), typedAt: 0 });
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
