// Runs on PostgreSQL too: generated SQL.
import { sql } from 'kysely';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const WORKS = '/api/records/works';

const WORKS_SECTION = {
  name: 'works',
  section: 'works',
  icon: 'build',
  words: { one: 'работа', few: 'работы', many: 'работ', accusative: 'работу', gender: 'f', plural: 'работы' },
  building: 'house',
  fields: {
    title: { kind: 'text', label: 'Что сделать', required: true },
    house: { kind: 'building', label: 'Дом', filter: true },
    area: { kind: 'number', label: 'Площадь', decimals: 2, wire: 'square' },
    price: { kind: 'money', label: 'Цена', filter: true },
    whole: { kind: 'money', label: 'Всего', computed: 'price * 2' },
    spent: { kind: 'duration', label: 'Время' },
  },
  list: {
    layout: 'table',
    columns: ['title', 'price'],
    search: ['title'],
    totals: [
      { field: 'area', figures: ['sum', 'average', 'min', 'max', 'count'] },
      { field: 'price', figures: ['sum', 'average', 'count'] },
      { field: 'whole', figures: ['sum'] },
      { field: 'spent', figures: ['sum', 'average'] },
    ],
  },
  form: [{ fields: ['title', 'house', 'area', 'price', 'whole', 'spent'] }],
};
const NONE = {
  square: { sum: null, average: null, min: null, max: null, count: '0' },
  price: { sum: null, average: null, count: '0' },
  whole: { sum: null },
  spent: { sum: null, average: null },
};

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
beforeAll(async () => {
  const { list: _, ...bare } = WORKS_SECTION;
  app = await openTestApp({
    definitions: {
      'works.json': WORKS_SECTION,
      'plain.json': { ...bare, name: 'plain', section: 'plain', list: { layout: 'table', columns: ['title'] } },
    },
  });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: ['works', 'plain'] });
});
afterAll(() => app.close());
beforeEach(() => sql`delete from records`.execute(app.database.kysely));

async function made(record: object, building = demo.home.building): Promise<void> {
  const answer = await writer.post(WORKS, { title: 'Забор', house: building, ...record });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
}
async function totals(filter: object = {}, by = writer, more = '') {
  const { status, body } = await by.get(`${WORKS}/totals/?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`);
  return { status, count: body.count, totals: body.totals as unknown as RecordTotals['totals'] };
}

test('the figures are of every record of the list, not of its page; empty values count for nothing', async () => {
  for (let at = 1; at <= 30; at += 1) await made({ square: at / 10, price: at * 100, spent: at });
  await made({});
  expect(await totals()).toEqual({
    status: 200,
    count: 31,
    totals: {
      square: { sum: '46.5', average: '1.5500', min: '0.1', max: '3', count: '30' },
      price: { sum: '46500', average: '1550', count: '30' },
      whole: { sum: '93000' },
      spent: { sum: '465', average: '16' },
    },
  });
});

test('sums are exact however large they are, and however many fractions are added', async () => {
  for (const square of [0.1, 0.2, 0.7]) await made({ square });
  expect((await totals()).totals.square).toMatchObject({ sum: '1.0' });
  await sql`update records set data = data || '{"price": 9007199254740991}'`.execute(app.database.kysely);
  expect((await totals()).totals.price).toEqual({ sum: '27021597764222973', average: '9007199254740991', count: '3' });
});

test('a filter, a search and chosen buildings narrow them as they narrow the list', async () => {
  await made({ title: 'Ворота', price: 500 });
  await made({ price: 700 });
  await made({ price: 900 }, demo.away.building);
  expect((await totals({ price_gte: 600 })).totals.price).toMatchObject({ sum: '1600' });
  expect((await totals({ q: 'ворот' })).totals.price).toMatchObject({ sum: '500' });
  const ofHome = await totals({}, writer, `&buildings_id=${demo.home.building}`);
  expect([ofHome.count, ofHome.totals.price?.sum]).toEqual([2, '1200']);
  expect(await totals({ q: 'нет такого' })).toEqual({ status: 200, count: 0, totals: NONE });
  expect((await totals({ title: 'Забор' })).status).toBe(200);
  expect((await totals({ colour: 1 })).status).toBe(400);
});

test('what is out of reach or deleted is in no figure, whatever buildings the call names', async () => {
  await made({ price: 500 });
  await made({ price: 900 }, demo.away.building);
  const elsewhere = await newPerson(app, { sections: ['works'], porches: [demo.away.porch] });
  expect((await totals({}, elsewhere)).totals.price).toMatchObject({ sum: '900' });
  const named = await totals({ house: demo.home.building }, elsewhere, `&buildings_id=${demo.home.building}`);
  expect(named).toEqual({ status: 200, count: 0, totals: NONE });
  const closed = await newPerson(app, { levels: { works: 'denied' } as never });
  expect((await totals({}, closed)).status).toBe(403);
  const { list } = await writer.get(`${WORKS}?buildings_id=${demo.away.building}`);
  expect((await writer.remove(`${WORKS}/${list[0]?.id}`)).status).toBe(200);
  expect((await totals()).totals.price).toMatchObject({ sum: '500' });
});

test('a value that is no number, left by an earlier definition, is passed by', async () => {
  await made({ price: 500 });
  await made({});
  await sql`update records set data = data || '{"price": "дорого"}' where data -> 'price' = 'null'`.execute(
    app.database.kysely,
  );
  expect((await totals()).totals.price).toEqual({ sum: '500', average: '500', count: '1' });
});

test('a section without totals is counted alone', async () => {
  const { body } = await writer.get('/api/records/plain/totals/');
  expect(body).toMatchObject({ count: 0, totals: {} });
});
