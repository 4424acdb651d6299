import { PAGE } from '#resources/limits.ts';
import type { ComplaintItem } from '#resources/protocol/chat/complaints.ts';
import { newResident } from '#tests/support/server/chat.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, type PersonOptions } from '#tests/support/server/people.ts';
import { createRequest } from '#tests/support/server/requests.ts';
import { listen, openSocket, type TestSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
/** Complaints of the two entrances of home, one after the other, the older first. */
let left: { own: number; beside: number; later: number };
const opened: TestSocket[] = [];
beforeAll(async () => {
  withoutIntervals();
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
  const db = app.database.kysely;
  await db.deleteFrom('complaints').execute();
  const creator_id = await newResident(app, [demo.home.unit]);
  const complaint = async (porch_id: number) => {
    const place = { building_id: demo.home.building, porch_id };
    const values = { type: 'complaint' as const, creator_id, description: 'Шумит лифт', ...place };
    return (await db.insertInto('complaints').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const { porch, otherPorch } = demo.home;
  left = { own: await complaint(porch), beside: await complaint(otherPorch), later: await complaint(porch) };
});
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate();
});
afterAll(async () => {
  await app.close();
  withIntervals();
});

const staff = (porches: readonly number[], options: PersonOptions = {}) => newPerson(app, { porches, ...options });

async function hear(person: Person): Promise<TestSocket> {
  const socket = await openSocket(host, `/ws/complaints?token=${person.token}`);
  opened.push(socket);
  return socket;
}

/** Asks and takes the answer of that type that comes after. */
async function answer<Results>(socket: TestSocket, type: string, message: object): Promise<Results> {
  socket.messages.splice(0);
  socket.socket.send(JSON.stringify(message));
  return (await socket.next((said) => said.type === type)).results as Results;
}
const list = (socket: TestSocket, more: object = {}) =>
  answer<ComplaintItem[]>(socket, 'get_complaints', {
    type: 'get_complaints',
    complaint_type: 'complaint',
    page_size: PAGE.complaints,
    ...more,
  });
type Preview = { type: string; last_complaint: ComplaintItem | null; unread_count: number };
const preview = async (socket: TestSocket, message: object = { type: 'receive_preview_complaints' }) =>
  (await answer<Preview[]>(socket, 'preview_complaints', message))[0];
const idsOf = (items: readonly ComplaintItem[]) => items.map(({ id }) => id);

describe('complaints of one entrance and of another', () => {
  /** Readers, with their entrances and the complaints that they see, the newest first. */
  const READERS: readonly [string, () => number[], () => number[]][] = [
    ['the first entrance', () => [demo.home.porch], () => [left.later, left.own]],
    ['the second', () => [demo.home.otherPorch], () => [left.beside]],
    ['both', () => [demo.home.porch, demo.home.otherPorch], () => [left.later, left.beside, left.own]],
    ['another building', () => [demo.away.porch], () => []],
    ['none', () => [], () => []],
  ];

  test.each(READERS)('COMPL-16, PERM-25: the list, its next page and a house of it are those of %s', async (...row) => {
    const [, porches, his] = row;
    const socket = await hear(await staff(porches()));
    expect(idsOf(await list(socket))).toEqual(his());
    expect(idsOf(await list(socket, { buildings: [demo.home.building] }))).toEqual(his());
    // Whichever it goes on after, in reach or not: only their own follow.
    for (const before of Object.values(left)) {
      const older = his().filter((id) => id < before);
      expect([before, idsOf(await list(socket, { before }))]).toEqual([before, older]);
    }
  });

  test.each(READERS)('COMPL-10, PERM-25: the newest and the number of unread are those of %s', async (...row) => {
    const [, porches, his] = row;
    const socket = await hear(await staff(porches()));
    const shown = await preview(socket);
    expect([shown?.last_complaint?.id, shown?.unread_count]).toEqual([his()[0], his().length]);
  });

  test.each(READERS)('COMPL-08, PERM-25: who holds %s marks as read those and no others', async (...row) => {
    const [, porches, his] = row;
    const person = await staff(porches());
    const socket = await hear(person);
    const message = { type: 'read_complaints', complaints_list: Object.values(left) };
    expect((await preview(socket, message))?.unread_count).toBe(0);
    const marks = app.database.kysely.selectFrom('complaint_reads').where('user_id', '=', person.id);
    const marked = await marks.select('complaint_id').orderBy('complaint_id', 'desc').execute();
    expect(marked.map((row_) => row_.complaint_id)).toEqual(his());
    expect((await list(socket)).every(({ is_read }) => is_read)).toBe(true);
  });
});

describe('the request that was made of a complaint', () => {
  /** Made of a complaint of the first entrance, for the second alone. */
  let task: number;
  beforeAll(async () => {
    const source = { complaint: left.later };
    const target = { target_type: 'porches', target: { porches: [demo.home.otherPorch] } };
    task = await createRequest(await newPerson(app), demo, { ...target, source });
  });
  const taskSeenBy = async (person: Person) => {
    const found = (await list(await hear(person))).find(({ id }) => id === left.later);
    return [found?.id, found?.task];
  };

  test('COMPL-11, PERM-25: is named to who may see both', async () => {
    const both = [demo.home.porch, demo.home.otherPorch];
    expect(await taskSeenBy(await staff(both))).toEqual([left.later, task]);
  });

  test.each<[string, PersonOptions]>([
    ['who holds the entrance of the complaint alone', {}],
    ['who may not see requests', { levels: { chats: 'read' } }],
  ])('COMPL-11, PERM-25: is not named to %s', async (_who, options) => {
    const porches = [demo.home.porch, ...(options.levels ? [demo.home.otherPorch] : [])];
    expect(await taskSeenBy(await staff(porches, options))).toEqual([left.later, null]);
  });
});
