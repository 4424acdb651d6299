import { readFileSync } from 'node:fs';
import { uploadText } from '#tests/support/server/announcements.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAMES = [
  'guest-passes',
  'contractor-acts',
  'parking-places',
  'lift-inspections',
  'contractors',
  'act-works',
  'water-outages',
] as const;
type Name = (typeof NAMES)[number];
const read = (name: Name) => readFileSync(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8');

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: Object.fromEntries(NAMES.map((name) => [`${name}.json`, read(name)])) });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: NAMES });
});
afterAll(() => app.close());

/** For each example: a record, a change of it, a filter that finds it and one that does not, and a payload refused. */
const WORK: Readonly<
  Record<Name, () => { record: object; change: object; finds: object; misses: object; refused: object; wrong: string }>
> = {
  'guest-passes': () => ({
    record: {
      guest: 'Пётр Гостев',
      phone: '+79161234567',
      house: demo.home.building,
      flat: demo.home.unit,
      from: '2026-05-01',
      until: '2026-05-03',
      car: 'А001АА',
      status: 'new',
    },
    change: { status: 'used' },
    finds: { status: 'used', from_gte: '2026-05-01', q: 'гостев' },
    misses: { status: 'cancelled' },
    refused: { phone: '12' },
    wrong: 'phone',
  }),
  'contractor-acts': () => ({
    record: {
      number: 'А-17',
      contractor: 'ООО «Лифт»',
      houses: [demo.home.building],
      works: [{ work: 'Замена троса', count: 1, unit: 'шт.', price: 12_500_050 }],
      accepted: writer.id,
      signed: '2026-01-15',
      paid: false,
      scans: [],
    },
    change: { paid: true },
    finds: { houses: demo.home.building, paid: true, sum_gte: 12_500_000, accepted: writer.id, q: 'лифт' },
    misses: { sum_gte: 20_000_000 },
    refused: { number: 'А-18', works: [{ work: 'Смазка', count: 1, price: 100.5 }] },
    wrong: 'works.0.price',
  }),
  'lift-inspections': () => ({
    record: { lift: 'Лифт 2', house: demo.home.building, due: '2036-05-01', inspector: writer.id },
    change: { due: '2036-06-01' },
    finds: { stage: 'planned', house: demo.home.building, inspector: writer.id, q: 'лифт' },
    misses: { stage: 'passed' },
    refused: { stage: 'passed' },
    wrong: 'stage',
  }),
  contractors: () => ({
    record: {
      company: 'ООО «Лифт»',
      contract: 'ДП-2026/17',
      inn: '7707083893',
      ogrn: '1027700132195',
      bik: '044525225',
      mail: 'lift@example.ru',
      open: '08:00',
      close: '20:00',
      arrival: 90,
      car: 'А123ВС77',
    },
    change: { car: 'К001КК777' },
    finds: { car: 'k001 kk', inn: '770708', open_gte: '07:30', arrival_lte: 90, q: 'дп - 2026' },
    misses: { open_gte: '08:01' },
    refused: { contract: 'ДП-1/1', inn: '7707083894' },
    wrong: 'inn',
  }),
  'act-works': () => ({
    record: {
      work: 'Покраска стен',
      house: demo.home.building,
      count: 12.5,
      unit: 'м²',
      price: 450_00,
      discount: 10,
      started: '2026-02-27',
      days: 365,
    },
    change: { count: 300 },
    finds: { large: true, sum_gte: 121_500_00, until_lte: '2027-02-27', house: demo.home.building, q: 'стен, 300 м' },
    misses: { large: false },
    refused: { sum: 1 },
    wrong: 'sum',
  }),
  'water-outages': () => ({
    record: {
      reason: 'Опрессовка теплотрассы',
      water: 'hot',
      houses: [demo.home.building],
      from: '2026-05-04',
      until: '2026-05-17',
      contractor: 'ООО «Тепло»',
    },
    change: { until: '2026-05-18' },
    finds: { water: 'hot', houses: demo.home.building, q: 'опрессовка' },
    misses: { water: 'cold' },
    refused: { until: '2026-05-03' },
    wrong: 'until',
  }),
  'parking-places': () => ({
    record: {
      number: '17',
      house: demo.home.building,
      flat: demo.home.unit,
      car: 'А001АА',
      since: '2026-02-01',
      charger: false,
    },
    change: { charger: true },
    finds: { charger: true, house: demo.home.building },
    misses: { house: demo.away.building },
    refused: { number: '0017' },
    wrong: 'number',
  }),
};

describe.each(NAMES)('the example %s', (name) => {
  const url = `/api/records/${name}`;
  const found = async (filter: object, by = writer) =>
    (await by.get(`${url}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).list.map(({ id }) => Number(id));

  test('is a section whose records are made, listed, changed, filtered and deleted', async () => {
    const { record, change, finds, misses, refused, wrong } = WORK[name]();
    const made = await writer.post(url, record);
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    const id = Number(made.body.id);
    const saved = await writer.put(`${url}/${id}`, { ...record, ...change });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ id, ...change });
    expect(await found({})).toContain(id);
    expect(await found(finds)).toEqual([id]);
    expect(await found(misses)).toEqual([]);
    const bad = await writer.post(url, { ...record, ...refused });
    expect(bad.status).toBe(400);
    expect(bad.body[wrong]).toEqual([expect.stringMatching(/[а-я]/)]);

    const reader = await newPerson(app, { levels: { [name]: 'read' } });
    expect(await found({}, reader)).toContain(id);
    expect((await reader.put(`${url}/${id}`, { ...record, ...change })).status).toBe(403);
    expect((await reader.remove(`${url}/${id}`)).status).toBe(403);
    await setLevels(app, reader.id, { [name]: 'denied' });
    expect((await reader.get(url)).status).toBe(403);
    const elsewhere = await newPerson(app, { sections: NAMES, porches: [demo.away.porch] });
    // A record tied to no building is seen by everybody.
    expect((await found({}, elsewhere)).includes(id)).toBe(!('building' in JSON.parse(read(name))));

    expect((await writer.remove(`${url}/${id}`)).status).toBe(200);
    expect(await found({})).not.toContain(id);
  });
});

/** A record of an example, made by the writer. */
async function kept(name: Name, change: object): Promise<number> {
  const made = await writer.post(`/api/records/${name}`, { ...WORK[name]().record, ...change });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return Number(made.body.id);
}

/** The row of a record in the database. */
const stored = (id: number) =>
  app.database.kysely
    .selectFrom('records')
    .select(['data', 'building_ids'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The message at a field of a refused record. */
async function refusal(name: Name, change: object, by = writer): Promise<unknown> {
  const answer = await by.post(`/api/records/${name}`, { ...WORK[name]().record, ...change });
  expect(answer.status).toBe(400);
  const { request_id: _, ...said } = answer.body;
  return said;
}

async function listed(name: Name, query: Readonly<Record<string, unknown>>, by = writer) {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]));
  const answer = await by.get(`/api/records/${name}?${asked}`);
  expect(answer.status).toBe(200);
  return answer.list;
}

/** Somebody who lives behind an entrance. */
async function residentOf(porch: number): Promise<number> {
  const { user_id } = await app.database.kysely
    .selectFrom('residents_units')
    .innerJoin('units', 'units.id', 'residents_units.unit_id')
    .innerJoin('users', 'users.id', 'residents_units.user_id')
    .where('units.porch_id', '=', porch)
    .where('users.status', '!=', 'deleted')
    .select('residents_units.user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

test('contractors’ acts: files are the record’s from then on, money is whole kopecks, houses bound who sees it', async () => {
  const scan = await uploadText(writer);
  const worth = (price: number) => ({ works: [{ work: 'Ремонт', count: 0.5, price: 2 * price }] });
  const small = await kept('contractor-acts', { number: 'А-1', ...worth(50), scans: [scan], signed: '2026-01-10' });
  const large = await kept('contractor-acts', { number: 'Б-2', contractor: 'ИП Ёжиков', ...worth(9_999_999_999) });
  expect(await stored(small)).toMatchObject({
    data: {
      number: 'А-1',
      works: [{ work: 'Ремонт', count: 0.5, unit: null, price: 100, cost: 50 }],
      sum: 50,
      scans: [scan],
      houses: [demo.home.building],
      accepted: writer.id,
      paid: false,
    },
    building_ids: [demo.home.building],
  });
  const { body } = await writer.get(`/api/records/contractor-acts/${small}`);
  expect(body).toMatchObject({
    sum: 50,
    scans: [{ id: scan, name: expect.any(String) }],
    accepted: { id: writer.id, label: expect.stringContaining('Проверкин') },
  });
  const [file] = body.scans as unknown as { s3_file: { file: string } }[];
  expect((await app.call('GET', String(file?.s3_file.file))).status).toBe(200);

  const by = async (field: string, order: string) =>
    (await listed('contractor-acts', { sort: [field, order] })).map(({ id }) => id);
  expect(await by('sum', 'ASC')).toEqual([small, large]);
  expect(await by('number', 'DESC')).toEqual([large, small]);
  expect(
    await listed('contractor-acts', { filter: { q: 'ежик', sum_gte: 100, sum_lte: 9_999_999_999 } }),
  ).toMatchObject([{ id: large }]);
  expect(await listed('contractor-acts', { filter: { signed_gte: '2026-01-11' } })).toMatchObject([{ id: large }]);

  const elsewhere = await newPerson(app, { sections: NAMES, porches: [demo.away.porch] });
  expect(await listed('contractor-acts', {}, elsewhere)).toEqual([]);
  expect((await elsewhere.get(`/api/records/contractor-acts/${small}`)).status).toBe(404);
  expect(await refusal('contractor-acts', { number: 'В-3' }, elsewhere)).toEqual({ houses: [expect.any(String)] });
  const said = [
    await refusal('contractor-acts', { number: 'а-1' }),
    await refusal('contractor-acts', { number: 'В-3', scans: [scan] }),
    await refusal('contractor-acts', { number: 'В-3', scans: [await uploadText(elsewhere)] }),
    await refusal('contractor-acts', { number: 'В-3', ...worth(0) }),
    await refusal('contractor-acts', { number: 'В-3', signed: '2999-01-01' }),
    await refusal('contractor-acts', { number: 'В-3', accepted: 2_000_000_000 }),
    await refusal('contractor-acts', { number: 'В-3', houses: [] }),
  ];
  expect(said.map((one) => Object.keys(one as object))).toEqual([
    ['number'],
    ['scans'],
    ['scans'],
    ['works'],
    ['signed'],
    ['accepted'],
    ['houses'],
  ]);
});

test('passes for guests: a flat of the house, shown by its number and looked for by it', async () => {
  const early = await kept('guest-passes', { guest: 'Анна Ранняя', from: '2026-04-01' });
  const late = await kept('guest-passes', {
    guest: 'Пётр Поздний',
    from: '2026-06-01',
    until: null,
    status: 'cancelled',
  });
  expect(await stored(early)).toMatchObject({
    data: { phone: '+79161234567', flat: demo.home.unit, status: 'new', from: '2026-04-01' },
    building_ids: [demo.home.building],
  });
  const { label } = await app.database.kysely
    .selectFrom('units')
    .select('label')
    .where('id', '=', demo.home.unit)
    .executeTakeFirstOrThrow();
  expect(await listed('guest-passes', { sort: ['from', 'ASC'] })).toMatchObject([
    { id: early, flat: { id: demo.home.unit, label } },
    { id: late },
  ]);
  expect(await listed('guest-passes', { filter: { flat: label, status: ['cancelled', 'used'] } })).toMatchObject([
    { id: late },
  ]);
  expect(await listed('guest-passes', { filter: { q: '8 (916) 123-45-67', from_lte: '2026-05-01' } })).toMatchObject([
    { id: early },
  ]);
  expect(await refusal('guest-passes', { house: demo.away.building })).toEqual({ flat: [expect.any(String)] });
  expect(await refusal('guest-passes', { flat: null, from: '2026-02-30' })).toEqual({
    flat: [expect.any(String)],
    from: [expect.any(String)],
  });
});

test('parking places: the number stands once however it is written, the owner is a resident in reach', async () => {
  const [owner, stranger] = [await residentOf(demo.home.porch), await residentOf(demo.away.porch)];
  const second = await kept('parking-places', { number: '32', resident: owner });
  const first = await kept('parking-places', { number: '0031', flat: null, car: '' });
  expect(await stored(second)).toMatchObject({
    data: { number: '0032', resident: owner, flat: demo.home.unit },
    building_ids: [demo.home.building],
  });
  const rows = await listed('parking-places', { sort: ['number', 'ASC'] });
  expect(rows).toMatchObject([
    { id: first, number: '0031', resident: null },
    { id: second, number: '0032', resident: { id: owner, label: expect.stringMatching(/[А-Я]/) } },
  ]);
  expect(await listed('parking-places', { filter: { resident: owner, since_gte: '2026-02-01' } })).toMatchObject([
    { id: second },
  ]);
  expect(await refusal('parking-places', { number: '32' })).toEqual({ number: ['уже занято'] });
  expect(await refusal('parking-places', { number: '33', car: '' })).toEqual({ car: [expect.any(String)] });
  expect(await refusal('parking-places', { number: '33', resident: 2_000_000_000 })).toEqual({
    resident: [expect.any(String)],
  });
  const here = await newPerson(app, { levels: 'write', sections: NAMES, porches: [demo.home.porch] });
  expect(await refusal('parking-places', { number: '33', resident: stranger }, here)).toEqual({
    resident: [expect.any(String)],
  });
});

test('contractors: what is typed is kept in one form, whatever the alphabet, and found by it', async () => {
  const id = await kept('contractors', {
    company: '  ООО   «Дом»',
    contract: 'дп-2026/3',
    inn: '77 36-050003',
    mail: ' Дом@Пример.РФ',
    car: 'a 123 bc 77',
  });
  expect(await stored(id)).toMatchObject({
    data: { company: 'ООО «Дом»', contract: 'ДП-2026/3', inn: '7736050003', mail: 'Дом@пример.рф', car: 'А123ВС77' },
    building_ids: null,
  });
  expect(await listed('contractors', { filter: { car: 'a123bc' } })).toMatchObject([{ id }]);
  expect(await listed('contractors', { filter: { q: 'ооо  «дом' } })).toMatchObject([{ id }]);
  expect(await refusal('contractors', { company: 'ООО «Сад»', contract: 'ДП- 2026/3', inn: '7736050003' })).toEqual({
    contract: ['уже занято'],
    inn: ['уже занято'],
  });
  expect(await refusal('contractors', { company: 'ООО «Сад»', contract: 'ДП-26/3', car: 'Й123ВС77' })).toEqual({
    contract: ['номер договора пишут так: ДП-2026/17'],
    car: ['номер машины пишут так: А123ВС77'],
  });
  const wrong = { inn: '77070838', ogrn: '1027700132196', bik: '144525225', mail: 'лифт@', open: '24:00', arrival: 10 };
  expect(await refusal('contractors', { company: 'ООО «Сад»', contract: 'ДП-2026/4', ...wrong })).toEqual({
    inn: ['в ИНН 10 цифр у организации и 12 у человека'],
    ogrn: ['контрольная цифра ОГРН не сходится: проверьте, нет ли опечатки'],
    bik: ['БИК начинается с 04, у казначейства – с 00, 01 или 02'],
    mail: ['введите адрес почты, например dom@example.ru'],
    open: ['введите время, например 09:30'],
    arrival: ['от 15 мин до 48 ч'],
  });
});

test('the name of a firm is looked for in no number of firms, nor is a mark', async () => {
  const url = '/api/records/contractors';
  const { record } = WORK.contractors();
  const made = await writer.post(url, { ...record, company: 'ООО «Ромашка»', contract: 'ДП-2026/18', car: null });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const count = async (q: string) => {
    const { list } = await writer.get(`${url}?filter=${encodeURIComponent(JSON.stringify({ q }))}`);
    return list.length;
  };
  expect(await count('ромашка')).toBe(1);
  expect(await count('ИНН 7707-08')).toBe(1);
  expect(await count('василёк')).toBe(0);
  expect(await count('дом 77')).toBe(0);
  expect(await count('--')).toBe(0);
});

test('works of an act: the sum, the term and the line are computed of what is typed', async () => {
  const id = await kept('act-works', { count: 0.125 });
  expect(await stored(id)).toMatchObject({
    data: { title: 'Покраска стен, 0,125 м²', sum: 50_63, large: false, until: '2027-02-27' },
  });
  expect(await refusal('act-works', { count: 3_000 })).toEqual({ sum: ['Больше миллиона оформляют договором'] });
});
