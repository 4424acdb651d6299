import { readFileSync } from 'node:fs';
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
