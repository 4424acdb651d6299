// Runs on PostgreSQL too: locks.
// Runs in test:all alone: a storm of moves that lasts.
import { TASKS_PATH, type TaskFrame, taskList, taskSaved } from '#resources/protocol/requests/tasks.ts';
import { TASK_STAGES } from '#resources/rules/requests/constants.ts';
import { type AnnouncementListeners, listenToAnnouncements } from '#tests/support/server/announcement-listeners.ts';
import { LocalBoard, makeRandomMoves, type Wire } from '#tests/support/server/local-board.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { createRequest, move, patch } from '#tests/support/server/requests.ts';
import type { TestSocket } from '#tests/support/server/sockets.ts';

const CLIENTS = 20;
/** Moves of each: 2,000 in all on PostgreSQL, fewer on the slower embedded database. `npm run bench -- moves` makes 10,000. */
const MOVES = process.env.TEST_DATABASE_URL ? 100 : 6;
/** Every window shows the same within so many ms after the last answer: 27–45 on a quiet machine, far more on a busy one. */
const AGREED = 60_000;

let room: AnnouncementListeners;
beforeAll(async () => {
  room = await listenToAnnouncements();
});
afterEach(() => room.leave());
afterAll(() => room.close());

const wireOf = (person: Person): Wire => ({
  column: async (stage) => taskList.parse((await person.get(`${TASKS_PATH}?stage=${stage}&count=500`)).list),
  patch: async (id, body) => {
    const { status, body: saved, text } = await patch(person, id, body);
    if (status !== 200) throw new Error(`moving answered ${status}: ${text}`);
    return taskSaved.parse(saved);
  },
});

/** Waits until every window shows the truth. @throws with what the others show when they do not within `AGREED` */
async function agree(windows: readonly { board: LocalBoard; socket: TestSocket }[], truth: string): Promise<void> {
  const began = performance.now();
  for (;;) {
    const astray = windows.filter(({ board }) => String(board) !== truth);
    if (!astray.length) return;
    if (performance.now() - began > AGREED) {
      const shown = astray.map(({ board, socket }) => `socket ${socket.socket.readyState}: ${board}`);
      throw new Error([`${astray.length} windows do not show ${truth}`, ...shown].join('\n'));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('TASK-36, TASK-38: random moves by twenty windows at once: no ties, no lost card, the same order in every window in the end', async () => {
  const boss = await newPerson(room.app);
  const kim = await newPerson(room.app, { levels: { tasks: 'performer' } });
  for (let made = 0; made < 20; made += 1) await createRequest(boss, room.demo);
  const windows = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const person = await newPerson(room.app, { levels: { tasks: 'write' } });
      const board = new LocalBoard();
      const socket = await room.hear(person);
      socket.socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as TaskFrame;
        if (message.type === 'task') board.hear(message);
      });
      const wire = wireOf(person);
      await board.load(wire);
      return { board, wire, socket };
    }),
  );
  const before = await room.app.database.kysely.selectFrom('tasks').select('id').orderBy('id').execute();
  await Promise.all(windows.map(({ board, wire }, index) => makeRandomMoves(board, wire, MOVES, kim.id, index + 1)));

  const rows = await room.app.database.kysely
    .selectFrom('tasks')
    .select(['id', 'stage', 'board_order', 'performer_id'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(new Set(rows.map((row) => `${row.stage} ${row.board_order}`)).size).toBe(rows.length);
  for (const row of rows) if (row.stage === 'in_progress') expect(row.performer_id).not.toBeNull();
  const truth = TASK_STAGES.map((stage) =>
    rows
      .filter((row) => row.stage === stage)
      .sort((a, b) => a.board_order - b.board_order)
      .map(({ id }) => id)
      .join(' '),
  ).join(' | ');
  await agree(windows, truth);
  const fresh = new LocalBoard();
  await fresh.load(wireOf(boss));
  expect(String(fresh)).toBe(truth);
}, 900_000);

test('TASK-36: twenty windows want the very same place at once: each gets one, nobody an error', async () => {
  const boss = await newPerson(room.app);
  const [b, a] = [await createRequest(boss, room.demo), await createRequest(boss, room.demo)];
  const cards: number[] = [];
  for (let made = 0; made < 20; made += 1) cards.push(await createRequest(boss, room.demo));
  const order = 0.5;
  const saved = await Promise.all(cards.map((id) => move(boss, id, { after: a, before: b, order })));
  const orders = saved.map(({ params }) => Number(params?.order));
  expect(new Set(orders).size).toBe(20);
  const { list } = await boss.get(`${TASKS_PATH}?stage=created&count=500`);
  const ids = list.map(({ id }) => Number(id));
  const between = ids.slice(ids.indexOf(a) + 1, ids.indexOf(b));
  expect([...between].sort((x, y) => x - y)).toEqual([...cards].sort((x, y) => x - y));
});
