import { TASKS_PATH } from '#resources/protocol/requests/tasks.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { details, request } from '#tests/support/server/requests.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let me: Person;
let complaint: number;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  me = await newPerson(app, { levels: { tasks: 'write', chats: 'read' } });
  const row = await app.database.kysely
    .insertInto('complaints')
    .values({
      type: 'complaint',
      creator_id: me.id,
      building_id: demo.home.building,
      porch_id: demo.home.porch,
      description: 'Не горит свет',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  complaint = row.id;
});
afterAll(() => app.close());

const make = (by: Person, source: unknown) => by.post(TASKS_PATH, request(demo, { source }));
const links = () => app.database.kysely.selectFrom('task_sources').selectAll().execute();

/** A chat of two with three messages. @returns how the first sees it */
async function chatOf(person: number, other: number): Promise<string> {
  const db = app.database.kysely;
  const { id } = await db
    .insertInto('chat_topics')
    .values({ name: `p2p${person}_${other}`, kind: 'p2p', seq: 3 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('chat_subscriptions')
    .values([person, other].map((user_id) => ({ topic_id: id, user_id })))
    .execute();
  const row = await db.selectFrom('users').where('id', '=', other).select('chat_id').executeTakeFirstOrThrow();
  return row.chat_id ?? '';
}

describe('a request made of something', () => {
  test('COMPL-11: of a complaint: both show each other', async () => {
    const { status, body } = await make(me, { complaint });
    expect(status).toBe(201);
    const task = Number(body.params?.id);
    expect((await details(me, task)).source).toEqual({ complaint, type: 'complaint' });

    const host = await listen(app);
    const socket = await openSocket(host, `/ws/complaints?token=${me.token}`);
    socket.socket.send(JSON.stringify({ type: 'get_complaints', complaint_type: 'complaint', page_size: 322 }));
    const { results } = (await socket.next(({ type }) => type === 'get_complaints')) as {
      results?: { id: number; task: number | null }[];
    };
    socket.socket.terminate();
    expect(results?.find(({ id }) => id === complaint)?.task).toBe(task);
    expect(results?.filter(({ id }) => id !== complaint).every((other) => other.task === null)).toBe(true);
  });

  test('COMPL-11, TASK-19: it keeps the resident whose words it was made of, with the flat, telephone and chat', async () => {
    const db = app.database.kysely;
    const home = await db
      .selectFrom('units')
      .innerJoin('residents_units', 'residents_units.unit_id', 'units.id')
      .innerJoin('users', 'users.id', 'residents_units.user_id')
      .where('units.porch_id', '=', demo.home.porch)
      .where('users.status', '=', 'active')
      .orderBy('residents_units.place')
      .orderBy('users.id')
      .select(['units.id as unit', 'units.label', 'users.id as user', 'users.phone', 'users.chat_id'])
      .executeTakeFirstOrThrow();
    const places = { building_id: demo.home.building, porch_id: demo.home.porch };
    const told = await db
      .insertInto('complaints')
      .values({ type: 'complaint', creator_id: home.user, ...places, description: 'Течёт кран' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const keeper = await newPerson(app, { levels: { tasks: 'write', chats: 'read', residents: 'read' } });
    const topic = await chatOf(keeper.id, home.user);
    for (const source of [{ complaint: told.id }, { message: { topic, seq: 1 } }]) {
      const task = Number((await make(keeper, source)).body.params?.id);
      const seen = await details(keeper, task);
      expect(seen.caller).toMatchObject({ user: home.user, unit: home.label, unit_id: home.unit });
      expect(seen.creator).toMatchObject({ user: keeper.id, unit: null });
      expect(seen.author).toEqual({ phone_number: home.phone, chat: home.chat_id });
      const { list } = await keeper.get(`${TASKS_PATH}?stage=created&count=30&unit=${home.unit}`);
      expect(list.map(({ id }) => id)).toContain(task);
      // A person who sees the request and neither residents nor chats is told the name and the flat alone.
      const other = await newPerson(app, { levels: { tasks: 'read' } });
      expect(await details(other, task)).toMatchObject({
        caller: { user: home.user, unit: home.label },
        author: { phone_number: null, chat: null },
      });
    }
    // Made of a colleague's words it is nobody's call.
    const plain = Number((await make(me, { complaint })).body.params?.id);
    expect((await details(me, plain)).caller).toBeNull();
  });

  test('PERM-25: who may not chat does not learn of the complaint', async () => {
    const { body } = await make(me, { complaint });
    const other = await newPerson(app, { levels: { tasks: 'read' } });
    expect((await details(other, Number(body.params?.id))).source).toBeNull();
  });

  test.each([
    ['a complaint that is not there', () => make(me, { complaint: 2_000_000_000 })],
    ['no complaint at all', () => make(me, { complaint: 'x' })],
    ['something else', () => make(me, { news: 1 })],
    ['a chat that is not his', () => make(me, { message: { topic: 'usrAAAAAAAAAAA', seq: 1 } })],
    [
      'a complaint out of reach',
      async () => {
        const { body } = { body: request(demo, { source: { complaint } }) };
        const porches = [demo.home.otherPorch];
        const far = await newPerson(app, { levels: { tasks: 'write', chats: 'read' }, porches });
        return far.post(TASKS_PATH, { ...body, target_type: 'porches', target: { porches } });
      },
    ],
    [
      'a complaint without the right to chat',
      async () => make(await newPerson(app, { levels: { tasks: 'write' } }), { complaint }),
    ],
  ])('API-21 PERM-25: %s is refused, and nothing is stored', async (_what, attempt) => {
    const before = (await links()).length;
    expect((await attempt()).status).toBe(400);
    expect(await links()).toHaveLength(before);
  });

  test('CHAT request from a message: it is linked for who made it, and for nobody else', async () => {
    const other = await newPerson(app, { levels: { tasks: 'write', chats: 'read' } });
    const topic = await chatOf(me.id, other.id);
    const { status, body } = await make(me, { message: { topic, seq: 2 } });
    expect(status).toBe(201);
    const task = Number(body.params?.id);
    expect((await details(me, task)).source).toEqual({ message: { topic, seq: 2 } });
    expect((await details(other, task)).source).toBeNull();
    const url = `${TASKS_PATH}by-message/?topic=${topic}`;
    expect((await me.get(url)).list).toEqual([{ seq: 2, task }]);
    expect((await other.get(url)).list).toEqual([]);
    expect((await make(me, { message: { topic, seq: 4 } })).status).toBe(400);
  });
});
