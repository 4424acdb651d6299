// Runs on PostgreSQL too: generated SQL.
import { sql } from 'kysely';
import { GROUPS_MAX } from '#resources/language/groups.ts';
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
    sort: {
      kind: 'choice',
      label: 'Сорт',
      wire: 'sort_of',
      options: [
        { value: 'z', label: 'Первый' },
        { value: 'a', label: 'Второй' },
      ],
    },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'new', label: 'Новая' },
        { value: 'done', label: 'Сделана', final: true },
      ],
      moves: [{ name: 'finish', label: 'Закончить', from: ['new'], to: 'done' }],
    },
    urgent: { kind: 'checkbox', label: 'Срочно' },
    day: { kind: 'date', label: 'Когда' },
    month: { kind: 'month', label: 'Месяц' },
    master: { kind: 'reference', label: 'Мастер', to: 'employees' },
    price: { kind: 'money', label: 'Цена', filter: true },
  },
  list: {
    layout: 'table',
    columns: ['title', 'price'],
    search: ['title'],
    group: 'sort',
    totals: [{ field: 'price', figures: ['sum'] }],
  },
  form: [{ fields: ['title', 'house', 'sort', 'urgent', 'day', 'month', 'master', 'price'] }],
};

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'works.json': WORKS_SECTION } });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { levels: { works: 'write', employees: 'read' } as never });
});
afterAll(() => app.close());
beforeEach(() => sql`delete from records`.execute(app.database.kysely));

async function made(record: object, building: number | null = demo.home.building): Promise<number> {
  const answer = await writer.post(WORKS, { title: 'Забор', house: building, ...record });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}

interface Told {
  groups: { value: unknown; count: number; totals: object }[];
  isWhole: boolean;
}
async function groups(by: string, filter: object = {}, person = writer): Promise<Told> {
  const query = new URLSearchParams({ by, filter: JSON.stringify(filter) });
  const { status, body } = await person.get(`${WORKS}/groups/?${query}`);
  expect(status).toBe(200);
  return body as unknown as Told;
}
const counts = async (...asked: Parameters<typeof groups>) =>
  (await groups(...asked)).groups.map(({ value, count }) => [value, count]);
const rows = async (filter: object) => {
  const { status, list } = await writer.get(`${WORKS}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`);
  return [status, list.map(({ id }) => id)];
};

test('choices and states stand in the order of the definition, each with its number and figures, nothing last', async () => {
  await made({ sort: undefined, sort_of: 'a', price: 100 });
  const first = await made({ sort_of: 'z', price: 300 });
  await made({ sort_of: 'a', price: 50 });
  const bare = await made({ price: 7 });
  expect(await groups('sort_of')).toEqual({
    isWhole: true,
    groups: [
      { value: 'z', count: 1, totals: { price: { sum: '300' } } },
      { value: 'a', count: 2, totals: { price: { sum: '150' } } },
      { value: null, count: 1, totals: { price: { sum: '7' } } },
    ],
  });
  expect(await counts('stage')).toEqual([['new', 4]]);
  expect(await rows({ sort_of: 'z' })).toEqual([200, [first]]);
  expect(await rows({ sort_of: null })).toEqual([200, [bare]]);
});

test('days are grouped by month, the newest first, and so are months; nothing and an empty text are one group', async () => {
  for (const day of ['2025-12-31', '2026-02-01', '2026-02-28', '2026-01-01', null]) await made({ day });
  const bare = await made({ day: '2026-03-03' });
  await sql`update records set data = data || '{"day": ""}' where id = ${bare}`.execute(app.database.kysely);
  expect(await counts('day')).toEqual([
    ['2026-02', 2],
    ['2026-01', 1],
    ['2025-12', 1],
    [null, 2],
  ]);
  expect((await rows({ day: null }))[1]).toHaveLength(2);
  for (const month of ['012026', '122025', '022026']) await made({ month });
  expect((await counts('month', { day: null })).map(([value]) => value)).toEqual(['022026', '012026', '122025', null]);
});

test('a box that was never ticked stands with those that are not ticked', async () => {
  await made({ urgent: true });
  await made({ urgent: false });
  const bare = await made({ urgent: true });
  await sql`update records set data = data - 'urgent' where id = ${bare}`.execute(app.database.kysely);
  expect(await counts('urgent')).toEqual([
    [false, 2],
    [true, 1],
  ]);
  expect((await rows({ urgent: false }))[1]).toHaveLength(2);
});

test('employees and buildings are grouped by what they are called, and told as records show them', async () => {
  await made({ master: writer.id }, demo.away.building);
  await made({ master: writer.id });
  await made({});
  const [mine] = (await groups('master')).groups;
  expect(mine).toMatchObject({ count: 2, value: { id: writer.id, label: expect.any(String) } });
  const closed = await newPerson(app, { levels: { works: 'read', employees: 'denied' } as never });
  expect((await groups('master', {}, closed)).groups[0]).toMatchObject({ value: { id: writer.id, label: null } });
  expect((await counts('house')).map(([value]) => value).sort()).toEqual(
    [demo.home.building, demo.away.building].sort(),
  );
});

test('groups are of what the filter finds within reach', async () => {
  await made({ sort_of: 'a', price: 10 });
  await made({ sort_of: 'z', price: 20 }, demo.away.building);
  expect(await counts('sort_of', { price_gte: 15 })).toEqual([['z', 1]]);
  const elsewhere = await newPerson(app, { sections: ['works'], porches: [demo.away.porch] });
  expect(await counts('sort_of', {}, elsewhere)).toEqual([['z', 1]]);
  expect(await counts('house', { house: demo.home.building }, elsewhere)).toEqual([]);
  const closed = await newPerson(app, { levels: { works: 'denied' } as never });
  expect((await closed.get(`${WORKS}/groups/?by=sort_of`)).status).toBe(403);
});

test('no more than 200 groups are told, the largest, and that there are more', async () => {
  await sql`insert into records (resource, data, building_ids)
    select 'works', jsonb_build_object('title', 'Р', 'day', to_char(date '1980-01-15' + n * interval '1 month', 'YYYY-MM-DD')),
      array[${demo.home.building}::int] from generate_series(1, ${sql.lit(GROUPS_MAX + 5)}) n`.execute(
    app.database.kysely,
  );
  await made({ day: '2026-05-05' });
  await made({ day: '2026-05-06' });
  const told = await groups('day');
  expect([told.groups.length, told.isWhole, told.groups[0]]).toEqual([
    GROUPS_MAX,
    false,
    { value: '2026-05', count: 2, totals: { price: { sum: null } } },
  ]);
});

test('a field that makes no groups, or is none, is refused', async () => {
  for (const by of ['title', 'price', 'colour', '__proto__']) {
    expect([by, (await writer.get(`${WORKS}/groups/?by=${by}`)).status]).toEqual([by, 400]);
  }
  expect((await writer.get(`${WORKS}/groups/`)).status).toBe(400);
  expect(await rows({ price: null })).toEqual([400, []]);
});
