import { PAGE } from '#resources/limits.ts';
import { COMPLAINT_HEAD, COMPLAINT_TOPIC } from '#resources/protocol/chat/chat.ts';
import { chatter, newResident, type RawChat, signedIn } from '#tests/support/server/chat.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setPorches } from '#tests/support/server/people.ts';
import { listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
const opened: (TestSocket | RawChat)[] = [];
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

interface Item {
  id: number;
  type: string;
  description: string;
  creation_date: string;
  is_read: boolean;
  creator: { first_name: string; avatar: string | null };
  building: { id: number };
  porch: { id: number };
}
interface Preview {
  type: string;
  last_complaint: Item | null;
  unread_count: number;
}

async function hear(person: Person): Promise<TestSocket> {
  const socket = await openSocket(host, `/ws/complaints?token=${person.token}`);
  opened.push(socket);
  return socket;
}

/** Asks and takes the answer of that type that comes after. */
async function ask(socket: TestSocket, message: object, type: string): Promise<Record<string, unknown>> {
  socket.messages.splice(0);
  socket.socket.send(JSON.stringify(message));
  return socket.next((answer) => answer.type === type);
}

const previews = async (socket: TestSocket, buildings?: number[]) =>
  (await ask(socket, { type: 'receive_preview_complaints', buildings }, 'preview_complaints')).results as Preview[];
const list = async (socket: TestSocket, complaint_type: string, rest: object = {}) =>
  (await ask(socket, { type: 'get_complaints', complaint_type, page_size: PAGE.complaints, ...rest }, 'get_complaints'))
    .results as Item[];

/** A resident of home who leaves something. @returns its id */
async function leave(type: string, description: unknown, units = [demo.home.unit], head: object = {}) {
  const resident = await chatter(app, await newResident(app, units));
  const chat = await signedIn(host, resident);
  opened.push(chat);
  const fields = { topic: COMPLAINT_TOPIC, head: { [COMPLAINT_HEAD.type]: type, ...head }, content: description };
  return { resident, answer: (await chat.ask('pub', fields)).ctrl };
}

describe('the socket of complaints', () => {
  test('COMPL-04, PERM-18: is refused to nobody who is of the staff, whatever right to the chat they have', async () => {
    await expect(openSocket(host, '/ws/complaints?token=')).rejects.toThrow('401');
    const socket = await hear(await newPerson(app, { levels: { news: 'write' } }));
    expect(await previews(socket)).toHaveLength(3);
  });

  test('COMPL-06 COMPL-10 COMPL-15: previews each type with its newest and the number of unread', async () => {
    const socket = await hear(await newPerson(app));
    const results = await previews(socket);
    expect(results.map(({ type }) => type)).toEqual(['complaint', 'appreciation', 'suggestion']);
    for (const { type, last_complaint, unread_count } of results) {
      const all = await list(socket, type);
      expect(last_complaint).toEqual(all[0]);
      expect(unread_count).toBe(all.filter(({ is_read }) => !is_read).length);
      expect(unread_count).toBe(all.length);
    }
  });

  test('COMPL-05 COMPL-07 COMPL-11: lists a type, newest first, with creator, text and moment', async () => {
    const socket = await hear(await newPerson(app));
    const all = await list(socket, 'complaint');
    expect(all.length).toBeGreaterThan(2);
    expect(all[0]).toMatchObject({
      type: 'complaint',
      description: expect.stringMatching(/[а-я]/),
      creator: { first_name: expect.any(String), last_name: expect.any(String) },
      building: { street: expect.any(String) },
    });
    const moments = all.map(({ creation_date }) => creation_date);
    expect(moments).toEqual([...moments].sort().reverse());
    const second = await list(socket, 'complaint', { page_size: 1, before: all[0]?.id });
    expect(second).toEqual([all[1]]);
  });

  test('COMPL-07 CONST-04: gives 322 of a longer list', async () => {
    const db = app.database.kysely;
    const resident = await newResident(app, [demo.home.unit]);
    const rows = Array.from({ length: 330 }, (_, at) => ({
      type: 'suggestion' as const,
      creator_id: resident,
      building_id: demo.home.building,
      porch_id: demo.home.porch,
      description: `Идея ${at}`,
    }));
    const made = await db.insertInto('complaints').values(rows).returning('id').execute();
    const socket = await hear(await newPerson(app));
    expect(await list(socket, 'suggestion')).toHaveLength(322);
    const ids = made.map((row) => row.id);
    await db.deleteFrom('complaints').where('id', 'in', ids).execute();
  });

  test('COMPL-08 COMPL-09: reading lowers the number, also in the other window of the same person alone', async () => {
    const person = await newPerson(app);
    const [socket, other, stranger] = [await hear(person), await hear(person), await hear(await newPerson(app))];
    const all = await list(socket, 'complaint');
    await previews(other);
    await previews(stranger);
    stranger.messages.splice(0);
    other.messages.splice(0);
    const message = { type: 'read_complaints', complaints_list: all.map(({ id }) => id) };
    const after = (await ask(socket, message, 'preview_complaints')).results as Preview[];
    expect(after[0]).toMatchObject({ type: 'complaint', unread_count: 0 });
    expect(
      ((await other.next(({ type }) => type === 'preview_complaints')).results as Preview[])[0]?.unread_count,
    ).toBe(0);
    expect((await list(socket, 'complaint')).every(({ is_read }) => is_read)).toBe(true);
    expect(stranger.messages).toEqual([]);
  });

  test('COMPL-16 PERM-25: only buildings asked for, and only entrances that are held', async () => {
    const person = await newPerson(app);
    const socket = await hear(person);
    const all = await list(socket, 'complaint');
    const building = all[0]?.building.id ?? 0;
    const some = await list(socket, 'complaint', { buildings: [building] });
    expect(some).toEqual(all.filter((item) => item.building.id === building));
    expect((await previews(socket, [building]))[0]?.unread_count).toBe(some.length);

    const porch = all[0]?.porch.id ?? 0;
    const narrow = await newPerson(app, { porches: [porch] });
    const narrowed = await hear(narrow);
    const seen = await list(narrowed, 'complaint');
    expect(seen.map(({ id }) => id)).toEqual(all.filter((item) => item.porch.id === porch).map(({ id }) => id));
    // A complaint out of reach cannot be marked either.
    const foreign = all.find((item) => item.porch.id !== porch)?.id ?? 0;
    await ask(narrowed, { type: 'read_complaints', complaints_list: [foreign] }, 'preview_complaints');
    const marked = app.database.kysely.selectFrom('complaint_reads').where('user_id', '=', narrow.id).selectAll();
    expect(await marked.execute()).toEqual([]);
  });

  test('COMPL-12 NOTIF-07: what a resident leaves arrives live, with a notification, at who holds the entrance', async () => {
    const [near, far] = [await newPerson(app), await newPerson(app, { porches: [demo.away.porch] })];
    const [socket, elsewhere] = [await hear(near), await hear(far)];
    const notices = await openSocket(host, `/ws/notifications?token=${near.token}`);
    opened.push(notices);
    await notices.next(({ type }) => type === 'welcome');
    await previews(elsewhere);
    elsewhere.messages.splice(0);
    const { resident, answer } = await leave('appreciation', 'Спасибо за чистый подъезд');
    expect(answer).toMatchObject({ code: 202 });
    const { complaint } = (await socket.next(({ type }) => type === 'new_complaint')) as { complaint?: Item };
    expect(complaint).toMatchObject({
      type: 'appreciation',
      description: 'Спасибо за чистый подъезд',
      is_read: false,
      creator: { user: resident.id, chat_id: resident.chatId },
      porch: { id: demo.home.porch },
    });
    const told = await notices.next(({ type }) => type === 'notification');
    expect(told.notification).toMatchObject({ type: 'complaint', subtype: 'appreciation', ref: String(complaint?.id) });
    expect((await previews(elsewhere))[1]?.last_complaint?.id).not.toBe(complaint?.id);
    expect(elsewhere.messages.filter(({ type }) => type === 'new_complaint')).toEqual([]);
  });

  test('COMPL-14: an unknown or broken message is let be, and the next one is answered', async () => {
    const socket = await hear(await newPerson(app));
    for (const text of ['nonsense', '[]', '{"type":"drop"}', '{"type":"get_complaints","complaint_type":"x"}', '{}']) {
      socket.socket.send(text);
    }
    expect(await previews(socket)).toHaveLength(3);
    expect(socket.messages).toHaveLength(1);
  });

  test('PERM-25: rights taken away close it by themselves', async () => {
    const person = await newPerson(app);
    const socket = await hear(person);
    await previews(socket);
    await setPorches(app, person.id, []);
    const { code } = await socket.closed;
    expect(code).toBe(4003);
  });
});

describe('a resident who leaves a complaint', () => {
  test.each([
    ['an unknown type', () => leave('drop', 'Текст'), 400],
    ['no text', () => leave('complaint', ' '), 400],
    ['a text without end', () => leave('complaint', 'x'.repeat(2_001)), 400],
    ['something else than text', () => leave('complaint', { txt: 'Текст' }), 400],
    [
      'a unit that is not his',
      () => leave('complaint', 'Текст', [demo.home.unit], { [COMPLAINT_HEAD.unit]: 1_000_000 }),
      403,
    ],
    ['no home at all', () => leave('complaint', 'Текст', []), 403],
  ])('COMPL-12: is refused with %s', async (_what, attempt, code) => {
    const count = () => app.database.kysely.selectFrom('complaints').select('id').execute();
    const before = (await count()).length;
    expect((await attempt()).answer?.code).toBe(code);
    expect(await count()).toHaveLength(before);
  });

  test('COMPL-12: staff do not complain here', async () => {
    const chat = await signedIn(host, await chatter(app, (await newPerson(app)).id));
    opened.push(chat);
    const fields = { topic: COMPLAINT_TOPIC, head: { [COMPLAINT_HEAD.type]: 'complaint' }, content: 'Текст' };
    expect((await chat.ask('pub', fields)).ctrl?.code).toBe(403);
  });
});
