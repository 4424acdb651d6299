// Runs on PostgreSQL too: numbers that several give at the same time.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const ACTS = {
  name: 'acts',
  section: 'acts',
  icon: 'description',
  words: { one: 'акт', few: 'акта', many: 'актов', accusative: 'акт', gender: 'm', plural: 'акты' },
  fields: {
    number: { kind: 'auto-number', label: 'Номер', template: 'АКТ-{year}-{number}', filter: true },
    total: { kind: 'auto-number', label: 'По порядку', template: '{number}/{year}', digits: 1 },
    title: { kind: 'text', label: 'Название', required: true, unique: true, max: 40 },
  },
  list: {
    layout: 'table',
    columns: ['number', 'title'],
    menu: ['edit', 'hold-delete'],
    search: ['number'],
    sort: { field: 'number', order: 'ASC' },
  },
  form: [{ fields: ['number', 'title'] }],
} as const;
/** A section that had no numbers before, and one whose numbers were typed. */
const NOTES = {
  ...ACTS,
  name: 'notes',
  section: 'notes',
  fields: { title: { kind: 'text', label: 'Название' }, code: { kind: 'text', label: 'Код' } },
  list: { layout: 'table', columns: ['title'] },
  form: [{ fields: ['title', 'code'] }],
} as const;

let app: TestApp;
let admin: Person;
let now = new Date('2026-12-31T12:00:00Z');
beforeAll(async () => {
  app = await openTestApp({
    definitions: { 'acts.json': ACTS, 'notes.json': NOTES },
    now: () => now,
  });
  admin = await demoPerson(app, 1);
});
afterAll(() => app?.close());

const URL = '/api/records/acts';
let made = 0;
const add = (by = admin, more: object = {}) => {
  made += 1;
  return by.post(URL, { title: `Акт ${made}`, ...more });
};
const numbers = async (query = '') =>
  (await admin.get(`${URL}?range=[0,999]&sort=["number","ASC"]${query}`)).list.map(({ number }) => String(number));
const load = async (rows: readonly Record<string, string>[], check = false) => {
  made += 1;
  const answer = await admin.post(`${URL}/import/`, {
    key: `numbers-of-a-file-${made}`,
    check,
    rows: rows.map((cells, at) => ({ row: at + 2, cells })),
  });
  return answer.body.rows as unknown as { id: number | null; errors: Record<string, string[]> }[];
};

test('many who add at the same time get numbers in one row, and what is refused leaves no gap', async () => {
  const others = await Promise.all([1, 2, 3].map(() => newPerson(app, { sections: ['acts'] })));
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => add(others[at % 3], at % 4 === 3 ? { title: '' } : {})),
  );
  const given = answers.filter(({ status }) => status === 201).map(({ body }) => String(body.number));
  expect(given.toSorted()).toEqual(
    Array.from({ length: 18 }, (_, at) => `АКТ-2026-${String(at + 1).padStart(4, '0')}`),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(6);
  const [first] = answers;
  expect(first?.body.total).toMatch(/^\d+\/2026$/);
});

test('nobody gives a number or changes it, and a form that sends the same one changes nothing', async () => {
  const said = { number: ['номер присваивает система'] };
  expect(await add(admin, { number: 'АКТ-2026-9000' })).toMatchObject({ status: 400, body: said });
  const { body } = await add();
  const url = `${URL}/${body.id}`;
  expect(await admin.put(url, { title: 'Другой', number: 'АКТ-2026-9000' })).toMatchObject({ status: 400, body: said });
  expect(await admin.put(url, { title: 'Другой', number: body.number })).toMatchObject({
    status: 200,
    body: { number: body.number, title: 'Другой' },
  });
  expect(await admin.put(url, { title: 'Третий', number: null })).toMatchObject({ body: { number: body.number } });
});

test('a deleted number is not given again, and comes back with its record', async () => {
  const { body } = await add();
  await admin.remove(`${URL}/${body.id}`);
  const next = await add();
  expect(Number(String(next.body.number).slice(-4))).toBe(Number(String(body.number).slice(-4)) + 1);
  const back = await admin.post(`${URL}/${body.id}/restore/`);
  expect([back.status, back.body.number]).toEqual([200, body.number]);
});

test('the first number of a year is the first again', async () => {
  now = new Date('2026-12-31T21:30:00Z');
  // The company is in Moscow, where the year has begun.
  expect((await add()).body).toMatchObject({ number: 'АКТ-2027-0001', total: '1/2027' });
  now = new Date('2026-12-31T12:00:00Z');
  expect((await add()).body.number).toMatch(/^АКТ-2026-00\d\d$/);
});

test('numbers out of a file stay, others come after them, and what is no number or taken is told at its cell', async () => {
  const before = await numbers();
  const checked = await load([{ title: 'Проба' }, { title: 'Проба 2', number: 'акт-2026-0500' }], true);
  expect(checked.map(({ errors }) => errors)).toEqual([{}, {}]);
  expect(await numbers()).toEqual(before);
  const rows = await load([
    { title: 'Старый', number: ' акт-2026-9999 ' },
    { title: 'Ещё старше', number: 'АКТ-2019-7' },
    { title: 'Без номера' },
    { title: 'Чужой', number: 'А-17' },
    { title: 'Тот же', number: 'АКТ-2026-0001' },
    { title: 'Дважды', number: 'АКТ-2026-9999' },
  ]);
  expect(rows.map(({ errors }) => errors)).toEqual([
    {},
    {},
    {},
    { number: [expect.stringMatching(/^номер пишут так: АКТ-\d{4}-0042$/)] },
    { number: ['уже занято'] },
    { number: ['уже занято'] },
  ]);
  expect((await admin.get(`${URL}/${rows[0]?.id}`)).body.number).toBe('АКТ-2026-9999');
  expect((await admin.get(`${URL}/${rows[1]?.id}`)).body.number).toBe('АКТ-2019-0007');
  expect((await admin.get(`${URL}/${rows[2]?.id}`)).body.number).toBe('АКТ-2026-10000');
});

test('a number that leaves no room for the next ones is told at its cell and spoils no counting', async () => {
  const [large, most] = await load([
    { title: 'Слишком', number: 'АКТ-2018-999999999' },
    { title: 'В меру', number: 'АКТ-2018-900000000' },
  ]);
  expect(large?.errors).toEqual({
    number: [expect.stringMatching(/^слишком большой номер: .* не больше 900\s000\s000$/)],
  });
  expect(most?.errors).toEqual({});
  now = new Date('2018-06-01T12:00:00Z');
  expect((await add()).body.number).toBe('АКТ-2018-900000001');
  await sql`update record_numbers set last = 999999999 where resource = 'acts' and field = 'number' and year = 2018`.execute(
    app.database.kysely,
  );
  const refused = await add();
  expect(refused).toMatchObject({ status: 400, body: { number: [expect.stringMatching(/^номера закончились/)] } });
  now = new Date('2026-12-31T12:00:00Z');
  for (const { id } of [most ?? { id: null }]) await admin.remove(`${URL}/${id}`);
  await admin.remove(`${URL}/${(await admin.get(`${URL}?filter={"number":"900000001"}`)).list[0]?.id}`);
});

test('they are sorted by year and as numbers, filtered and searched by a part', async () => {
  const all = await numbers();
  expect(all[0]).toBe('АКТ-2019-0007');
  expect(all.slice(-3)).toEqual(['АКТ-2026-9999', 'АКТ-2026-10000', 'АКТ-2027-0001']);
  const down = await admin.get(`${URL}?range=[0,1]&sort=["total","DESC"]`);
  expect(down.list[0]).toMatchObject({ total: '1/2027' });
  expect(await numbers('&filter={"number":"2019"}')).toEqual(['АКТ-2019-0007']);
  expect(await numbers('&filter={"q":"акт-2026-100"}')).toEqual(['АКТ-2026-10000']);
});

test('records that were there get numbers in their order; those that were typed stay and are counted on', async () => {
  const url = '/api/records/notes';
  for (const code of ['К-2', '', 'К-7', '']) await admin.post(url, { title: 'Запись', code });
  const madeAt = (at: string) =>
    app.database.kysely
      .updateTable('records')
      .set({ created_at: new Date(at) })
      .where('resource', '=', 'notes');
  await madeAt('2021-12-31T20:30:00Z').execute();
  // By the clock of the company, which is in Moscow, it was made in the year after.
  await madeAt('2019-12-31T21:30:00Z').where(sql`data ->> 'code'`, '=', 'К-2').execute();
  const file = join(app.dataDir, 'resources', 'notes.json');
  const numbered = {
    ...NOTES,
    fields: {
      ...NOTES.fields,
      code: { kind: 'auto-number', label: 'Код', template: 'К-{number}', digits: 1 },
      year: { kind: 'auto-number', label: 'Номер', template: '{year}-{number}', digits: 2 },
    },
  };
  await writeFile(file, JSON.stringify(numbered));
  const listed = async () => (await admin.get(`${url}?range=[0,9]&sort=["id","ASC"]`)).list;
  for (let list = await listed(); !list[0]?.year; list = await listed())
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await listed()).map(({ code, year }) => [code, year])).toEqual([
    ['К-2', '2020-01'],
    ['К-8', '2021-01'],
    ['К-7', '2021-02'],
    ['К-9', '2021-03'],
  ]);
  expect((await admin.post(url, { title: 'Ещё' })).body).toMatchObject({ code: 'К-10' });
  // A renamed field goes on counting.
  const { code: _, ...others } = numbered.fields;
  const renamed = { ...numbered.fields.code, was: 'code' };
  await writeFile(
    file,
    JSON.stringify({ ...numbered, fields: { ...others, mark: renamed }, form: [{ fields: ['title', 'mark'] }] }),
  );
  for (let list = await listed(); !list[0]?.mark; list = await listed())
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await admin.post(url, { title: 'Последняя' })).body).toMatchObject({ mark: 'К-11' });
  await rm(file);
});
