import { readFileSync } from 'node:fs';
import { uploadText } from '#tests/support/server/announcements.ts';
import { newPerson, type Person, setLevels } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { lookRound, type Yard } from '#tests/support/server/yard.ts';

const NAMES = ['guest-passes', 'contractor-acts', 'parking-places'] as const;
type Name = (typeof NAMES)[number];
const read = (name: Name) => readFileSync(new URL(`../../docs/examples/${name}.json`, import.meta.url), 'utf8');

let app: TestApp;
let yard: Yard;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: Object.fromEntries(NAMES.map((name) => [`${name}.json`, read(name)])) });
  yard = await lookRound(app);
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
      house: yard.home.building,
      flat: yard.home.unit,
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
      houses: [yard.home.building],
      work: 'Замена троса',
      sum: 12_500_050,
      accepted: writer.id,
      signed: '2026-01-15',
      paid: false,
      scans: [],
    },
    change: { paid: true },
    finds: { houses: yard.home.building, paid: true, sum_gte: 12_500_000, accepted: writer.id, q: 'лифт' },
    misses: { sum_gte: 20_000_000 },
    refused: { number: 'А-18', sum: 100.5 },
    wrong: 'sum',
  }),
  'parking-places': () => ({
    record: {
      number: '17',
      house: yard.home.building,
      flat: yard.home.unit,
      car: 'А001АА',
      since: '2026-02-01',
      charger: false,
    },
    change: { charger: true },
    finds: { charger: true, house: yard.home.building },
    misses: { house: yard.away.building },
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
    const elsewhere = await newPerson(app, { sections: NAMES, porches: [yard.away.porch] });
    expect(await found({}, elsewhere)).not.toContain(id);

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

/** What the database holds of a record. */
const stored = (id: number) =>
  app.database.kysely
    .selectFrom('records')
    .select(['data', 'building_ids'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What is said at a field of a record that is refused. */
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
  const small = await kept('contractor-acts', { number: 'А-1', sum: 50, scans: [scan], signed: '2026-01-10' });
  const large = await kept('contractor-acts', { number: 'Б-2', contractor: 'ИП Ёжиков', sum: 9_999_999_999 });
  expect(await stored(small)).toMatchObject({
    data: { number: 'А-1', sum: 50, scans: [scan], houses: [yard.home.building], accepted: writer.id, paid: false },
    building_ids: [yard.home.building],
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

  const elsewhere = await newPerson(app, { sections: NAMES, porches: [yard.away.porch] });
  expect(await listed('contractor-acts', {}, elsewhere)).toEqual([]);
  expect((await elsewhere.get(`/api/records/contractor-acts/${small}`)).status).toBe(404);
  expect(await refusal('contractor-acts', { number: 'В-3' }, elsewhere)).toEqual({ houses: [expect.any(String)] });
  const said = [
    await refusal('contractor-acts', { number: 'а-1' }),
    await refusal('contractor-acts', { number: 'В-3', scans: [scan] }),
    await refusal('contractor-acts', { number: 'В-3', scans: [await uploadText(elsewhere)] }),
    await refusal('contractor-acts', { number: 'В-3', sum: 0 }),
    await refusal('contractor-acts', { number: 'В-3', signed: '2999-01-01' }),
    await refusal('contractor-acts', { number: 'В-3', accepted: 2_000_000_000 }),
    await refusal('contractor-acts', { number: 'В-3', houses: [] }),
  ];
  expect(said.map((one) => Object.keys(one as object))).toEqual([
    ['number'],
    ['scans'],
    ['scans'],
    ['sum'],
    ['signed'],
    ['accepted'],
    ['houses'],
  ]);
});

test('passes for guests: a flat of the house, shown by its number and looked for by it', async () => {
  const early = await kept('guest-passes', { guest: 'Анна Ранняя', from: '2026-04-01' });
  const late = await kept('guest-passes', { guest: 'Пётр Поздний', from: '2026-06-01', status: 'cancelled' });
  expect(await stored(early)).toMatchObject({
    data: { phone: '+79161234567', flat: yard.home.unit, status: 'new', from: '2026-04-01' },
    building_ids: [yard.home.building],
  });
  const { label } = await app.database.kysely
    .selectFrom('units')
    .select('label')
    .where('id', '=', yard.home.unit)
    .executeTakeFirstOrThrow();
  expect(await listed('guest-passes', { sort: ['from', 'ASC'] })).toMatchObject([
    { id: early, flat: { id: yard.home.unit, label } },
    { id: late },
  ]);
  expect(await listed('guest-passes', { filter: { flat: label, status: ['cancelled', 'used'] } })).toMatchObject([
    { id: late },
  ]);
  expect(await listed('guest-passes', { filter: { q: '8 (916) 123-45-67', from_lte: '2026-05-01' } })).toMatchObject([
    { id: early },
  ]);
  expect(await refusal('guest-passes', { house: yard.away.building })).toEqual({ flat: [expect.any(String)] });
  expect(await refusal('guest-passes', { flat: null, from: '2026-02-30' })).toEqual({
    flat: [expect.any(String)],
    from: [expect.any(String)],
  });
});

test('parking places: the number stands once however it is written, the owner is a resident in reach', async () => {
  const [owner, stranger] = [await residentOf(yard.home.porch), await residentOf(yard.away.porch)];
  const second = await kept('parking-places', { number: '32', resident: owner });
  const first = await kept('parking-places', { number: '0031', flat: null, car: '' });
  expect(await stored(second)).toMatchObject({
    data: { number: '0032', resident: owner, flat: yard.home.unit },
    building_ids: [yard.home.building],
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
  const here = await newPerson(app, { levels: 'write', sections: NAMES, porches: [yard.home.porch] });
  expect(await refusal('parking-places', { number: '33', resident: stranger }, here)).toEqual({
    resident: [expect.any(String)],
  });
});
