// Runs on PostgreSQL too: generated SQL.
import { readFileSync } from 'node:fs';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAMES = ['storage-places', 'tools', 'work-crews', 'seals'] as const;
const read = (name: string) => readFileSync(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8');
const SEALS = {
  ...JSON.parse(read('tools')),
  name: 'seals',
  section: 'seals',
  fields: {
    title: { kind: 'text', label: 'Название', required: true },
    tools: { kind: 'references', label: 'Что опечатано', to: 'tools', onDelete: 'forbid', unique: true },
  },
  list: { layout: 'table', columns: ['title'], menu: ['edit', 'hold-delete'] },
  card: { title: 'title', fields: ['tools'] },
  form: [{ fields: ['title', 'tools'] }],
};
const CREWS = '/api/records/work-crews';
const TOOLS = '/api/records/tools';

let app: TestApp;
let writer: Person;
beforeAll(async () => {
  const files = ['storage-places', 'tools', 'work-crews'].map((name) => [`${name}.json`, read(name)]);
  app = await openTestApp({ definitions: { ...Object.fromEntries(files), 'seals.json': SEALS } });
  writer = await newPerson(app, {
    levels: { ...Object.fromEntries(NAMES.map((name) => [name, 'write'])), employees: 'read' } as never,
  });
});
afterAll(() => app.close());

async function add(path: string, values: object): Promise<number> {
  const answer = await writer.post(path, values);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}
const tool = (title: string) => add(TOOLS, { title });
const crew = (tools: readonly number[], title = 'Бригада') => add(CREWS, { title, members: [writer.id], tools });
const shown = async (id: number, by = writer) => (await by.get(`${CREWS}/${id}`)).body;
const idsIn = (value: unknown) => ((value ?? []) as { id: number }[]).map(({ id }) => id);
const found = async (filter: object) =>
  (await writer.get(`${CREWS}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).list.map(({ id }) => id);

describe('references to many', () => {
  test('are kept by id, shown by name, sent back as they were read, filtered by one of them', async () => {
    const [saw, drill] = [await tool('Пила'), await tool('Дрель')];
    const id = await crew([saw, drill]);
    const other = await crew([drill]);
    const record = await shown(id);
    expect(record.tools).toEqual([
      { id: saw, label: 'Пила' },
      { id: drill, label: 'Дрель' },
    ]);
    const back = await writer.put(`${CREWS}/${id}`, { ...record });
    expect([back.status, back.body.tools]).toEqual([200, record.tools]);
    expect(await found({ tools: drill })).toEqual([other, id]);
    expect(await found({ tools: saw })).toEqual([id]);
    expect(await found({ tools: 999_999 })).toEqual([]);
    expect((await writer.get(`${CREWS}/references/tools/?q=пил`)).list).toContainEqual({ id: saw, label: 'Пила' });
    const { body } = await writer.get(`${CREWS}/${id}/history/`);
    expect(body.results).toHaveLength(2);
  });

  test('are at least one where they are required, 50 at the most, each once, and looked at by checks', async () => {
    const refused = async (values: object) =>
      (await writer.post(CREWS, { title: 'Б', members: [writer.id], ...values })).body;
    expect(await refused({ members: [] })).toMatchObject({ members: ['обязательное поле'] });
    expect(await refused({ tools: Array.from({ length: 51 }, (_, at) => at + 1) })).toMatchObject({
      tools: ['слишком много'],
    });
    expect(await refused({ tools: 'пила' })).toMatchObject({ tools: ['выберите из списка'] });
    const saw = await tool('Пила');
    expect(idsIn((await refused({ tools: [saw, saw] })).tools)).toEqual([saw]);
    expect(idsIn((await refused({ tools: [] })).tools)).toEqual([]);
    const staff = await app.database.kysely
      .selectFrom('users')
      .where('role', '=', 'employee')
      .where('status', '!=', 'deleted')
      .limit(21)
      .select('id')
      .execute();
    const many = await refused({ members: staff.map(({ id }) => id) });
    if (staff.length > 20) expect(many).toMatchObject({ members: ['В бригаде не больше 20 человек'] });
  });

  test('lead to what there is and the writer may see; what was there stays out of sight of the writer', async () => {
    const [saw, drill] = [await tool('Пила'), await tool('Дрель')];
    const id = await crew([saw]);
    const blind = await newPerson(app, {
      levels: { 'work-crews': 'write', tools: 'denied', employees: 'read' } as never,
    });
    const put = (tools: readonly number[], by: Person) =>
      by.put(`${CREWS}/${id}`, { title: 'Бригада', members: [writer.id], tools });
    expect((await put([saw, 999_999], writer)).body).toMatchObject({ tools: ['такого нет'] });
    expect((await put([saw, drill], blind)).body).toMatchObject({ tools: ['такого нет'] });
    const kept = await blind.put(`${CREWS}/${id}`, { title: 'Другая', members: [writer.id], tools: [saw] });
    expect([kept.status, kept.body.tools]).toEqual([200, [{ id: saw, label: null }]]);
    await put([saw, drill], writer);
    const fewer = await put([drill], blind);
    expect([fewer.status, fewer.body.tools]).toEqual([200, [{ id: drill, label: null }]]);
  });

  test('lose what is deleted alone, and have it again where it stood', async () => {
    const [saw, drill, hammer] = [await tool('Пила'), await tool('Дрель'), await tool('Молоток')];
    const [both, alone] = [await crew([saw, drill]), await crew([saw])];
    expect((await writer.get(`${TOOLS}/deletion/?ids=${saw},${drill}`)).body).toMatchObject({
      deleted: [],
      cleared: [{ title: 'Бригады', count: 2 }],
    });
    expect((await writer.remove(`${TOOLS}/${saw}`)).status).toBe(200);
    expect([idsIn((await shown(both)).tools), idsIn((await shown(alone)).tools)]).toEqual([[drill], []]);
    await writer.put(`${CREWS}/${both}`, { title: 'Бригада', members: [writer.id], tools: [drill, hammer] });
    expect((await writer.post(`${TOOLS}/${saw}/restore/`, {})).status).toBe(200);
    expect(idsIn((await shown(both)).tools)).toEqual([drill, hammer, saw]);
    expect(idsIn((await shown(alone)).tools)).toEqual([saw]);
    const ids = [saw, drill];
    for (const what of ['delete', 'restore']) {
      const { body } = await writer.post(`${TOOLS}/bulk/`, { do: what, ids });
      expect(body.refused).toEqual([]);
      expect(idsIn((await shown(both)).tools)).toEqual(what === 'delete' ? [hammer] : [drill, hammer, saw]);
    }
  });

  test('keep what they hold from being deleted, where they say so, and are unique as a whole', async () => {
    const [saw, drill] = [await tool('Пила'), await tool('Дрель')];
    await add('/api/records/seals', { title: 'Пломба', tools: [saw, drill] });
    for (const id of [saw, drill]) {
      const refused = await writer.remove(`${TOOLS}/${id}`);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'Нельзя удалить: на запись ссылаются «Инструменты» – 1',
      ]);
    }
    const again = await writer.post('/api/records/seals', { title: 'Другая', tools: [saw, drill] });
    expect(again.body).toMatchObject({ tools: ['уже занято'] });
  });

  test('stand in a file by their titles, between semicolons', async () => {
    const [screw, bolt] = [await tool('Ключ; рожковый'), await tool('Отвёртка')];
    const name = (await writer.get(`${CREWS}/references/members/?ids=${writer.id}`)).list[0]?.label;
    const row = (tools: string, at = 2) => ({ row: at, cells: { title: 'Из файла', members: String(name), tools } });
    const load = async (rows: object[]) =>
      (await writer.post(`${CREWS}/import/`, { key: 'a-file-of-crews', check: false, rows })).body.rows as unknown as {
        id: number;
        errors: Record<string, string[]>;
      }[];
    const [one, wrong] = await load([row('"Ключ; рожковый"; отвёртка'), row('Отвёртка; Кувалда', 3)]);
    expect(one?.errors).toEqual({});
    expect(idsIn((await shown(Number(one?.id))).tools)).toEqual([screw, bolt]);
    expect(wrong?.errors.tools?.[0]).toContain('нет такой записи');
  });

  test('are changed in many records at once', async () => {
    const saw = await tool('Пила');
    const ids = [await crew([]), await crew([])];
    const { body } = await writer.post(`${CREWS}/bulk/`, { do: 'change', ids, values: { tools: [saw] } });
    expect(body).toMatchObject({ done: ids, refused: [] });
    expect(await found({ tools: saw })).toEqual(ids.toReversed());
  });

  test('are described as lists of records', async () => {
    const { body } = await writer.get('/api/openapi.json');
    const { schemas } = body.components as unknown as {
      schemas: Record<string, { properties: Record<string, object> }>;
    };
    expect(schemas['work-crews-record']?.properties.tools).toMatchObject({
      type: ['array', 'null'],
      title: 'Инструменты',
    });
    expect(schemas['work-crews-payload']?.properties.tools).toMatchObject({ title: 'Инструменты' });
  });
});
