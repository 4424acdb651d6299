// Runs on PostgreSQL too: generated SQL, and locks of several sections.
import { readFileSync } from 'node:fs';
import { readDefinition } from '#resources/language/read-definition.ts';
import { LINKED_RECORDS_MAX } from '#resources/limits.ts';
import type { DeletionEffects } from '#resources/protocol/definitions/deletion.ts';
import { PreparingClient } from '#server/db/prepared-statements.ts';
import { findMisfits } from '#server/records/misfits.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8')) as object;

const words = (one: string, plural: string) => ({
  one,
  few: one,
  many: one,
  accusative: one,
  gender: 'm',
  plural,
});
const section = (name: string, title: string, fields: Record<string, object>, more: object = {}) => ({
  name,
  section: name,
  icon: 'key',
  words: words(title.toLowerCase(), title),
  fields: { title: { kind: 'text', label: 'Название', required: true }, ...fields },
  list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['title', ...Object.keys(fields)] }],
  ...more,
});
const to = (name: string, onDelete: string, more: object = {}) => ({
  kind: 'reference',
  label: 'Куда',
  to: name,
  onDelete,
  ...more,
});

const DEFINITIONS = {
  // Records that others refer to: a lock, keys that go with it, loans of keys, passes that lose it, notes that hold it.
  locks: section('locks', 'Замки', {}),
  keys: section('keys', 'Ключи', {
    lock: to('locks', 'cascade', { required: true }),
    number: { kind: 'text', label: 'Номер', unique: true },
  }),
  loans: section('loans', 'Выдачи', { key: to('keys', 'cascade') }),
  seals: section('seals', 'Пломбы', { loan: to('loans', 'forbid') }),
  passes: section(
    'passes',
    'Пропуска',
    {
      house: { kind: 'building', label: 'Дом' },
      lock: to('locks', 'clear', { filter: true, unique: true }),
      spare: to('locks', 'clear'),
      reason: { kind: 'text', label: 'Зачем', when: 'lock > 0' },
      heading: { kind: 'text', label: 'Заголовок', computed: 'title + " " + text(lock)' },
    },
    { building: 'house' },
  ),
  notes: section(
    'notes',
    'Заметки',
    { house: { kind: 'building', label: 'Дом' }, lock: to('locks', 'forbid') },
    {
      building: 'house',
    },
  ),
  rooms: section('rooms', 'Комнаты', { inside: to('rooms', 'cascade', { tree: true }) }),
  'storage-places': example('storage-places'),
  tools: example('tools'),
};
const NAMES = Object.keys(DEFINITIONS) as (keyof typeof DEFINITIONS)[];
const at = (name: keyof typeof DEFINITIONS, rest: string | number = '') => `/api/records/${name}${rest && `/${rest}`}`;

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
const everything = Object.fromEntries(NAMES.map((name) => [name, 'write']));
beforeAll(async () => {
  app = await openTestApp({
    definitions: Object.fromEntries(NAMES.map((name) => [`${name}.json`, DEFINITIONS[name]])),
  });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { levels: everything as never });
});
afterAll(() => app.close());

async function add(name: keyof typeof DEFINITIONS, values: object = {}): Promise<number> {
  const answer = await writer.post(at(name), { title: 'Запись', ...values });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}
const status = async (name: keyof typeof DEFINITIONS, id: number) => (await writer.get(at(name, id))).status;
const shown = async (name: keyof typeof DEFINITIONS, id: number) => (await writer.get(at(name, id))).body;
const remove = (name: keyof typeof DEFINITIONS, id: number, by = writer) => by.remove(at(name, id));
const restore = (name: keyof typeof DEFINITIONS, id: number, by = writer) => by.post(`${at(name, id)}/restore/`, {});
const bulk = async (name: keyof typeof DEFINITIONS, what: string, ids: number[]) =>
  (await writer.post(`${at(name)}/bulk/`, { do: what, ids })).body as unknown as {
    done: number[];
    refused: { reason: string; ids: number[] }[];
  };
const effects = async (name: keyof typeof DEFINITIONS, ids: number[], by = writer) =>
  (await by.get(`${at(name)}/deletion/?ids=${ids.join(',')}`)).body as unknown as DeletionEffects;
const history = async (name: keyof typeof DEFINITIONS, id: number) =>
  (await writer.get(`${at(name, id)}/history/`)).body.results as unknown as { action: string; changes: object[] }[];

describe('a reference that forbids', () => {
  test('keeps what it refers to from being deleted, and says which section and how many', async () => {
    const lock = await add('locks');
    for (let count = 0; count < 3; count += 1) await add('notes', { lock });
    const refused = await remove('locks', lock);
    expect([refused.status, refused.body.detail]).toEqual([409, 'Нельзя удалить: на запись ссылаются «Заметки» – 3']);
    expect(await effects('locks', [lock])).toEqual({
      deleted: [],
      cleared: [],
      refused: [{ reason: 'Нельзя удалить: на запись ссылаются «Заметки» – 3', ids: [lock] }],
    });
    expect(await status('locks', lock)).toBe(200);
  });

  test('does so also out of sight of the person, who learns the number alone', async () => {
    const lock = await add('locks');
    await add('notes', { lock, house: demo.home.building });
    const elsewhere = await newPerson(app, { levels: everything as never, porches: [demo.away.porch] });
    const closed = await newPerson(app, { levels: { locks: 'write' } as never });
    for (const person of [elsewhere, closed]) {
      expect((await person.remove(at('locks', lock))).body.detail).toBe(
        'Нельзя удалить: на запись ссылаются «Заметки» – 1',
      );
    }
  });

  test('lets it go once nothing refers to it any more', async () => {
    const lock = await add('locks');
    const note = await add('notes', { lock });
    await remove('notes', note);
    expect((await remove('locks', lock)).status).toBe(200);
    const back = await restore('notes', note);
    expect([back.status, back.body.detail]).toEqual([
      409,
      'Вернуть нельзя: записи, на которую она ссылается, больше нет (Куда)',
    ]);
    expect((await restore('locks', lock)).status).toBe(200);
    expect((await restore('notes', note)).status).toBe(200);
  });

  test('counts also for what would be deleted along', async () => {
    const lock = await add('locks');
    const loan = await add('loans', { key: await add('keys', { lock }) });
    const seal = await add('seals', { loan });
    expect((await remove('locks', lock)).body.detail).toBe(
      'Нельзя удалить: на то, что удалится вместе с записью, ссылаются «Пломбы» – 1',
    );
    await remove('seals', seal);
    expect((await remove('locks', lock)).status).toBe(200);
  });
});

describe('a reference that is cleared', () => {
  test('is emptied with what hangs on it, stands in the history, and comes back with what was deleted', async () => {
    const lock = await add('locks');
    const pass = await add('passes', { lock, reason: 'Ремонт', house: demo.home.building });
    const spare = await add('passes', { spare: lock });
    const before = await shown('passes', pass);
    expect(before).toMatchObject({ lock: { id: lock }, heading: `Запись ${lock}` });
    expect(await effects('locks', [lock])).toEqual({
      deleted: [],
      cleared: [{ section: 'passes', title: 'Пропуска', count: 2 }],
      refused: [],
    });
    expect((await remove('locks', lock)).status).toBe(200);
    expect(await shown('passes', pass)).toMatchObject({ lock: null, reason: null, heading: null });
    expect(await shown('passes', spare)).toMatchObject({ spare: null });
    const [entry] = await history('passes', pass);
    expect(entry).toMatchObject({
      action: 'clear',
      changes: expect.arrayContaining([{ field: 'lock', before: { id: lock, label: null }, after: null }]),
    });
    expect((await restore('locks', lock)).status).toBe(200);
    expect(await shown('passes', pass)).toEqual(before);
    expect(await shown('passes', spare)).toMatchObject({ spare: { id: lock, label: 'Запись' } });
    expect((await history('passes', pass))[0]).toMatchObject({ action: 'update' });
  });

  test('stays as it was filled since', async () => {
    const [lock, other] = [await add('locks'), await add('locks')];
    const pass = await add('passes', { lock });
    await remove('locks', lock);
    expect((await writer.put(at('passes', pass), { title: 'Другой', lock: other })).status).toBe(200);
    expect((await restore('locks', lock)).status).toBe(200);
    expect(await shown('passes', pass)).toMatchObject({ title: 'Другой', lock: { id: other } });
  });

  test('is emptied where the record out of sight of the person is', async () => {
    const lock = await add('locks');
    const pass = await add('passes', { lock, house: demo.home.building });
    const person = await newPerson(app, { levels: { locks: 'write' } as never });
    expect((await person.remove(at('locks', lock))).status).toBe(200);
    expect(await shown('passes', pass)).toMatchObject({ lock: null });
  });
});

describe('a record that is deleted along', () => {
  test('goes through several sections, and comes back through them', async () => {
    const lock = await add('locks');
    const keys = [await add('keys', { lock }), await add('keys', { lock })] as const;
    const loan = await add('loans', { key: keys[0] });
    expect(await effects('locks', [lock])).toEqual({
      deleted: [
        { section: 'keys', title: 'Ключи', count: 2 },
        { section: 'loans', title: 'Выдачи', count: 1 },
      ],
      cleared: [],
      refused: [],
    });
    expect((await remove('locks', lock)).status).toBe(200);
    expect([await status('keys', keys[0]), await status('loans', loan)]).toEqual([404, 404]);
    const lone = await restore('keys', keys[0]);
    expect([lone.status, lone.body.code]).toEqual([409, 'reference_gone']);
    expect((await restore('locks', lock)).status).toBe(200);
    expect(await shown('loans', loan)).toMatchObject({ key: { id: keys[0], label: 'Запись' } });
    expect(await shown('keys', keys[1])).toMatchObject({ lock: { id: lock } });
    expect((await history('keys', keys[1])).map(({ action }) => action)).toEqual(['restore', 'cascade', 'create']);
  });

  test('has to be one that the person could delete', async () => {
    const lock = await add('locks');
    await add('keys', { lock });
    const person = await newPerson(app, { levels: { locks: 'write', keys: 'read' } as never });
    const refused = await person.remove(at('locks', lock));
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Нельзя удалить: вместе с записью удалятся «Ключи» – 1, а удалять их вам нельзя',
    ]);
    expect((await effects('locks', [lock], person)).refused).toHaveLength(1);
    expect(await status('locks', lock)).toBe(200);
  });

  test('does not come back with a value that another record has meanwhile', async () => {
    const lock = await add('locks');
    const key = await add('keys', { lock, number: 'К-17' });
    await add('keys', { lock, number: '' });
    await remove('locks', lock);
    const other = await add('keys', { lock: await add('locks'), number: 'к-17' });
    const refused = await restore('locks', lock);
    expect([refused.status, refused.body.code]).toEqual([409, 'linked_taken']);
    expect(refused.body.detail).toContain('«Ключи»');
    // Nor does it tell of that value to a person who may not change the section.
    const person = await newPerson(app, { levels: { locks: 'write', keys: 'read' } as never });
    const forbidden = await restore('locks', lock, person);
    expect([forbidden.status, forbidden.body.code]).toEqual([403, 'no_right']);
    expect(await bulk('locks', 'restore', [lock])).toMatchObject({ done: [], refused: [{ ids: [lock] }] });
    expect([await status('locks', lock), await status('keys', key)]).toEqual([404, 404]);
    await remove('keys', other);
    expect((await restore('locks', lock)).status).toBe(200);
    expect(await shown('keys', key)).toMatchObject({ number: 'К-17' });
  });

  test('is one of so many at the most', async () => {
    const lock = await add('locks');
    const rows = Array.from({ length: LINKED_RECORDS_MAX + 1 }, () => ({
      resource: 'keys',
      data: JSON.stringify({ title: 'Много', lock }),
    }));
    await app.database.kysely.insertInto('records').values(rows).execute();
    const refused = await remove('locks', lock);
    expect([refused.status, refused.body.code]).toEqual([409, 'linked_too_many']);
    expect(refused.body.detail).toContain('больше 1000');
    await app.database.kysely
      .deleteFrom('records')
      .where('id', 'in', (query) =>
        query.selectFrom('records').where('resource', '=', 'keys').orderBy('id', 'desc').limit(1).select('id'),
      )
      .execute();
    expect((await effects('locks', [lock])).deleted).toMatchObject([{ count: LINKED_RECORDS_MAX }]);
    expect((await remove('locks', lock)).status).toBe(200);
    expect((await restore('locks', lock)).status).toBe(200);
    expect((await effects('locks', [lock])).deleted).toMatchObject([{ count: LINKED_RECORDS_MAX }]);
  });
});

test('more linked records take no more statements', async () => {
  const countStatements = async (linkedRecords: number) => {
    const lock = await add('locks');
    for (const resource of ['keys', 'passes']) {
      const rows = Array.from({ length: linkedRecords }, (_, at) => ({
        resource,
        data: JSON.stringify(
          resource === 'keys'
            ? { title: 'Много', lock, number: `${lock} из многих ${at}` }
            : { title: 'Много', spare: lock },
        ),
      }));
      await app.database.kysely.insertInto('records').values(rows).execute();
    }
    const query = jest.spyOn(PreparingClient.prototype, 'query');
    const statuses = [(await remove('locks', lock)).status, (await restore('locks', lock)).status];
    const statements = query.mock.calls.length;
    query.mockRestore();
    expect(statuses).toEqual([200, 200]);
    return statements;
  };
  const few = await countStatements(2);
  expect(few).toBeGreaterThan(10);
  // What the server does by itself meanwhile may add some.
  expect(await countStatements(150)).toBeLessThan(few + 50);
});

describe('many records at once', () => {
  test('are deleted with what refers to them, those refused by reason, and come back whole in whatever order', async () => {
    const [first, second, third] = [await add('locks'), await add('locks'), await add('locks')] as const;
    const key = await add('keys', { lock: first });
    const pass = await add('passes', { lock: second });
    await add('notes', { lock: third });
    expect(await effects('locks', [first, second, third])).toEqual({
      deleted: [{ section: 'keys', title: 'Ключи', count: 1 }],
      cleared: [{ section: 'passes', title: 'Пропуска', count: 1 }],
      refused: [{ reason: expect.stringContaining('«Заметки» – 1'), ids: [third] }],
    });
    const answer = await bulk('locks', 'delete', [first, second, third]);
    expect(answer).toMatchObject({ done: [first, second], refused: [{ ids: [third] }] });
    const back = await bulk('locks', 'restore', [first, second]);
    expect(back.refused).toEqual([]);
    expect(await shown('keys', key)).toMatchObject({ lock: { id: first } });
    expect(await shown('passes', pass)).toMatchObject({ lock: { id: second } });
  });

  test('count as deleted, and as restored, where another of the chosen ones takes them along', async () => {
    const house = await add('rooms');
    const room = await add('rooms', { inside: house });
    const shelf = await add('rooms', { inside: room });
    expect(await effects('rooms', [house, room])).toMatchObject({ deleted: [{ section: 'rooms', count: 1 }] });
    for (const ids of [
      [house, room],
      [room, house],
    ]) {
      expect(await bulk('rooms', 'delete', ids)).toEqual({ done: ids, refused: [] });
      expect(await status('rooms', shelf)).toBe(404);
      const back = await bulk('rooms', 'restore', ids);
      expect([back.done.toSorted(), back.refused]).toEqual([[house, room].toSorted(), []]);
      expect(await shown('rooms', shelf)).toMatchObject({ inside: { id: room } });
    }
  });
});

test('a record that begins to refer while another is deleted either keeps it or is refused, never in between', async () => {
  for (let round = 0; round < 8; round += 1) {
    const lock = await add('locks');
    const [made, removed] = await Promise.all([
      writer.post(at('notes'), { title: 'Гонка', lock }),
      remove('locks', lock),
    ]);
    const [hasNote, hasLock] = [made.status === 201, (await status('locks', lock)) === 200];
    expect([made.status, removed.status]).toEqual(hasNote ? [201, 409] : [400, 200]);
    expect(hasLock).toBe(hasNote);
  }
});

test('two deletions that concern each other’s sections do not stop each other', async () => {
  const lock = await add('locks');
  const keys = await Promise.all(Array.from({ length: 6 }, () => add('keys', { lock })));
  const answers = await Promise.all([remove('locks', lock), ...keys.map((key) => remove('keys', key))]);
  expect(answers.every((answer) => [200, 404].includes(answer.status))).toBe(true);
  expect(await Promise.all(keys.map((key) => status('keys', key)))).toEqual(keys.map(() => 404));
});

describe('references of a tree', () => {
  const put = (id: number, inside: number | null) => writer.put(at('storage-places', id), { title: 'Место', inside });
  const said = async (id: number, inside: number) => {
    const { status: code, body } = await put(id, inside);
    return [code, body.inside];
  };

  test('lead neither to the record itself nor round to it', async () => {
    const house = await add('storage-places');
    const room = await add('storage-places', { inside: house });
    const shelf = await add('storage-places', { inside: room });
    expect(await said(house, house)).toEqual([400, ['запись не может ссылаться на саму себя']]);
    expect(await said(house, shelf)).toEqual([
      400,
      ['получится круг: эта запись уже стоит выше той, на которую вы ссылаетесь'],
    ]);
    expect((await put(shelf, house)).status).toBe(200);
    expect((await put(room, shelf)).status).toBe(200);
    expect((await put(house, null)).status).toBe(200);
    const many = await writer.post(`${at('storage-places')}/bulk/`, {
      do: 'change',
      ids: [house, room],
      values: { inside: house },
    });
    expect(many.body).toMatchObject({
      done: [room],
      refused: [{ ids: [house], reason: expect.stringContaining('саму себя') }],
    });
  });

  test('are not followed for ever', async () => {
    let last = await add('storage-places');
    const first = last;
    for (let depth = 0; depth < 101; depth += 1) last = await add('storage-places', { inside: last });
    const lone = await add('storage-places');
    expect(await said(lone, last)).toEqual([400, ['цепочка длиннее ста записей: сократите её']]);
    expect((await put(lone, first)).status).toBe(200);
  });

  test('of two changes at once that would close a circle one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await add('storage-places'), await add('storage-places')];
      const answers = await Promise.all([put(one, other), put(other, one)]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
    }
  });

  test('do not circle through a deletion that is taken back', async () => {
    const [low, middle, high] = [await add('rooms'), await add('rooms'), await add('rooms')] as const;
    const move = (id: number, inside: number | null) => writer.put(at('rooms', id), { title: 'Комната', inside });
    expect((await move(middle, high)).status).toBe(200);
    await remove('rooms', middle);
    expect((await move(high, low)).status).toBe(200);
    await app.database.kysely
      .updateTable('records')
      .set({ data: JSON.stringify({ title: 'Комната', inside: middle }) })
      .where('id', '=', low)
      .execute();
    const back = await restore('rooms', middle);
    expect([back.status, back.body.detail]).toEqual([409, 'Вернуть нельзя: ссылки пойдут по кругу (Куда)']);
  });

  test('places go with what is in them, and tools lose their place', async () => {
    const house = await add('storage-places');
    const room = await add('storage-places', { inside: house });
    const tool = await add('tools', { place: room });
    expect(await effects('storage-places', [house])).toMatchObject({
      deleted: [{ title: 'Места хранения', count: 1 }],
      cleared: [{ title: 'Инструменты', count: 1 }],
    });
    expect((await remove('storage-places', house)).status).toBe(200);
    expect(await shown('tools', tool)).toMatchObject({ place: null });
    expect((await restore('storage-places', house)).status).toBe(200);
    expect(await shown('tools', tool)).toMatchObject({ place: { id: room } });
  });
});

test('stored records that go round keep a definition that forbids it waiting', async () => {
  const { tree: _, ...inside } = (DEFINITIONS.rooms.fields as Record<string, { tree?: boolean }>).inside ?? {};
  const before = readDefinition(
    { ...DEFINITIONS.rooms, fields: { ...DEFINITIONS.rooms.fields, inside } },
    'rooms.json',
  );
  const after = readDefinition(DEFINITIONS.rooms, 'rooms.json');
  const [one, other] = [await add('rooms'), await add('rooms')];
  expect((await writer.put(at('rooms', one), { title: 'Комната', inside: other })).status).toBe(200);
  const { kysely } = app.database;
  const data = JSON.stringify({ title: 'Комната', inside: one });
  await kysely.updateTable('records').set({ data }).where('id', '=', other).execute();
  expect(await findMisfits(kysely, after, after)).toEqual([]);
  const misfits = await findMisfits(kysely, after, before);
  expect(misfits).toMatchObject([{ field: 'Куда', message: expect.stringContaining('получится круг') }]);
  expect(misfits[0]?.ids).toEqual(expect.arrayContaining([one, other]));
});

test('a deletion is told of up to 200 records at once', async () => {
  const ids = Array.from({ length: 201 }, (_, at) => at + 1).join(',');
  expect((await writer.get(`${at('locks')}/deletion/?ids=${ids}`)).status).toBe(400);
  const nothing = await writer.get(`${at('locks')}/deletion/`);
  expect([nothing.status, nothing.body]).toEqual([200, { deleted: [], cleared: [], refused: [] }]);
});
