// Runs on PostgreSQL too: recipients of notifications are found by SQL.
import { readFileSync } from 'node:fs';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAME = 'lift-inspections';
const LIST = `/api/records/${NAME}`;
const EXAMPLE = readFileSync(new URL(`../../../docs/examples/${NAME}.json`, import.meta.url), 'utf8');

const SILENT = {
  name: 'silent',
  section: 'silent',
  icon: 'description',
  words: { one: 'запись', few: 'записи', many: 'записей', accusative: 'запись', gender: 'f', plural: 'записи' },
  fields: { title: { kind: 'text', label: 'Название', required: true } },
  list: { layout: 'table', columns: ['title'] },
  form: [{ fields: ['title'] }],
};

/** Tied to no building, and told to all who may see it. */
const OPEN = {
  ...SILENT,
  name: 'open',
  section: 'open',
  notify: [
    { on: 'create', to: { level: 'read' } },
    { on: 'change', when: "title == 'Важное'", to: { level: 'read' } },
  ],
};

type Who = 'author' | 'writer' | 'inspector' | 'reader' | 'denied' | 'away';
let app: TestApp;
let demo: DemoCompany;
let people: Record<Who, Person>;
beforeAll(async () => {
  const extra = { [`${NAME}.json`]: EXAMPLE, 'silent.json': SILENT, 'open.json': OPEN };
  app = await openTestApp({ definitions: extra });
  demo = await readDemoCompany(app);
});
beforeEach(async () => {
  const staff = (level: string, porches?: readonly number[]) =>
    newPerson(app, {
      levels: { [NAME]: level, silent: level, open: level, employees: 'read' } as never,
      ...(porches ? { porches } : {}),
    });
  people = {
    author: await staff('write'),
    writer: await staff('write'),
    inspector: await staff('read'),
    reader: await staff('read'),
    denied: await staff('denied'),
    away: await staff('write', [demo.away.porch]),
  };
});
afterAll(() => app.close());

async function newInspection(change: object = {}, by = people.author): Promise<number> {
  const fields = { lift: 'Лифт 2', house: demo.home.building, due: '2036-05-01', inspector: people.inspector.id };
  const answer = await by.post(LIST, { ...fields, ...change });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}

const comments = (id: number) => `${LIST}/${id}/comments/`;
const write = (by: Person, id: number, message: string) => by.post(comments(id), { message });
const move = (by: Person, id: number, name: string, values: object = {}) =>
  by.post(`${LIST}/${id}/move/`, { move: name, values });

/** Notifications of records, the oldest first. */
async function told(person: Person): Promise<string[]> {
  const { body } = await person.get('/api/authorized/notifications/');
  const results = body.results as unknown as {
    type: string;
    subtype: string;
    about?: string;
    message: string;
    ref: string;
  }[];
  return results
    .filter(({ type }) => type === 'record')
    .map(({ subtype, about, message, ref }) => `${subtype} | ${about} | ${message} | ${ref}`)
    .reverse();
}

/** Notifications of each of the people. */
async function toldAll(): Promise<Record<Who, string[]>> {
  const entries = await Promise.all(
    Object.entries(people).map(async ([name, person]) => [name, await told(person)] as const),
  );
  return Object.fromEntries(entries) as Record<Who, string[]>;
}

const NOBODY: Record<Who, string[]> = { author: [], writer: [], inspector: [], reader: [], denied: [], away: [] };

describe('comments', () => {
  test('stand with their authors, the newest first, page by page', async () => {
    const id = await newInspection();
    expect((await people.reader.get(comments(id))).body).toEqual({ results: [], before: null, follows: false });
    const first = await write(people.reader, id, '  Скрипит дверь\nна третьем  ');
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        by: { user: people.reader.id, name: expect.any(String) },
        message: 'Скрипит дверь\nна третьем',
      },
    ]);
    for (let count = 2; count <= 22; count += 1) await write(people.writer, id, `Заметка ${count}`);
    const page = (await people.author.get(comments(id))).body as unknown as {
      results: { message: string }[];
      before: number;
    };
    expect(page.results.map(({ message }) => message)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Заметка ${22 - at}`),
    );
    const rest = (await people.author.get(`${comments(id)}?before=${page.before}`)).body;
    expect(rest).toMatchObject({
      results: [{ message: 'Заметка 2' }, { message: 'Скрипит дверь\nна третьем' }],
      before: null,
    });
  });

  test.each([
    ['', 400],
    ['  ', 400],
    ['я'.repeat(2001), 400],
    ['я'.repeat(2000), 201],
  ] as const)('of %.5s… are refused or kept by their length', async (message, status) => {
    const answer = await write(people.author, await newInspection(), message);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.message).toEqual([expect.stringMatching(/[а-яё]/i)]);
  });

  test('are for those who see the record, of sections that have them', async () => {
    const id = await newInspection();
    for (const [who, status] of [
      ['denied', 403],
      ['away', 404],
    ] as const) {
      const by = people[who];
      const answers = [
        await by.get(comments(id)),
        await write(by, id, 'Эй'),
        await by.put(`${LIST}/${id}/following/`, { follows: true }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
    const silent = await people.author.post('/api/records/silent', { title: 'Тихая' });
    const path = `/api/records/silent/${silent.body.id}/comments/`;
    expect([
      (await people.author.get(path)).status,
      (await people.author.post(path, { message: 'Эй' })).status,
    ]).toEqual([404, 404]);
  });

  test('are deleted by their authors alone', async () => {
    const [id, other] = [await newInspection(), await newInspection()];
    const { body } = await write(people.reader, id, 'Скрипит дверь');
    const path = `${comments(id)}${body.id}/`;
    expect((await people.author.remove(path)).status).toBe(404);
    expect((await people.reader.remove(`${comments(other)}${body.id}/`)).status).toBe(404);
    expect((await people.reader.remove(path)).status).toBe(204);
    expect((await people.reader.remove(path)).status).toBe(404);
    expect((await people.author.get(comments(id))).body.results).toEqual([]);
  });

  test('leave the record as it was: its last move can be taken back', async () => {
    const id = await newInspection();
    await move(people.inspector, id, 'start');
    await write(people.writer, id, 'Начали');
    expect((await people.inspector.post(`${LIST}/${id}/move/undo/`, {})).status).toBe(200);
    const history = await people.author.get(`${LIST}/${id}/history/`);
    const actions = (history.body.results as unknown as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(['unmove', 'move', 'create']);
  });
});

describe('following', () => {
  test('is for the author of the record, those who write on it and those who choose it; the author of what happens is not told', async () => {
    const id = await newInspection({ inspector: null });
    const ref = `/${NAME}?id=${id}`;
    await people.writer.put(`${LIST}/${id}/following/`, { follows: true });
    await write(people.reader, id, 'Скрипит дверь');
    await move(people.writer, id, 'start');
    const comment = `commented | Осмотры лифтов | Лифт 2: Скрипит дверь | ${ref}`;
    const moved = `moved | Осмотры лифтов | Лифт 2: Идёт осмотр | ${ref}`;
    expect(await toldAll()).toEqual({ ...NOBODY, author: [comment, moved], writer: [comment], reader: [moved] });
  });

  test('ends when a person chooses so, though they made the record or write on it', async () => {
    const id = await newInspection({ inspector: null });
    const follows = async (by: Person) => (await by.get(comments(id))).body.follows;
    expect(await follows(people.author)).toBe(true);
    const answer = await people.author.put(`${LIST}/${id}/following/`, { follows: false });
    expect([answer.status, answer.body]).toEqual([200, { follows: false }]);
    await write(people.reader, id, 'Скрипит дверь');
    expect([await follows(people.author), await told(people.author)]).toEqual([false, []]);
    await people.author.put(`${LIST}/${id}/following/`, { follows: true });
    await write(people.reader, id, 'И лампа');
    expect(await told(people.author)).toHaveLength(1);
  });

  test('tells nothing to a person who may see the record no more', async () => {
    const id = await newInspection({ inspector: null });
    const near = await newPerson(app, { levels: { [NAME]: 'read' } as never, porches: [demo.home.porch] });
    await near.put(`${LIST}/${id}/following/`, { follows: true });
    await write(people.author, id, 'Ещё здесь');
    await people.author.put(`${LIST}/${id}`, { house: demo.away.building });
    await write(people.author, id, 'Переехал');
    expect(await told(near)).toEqual([expect.stringContaining('Ещё здесь')]);
    const [left] = [await newPerson(app, { levels: { [NAME]: 'read' } as never, porches: [demo.away.porch] })];
    await left.put(`${LIST}/${id}/following/`, { follows: true });
    await setLevels(app, left.id, { [NAME]: 'denied' } as never, [NAME]);
    await write(people.author, id, 'Без прав');
    expect(await told(left)).toEqual([]);
  });
});

describe('rules of notification', () => {
  test('tell the person named by a field of a new record, and of a change of one of these fields', async () => {
    const id = await newInspection();
    const ref = `/${NAME}?id=${id}`;
    await people.author.put(`${LIST}/${id}`, { lift: 'Лифт 3' });
    await people.author.put(`${LIST}/${id}`, { due: '2036-06-01' });
    expect(await toldAll()).toEqual({
      ...NOBODY,
      inspector: [`created | Осмотры лифтов | Лифт 2 | ${ref}`, `changed | Осмотры лифтов | Лифт 3 | ${ref}`],
    });
  });

  test('tell those who may change the record and reach it of the moves that they name', async () => {
    const id = await newInspection();
    await move(people.inspector, id, 'start');
    const answer = await move(people.inspector, id, 'report', { checked: '2026-01-01', remarks: 'Скрипит дверь' });
    expect(answer.status).toBe(200);
    const reports = (await told(people.writer)).filter((line) => line.includes('Есть замечания'));
    expect([reports.length, await told(people.reader), await told(people.away)]).toEqual([1, [], []]);
  });

  test('tell all who may see the section, and of those records alone for which their condition is true', async () => {
    const { body } = await people.author.post('/api/records/open', { title: 'Объявление' });
    const path = `/api/records/open/${body.id}`;
    await people.author.put(path, { title: 'Пустяк' });
    await people.author.put(path, { title: 'Важное' });
    const lines = [
      `created | Записи | Объявление | /open?id=${body.id}`,
      `changed | Записи | Важное | /open?id=${body.id}`,
    ];
    const heard = await toldAll();
    expect(heard).toEqual({ ...NOBODY, writer: lines, inspector: lines, reader: lines, away: lines });
  });

  test('tell of many records that are changed together by their number', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await newInspection({}, people.author));
    const before = (await told(people.inspector)).length;
    const changed = await people.author.post(`${LIST}/bulk/`, { do: 'change', ids, values: { due: '2036-07-01' } });
    expect([changed.status, (changed.body.done as unknown as number[]).length]).toEqual([200, 5]);
    expect((await told(people.inspector)).slice(before)).toEqual([`changed | Осмотры лифтов | 5 записей | /${NAME}`]);
  });

  test('tell nothing of what was refused', async () => {
    const before = await told(people.inspector);
    const refused = await people.author.post(LIST, {
      lift: '',
      house: demo.home.building,
      inspector: people.inspector.id,
    });
    expect([refused.status, await told(people.inspector)]).toEqual([400, before]);
  });
});
