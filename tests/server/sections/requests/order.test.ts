// Runs on PostgreSQL too: locks.
import { ORDER_GAP } from '#resources/rules/board/order.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { createRequest, details, idsIn, move, patch, taskRow } from '#tests/support/server/requests.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let me: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  me = await newPerson(app, { levels: { tasks: 'write' } });
});
afterAll(() => app.close());

/** New requests, which stand first in their column, in this sequence. */
async function cards<Count extends number>(count: Count, change: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.unshift(await createRequest(me, demo, change));
  return ids;
}
const top = async (count: number) => (await idsIn(me, 'created')).slice(0, count);
const orderOf = async (id = 0) => Number((await details(me, id)).order);
let apart = 0;
/** Writes orders past the product, far above every other card: where a thousand moves would lead. @returns the first one */
async function place(ids: readonly number[], offsets: readonly number[]): Promise<number> {
  apart -= 1_000;
  for (const [index, id] of ids.entries()) {
    const board_order = apart + (offsets[index] ?? 0);
    await app.database.kysely.updateTable('tasks').set({ board_order }).where('id', '=', id).execute();
  }
  return apart;
}

describe('the number of the wire', () => {
  test('TASK-36, TASK-37: is taken as it is where it stands between the neighbours and is free', async () => {
    const [a = 0, b = 0, c = 0] = await cards(3);
    const [above, below] = [await orderOf(a), await orderOf(b)];
    const middle = (above + below) / 2;
    expect((await move(me, c, { order: middle, after: a, before: b })).params).toMatchObject({ order: middle });
    const end = (await orderOf(a)) - 0.001;
    expect((await move(me, c, { order: end, after: null, before: a })).params).toMatchObject({ order: end });
    expect(await top(3)).toEqual([c, a, b]);
  });

  test('TASK-36: alone, as a console of the specification sends it, it is enough', async () => {
    const [a = 0, b = 0, c = 0] = await cards(3);
    const middle = ((await orderOf(a)) + (await orderOf(b))) / 2;
    await move(me, c, { order: middle });
    expect(await top(3)).toEqual([a, c, b]);
  });

  test('TASK-36: one that somebody else has already gives a place right below him', async () => {
    const [a = 0, b = 0, c = 0] = await cards(3);
    await move(me, c, { order: await orderOf(a) });
    expect(await top(3)).toEqual([a, c, b]);
    expect(await orderOf(c)).toBeGreaterThan(await orderOf(a));
  });
});

describe('the neighbours', () => {
  test('TASK-36: count more than a number of the past', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await cards(4);
    const stale = ((await orderOf(a)) + (await orderOf(b))) / 2;
    await move(me, a, { after: c, before: d });
    await move(me, b, { after: a, before: d });
    expect(await top(4)).toEqual([c, a, b, d]);
    expect((await move(me, d, { order: stale, after: a, before: b })).conflict).toBe(false);
    expect(await top(4)).toEqual([c, a, d, b]);
  });

  test('TASK-36: that have changed places meanwhile: the upper one is followed', async () => {
    const [a = 0, b = 0, c = 0] = await cards(3);
    await move(me, b, { before: a, after: null });
    await move(me, c, { after: a, before: b });
    expect(await top(3)).toEqual([b, a, c]);
  });

  test('TASK-36: of which one has left the column: the other one is followed', async () => {
    const kim = await newPerson(app, { levels: { tasks: 'performer' } });
    const [a = 0, b = 0, c = 0, d = 0] = await cards(4);
    await move(me, a, { stage: 'in_progress', performer: kim.id });
    await move(me, d, { after: a, before: c });
    expect(await top(3)).toEqual([b, d, c]);
    await move(me, d, { after: b, before: a });
    expect(await top(3)).toEqual([b, d, c]);
  });

  test('PERM-25: out of reach count as not there', async () => {
    const [a = 0, b = 0] = await cards(2);
    const foreign = await createRequest(me, demo, { target: { building: demo.away.building } });
    const near = await newPerson(app, { levels: { tasks: 'write' }, porches: [demo.home.porch, demo.home.otherPorch] });
    const before = await orderOf(b);
    await move(near, b, { after: foreign, before: null, order: (await orderOf(a)) - 0.25 });
    expect(await orderOf(b)).not.toBe(before);
    const ids = (await idsIn(near, 'created')).slice(0, 2);
    expect(ids).toEqual([b, a]);
  });
});

describe('when a gap is used up', () => {
  test('TASK-36: the neighbours make room, and the answer says where they stand now', async () => {
    const [x = 0, a = 0, b = 0, c = 0] = await cards(4);
    await place([a, b, c], [0, ORDER_GAP, 2 * ORDER_GAP]);
    const saved = await move(me, x, { after: a, before: b });
    const pushed = saved.orders as unknown as { id: number; order: number }[];
    expect(pushed.map(({ id }) => id)).toEqual([b, c]);
    for (const { id, order } of pushed) expect(await orderOf(id)).toBe(order);
    expect(await top(4)).toEqual([a, x, b, c]);
  });

  test('TASK-36: a card may be pushed to where the moving one stood', async () => {
    const [a = 0, b = 0, x = 0] = await cards(3);
    const base = await place([a, b, x], [0, ORDER_GAP, 0.002]);
    await move(me, x, { after: a, before: b });
    expect(await top(3)).toEqual([a, x, b]);
    expect(await orderOf(b)).toBe(base + 0.002);
  });

  test('TASK-36: a card of another building makes room as well, and is not told of to who cannot see it', async () => {
    const [x = 0, a = 0] = await cards(2);
    const [hidden = 0] = await cards(1, { target: { building: demo.away.building } });
    await place([a, hidden], [0, ORDER_GAP]);
    const near = await newPerson(app, { levels: { tasks: 'write' }, porches: [demo.home.porch, demo.home.otherPorch] });
    const saved = await move(near, x, { after: a });
    expect(saved.orders).toEqual([]);
    expect((await taskRow(app, hidden)).board_order).toBeGreaterThan(Number(saved.params?.order));
  });

  test('TASK-36: a hundred moves into one gap, and everything stands in its sequence', async () => {
    const [a = 0, b = 0, ...rest] = await cards(22);
    const expected = [...rest];
    for (let turn = 0; turn < 100; turn += 1) {
      const mover = rest[turn % rest.length] ?? 0;
      expected.splice(expected.indexOf(mover), 1);
      expected.unshift(mover);
      const before = turn === 0 ? b : (expected[1] ?? b);
      await move(me, mover, { after: a, before });
    }
    const seen = await top(22);
    expect(seen[0]).toBe(a);
    expect(seen.filter((id) => id !== a && id !== b)).toEqual(expected);
    const orders = await Promise.all(seen.map((id) => orderOf(id)));
    expect(new Set(orders).size).toBe(22);
  });
});

describe('an empty column', () => {
  test('TASK-37: begins with 1', async () => {
    await app.database.kysely.deleteFrom('tasks').execute();
    const id = await createRequest(me, demo);
    expect(await orderOf(id)).toBe(1);
    expect((await patch(me, id, { after: null, before: null })).body.params).toMatchObject({ order: 1 });
  });
});
