// Runs on PostgreSQL too: places within a transaction, drops at the same moment, the index of a column.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAME = 'yard-works';
const LIST = `/api/records/${NAME}`;
const EXAMPLE = JSON.parse(readFileSync(new URL(`../../../docs/examples/${NAME}.json`, import.meta.url), 'utf8'));
/** The same without an order by hand. */
const SORTED = {
  ...EXAMPLE,
  name: 'sorted-works',
  section: 'sorted-works',
  list: { ...EXAMPLE.list, order: undefined },
};

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
let other: Person;
let reader: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { [`${NAME}.json`]: EXAMPLE, 'sorted-works.json': SORTED } });
  demo = await readDemoCompany(app);
  const staff = (level: string) => newPerson(app, { levels: { [NAME]: level, 'sorted-works': level } as never });
  [writer, other, reader] = [await staff('write'), await staff('write'), await staff('read')];
});
afterEach(() => sql`update records set deleted_at = now() where resource = ${NAME}`.execute(app.database.kysely));
afterAll(() => app.close());

/** Makes works that are due one after the other, so that they stand as they are named. @returns their ids by name */
async function make(...works: readonly string[]): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const [at, work] of works.entries()) {
    const body = { work, house: demo.home.building, due: `2036-05-${String(at + 1).padStart(2, '0')}` };
    const answer = await writer.post(LIST, body);
    expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
    ids[work] = Number(answer.body.id);
  }
  return ids;
}

/** A column as the board asks for it, by the names of the works. */
async function column(stage = 'planned', filter: object = {}, by = reader): Promise<string> {
  const query = new URLSearchParams({
    filter: JSON.stringify({ stage, ...filter }),
    range: '[0,99]',
    sort: '["due","ASC"]',
    board_order: 'true',
  });
  const answer = await by.get(`${LIST}?${query}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.list.map(({ work }) => work).join(' ');
}

interface Place {
  after?: number | null | undefined;
  before?: number | null | undefined;
  state?: string;
}
const put = (id: number | undefined, { state = 'planned', ...place }: Place, by = writer) =>
  by.post(`${LIST}/${id}/order/`, { state, ...place });

const move = (id: number | undefined, name: string, order?: object) =>
  writer.post(`${LIST}/${id}/move/`, { move: name, ...(order ? { order } : {}) });
const undo = (id: number | undefined, answer: { body: object }) =>
  writer.post(`${LIST}/${id}/order/undo/`, answer.body);
const undoMove = (id: number | undefined) => writer.post(`${LIST}/${id}/move/undo/`);

test('works that were never placed stand as the list is sorted; a placed one stands above them, for everyone', async () => {
  const { C } = await make('A', 'B', 'C');
  expect(await column()).toBe('A B C');
  expect((await put(C, {})).body).toEqual({ state: 'planned', order: 1, was: null });
  expect([await column(), await column('planned', {}, other)]).toEqual(['C A B', 'C A B']);
});

test('a work dropped between two others stays between them, also two that have no place yet', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await put(D, { after: A, before: B });
  expect(await column()).toBe('A D B C');
  await put(A, { after: B, before: C });
  expect(await column()).toBe('D B A C');
  await put(C, { after: D, before: B });
  expect(await column()).toBe('D C B A');
});

test('with a filter on, a work stands right below the one above it, or right above the one below', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await put(A, { after: D });
  expect(await column()).toBe('B C D A');
  // B and D alone are in sight.
  await put(D, { after: B });
  expect(await column()).toBe('B D C A');
  await put(A, { before: C });
  expect(await column()).toBe('B D A C');
});

test('two people drop at one place at the same moment, and both works stand there', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await put(B, { after: A });
  const place = { after: A, before: B };
  const answers = await Promise.all([put(C, place, writer), put(D, place, other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(['A C D B', 'A D C B']).toContain(await column());
});

test('a place is found however often works are dropped right below the same one', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await put(D, { after: C });
  for (let round = 0; round < 45; round += 1) await put(round % 2 ? B : C, { after: A });
  expect(await column()).toBe('A C B D');
});

test('a work that is moved stands where it was dropped; moved by its button it stands below the placed ones', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  expect((await move(A, 'start')).status).toBe(200);
  expect((await move(B, 'start', { after: A, before: null })).status).toBe(200);
  expect((await move(C, 'start', { after: A, before: B })).status).toBe(200);
  expect(await column('underway')).toBe('A C B');
  expect((await move(C, 'return')).status).toBe(200);
  expect((await move(C, 'start')).status).toBe(200);
  expect(await column('underway')).toBe('A B C');
});

test('undoing a move puts the work back where it stood', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  await put(C, { after: A, before: B });
  await move(C, 'start', { after: null, before: null });
  expect(await column()).toBe('A B');
  expect((await writer.post(`${LIST}/${C}/move/undo/`)).status).toBe(200);
  expect(await column()).toBe('A C B');
});

test('a placing is undone by sending its answer back, unless somebody has placed the work anew since', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  await put(A, { after: B, before: C });
  const placed = await put(A, { before: B });
  expect(await column()).toBe('A B C');
  expect((await undo(A, placed)).status).toBe(200);
  expect(await column()).toBe('B A C');
  expect((await undo(A, placed)).status).toBe(409);
  expect((await undo(A, { body: { state: 'planned', order: 'x', was: null } })).status).toBe(400);
});

test('undoing the first placing in a column puts the work back among works that were placed along with it', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  const below = await put(A, { after: B, before: C });
  expect(await column()).toBe('B A C');
  expect((await undo(A, below)).status).toBe(200);
  expect(await column()).toBe('A B C');
  // D and E are due before C.
  const { D } = await make('D', 'E');
  const above = await put(D, { before: C });
  expect(await column()).toBe('A B E D C');
  expect((await undo(D, above)).status).toBe(200);
  expect(await column()).toBe('A B D E C');
});

test('undoing a move puts a work back between the same ones, though others were placed meanwhile', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await move(B, 'start');
  await put(A, { after: C, before: D });
  expect(await column()).toBe('C A D');
  expect((await undoMove(B)).status).toBe(200);
  expect(await column()).toBe('B C A D');
});

test('undoing the move of the lowest placed work puts it back above those that were placed after it', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  await put(C, {});
  await move(C, 'start');
  await put(A, { after: B });
  expect(await column()).toBe('B A');
  expect((await undoMove(C)).status).toBe(200);
  expect(await column()).toBe('C B A');
});

test('a move gives no places to the works that stay: they, and later ones, still follow the sort of the list', async () => {
  const { B } = await make('A', 'B', 'C');
  await move(B, 'start');
  await make('D');
  expect(await column()).toBe('A D C');
});

test('with a filter on, a work dropped first stands right above the one below it, that has no place yet', async () => {
  const works = Array.from({ length: 30 }, (_, at) => `W${at + 1}`);
  const { W20, W25, W30 } = await make(...works);
  await put(W25, { before: W20 });
  const expected = works.toSpliced(24, 1).toSpliced(19, 0, 'W25');
  expect(await column()).toBe(expected.join(' '));
  // None without a place is above W20 now.
  await put(W30, { before: W20 });
  expect(await column()).toBe(expected.slice(0, -1).toSpliced(20, 0, 'W30').join(' '));
});

test('undoing never gives a work an order that another work has taken meanwhile', async () => {
  const { A, B, C, D } = await make('A', 'B', 'C', 'D');
  await put(D, { after: C });
  // C takes the order that A has left, right above B.
  const below = await put(A, { after: D });
  await put(C, { before: B });
  expect(await column()).toBe('C B D A');
  expect((await undo(A, below)).status).toBe(200);
  expect(await column()).toBe('C A B D');
  await move(A, 'start');
  await put(D, { after: C, before: B });
  expect(await column()).toBe('C D B');
  expect((await undoMove(A)).status).toBe(200);
  expect(await column()).toBe('C D A B');
});

test('a placing is not undone in another column', async () => {
  const { A, B } = await make('A', 'B');
  const placed = await put(A, {});
  expect(placed.body).toEqual({ state: 'planned', order: 1, was: null });
  await move(A, 'start', { after: null, before: null });
  const answer = await undo(A, placed);
  expect([answer.status, await column('underway')]).toEqual([409, 'A']);
  expect((await undo(B, { body: { order: 1, was: null } })).status).toBe(400);
});

test('placing a work is no change of it: no history, no other version, no notification', async () => {
  const { A, B } = await make('A', 'B');
  const read = async () => (await writer.get(`${LIST}/${A}`)).body;
  const stored = () =>
    app.database.kysely.selectFrom('records').where('id', '=', Number(A)).select('updated_at').executeTakeFirst();
  const [before, wasStored] = [await read(), await stored()];
  const { body: history } = await writer.get(`${LIST}/${A}/history/`);
  await put(A, { after: B });
  expect(await read()).toEqual(before);
  expect(await stored()).toEqual(wasStored);
  expect((await writer.get(`${LIST}/${A}/history/`)).body).toEqual(history);
});

test('a placing reaches the open consoles of the others', async () => {
  const { A, B } = await make('A', 'B');
  const host = await listen(app);
  const listener = await openSocket(host, `/ws/notifications?token=${reader.token}`);
  await listener.next(({ type }) => type === 'welcome');
  await put(A, { after: B });
  await listener.next(({ type, id }) => type === 'record-moved' && id === A);
  listener.socket.close();
});

test('who cannot change the work cannot place it, and a work of another column stays where it is', async () => {
  const { A, B } = await make('A', 'B');
  const away = await newPerson(app, { levels: { [NAME]: 'write' } as never, porches: [demo.away.porch] });
  expect((await put(A, { after: B }, reader)).status).toBe(403);
  expect((await put(A, { after: B }, away)).status).toBe(404);
  const answer = await put(A, { after: B, state: 'underway' });
  expect([answer.status, answer.body.detail]).toEqual([409, 'Сейчас «В очереди»: отсюда это действие недоступно']);
  expect(await column()).toBe('A B');
});

test('a neighbour out of reach, deleted or of another column counts as none', async () => {
  const { A, B, C } = await make('A', 'B', 'C');
  await move(C, 'start');
  expect((await put(B, { after: C, before: A })).status).toBe(200);
  expect(await column()).toBe('B A');
  expect((await put(A, { after: 2_000_000_000 })).status).toBe(200);
  expect(await column()).toBe('A B');
});

test.each([{ after: 'A' }, { after: 0 }, { after: 1.5 }, { before: [1] }, { state: 7 }])(
  'a place like %j is refused',
  async (place) => {
    const { A } = await make('A');
    expect((await put(A, place as Place)).status).toBe(400);
  },
);

test('a board that is ordered by no hand takes neither places nor a call for its order', async () => {
  const made = await writer.post('/api/records/sorted-works', { work: 'A', house: demo.home.building });
  const path = `/api/records/sorted-works/${String(made.body.id)}`;
  expect((await writer.post(`${path}/order/`, { state: 'planned' })).status).toBe(404);
  expect((await writer.get('/api/records/sorted-works?board_order=true')).status).toBe(400);
  expect((await writer.post(`${path}/move/`, { move: 'start', order: { after: null, before: null } })).status).toBe(
    200,
  );
});

test('a page of a column is read by its index', async () => {
  const { kysely } = app.database;
  await sql`insert into records (resource, data, building_ids, board_order) select ${NAME},
    jsonb_build_object('work', 'W' || n, 'stage', 'planned', 'due', '2036-01-01'), array[${demo.home.building}::int],
    case when n % 3 = 0 then n end from generate_series(1, 20000) n`.execute(kysely);
  await sql`analyze records`.execute(kysely);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from records
    where records.resource = 'yard-works' and records.deleted_at is null and (records.data -> 'stage') = '"planned"'::jsonb
    order by records.board_order asc nulls last, nullif((records.data -> 'due'), 'null'::jsonb) asc nulls last,
      records.id asc limit 30`.execute(kysely);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan using records_x_/);
  expect(plan).not.toMatch(/Sort/);
});
