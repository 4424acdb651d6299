// Runs on PostgreSQL too: generated SQL.
import { readFileSync } from 'node:fs';
import { readDefinition } from '#resources/language/read-definition.ts';
import { combineDefinitions, textCandidate } from '#server/definitions/combine.ts';
import { neededIndexes } from '#server/records/indexes.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const NAMES = ['locks', 'given-keys', 'guest-passes'] as const;
const read = (name: string) => readFileSync(new URL(`../../../docs/examples/${name}.json`, import.meta.url), 'utf8');
const KEYS = '/api/records/given-keys';

let app: TestApp;
let demo: DemoCompany;
let writer: Person;
beforeAll(async () => {
  app = await openTestApp({ definitions: Object.fromEntries(NAMES.map((name) => [`${name}.json`, read(name)])) });
  demo = await readDemoCompany(app);
  writer = await newPerson(app, { sections: NAMES });
});
afterAll(() => app.close());

/** Asks for the newest records that refer to something, as a card does. */
async function newest(path: string, filter: object, by = writer) {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: '[0,4]',
    sort: '["id","DESC"]',
    buildings_id: demo.buildings.join(','),
  });
  const answer = await by.get(`${path}?${query}`);
  return {
    status: answer.status,
    ids: answer.list.map(({ id }) => Number(id)),
    total: answer.headers['content-range'],
  };
}

async function residentOfHome(): Promise<number> {
  const { user_id } = await app.database.kysely
    .selectFrom('residents_units')
    .innerJoin('units', 'units.id', 'residents_units.unit_id')
    .innerJoin('users', 'users.id', 'residents_units.user_id')
    .where('units.porch_id', '=', demo.home.porch)
    .where('users.status', '!=', 'deleted')
    .select('residents_units.user_id')
    .executeTakeFirstOrThrow();
  return user_id;
}

async function made(path: string, record: object): Promise<number> {
  const answer = await writer.post(path, record);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return Number(answer.body.id);
}

test('the keys of a lock are listed by it though the field is no filter, the newest five and how many there are', async () => {
  const house = demo.home.building;
  const holder = await residentOfHome();
  const [cellar, attic] = [
    await made('/api/records/locks', { door: 'Подвал', house }),
    await made('/api/records/locks', { door: 'Чердак', house }),
  ];
  const ids: number[] = [];
  for (let at = 0; at < 6; at += 1) ids.push(await made(KEYS, { tag: `П-${at}`, house, lock: cellar, holder }));
  const other = await made(KEYS, { tag: 'Ч-1', house, lock: attic, holder });
  expect(await newest(KEYS, { lock: cellar })).toEqual({
    status: 200,
    ids: ids.toReversed().slice(0, 5),
    total: expect.stringMatching(/\/6$/),
  });
  expect((await newest(KEYS, { lock: attic })).ids).toEqual([other]);
  expect((await newest(KEYS, { holder })).ids).toHaveLength(5);
  expect((await newest('/api/records/locks', { house })).ids).toEqual([attic, cellar]);

  const elsewhere = await newPerson(app, { sections: NAMES, porches: [demo.away.porch] });
  expect((await newest(KEYS, { lock: cellar }, elsewhere)).ids).toEqual([]);
  const closed = await newPerson(app, { levels: { locks: 'write', 'given-keys': 'denied' } });
  expect((await newest(KEYS, { lock: cellar }, closed)).status).toBe(403);
});

test('the passes of a flat are listed by the flat itself', async () => {
  const pass = { guest: 'Пётр Гостев', house: demo.home.building, from: '2026-05-04', status: 'new' };
  const id = await made('/api/records/guest-passes', { ...pass, flat: demo.home.unit });
  expect((await newest('/api/records/guest-passes', { flat: demo.home.unit })).ids).toEqual([id]);
  expect((await newest('/api/records/guest-passes', { flat: demo.home.unit + 1 })).ids).toEqual([]);
});

test('such a field has an index and statistics as a filter has', () => {
  const { onDelete: _, ...lock } = JSON.parse(read('given-keys')).fields.lock as Record<string, unknown>;
  const { related: __, ...bare } = lock;
  const whole = readDefinition(JSON.parse(read('given-keys')), 'given-keys.json');
  const keys = { ...whole, fields: { ...whole.fields, lock: lock as never } };
  const bodies = (resource: typeof keys) => {
    const { indexes, statistics } = neededIndexes(app.database.kysely, [resource]);
    return [...indexes, ...statistics].map(({ body }) => body).filter((body) => body.includes("'lock'"));
  };
  const plain = { ...keys, list: { ...keys.list, columns: ['tag'] } };
  const unrelated = { ...plain, fields: { ...plain.fields, lock: bare as never } };
  expect(bodies(plain)).toEqual([
    expect.stringMatching(/using btree \(\(data -> 'lock'\), id\)/),
    expect.stringMatching(/^on/),
  ]);
  expect(bodies(unrelated)).toEqual([]);
});

test('a list on the card of a section that has none is told of with its line; the others stand', () => {
  const { card: _, ...bare } = JSON.parse(read('locks'));
  const { sound, problems } = combineDefinitions([
    textCandidate('locks.json', JSON.stringify(bare)),
    textCandidate('given-keys.json', read('given-keys')),
    textCandidate('guest-passes.json', read('guest-passes')),
  ]);
  expect(sound.map(({ file }) => file)).toEqual(['locks.json', 'guest-passes.json']);
  expect(problems).toMatchObject([
    {
      file: 'given-keys.json',
      problems: [expect.stringMatching(/^fields\.lock\.related: у записей раздела «locks» нет карточки.*строка \d+/)],
    },
  ]);
});
