// Runs on PostgreSQL too: locks of records, what waits for a commit, undo within a transaction.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '#server/files/open-store.ts';
import { purgeFilesSetAside } from '#server/records/files-set-aside.ts';
import { fileRow, uploadText } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { arrived, listen, openSocket } from '#tests/support/server/sockets.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAME = 'lift-inspections';
const LIST = `/api/records/${NAME}`;
const EXAMPLE = JSON.parse(readFileSync(new URL(`../../../docs/examples/${NAME}.json`, import.meta.url), 'utf8'));

/** A section whose one move asks for files, and for a value that no two records share. */
const PAPERS = {
  name: 'papers',
  section: 'papers',
  icon: 'description',
  words: { one: 'бумага', few: 'бумаги', many: 'бумаг', accusative: 'бумагу', gender: 'f', plural: 'бумаги' },
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    scans: { kind: 'files', label: 'Сканы', max: 3 },
    number: { kind: 'text', label: 'Номер', max: 9, unique: true },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'new', label: 'Новая' },
        { value: 'filed', label: 'В деле', final: true },
      ],
      moves: [
        { name: 'file', label: 'Подшить', from: ['new'], to: 'filed', asks: [{ field: 'scans' }, { field: 'number' }] },
      ],
    },
  },
  list: { layout: 'table', columns: ['title', 'stage'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', 'scans', 'number'] }],
};

/** A state under a name that every object has, and a part of the form that waits for it. */
const ODD = {
  ...PAPERS,
  name: 'odd',
  section: 'odd',
  fields: {
    title: PAPERS.fields.title,
    reason: { kind: 'text', label: 'Причина', required: true },
    constructor: { ...PAPERS.fields.stage, moves: [{ name: 'file', label: 'Подшить', from: ['new'], to: 'filed' }] },
  },
  list: { layout: 'table', columns: ['title', 'constructor'] },
  form: [
    { fields: ['title'] },
    { fields: ['reason'], when: { field: 'constructor', is: 'new', hint: 'Пока она новая' } },
  ],
};

type Who = 'writer' | 'author' | 'inspector' | 'reader' | 'denied' | 'away';
let app: TestApp;
let demo: DemoCompany;
let late = 0;
let people: Record<Who, Person>;
beforeAll(async () => {
  app = await openTestApp({
    now: () => new Date(Date.now() + late),
    definitions: { [`${NAME}.json`]: EXAMPLE, 'papers.json': PAPERS, 'odd.json': ODD },
  });
  demo = await readDemoCompany(app);
  const staff = (level: string, porches?: readonly number[]) =>
    newPerson(app, {
      levels: { [NAME]: level, papers: level, odd: level, employees: 'read' } as never,
      ...(porches ? { porches } : {}),
    });
  people = {
    writer: await staff('write'),
    author: await staff('write'),
    inspector: await staff('read'),
    reader: await staff('read'),
    denied: await staff('denied'),
    away: await staff('write', [demo.away.porch]),
  };
});
afterEach(() => {
  late = 0;
});
afterAll(() => app.close());

async function made(change: object = {}, by = people.author): Promise<number> {
  const inspection = { lift: 'Лифт 2', house: demo.home.building, due: '2036-05-01', inspector: people.inspector.id };
  const answer = await by.post(LIST, { ...inspection, ...change });
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
  return Number(answer.body.id);
}
/** Puts a record into a state without a move, for tests that begin there. */
async function put(id: number, stage: string): Promise<void> {
  const { kysely } = app.database;
  const row = await kysely.selectFrom('records').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  await kysely
    .updateTable('records')
    .set({ data: JSON.stringify({ ...(row.data as object), stage }) })
    .where('id', '=', id)
    .execute();
}
const move = (by: Person, id: number, name: string, values: object = {}, more: object = {}) =>
  by.post(`${LIST}/${id}/move/`, { move: name, values, ...more });
const undo = (by: Person, id: number) => by.post(`${LIST}/${id}/move/undo/`);
const read = async (id: number) => (await people.writer.get(`${LIST}/${id}`)).body;
const entries = (id: number) =>
  app.database.kysely
    .selectFrom('audit')
    .where('resource', '=', NAME)
    .where('record_id', '=', String(id))
    .orderBy('id')
    .select(['action', 'user_id'])
    .execute();

describe('who moves what from where', () => {
  /** The people who may make each move at all, with what it asks for; the author of the record is one of the writers. */
  const MOVES: Readonly<Record<string, { from: string[]; to: string; who: Who[]; values?: object }>> = {
    start: { from: ['planned'], to: 'underway', who: ['writer', 'author', 'inspector'] },
    pass: { from: ['underway'], to: 'passed', who: ['inspector'], values: { checked: '2026-03-05' } },
    report: {
      from: ['underway'],
      to: 'defects',
      who: ['inspector'],
      values: { checked: '2026-03-05', remarks: 'Скрипит' },
    },
    repeat: { from: ['defects'], to: 'planned', who: ['writer', 'author'], values: { due: '2036-06-01' } },
    cancel: { from: ['planned', 'defects'], to: 'cancelled', who: ['writer', 'author'] },
  };
  const STATES = EXAMPLE.fields.stage.states.map(({ value }: { value: string }) => value) as string[];
  const WHO: readonly Who[] = ['writer', 'author', 'inspector', 'reader', 'denied', 'away'];
  const cases = WHO.flatMap((who) => STATES.map((state) => [who, state] as const));

  test.each(cases)('PERM-25: %s, of a record that is %s', async (who, state) => {
    for (const [name, { from, to, who: allowed, values = {} }] of Object.entries(MOVES)) {
      const id = await made();
      await put(id, state);
      const { status, body, text } = await move(people[who], id, name, values);
      const right = who === 'away' ? 404 : allowed.includes(who) ? (from.includes(state) ? 200 : 409) : 403;
      expect([name, status, status === right ? '' : text]).toEqual([name, right, '']);
      if (status === 200) expect(body).toMatchObject({ id, stage: to, ...values });
      else
        expect([text, await read(id)]).toEqual([
          expect.stringMatching(/[а-яё]/i),
          expect.objectContaining({ stage: state }),
        ]);
    }
  });

  test('the author may cancel with a level that changes nothing; others are refused and told who may', async () => {
    const author = await newPerson(app, { levels: { [NAME]: 'write', employees: 'read' } });
    const id = await made({}, author);
    await app.database.kysely.updateTable('levels').set({ level: 'read' }).where('user_id', '=', author.id).execute();
    expect((await author.put(`${LIST}/${id}`, { lift: 'Другой' })).status).toBe(403);
    const other = await move(people.reader, id, 'cancel');
    expect([other.status, other.body.detail]).toEqual([
      403,
      'Это может только автор записи или тот, кто может менять записи',
    ]);
    expect((await move(author, id, 'cancel')).status).toBe(200);
    expect((await read(id)).record_author).toBe(author.id);
    const wrong = await move(people.inspector, id, 'start');
    expect([wrong.status, wrong.body.detail]).toEqual([409, 'Сейчас «Отменён»: отсюда это действие недоступно']);
  });

  test('a move that there is not, and a body that is none, are refused at their field', async () => {
    const id = await made();
    expect((await move(people.writer, id, 'fly')).body.move).toEqual([expect.stringMatching(/[а-яё]/)]);
    expect((await people.writer.post(`${LIST}/${id}/move/`, {})).body.move).toEqual(['обязательное поле']);
    expect((await people.writer.post(`${LIST}/${id}/move/`, { move: 'start', values: 7 })).status).toBe(400);
    expect((await move(people.writer, 2_000_000_000, 'start')).status).toBe(404);
    expect((await people.writer.post(`/api/records/nowhere/${id}/move/`, { move: 'start' })).status).toBe(404);
  });
});

describe('nothing else changes a state', () => {
  test('a new record begins in the first state; the payload may name that state', async () => {
    expect((await read(await made())).stage).toBe('planned');
    expect((await read(await made({ stage: 'planned' }))).stage).toBe('planned');
    const refused = await people.writer.post(LIST, {
      lift: 'Лифт',
      house: demo.home.building,
      due: '2036-05-01',
      stage: 'passed',
    });
    expect([refused.status, refused.body.stage]).toEqual([400, ['новая запись начинает с другого состояния']]);
  });

  test('a change keeps it, whether it says it or not, and another one is refused', async () => {
    const id = await made();
    await move(people.writer, id, 'start');
    expect((await people.writer.put(`${LIST}/${id}`, { lift: 'Лифт 3' })).body).toMatchObject({
      lift: 'Лифт 3',
      stage: 'underway',
    });
    expect((await people.writer.put(`${LIST}/${id}`, { stage: 'underway' })).status).toBe(200);
    expect((await people.writer.put(`${LIST}/${id}`, { stage: null })).body.stage).toBe('underway');
    const refused = await people.writer.put(`${LIST}/${id}`, { stage: 'passed', lift: 'Лифт 4' });
    expect([refused.status, refused.body.stage]).toEqual([400, ['состояние меняют действиями в карточке']]);
    expect(await read(id)).toMatchObject({ lift: 'Лифт 3', stage: 'underway' });
  });

  test('neither do a change of many and rows of a file', async () => {
    const id = await made();
    const bulk = await people.writer.post(`${LIST}/bulk/`, { do: 'change', ids: [id], values: { stage: 'passed' } });
    expect([bulk.status, bulk.body.stage]).toEqual([400, ['состояние меняют действиями в карточке']]);
    const house = await app.database.kysely
      .selectFrom('buildings')
      .where('id', '=', demo.home.building)
      .select(['street', 'number'])
      .executeTakeFirstOrThrow();
    const row = { lift: 'Из файла', house: `${house.street}, ${house.number}`, due: '01.05.2036' };
    const cells = [row, { ...row, stage: 'Запланирован' }, { ...row, stage: 'passed' }, { ...row, stage: 'Где-то' }];
    const answer = await people.writer.post(`${LIST}/import/`, {
      key: 'states-of-rows',
      check: false,
      rows: cells.map((one, at) => ({ row: at + 2, cells: one })),
    });
    expect(answer.body.rows).toMatchObject([
      { id: expect.any(Number), errors: {} },
      { id: expect.any(Number), errors: {} },
      { id: null, errors: { stage: ['новая запись начинает с другого состояния'] } },
      { id: null, errors: { stage: ['новая запись начинает с другого состояния'] } },
    ]);
  });
});

describe('a move with what it asks for', () => {
  test('takes the fields that it asks for by their rules, needed ones too, and no others', async () => {
    const id = await made();
    await move(people.inspector, id, 'start');
    const refused = await move(people.inspector, id, 'pass', { act: 'А'.repeat(31) });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { checked: ['обязательное поле'], act: [expect.stringMatching(/[а-яё]/)] },
    ]);
    expect((await move(people.inspector, id, 'pass', { checked: '2999-01-01' })).body.checked).toBeDefined();
    expect((await read(id)).stage).toBe('underway');
    const moved = await move(people.inspector, id, 'pass', {
      checked: '2026-03-05',
      act: ' А-7 ',
      lift: 'Другой',
      stage: 'planned',
    });
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { stage: 'passed', checked: '2026-03-05', act: 'А-7', lift: 'Лифт 2' },
    ]);
  });

  test('what the record holds already need not be said again', async () => {
    const id = await made();
    await put(id, 'defects');
    expect((await move(people.writer, id, 'repeat')).body).toMatchObject({ stage: 'planned', due: '2036-05-01' });
    await put(id, 'defects');
    expect((await move(people.writer, id, 'repeat', { due: null })).body.due).toEqual(['обязательное поле']);
  });

  test('stands in the history and in the log with the state and the fields', async () => {
    const id = await made();
    await move(people.inspector, id, 'start');
    await move(people.inspector, id, 'report', { checked: '2026-03-05', remarks: 'Скрипит' });
    const { results } = (await people.reader.get(`${LIST}/${id}/history/`)).body as unknown as {
      results: {
        action: string;
        by: { user: number };
        changes: { field: string; before: unknown; after: unknown }[];
      }[];
    };
    expect(results.map(({ action, by }) => [action, by.user])).toEqual([
      ['move', people.inspector.id],
      ['move', people.inspector.id],
      ['create', people.author.id],
    ]);
    expect(results[0]?.changes).toEqual([
      { field: 'stage', before: 'underway', after: 'defects' },
      { field: 'checked', before: null, after: '2026-03-05' },
      { field: 'remarks', before: null, after: 'Скрипит' },
    ]);
    expect(await entries(id)).toEqual([
      { action: 'create', user_id: people.author.id },
      { action: 'move', user_id: people.inspector.id },
      { action: 'move', user_id: people.inspector.id },
    ]);
  });

  test('takes files, and refuses a value that stands elsewhere already', async () => {
    const { writer } = people;
    const paper = async () => Number((await writer.post('/api/records/papers', { title: 'Договор' })).body.id);
    const [one, other] = [await paper(), await paper()];
    const file = await uploadText(writer);
    const filed = await writer.post(`/api/records/papers/${one}/move/`, {
      move: 'file',
      values: { scans: [file], number: '7' },
    });
    expect([filed.status, filed.body]).toMatchObject([200, { stage: 'filed', scans: [{ id: file }], number: '7' }]);
    const taken = await writer.post(`/api/records/papers/${other}/move/`, { move: 'file', values: { number: '7' } });
    expect([taken.status, taken.body.number]).toEqual([400, ['уже занято']]);
    const foreign = await writer.post(`/api/records/papers/${other}/move/`, {
      move: 'file',
      values: { scans: [file] },
    });
    expect([foreign.status, foreign.body.scans]).toEqual([400, [expect.stringMatching(/[а-яё]/)]]);
    expect((await writer.post(`/api/records/papers/${one}/move/undo/`)).body).toMatchObject({
      stage: 'new',
      scans: [],
      number: null,
    });
  });
});

test('a move that empties files gives them back when it is taken back', async () => {
  const { writer } = people;
  const [file, second] = [await uploadText(writer), await uploadText(writer)];
  const { id } = (await writer.post('/api/records/papers', { title: 'Договор', scans: [file] })).body;
  const url = `/api/records/papers/${id}`;
  const filed = await writer.post(`${url}/move/`, { move: 'file', values: { scans: [second] } });
  expect(filed.body).toMatchObject({ stage: 'filed', scans: [{ id: second }] });
  const back = await writer.post(`${url}/move/undo/`);
  expect([back.status, back.body]).toMatchObject([200, { stage: 'new', scans: [{ id: file }] }]);
  const late = new Date(app.now().getTime() + 60_000);
  await purgeFilesSetAside(app.database.kysely, openStore({ dataDir: app.dataDir }), late);
  expect([await fileRow(app, file), await fileRow(app, second)]).toEqual([expect.anything(), undefined]);
  expect((await writer.get(url)).body).toMatchObject({ scans: [{ id: file }] });
});

describe('two people, and one who asks twice', () => {
  test('of two who saw the same record one moves it, and the other is told who did', async () => {
    const id = await made();
    const { record_version } = (await people.writer.get(`${LIST}/${id}`)).body;
    const both = await Promise.all([
      move(people.writer, id, 'start', {}, { record_version }),
      move(people.author, id, 'cancel', {}, { record_version }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ code: 'record_changed', changed: { by: { user: expect.any(Number) } } });
    expect((await entries(id)).filter(({ action }) => action === 'move')).toHaveLength(1);
  });

  test('without a version the second of two is told that it is too late from there', async () => {
    const id = await made();
    const both = await Promise.all([move(people.writer, id, 'start'), move(people.author, id, 'start')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('move_closed');
  });

  test('said again under its key it is answered as the first time, and with another body refused', async () => {
    const id = await made();
    const headers = { 'idempotency-key': 'move-8e03978e-40d5' };
    const call = { url: `${LIST}/${id}/move/`, body: { move: 'start' } };
    const { token } = people.writer;
    const [first, again] = [await app.call('POST', call, token, headers), await app.call('POST', call, token, headers)];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await entries(id)).filter(({ action }) => action === 'move')).toHaveLength(1);
    const other = await app.call('POST', { ...call, body: { move: 'cancel' } }, token, headers);
    expect(other.status).toBe(422);
  });
});

describe('a move is taken back', () => {
  test('by who made it, within ten seconds, with what it asked for', async () => {
    const id = await made();
    const before = await read(id);
    await move(people.inspector, id, 'start');
    const underway = await read(id);
    await move(people.inspector, id, 'report', { checked: '2026-03-05', remarks: 'Скрипит' });
    expect((await undo(people.inspector, id)).body).toMatchObject({ stage: 'underway', checked: null, remarks: null });
    expect(await read(id)).toEqual(underway);
    // Earlier changes stay: only the last one is undone.
    expect((await undo(people.inspector, id)).status).toBe(409);
    expect(before.stage).toBe('planned');
    expect((await entries(id)).map(({ action }) => action)).toEqual(['create', 'move', 'move', 'unmove']);
  });

  test('not by others, not after another change, not later', async () => {
    const id = await made();
    expect((await undo(people.writer, id)).status).toBe(409);
    await move(people.writer, id, 'start');
    expect((await undo(people.author, id)).status).toBe(409);
    expect((await undo(people.away, id)).status).toBe(404);
    expect((await undo(people.denied, id)).status).toBe(403);
    late = 13_000;
    const refused = await undo(people.writer, id);
    expect([refused.status, refused.body.detail]).toEqual([409, 'Отменить это действие уже нельзя']);
    late = 0;
    await people.author.put(`${LIST}/${id}`, { lift: 'Лифт 5' });
    expect((await undo(people.writer, id)).status).toBe(409);
    expect(await read(id)).toMatchObject({ stage: 'underway', lift: 'Лифт 5' });
  });
});

describe('open consoles', () => {
  test('of those who may see the record are told of a move, and nobody else', async () => {
    const host = await listen(app);
    const open = async ({ token }: Person) => {
      const socket = await openSocket(host, `/ws/notifications?token=${token}`);
      await socket.next(({ type }) => type === 'welcome');
      return socket;
    };
    const [seeing, denied, away] = [await open(people.reader), await open(people.denied), await open(people.away)];
    const id = await made();
    await move(people.writer, id, 'start');
    const frame = { type: 'record-moved', section: NAME, id };
    expect(await seeing.next(({ type }) => type === 'record-moved')).toEqual(frame);
    const [there] = [await made({ house: demo.away.building }), await undo(people.writer, id)];
    await move(people.writer, there, 'start');
    expect(await away.next(({ type }) => type === 'record-moved')).toEqual({ ...frame, id: there });
    for (const socket of [seeing, denied, away]) await arrived(socket);
    expect(denied.messages.filter(({ type }) => type === 'record-moved')).toEqual([]);
    expect(away.messages.filter(({ type }) => type === 'record-moved')).toHaveLength(1);
    for (const { socket } of [seeing, denied, away]) socket.close();
  });
});

test('a state may have a name that every object has, and what waits for it in the form is asked for by it', async () => {
  const by = people.writer;
  const bare = await by.post('/api/records/odd', { title: 'Без причины' });
  expect([bare.status, bare.body.reason]).toEqual([400, [expect.any(String)]]);
  const { status, body } = await by.post('/api/records/odd', { title: 'С причиной', reason: 'проверка' });
  expect([status, Object.entries(body)]).toEqual([201, expect.arrayContaining([['constructor', 'new']])]);
  const { record_version } = body;
  const emptied = await by.put(`/api/records/odd/${body.id}`, {
    title: 'С причиной',
    reason: null,
    constructor: null,
    record_version,
  });
  expect([emptied.status, emptied.body.reason]).toEqual([400, [expect.any(String)]]);
});

describe('a definition that changes', () => {
  const admin = () => newPerson(app, { role: 'admin' });
  interface Seen {
    definitions: { name: string; fields: { stage: { kind: string } } }[];
    pending: { name: string; misfits: { field: string; message: string; count: number; ids: number[] }[] }[];
  }
  /** Puts a file in place and waits until the server has looked at it. */
  async function change(by: Person, definition: object, taken: (seen: Seen) => boolean): Promise<Seen> {
    await writeFile(join(app.dataDir, 'resources', 'papers.json'), JSON.stringify(definition));
    for (;;) {
      const seen = (await by.get('/resources/definitions/')).body as unknown as Seen;
      if (taken(seen)) return seen;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const kind = ({ definitions }: Seen) => definitions.find(({ name }) => name === 'papers')?.fields.stage.kind;

  test('a choice becomes a state, what has no value begins, and a state that is held cannot go unnoticed', async () => {
    const by = await admin();
    const { states, moves: _moves, ...stage } = PAPERS.fields.stage;
    const options = states.map(({ value, label }) => ({ value, label }));
    const plain = { ...PAPERS, fields: { ...PAPERS.fields, stage: { ...stage, kind: 'choice', options } } };
    const chosen = { ...plain, form: [{ fields: ['title', 'stage'] }] };
    await change(by, chosen, (seen) => kind(seen) === 'choice');
    const paper = async (more: object) =>
      Number((await by.post('/api/records/papers', { title: 'Письмо', ...more })).body.id);
    const [filed, empty] = [await paper({ stage: 'filed' }), await paper({})];
    await change(by, PAPERS, (seen) => kind(seen) === 'state');
    const stageOf = async (id: number) => (await by.get(`/api/records/papers/${id}`)).body.stage;
    expect([await stageOf(filed), await stageOf(empty)]).toEqual(['filed', 'new']);
    const begun = (await by.get(`/api/records/papers?filter=${encodeURIComponent('{"stage":"new"}')}`)).list;
    expect(begun.map(({ id }) => Number(id))).toContain(empty);

    const fewer = { states: [{ value: 'new', label: 'Новая', final: true }], moves: [] };
    const narrowed = { ...PAPERS, fields: { ...PAPERS.fields, stage: { ...stage, ...fewer } } };
    const { pending } = await change(by, narrowed, (seen) => seen.pending.length > 0);
    expect(pending[0]?.misfits).toEqual([
      {
        field: 'Состояние',
        message: 'выберите из списка',
        count: expect.any(Number),
        ids: expect.arrayContaining([filed]),
      },
    ]);
  });
});
