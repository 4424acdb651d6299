// Runs on PostgreSQL too: conditions on what records hold.

import { PostgresQueryCompiler } from 'kysely';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** A record is read by those who reach the building that it names as its place, whatever building it is tied to. */
const section = (name: string, more: object) => ({
  name,
  section: name,
  icon: 'key',
  words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    house: { kind: 'building', label: 'Дом' },
    place: { kind: 'building', label: 'Где лежит' },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'here', label: 'На месте' },
        { value: 'out', label: 'Выдан', final: true },
      ],
      moves: [{ name: 'give', label: 'Выдать', from: ['here'], to: 'out' }],
    },
  },
  record: { reachedBuilding: 'place' },
  notify: [
    { on: 'create', to: { level: 'read' } },
    { on: 'move', to: { level: 'write' } },
    { on: 'change', to: { level: 'read' } },
  ],
  list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', 'house', 'place'] }],
  ...more,
});
const SECTIONS = ['placed', 'tied'];

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
let home: Person;
let away: Person;
let both: Person;
beforeAll(async () => {
  app = await openTestApp({
    definitions: { 'placed.json': section('placed', {}), 'tied.json': section('tied', { building: 'house' }) },
  });
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
  const person = (porches: number[]) => newPerson(app, { levels: 'write', sections: SECTIONS, porches });
  home = await person([demo.home.porch]);
  away = await person([demo.away.porch]);
  both = await person([demo.home.porch, demo.away.porch]);
});
afterAll(() => app?.close());

/** Notifications of each of the three under a name. */
const notified = async (title: string) =>
  Promise.all(
    [home, away, both].map(async (person) => {
      const { body } = await person.get('/api/authorized/notifications/');
      const results = body.results as unknown as { message: string; subtype: string }[];
      return results.filter(({ message }) => message.startsWith(title)).map(({ subtype }) => subtype);
    }),
  );

async function made(name: string, title: string, body: object): Promise<number> {
  const answer = await admin.post(`/api/records/${name}`, { title, ...body });
  expect(answer.status).toBe(201);
  const id = Number(answer.body.id);
  const move = { move: 'give', record_version: answer.body.record_version };
  expect((await admin.post(`/api/records/${name}/${id}/move/`, move)).status).toBe(200);
  return id;
}

test('those are notified who reach the building that the section asks for, and nobody else', async () => {
  await made('placed', 'Подвал', { house: demo.home.building, place: demo.away.building });
  const all = ['moved', 'created'];
  expect(await notified('Подвал')).toEqual([[], all, all]);
});

test('where records are tied to buildings as well, those who reach both', async () => {
  await made('tied', 'Чердак', { house: demo.home.building, place: demo.away.building });
  await made('tied', 'Гараж', { house: demo.away.building, place: demo.away.building });
  const all = ['moved', 'created'];
  expect(await notified('Чердак')).toEqual([[], [], all]);
  expect(await notified('Гараж')).toEqual([[], all, all]);
});

test('of many records of one call everybody is notified once, also where some of them are reached by two buildings', async () => {
  const [own, other] = [demo.home.building, demo.away.building];
  const places = [
    [own, own],
    [own, other],
    [other, other],
    [own, own],
    [own, own],
  ] as const;
  const ids: number[] = [];
  for (const [house, place] of places) {
    const { body } = await admin.post('/api/records/tied', { title: 'Ящик', house, place });
    ids.push(Number(body.id));
  }
  const changed = async (): Promise<string[][]> => {
    const told = [home, away, both].map(async (person) => {
      const { body } = await person.get('/api/authorized/notifications/');
      const results = body.results as unknown as { message: string; subtype: string }[];
      return results.filter(({ subtype }) => subtype === 'changed').map(({ message }) => message);
    });
    return Promise.all(told);
  };
  // Employees are looked for once for each way that records are reached.
  const queries = jest.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');
  const answer = await admin.post('/api/records/tied/bulk/', { do: 'change', ids, values: { title: 'Короб' } });
  const lookups = queries.mock.results.filter(({ value }) => String(value?.sql).includes('"levels"."section" ='));
  queries.mockRestore();
  expect(answer.status).toBe(200);
  expect(lookups).toHaveLength(3);
  expect(await changed()).toEqual([['3 записи'], ['1 запись'], ['5 записей']]);
});

test('so are open consoles', async () => {
  const host = await listen(app);
  const sockets = await Promise.all(
    [home, away, both].map(async ({ token }) => {
      const socket = await openSocket(host, `/ws/notifications?token=${token}`);
      await socket.next(({ type }) => type === 'welcome');
      return socket;
    }),
  );
  const placed = await made('placed', 'Дверь', { house: demo.home.building, place: demo.away.building });
  const tied = await made('tied', 'Окно', { house: demo.home.building, place: demo.away.building });
  await sockets[2]?.next(({ type, id }) => type === 'record-moved' && id === tied);
  for (const socket of sockets) await arrived(socket);
  const moved = sockets.map(({ messages }) =>
    messages.filter(({ type }) => type === 'record-moved').map(({ id }) => id),
  );
  expect(moved).toEqual([[], [placed], [placed, tied]]);
  for (const { socket } of sockets) socket.close();
});
