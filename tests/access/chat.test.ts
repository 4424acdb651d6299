import { EventEmitter } from 'node:events';
import type WebSocket from 'ws';
import { CLOSE } from '#resources/protocol/live.ts';
import { SESSION_LIMITS } from '#server/access/tokens.ts';
import type { Chat } from '#server/chat/chat.ts';
import { login } from '#server/chat/packets/sign-in.ts';
import { Session } from '#server/chat/session.ts';
import { SessionRegistry } from '#server/chat/session-registry.ts';
import { Connection } from '#server/live/connection.ts';
import { CONNECTION_LIMITS, ConnectionLimits } from '#server/live/connection-limits.ts';
import { afterQueries } from '#tests/support/server/after-queries.ts';
import { heardSoFar } from '#tests/support/server/channel-messages.ts';
import {
  base64,
  type ChatFrame,
  type Chatter,
  chatter,
  greeted,
  newResident,
  type RawChat,
  signedIn,
} from '#tests/support/server/chat.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setLevels, setPorches } from '#tests/support/server/people.ts';
import { arrived, listen } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
const opened: RawChat[] = [];
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
});
afterEach(() => {
  for (const chat of opened.splice(0)) chat.close();
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const open = async (person: Chatter): Promise<RawChat> => {
  const chat = await signedIn(host, person);
  opened.push(chat);
  return chat;
};
const set = (id: number, change: object) =>
  app.database.kysely.updateTable('users').set(change).where('id', '=', id).execute();
const near = () => newPerson(app, { porches: [demo.home.porch] });

/** Whether a frame tells of somebody, whatever it tells. */
const isAbout = ({ chatId }: Chatter, frame: ChatFrame) => !frame.ctrl && JSON.stringify(frame).includes(`"${chatId}"`);

/** Actions of a resident who has a chat with a member of staff, and the frame that tells of each. */
const CHAT_ACTIONS: readonly [
  what: string,
  does: (chat: RawChat, topic: string) => unknown,
  tells: (frame: ChatFrame) => boolean,
][] = [
  [
    'types',
    (chat, topic) => chat.raw(JSON.stringify({ note: { topic, what: 'kp' } })),
    ({ info }) => info?.what === 'kp',
  ],
  [
    'has received',
    (chat, topic) => chat.raw(JSON.stringify({ note: { topic, what: 'recv', seq: 2 } })),
    ({ info }) => info?.what === 'recv',
  ],
  [
    'has read',
    (chat, topic) => chat.raw(JSON.stringify({ note: { topic, what: 'read', seq: 2 } })),
    ({ info }) => info?.what === 'read',
  ],
  [
    'writes',
    (chat, topic) => chat.ask('pub', { topic, noecho: true, content: 'Про лифт' }),
    ({ pres }) => pres?.what === 'msg',
  ],
  [
    'deletes what he wrote',
    (chat, topic) => chat.ask('del', { topic, what: 'msg', hard: true, delseq: [{ low: 1 }] }),
    ({ pres }) => pres?.what === 'del',
  ],
  [
    'changes his profile',
    (chat) => chat.ask('set', { topic: 'me', desc: { public: { note: 'x' } } }),
    ({ pres }) => pres?.what === 'upd',
  ],
  ['goes', (chat) => chat.ask('leave', { topic: 'me' }), ({ pres }) => pres?.what === 'off'],
  ['comes', (chat) => chat.ask('sub', { topic: 'me' }), ({ pres }) => pres?.what === 'on'],
  ['leaves the chat', (chat, topic) => chat.ask('leave', { topic, unsub: true }), ({ pres }) => pres?.what === 'off'],
];

/** A chat of a resident with somebody: they have written the first message, and not yet got the second. */
async function talk(resident: Chatter, theirs: RawChat, staff: Chatter): Promise<void> {
  const own = await open(staff);
  await own.ask('sub', { topic: resident.chatId });
  await theirs.ask('sub', { topic: staff.chatId });
  await theirs.ask('pub', { topic: staff.chatId, noecho: true, content: 'Добрый день' });
  await own.ask('pub', { topic: resident.chatId, content: 'И вам' });
  // All that was told of it before has been told by then.
  await theirs.next(({ data }) => data?.from === staff.chatId && data.content === 'И вам');
  own.close();
}

describe('what an open chat tells', () => {
  test.each([
    ['another building', () => [demo.away.porch]],
    ['another entrance', () => [demo.home.otherPorch]],
  ] as const)(
    'CHAT-05, PERM-25: nothing of a resident to who holds %s by now, whatever he does; all of it to who holds his',
    async (_where, porches) => {
      const resident = await chatter(app, await newResident(app, [demo.home.unit]));
      const theirs = await open(resident);
      await theirs.ask('sub', { topic: 'me' });
      const [moved, stays] = [await near(), await near()];
      const [gone, witness] = [await chatter(app, moved.id), await chatter(app, stays.id)];
      for (const staff of [gone, witness]) await talk(resident, theirs, staff);
      await setPorches(app, moved.id, porches());
      // A chat that is opened later does not end by it.
      await heardSoFar(app.database);
      const [far, seeing] = [await open(gone), await open(witness)];
      for (const chat of [far, seeing]) await chat.ask('sub', { topic: 'me' });
      for (const [what, does, tells] of CHAT_ACTIONS) {
        for (const { chatId } of [gone, witness]) await does(theirs, chatId);
        await seeing.next((frame) => isAbout(resident, frame) && tells(frame));
        await arrived(far);
        expect([what, far.frames.filter((frame) => isAbout(resident, frame))]).toEqual([what, []]);
        seeing.clear();
      }
    },
  );

  test('CHAT-05, PERM-25: nor is the resident told of who no longer holds his entrance', async () => {
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const theirs = await open(resident);
    const [moved, stays] = [await near(), await near()];
    const [gone, witness] = [await chatter(app, moved.id), await chatter(app, stays.id)];
    for (const staff of [gone, witness]) await talk(resident, theirs, staff);
    await theirs.ask('sub', { topic: 'me' });
    await setPorches(app, moved.id, [demo.home.otherPorch]);
    await heardSoFar(app.database);
    theirs.clear();
    await (await open(gone)).ask('sub', { topic: 'me' });
    await (await open(witness)).ask('sub', { topic: 'me' });
    await theirs.next((frame) => frame.pres?.what === 'on' && isAbout(witness, frame));
    await arrived(theirs);
    expect(theirs.frames.filter((frame) => isAbout(gone, frame))).toEqual([]);
  });

  test('CHAT-05, PERM-25: a resident who moves out is told of no more, also to who stands in the chat', async () => {
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const theirs = await open(resident);
    const staff = await chatter(app, (await near()).id);
    await talk(resident, theirs, staff);
    const own = await open(staff);
    await own.ask('sub', { topic: resident.chatId });
    await own.ask('sub', { topic: 'me' });
    const note = (what: string) => theirs.raw(JSON.stringify({ note: { topic: staff.chatId, what, seq: 2 } }));
    note('recv');
    await own.next(({ info }) => info?.what === 'recv');
    await app.database.kysely.deleteFrom('residents_units').where('user_id', '=', resident.id).execute();
    own.clear();
    const other = await open(await chatter(app, resident.id));
    await other.ask('sub', { topic: 'me' });
    note('kp');
    note('read');
    await theirs.ask('set', { topic: 'me', desc: { public: { note: 'y' } } });
    // Their own other page hears of what they do.
    await other.next(({ info }) => info?.what === 'read');
    await other.next(({ pres }) => pres?.what === 'upd');
    await arrived(own);
    expect(own.frames.filter((frame) => isAbout(resident, frame))).toEqual([]);
  });

  const ENDS: readonly [string, number, (person: Person) => Promise<unknown>][] = [
    ['blocked', CLOSE.accessChanged, ({ id }) => set(id, { status: 'suspended' })],
    ['deleted', CLOSE.accessChanged, ({ id }) => set(id, { status: 'deleted' })],
    ['of another entrance', CLOSE.accessChanged, ({ id }) => setPorches(app, id, [demo.home.otherPorch])],
    ['denied everything', CLOSE.accessChanged, ({ id }) => setLevels(app, id, 'denied')],
  ];
  test.each(ENDS)(
    'CHAT-09, PERM-25: who is %s meanwhile is let go, and hears nothing more',
    async (_what, code, end) => {
      const resident = await chatter(app, await newResident(app, [demo.home.unit]));
      const theirs = await open(resident);
      const [person, stays] = [await near(), await near()];
      const [own, witness] = [await chatter(app, person.id), await chatter(app, stays.id)];
      for (const staff of [own, witness]) await talk(resident, theirs, staff);
      const [chat, seeing] = [await open(own), await open(witness)];
      for (const each of [chat, seeing]) await each.ask('sub', { topic: resident.chatId });
      chat.clear();
      await end(person);
      expect(await chat.closed).toBe(code);
      for (const { chatId } of [own, witness]) {
        await theirs.ask('pub', { topic: chatId, noecho: true, content: 'Вы здесь?' });
      }
      await seeing.next(({ data }) => data?.content === 'Вы здесь?');
      expect(chat.frames.filter((frame) => isAbout(resident, frame))).toEqual([]);
    },
  );
});

describe('a session of the console that ends', () => {
  /** A chat that the console has opened by a pass. */
  const byPass = async (person: Person) => {
    const { body } = await person.post('/api/authorized/chat-pass/');
    const chat = await greeted(host);
    opened.push(chat);
    const secret = base64(`${String(body.login)}:${String(body.password)}`);
    const { ctrl } = await chat.ask('login', { scheme: 'basic', secret });
    return { chat, token: String(ctrl?.params?.token) };
  };

  test('CHAT-08, PERM-25: closes the chats that were opened by it, by its pass and by their tokens, and no others', async () => {
    const person = await near();
    const { chat, token } = await byPass(person);
    const again = await open({ ...(await chatter(app, person.id)), token });
    const other = await open(await chatter(app, person.id));
    await person.post('/api/authorized/sign_out/');
    expect([await chat.closed, await again.closed]).toEqual([CLOSE.signedOut, CLOSE.signedOut]);
    expect((await other.ask('sub', { topic: 'me' })).ctrl?.code).toBe(200);
  });
});

describe('a login by token', () => {
  const attempt = async (token: string) => {
    const chat = await greeted(host);
    opened.push(chat);
    const { ctrl } = await chat.ask('login', { scheme: 'token', secret: token });
    return [ctrl?.code, ctrl?.text];
  };
  const REFUSED = [401, 'authentication failed'];
  const OPENED = [200, 'ok'];

  // The chat is open to all staff, whatever their levels.
  test.each<[string, (person: Person) => Promise<unknown>, readonly unknown[]]>([
    ['denied everything', ({ id }) => setLevels(app, id, 'denied'), OPENED],
    ['without an entrance', ({ id }) => setPorches(app, id, []), OPENED],
    ['a resident now', ({ id }) => set(id, { role: 'resident' }), OPENED],
    ['blocked', ({ id }) => set(id, { status: 'suspended' }), [403, 'permission denied']],
    ['invited alone', ({ id }) => set(id, { status: 'created' }), REFUSED],
    ['deleted', ({ id }) => set(id, { status: 'deleted', phone: null }), REFUSED],
  ])('CHAT-08, CHAT-09, PERM-25: of who is %s', async (_what, become, answer) => {
    const person = await near();
    const { token } = await chatter(app, person.id);
    expect(await attempt(token)).toEqual(OPENED);
    await become(person);
    // It is the login that is asked about, not the end of a chat that is open.
    await heardSoFar(app.database);
    expect(await attempt(token)).toEqual(answer);
  });

  test('CHAT-09, PERM-25: of somebody whose password is another one now, or who was deleted by a colleague', async () => {
    const boss = await newPerson(app, { role: 'admin' });
    const person = await newPerson(app);
    const { token } = await chatter(app, person.id);
    expect((await boss.remove(`/api/crm/employee/${person.id}/`)).status).toBeLessThan(300);
    expect(await attempt(token)).toEqual(REFUSED);
  });

  test.each([
    ['blocked', { status: 'suspended' }, CLOSE.accessChanged],
    ['deleted', { status: 'deleted' }, CLOSE.accessChanged],
  ] as const)('CHAT-09, PERM-25: who is %s while his token is looked at is let go', async (_what, change, code) => {
    const { id, token } = await chatter(app, (await near()).id);
    let looked = 0;
    const db = afterQueries(app.database.kysely, async () => {
      looked += 1;
      // The first look found the account active; the session is not signed in yet and cannot hear of the change.
      if (looked === 1) await set(id, change);
    });
    const closed: number[] = [];
    const said: string[] = [];
    const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0 };
    const close = (with_: number) => closed.push(with_);
    const line = { ...socket, close, terminate: () => undefined, send: (text: string) => said.push(text) };
    const limits = new ConnectionLimits({ socketsPerAddress: 1, demo: true });
    const made = Object.assign(new EventEmitter(), line) as unknown as WebSocket;
    const session = new Session(
      new Connection(made, CONNECTION_LIMITS.anonymous, { log: { info: () => undefined } }),
      '127.0.0.1',
      Date.now(),
    );
    session.isGreeted = true;
    const chat = {
      db,
      registry: new SessionRegistry(),
      limits,
      sessions: SESSION_LIMITS,
      now: app.now,
    } as unknown as Chat;
    await login(chat, session, { id: '1', scheme: 'token', secret: token });
    // Messages that they have sent already are not read any more.
    expect([closed, said, session.isClosed, chat.registry.ofPerson(id)]).toEqual([[code], [], true, []]);
  });
});
