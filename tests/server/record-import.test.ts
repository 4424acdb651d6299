import { demoPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { lookRound, type Yard } from '#tests/support/server/yard.ts';

const IMPORT = '/api/records/passes/import/';
let app: TestApp;
let yard: Yard;
let admin: Person;
let house = '';
let flat = { id: 0, label: '' };
beforeAll(async () => {
  app = await openTestApp();
  yard = await lookRound(app);
  admin = await demoPerson(app, 1);
  const { kysely } = app.database;
  const building = await kysely
    .selectFrom('buildings')
    .where('id', '=', yard.home.building)
    .select(['street', 'number'])
    .executeTakeFirstOrThrow();
  house = `${building.street}, ${building.number}`;
  flat = await kysely
    .selectFrom('units')
    .where('building_id', '=', yard.home.building)
    .select(['id', 'label'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
});
afterAll(() => app.close());

const cells = (change: Record<string, string> = {}) => ({ guest: 'Пётр Файлов', house, ...change });
interface Outcome {
  row: number;
  id: number | null;
  errors: Record<string, string[]>;
}
async function send(rows: { row: number; cells: Record<string, string> }[], over: object = {}) {
  const answer = await admin.post(IMPORT, { key: 'key-of-a-file', check: true, rows, ...over });
  expect(answer.status).toBe(200);
  return answer.body.rows as unknown as Outcome[];
}
const count = async () => {
  const { rows } = await app.database.kysely
    .selectFrom('records')
    .where('resource', '=', 'passes')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
};

describe('rows of a file for a generated section', () => {
  test('a check tells by cell what a form would say, and keeps nothing', async () => {
    const before = await count();
    const outcomes = await send([
      { row: 2, cells: cells() },
      { row: 3, cells: cells({ guest: 'Ян', house: 'Нет такой улицы, 1', kind: 'Самолёт', from: 'завтра' }) },
      { row: 4, cells: cells({ guest: '', fee: 'много', times: '100' }) },
    ]);
    expect(outcomes).toEqual([
      { row: 2, id: null, errors: {} },
      {
        row: 3,
        id: null,
        errors: {
          guest: ['слишком мало'],
          house: ['такого больше нет'],
          kind: ['выберите из списка'],
          from: ['введите дату'],
        },
      },
      {
        row: 4,
        id: null,
        errors: { guest: ['обязательное поле'], fee: [expect.any(String)], times: ['слишком много'] },
      },
    ]);
    expect(await count()).toBe(before);
  });

  test('what people call things is understood: addresses, flats, titles, labels of choices, amounts, days', async () => {
    await admin.post('/api/records/rules', { title: 'Не шуметь ночью' });
    const [outcome] = await send(
      [
        {
          row: 7,
          cells: cells({
            house: house.toUpperCase(),
            kind: 'автомобиль',
            from: '05.03.2026',
            times: '7',
            signed: 'да',
            fee: '1 234,50 ₽',
            flat: flat.label,
            rule: 'не шуметь ночью',
          }),
        },
      ],
      { check: false, key: 'names-of-things' },
    );
    expect(outcome?.errors).toEqual({});
    expect((await admin.get(`/api/records/passes/${outcome?.id}`)).body).toMatchObject({
      guest: 'Пётр Файлов',
      house: yard.home.building,
      kind: 'car',
      from: '2026-03-05',
      times: 7,
      signed: true,
      fee: 123_450,
      flat: { id: flat.id, label: flat.label },
      rule: { label: 'Не шуметь ночью' },
    });
  });

  test('a submission said again keeps nothing twice, also when both come at once', async () => {
    const rows = [2, 3, 4].map((row) => ({ row, cells: cells({ guest: `Повторный ${row}` }) }));
    const over = { check: false, key: 'said-again-and-again' };
    const before = await count();
    const [first, second] = await Promise.all([send(rows, over), send(rows, over)]);
    const third = await send(rows, over);
    expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id));
    expect(third).toEqual(first);
    expect(await count()).toBe(before + 3);
  });

  test('sound rows are kept beside refused ones; a mended row goes under the same key', async () => {
    const key = 'mended-afterwards';
    const [sound, refused] = await send(
      [
        { row: 2, cells: cells({ number: 'А100АА' }) },
        { row: 3, cells: cells({ number: 'а100аа' }) },
      ],
      { check: false, key },
    );
    expect(sound?.id).toEqual(expect.any(Number));
    expect(refused).toEqual({ row: 3, id: null, errors: { number: ['уже занято'] } });
    const [mended] = await send([{ row: 3, cells: cells({ number: 'А101АА' }) }], { check: false, key });
    expect(mended).toMatchObject({ row: 3, id: expect.any(Number), errors: {} });
    const history = await admin.get(`/api/records/passes/${mended?.id}/history/`);
    expect(history.status).toBe(200);
    expect(JSON.stringify(history.body)).toContain('create');
  });

  test.each([
    { key: 'x', check: true, rows: [{ row: 2, cells: {} }] },
    { key: 'key-of-a-file', check: true, rows: [] },
    { key: 'key-of-a-file', check: true, rows: Array.from({ length: 201 }, (_, row) => ({ row, cells: {} })) },
    { key: 'key-of-a-file', check: true, rows: [{ row: 2, cells: { guest: 5 } }] },
  ])('API-21: a call of another shape is refused (%#)', async (body) => {
    expect((await admin.post(IMPORT, body)).status).toBe(400);
  });
});
