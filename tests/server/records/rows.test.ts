import { readFileSync } from 'node:fs';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const ACTS = '/api/records/contractor-acts';
const EXAMPLE = readFileSync(new URL('../../../docs/examples/contractor-acts.json', import.meta.url), 'utf8');

let app: TestApp;
let writer: Person;
let demo: DemoCompany;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'contractor-acts.json': EXAMPLE } });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: ['contractor-acts'] });
});
afterAll(() => app?.close());

const lamp = { work: 'Замена лампы', count: 3, unit: 'шт.', price: 33_33 };
const pipe = { work: 'Труба', count: 0.1, unit: 'м', price: 1_05 };
let number = 0;
const act = (works: unknown) => {
  number += 1;
  return { number: `А-${number}`, contractor: 'ООО «Лифт»', houses: [demo.home.building], works };
};
const created = async (works: unknown): Promise<number> => {
  const { status, body } = await writer.post(ACTS, act(works));
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return Number(body.id);
};
const shown = async (id: number) => (await writer.get(`${ACTS}/${id}`)).body;

test('cells are computed with every write, and the record adds them up to the kopeck', async () => {
  const id = await created([lamp, { ...pipe, cost: 999 }, { work: 'Мелочи', count: 1, price: 2_50 }]);
  expect(await shown(id)).toMatchObject({
    works: [
      { ...lamp, cost: 99_99 },
      { ...pipe, cost: 11 },
      { work: 'Мелочи', unit: null, cost: 2_50 },
    ],
    sum: 102_60,
  });
  const { status, body } = await writer.put(`${ACTS}/${id}`, { works: [pipe] });
  expect([status, body]).toEqual([200, expect.objectContaining({ sum: 11 })]);
  // Fields that are not sent stay, with their sum.
  expect((await writer.put(`${ACTS}/${id}`, { paid: true })).body).toMatchObject({ sum: 11, works: [pipe] });
  expect((await writer.get(`${ACTS}?filter={"sum_gte":11,"sum_lte":11}`)).list).toMatchObject([{ id }]);
});

test.each<[works: unknown, place: string, message: string]>([
  [null, 'works', 'обязательное поле'],
  [[], 'works', 'обязательное поле'],
  [{ 0: lamp }, 'works', 'нужны строки: каждая – значения по именам столбцов'],
  [[lamp, lamp, lamp, { ...lamp, price: 'даром' }], 'works.3.price', 'введите сумму'],
  [[{ ...lamp, work: undefined }], 'works.0.work', 'обязательное поле'],
  [[{ ...lamp, colour: 'red' }], 'works.0', 'в строке нет столбца «colour»'],
  [[lamp, {}], 'works.1.work', 'обязательное поле'],
  [Array(101).fill(lamp), 'works', 'не больше 100 строк'],
  [Array(100).fill({ ...lamp, work: 'я'.repeat(300) }), 'works', 'слишком много текста'],
  [[{ ...lamp, price: 0 }], 'works', 'Акт без стоимости работ'],
])('rows are refused with the place of what is wrong, %#', async (works, place, message) => {
  const { status, body } = await writer.post(ACTS, act(works));
  expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([place])]);
  expect(String(body[place])).toContain(message.slice(0, 10));
});

test('the second of two editors is told, whatever of the rows the first has changed', async () => {
  const id = await created([lamp]);
  const { record_version, ...seen } = await shown(id);
  expect((await writer.put(`${ACTS}/${id}`, { works: [lamp, pipe], record_version })).status).toBe(200);
  const late = await writer.put(`${ACTS}/${id}`, { ...seen, houses: [demo.home.building], record_version });
  expect([late.status, late.body.code]).toEqual([409, 'record_changed']);
});

test('the history has the rows before and after; a deleted record comes back with its rows', async () => {
  const id = await created([lamp]);
  await writer.put(`${ACTS}/${id}`, { works: [{ ...lamp, count: 1 }, pipe] });
  const { results } = (await writer.get(`${ACTS}/${id}/history/`)).body as unknown as {
    results: { changes: { field: string; before: unknown; after: unknown }[] }[];
  };
  expect(results[0]?.changes).toMatchObject([
    { field: 'works', before: [{ count: 3, cost: 99_99 }], after: [{ count: 1, cost: 33_33 }, pipe] },
    { field: 'sum', before: 99_99, after: 33_44 },
  ]);
  expect((await writer.remove(`${ACTS}/${id}`)).status).toBe(200);
  expect((await writer.post(`${ACTS}/${id}/restore/`, {})).status).toBe(200);
  expect(await shown(id)).toMatchObject({ works: [{ count: 1 }, pipe] });
});

test('a file has all rows in one cell; what is wrong in them is told with the row and the column', async () => {
  const house = await app.database.kysely
    .selectFrom('buildings')
    .select(['street', 'number'])
    .where('id', '=', demo.home.building)
    .executeTakeFirstOrThrow();
  const label = `${house.street}, ${house.number}`;
  const cells = (name: string, works: string) => ({ number: name, contractor: 'ИП', houses: label, works });
  const rows = [
    { row: 2, cells: cells('Ф-1', 'Щит | 2 | шт. | 300,00 | 600,00\nТруба \\| 20 | 1,5 |  | 1,05') },
    { row: 3, cells: cells('Ф-2', 'Щит | 2 | шт. | 300,00\nТруба | много | м | 1,05') },
  ];
  const { body } = await writer.post(`${ACTS}/import/`, { key: 'rows-in-cells', check: false, rows });
  const [kept, refused] = body.rows as unknown as { id: number; errors: Record<string, string[]> }[];
  expect(kept).toMatchObject({ errors: {} });
  expect(await shown(Number(kept?.id))).toMatchObject({
    works: [
      { work: 'Щит', count: 2, cost: 600_00 },
      { work: 'Труба | 20', count: 1.5, unit: null, price: 1_05 },
    ],
    sum: 601_58,
  });
  expect(refused?.errors).toEqual({ works: [expect.stringMatching(/^строка 2, «Количество»: /)] });
});

test('the description of the API has the rows with their cells', async () => {
  const { components } = (await writer.get('/api/openapi.json')).body as unknown as {
    components: { schemas: Record<string, { properties: object }> };
  };
  expect(components.schemas['contractor-acts-payload']?.properties).toMatchObject({
    works: { type: 'array', items: { properties: { work: { type: 'string' }, price: { type: 'integer' } } } },
  });
});
