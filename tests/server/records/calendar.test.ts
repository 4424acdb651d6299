// Runs on PostgreSQL too: generated SQL.
import { readFileSync } from 'node:fs';
import { readDefinition } from '#resources/language/read-definition.ts';
import { neededIndexes } from '#server/records/indexes.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const OUTAGES = '/api/records/water-outages';
const VISITS = '/api/records/visits';
const outages = readFileSync(new URL('../../../docs/examples/water-outages.json', import.meta.url), 'utf8');
const words = { one: 'визит', few: 'визита', many: 'визитов', accusative: 'визит', gender: 'm', plural: 'визиты' };
const visits = {
  ...{ name: 'visits', section: 'visits', icon: 'description', words },
  fields: {
    who: { kind: 'text', label: 'Кто', required: true },
    begins: { kind: 'moment', label: 'Начало', wire: 'begins_at' },
    ends: { kind: 'moment', label: 'Конец', wire: 'ends_at' },
  },
  list: { layout: 'calendar', calendar: { from: 'begins', to: 'ends' }, columns: ['who'] },
  form: [{ fields: ['who', 'begins', 'ends'] }],
};
const plain = { ...visits, name: 'plain', section: 'plain', list: { layout: 'table', columns: ['who'] } };

/** Cards of a board, and a table with the same states. */
const stage = {
  ...{ kind: 'state', label: 'Состояние' },
  states: [
    { value: 'new', label: 'Новый' },
    { value: 'done', label: 'Готов', final: true },
  ],
  moves: [{ name: 'finish', label: 'Закончить', from: ['new'], to: 'done' }],
};
const cards = {
  ...plain,
  ...{ name: 'cards', section: 'cards' },
  fields: { ...visits.fields, stage },
  list: { layout: 'board', columns: ['who'] },
};
const steps = { ...cards, name: 'steps', section: 'steps', list: { layout: 'table', columns: ['who', 'stage'] } };

const SECTIONS = ['water-outages', 'visits', 'plain', 'cards', 'steps'] as const;
let app: TestApp;
let demo: DemoCompany;
let writer: Person;
let host: string;
beforeAll(async () => {
  const definitions = { visits, plain, cards, steps };
  app = await openTestApp({
    definitions: {
      'water-outages.json': outages,
      ...Object.fromEntries(Object.entries(definitions).map(([name, one]) => [`${name}.json`, JSON.stringify(one)])),
    },
  });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: SECTIONS });
  host = await listen(app);
});
afterAll(() => app.close());

type Days = readonly [string, string] | null;
/** Asks for records by days. */
async function on(
  path: string,
  days: Days | string,
  { by = writer, ...more }: { by?: Person; [key: string]: unknown } = {},
) {
  const query = new URLSearchParams({
    days: typeof days === 'string' ? days : JSON.stringify(days),
    range: '[0,9]',
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, JSON.stringify(value)])),
  });
  const answer = await by.get(`${path}?${query}`);
  const ids = answer.status === 200 ? answer.list.map(({ id }) => Number(id)) : [];
  return {
    status: answer.status,
    ids,
    total: String(answer.headers['content-range']).split('/')[1],
    body: answer.body,
  };
}
const idsOn = async (...asked: Parameters<typeof on>) => (await on(...asked)).ids;

async function made(path: string, record: object): Promise<number> {
  const answer = await writer.post(path, record);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}
const outage = (from: string | null, until: string | null, more: object = {}) =>
  made(OUTAGES, { reason: 'Опрессовка', water: 'hot', houses: [demo.home.building], from, until, ...more });

test('records are asked for by the days that they overlap, in the order of their beginnings', async () => {
  const long = await outage('2026-03-28', '2026-05-03');
  const last = await outage('2026-04-30', '2026-04-30');
  const first = await outage('2026-04-01', '2026-04-02');
  const before = await outage('2026-03-30', '2026-03-31');
  const after = await outage('2026-05-01', '2026-05-02');
  expect(await on(OUTAGES, ['2026-04-01', '2026-04-30'])).toMatchObject({ ids: [long, first, last], total: '3' });
  expect(await idsOn(OUTAGES, ['2026-04-10', '2026-04-10'])).toEqual([long]);
  expect(await idsOn(OUTAGES, ['2026-05-01', '2026-05-31'])).toEqual([long, after]);
  expect(await idsOn(OUTAGES, ['2026-03-31', '2026-03-31'])).toEqual([long, before]);
  // A page of a busy span, with how many there are in all; the sort of the list is another matter.
  const page = await on(OUTAGES, ['2026-04-01', '2026-04-30'], { range: [0, 0], sort: ['reason', 'DESC'] });
  expect(page).toMatchObject({ ids: [long], total: '3' });
});

test('records without a date are asked for by null, and stand on no day', async () => {
  const undated = await outage(null, null);
  const cold = await outage(null, null, { water: 'cold' });
  expect(await idsOn(OUTAGES, null)).toEqual([cold, undated]);
  expect(await idsOn(OUTAGES, null, { filter: { water: 'cold' } })).toEqual([cold]);
  expect(await idsOn(OUTAGES, ['2000-01-01', '2099-12-31'])).not.toContain(undated);
});

test('filters, the search and the reach narrow the days as they narrow every list', async () => {
  const hot = await outage('2026-07-01', '2026-07-05');
  const cold = await outage('2026-07-02', '2026-07-02', { water: 'cold', reason: 'Замена задвижки' });
  const there = await outage('2026-07-03', '2026-07-03', { houses: [demo.away.building] });
  const July = ['2026-07-01', '2026-07-31'] as const;
  expect(await idsOn(OUTAGES, July)).toEqual([hot, cold, there]);
  expect(await idsOn(OUTAGES, July, { filter: { water: 'cold' } })).toEqual([cold]);
  expect(await idsOn(OUTAGES, July, { filter: { q: 'задвиж' } })).toEqual([cold]);
  expect(await idsOn(OUTAGES, July, { filter: { houses: demo.away.building } })).toEqual([there]);
  const home = await newPerson(app, { sections: SECTIONS, porches: [demo.home.porch] });
  expect(await idsOn(OUTAGES, July, { by: home })).toEqual([hot, cold]);
  const closed = await newPerson(app, { levels: { visits: 'write' } });
  expect((await on(OUTAGES, July, { by: closed })).status).toBe(403);
});

test('moments are asked for by moments, whatever zone they are written in', async () => {
  const visit = (begins_at: string, ends_at: string | null = null) => made(VISITS, { who: 'Иван', begins_at, ends_at });
  const night = await visit('2026-11-27T22:30:00.000Z', '2026-11-28T03:00:00.000Z');
  const noon = await visit('2026-11-28T09:00:00.000Z');
  const late = await visit('2026-11-28T21:00:00.000Z');
  const moscow = ['2026-11-28T00:00:00+03:00', '2026-11-28T23:59:59.999+03:00'] as const;
  expect(await idsOn(VISITS, moscow)).toEqual([night, noon]);
  expect(await idsOn(VISITS, ['2026-11-28T02:00:00.000Z', '2026-11-28T04:00:00.000Z'])).toEqual([night]);
  expect(await idsOn(VISITS, ['2026-11-28T21:00:00.000Z', '2026-11-29T20:59:59.999Z'])).toEqual([late]);
});

test.each([
  ['a section without a calendar', '/api/records/plain', '["2026-04-01","2026-04-30"]'],
  ['undated records of such a section', '/api/records/plain', 'null'],
  ['days that there are not', OUTAGES, '["soon","2026-04-30"]'],
  ['days of a field of moments', VISITS, '["2026-04-01","2026-04-30"]'],
  ['a day alone', OUTAGES, '["2026-04-01"]'],
  ['what is no JSON', OUTAGES, '2026-04-01..30'],
])('%s is refused with a sentence at «days»', async (_, path, days) => {
  expect(await on(path, days)).toMatchObject({ status: 400, body: { days: [expect.any(String)] } });
});

test('a calendar has indexes of its fields and of what has no date, and statistics', () => {
  const [resource, other] = [visits, plain].map((one) => readDefinition(structuredClone(one), 'visits.json'));
  const bodies = (one: typeof resource) =>
    Object.values(neededIndexes(app.database.kysely, one ? [one] : []))
      .flat()
      .map(({ body }) => body);
  expect(bodies(resource)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^using btree \(\(data -> 'begins_at'\), id\)/),
      expect.stringMatching(/^using btree \(\(data -> 'ends_at'\), id\)/),
      expect.stringMatching(/^using btree \(id\) where .* and \(\(data ->> 'begins_at'\) is null\)$/),
      expect.stringMatching(/^on \(\(data -> 'begins_at'\)\)$/),
    ]),
  );
  expect(bodies(other).some((body) => body.includes('begins_at'))).toBe(false);
});

test.each(['visits', 'cards'])(
  'open consoles of those who see a record are told of every change of it in «%s»',
  async (section) => {
    const path = `/api/records/${section}`;
    const open = async ({ token }: Person) => {
      const socket = await openSocket(host, `/ws/notifications?token=${token}`);
      await socket.next(({ type }) => type === 'welcome');
      return socket;
    };
    const closed = await newPerson(app, { levels: { [section]: 'denied' } as never });
    const [seeing, denied] = [await open(writer), await open(closed)];
    const moved = ({ type }: Record<string, unknown>) => type === 'record-moved';
    let count = 0;
    /** Waits for one more message than before. */
    const told = async () => {
      count += 1;
      await seeing.next((message) => moved(message) && seeing.messages.filter(moved).length >= count);
    };
    const id = await made(path, { who: 'Анна', begins_at: '2026-12-01T09:00:00.000Z' });
    await told();
    await writer.put(`${path}/${id}`, { begins_at: '2026-12-02T09:00:00.000Z' });
    await told();
    await writer.post(`${path}/bulk/`, { do: 'change', ids: [id], values: { who: 'Ольга' } });
    await told();
    await writer.remove(`${path}/${id}`);
    await told();
    await writer.post(`${path}/${id}/restore/`);
    await told();
    // A table is asked for anew when it is gone to, as ever.
    for (const table of ['plain', 'steps']) await made(`/api/records/${table}`, { who: 'Пётр' });
    for (const socket of [seeing, denied]) await arrived(socket);
    expect(seeing.messages.filter(moved)).toEqual(Array(5).fill({ type: 'record-moved', section, id }));
    expect(denied.messages.filter(moved)).toEqual([]);
    for (const { socket } of [seeing, denied]) socket.close();
  },
);
