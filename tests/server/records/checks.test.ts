import { readFileSync } from 'node:fs';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const PASSES = '/api/records/guest-passes';
const KEYS = '/api/records/keys';

/** Keys that are taken back on the day they are due at the earliest, by whoever is named. */
const KEYS_SECTION = {
  name: 'keys',
  section: 'keys',
  icon: 'key',
  words: { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' },
  fields: {
    label: { kind: 'text', label: 'Что открывает', required: true },
    due: { kind: 'date', label: 'Вернуть' },
    holder: { kind: 'reference', label: 'Держатель', to: 'employees' },
    stage: {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: 'out', label: 'Выдан' },
        { value: 'here', label: 'На месте', final: true },
      ],
      moves: [
        {
          name: 'return',
          label: 'Принять',
          from: ['out'],
          to: 'here',
          when: { that: 'due <= today && holder == me', hint: 'Принимает держатель, когда подойдёт срок' },
        },
      ],
    },
  },
  checks: [{ that: 'holder == me || empty(holder)', message: 'Держатель – вы', field: 'holder' }],
  list: { layout: 'table', columns: ['label', 'stage'] },
  form: [{ fields: ['label', 'due', 'holder'] }],
};

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
const NOW = new Date('2026-05-02T09:00:00Z');
beforeAll(async () => {
  const passes = readFileSync(new URL('../../../docs/examples/guest-passes.json', import.meta.url), 'utf8');
  app = await openTestApp({
    now: () => NOW,
    definitions: { 'guest-passes.json': passes, 'keys.json': KEYS_SECTION },
  });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { levels: { 'guest-passes': 'write', keys: 'write', employees: 'write' } as never });
});
afterAll(() => app.close());

const pass = (change: object = {}) => ({
  guest: 'Пётр Гостев',
  house: demo.home.building,
  flat: demo.home.unit,
  from: '2026-05-04',
  until: '2026-05-06',
  status: 'new',
  ...change,
});
const said = ({ request_id: _, ...fields }: Record<string, unknown>) => fields;

describe('rules over several fields', () => {
  test('a record that breaks one is refused with its sentence at its field, and nothing is kept', async () => {
    const before = (await writer.get(PASSES)).list.length;
    const refused = await writer.post(PASSES, pass({ until: '2026-05-03' }));
    expect([refused.status, said(refused.body)]).toEqual([
      400,
      { until: ['Пропуск не может кончиться раньше, чем начался'] },
    ]);
    expect((await writer.get(PASSES)).list.length).toBe(before);
    expect((await writer.post(PASSES, pass({ until: null }))).status).toBe(201);
  });

  test('of a change the whole record counts, also what the call leaves out', async () => {
    const { body } = await writer.post(PASSES, pass());
    const refused = await writer.call('PUT', { url: `${PASSES}/${body.id}`, body: pass({ from: '2026-05-07' }) });
    expect([refused.status, said(refused.body)]).toEqual([
      400,
      { until: ['Пропуск не может кончиться раньше, чем начался'] },
    ]);
    const many = await writer.post(`${PASSES}/bulk/`, {
      do: 'change',
      ids: [body.id],
      values: { until: '2026-09-01' },
    });
    expect([many.status, JSON.stringify(many.body)]).toEqual([
      200,
      expect.stringContaining('Пропуск выдают не больше чем на 90 дней'),
    ]);
    expect((await writer.get(`${PASSES}/${body.id}`)).body).toMatchObject({ from: '2026-05-04', until: '2026-05-06' });
  });

  test('a value that is wrong by itself is told first', async () => {
    const refused = await writer.post(PASSES, pass({ until: 'завтра' }));
    expect(said(refused.body)).toEqual({ until: ['введите дату'] });
  });

  test('know who asks', async () => {
    const other = await newPerson(app, { levels: { keys: 'write', employees: 'write' } as never });
    expect((await writer.post(KEYS, { label: 'Чердак', holder: writer.id })).status).toBe(201);
    const refused = await writer.post(KEYS, { label: 'Чердак', holder: other.id });
    expect(said(refused.body)).toEqual({ holder: ['Держатель – вы'] });
  });
});

describe('a move with a condition', () => {
  const made = async (due: string | null) =>
    Number((await writer.post(KEYS, { label: 'Подвал', holder: writer.id, due })).body.id);
  const take = (id: number, by = writer) => by.post(`${KEYS}/${id}/move/`, { move: 'return', values: {} });

  test.each(['2026-05-03', null])('is refused with its hint while that is not true (%p)', async (due) => {
    const id = await made(due);
    const answer = await take(id);
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'move_waits',
      'Принимает держатель, когда подойдёт срок',
    ]);
    expect((await writer.get(`${KEYS}/${id}`)).body.stage).toBe('out');
  });

  test('is made once it is, by the record as it is kept', async () => {
    const id = await made('2026-05-02');
    const other = await newPerson(app, { levels: { keys: 'write', employees: 'write' } as never });
    expect((await take(id, other)).body.code).toBe('move_waits');
    expect((await take(id)).status).toBe(200);
    expect((await writer.get(`${KEYS}/${id}`)).body.stage).toBe('here');
  });
});
