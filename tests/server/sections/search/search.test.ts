// Runs on PostgreSQL too: trigrams and their ranking.
import { searchPage } from '#resources/protocol/search/search.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let fixture: SearchFixture;
/** Holds the whole fixture and nothing else. */
let keeper: Person;
/** Holds the first entrance of building 5 alone. */
let porter: Person;
beforeAll(async () => {
  app = await openTestApp();
  fixture = await buildSearchFixture(app);
  keeper = await newPerson(app, { porches: fixture.porches.flat() });
  porter = await newPerson(app, { porches: [fixture.porches[0][0]] });
});
afterAll(() => app.close());

const ask = (by: Person, query: string) => by.get(`/api/crm/search/smart_search_by_tags/?${query}`);

/** «building/label» of what a query finds, in the order of the answer. */
async function found(query: string, by = keeper): Promise<string[]> {
  const answer = await ask(by, `${query}&page_size=100`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  const page = searchPage.parse(answer.body);
  const labels = page.results.flatMap(({ number, units }) => units.map(({ label }) => `${number}/${label}`));
  expect(page.count).toBe(labels.length);
  return labels;
}
const text = (key: string, value: string) => `${key}=${encodeURIComponent(value)}`;
const id = (name: string): number | undefined => fixture.people.get(name)?.id;

describe('RES-05: each kind of tag', () => {
  const TABLE: [name: string, query: () => string, expected: string[]][] = [
    ['complexes_id', (): string => `complexes_id=${fixture.complex}&unit_entry=12`, ['5/12', '5А/12']],
    ['buildings_id', (): string => `buildings_id=${fixture.buildings[2]}&unit_entry=12`, ['15/12']],
    ['residents_id', (): string => `residents_id=${id('Ежов')}`, ['5/1', '15/1']],
    [
      'complex_entry',
      (): string => `${text('complex_entry', 'зеленый СТАН')}&floor_entry=1&porch_entry=2`,
      ['5/10', '5/11', '5/12', '5А/10', '5А/11', '5А/12'],
    ],
    ['building_entry', (): string => `${text('building_entry', 'Проверочная 15')}&unit_entry=7`, ['15/7']],
    ['building_entry with an exact number', (): string => `${text('building_entry', 'д 5')}&unit_entry=7`, ['5/7']],
    [
      'building_entry with an exact number with its letter, and the street',
      (): string => `${text('building_entry', 'Проверочная, дом 5 А')}&unit_entry=7`,
      ['5А/7'],
    ],
    ['resident_entry', (): string => text('resident_entry', 'ежов'), ['5/1', '15/1']],
    ['resident_entry in the other order', (): string => text('resident_entry', 'Семён Иванов'), ['5/12']],
    ['resident_entry of two letters', (): string => text('resident_entry', 'ив'), ['5/12', '5А/12']],
    [
      'porch_entry',
      (): string => `buildings_id=${fixture.buildings[0]}&porch_entry=1&floor_entry=3`,
      ['5/7', '5/8', '5/9'],
    ],
    ['unit_entry', () => 'unit_entry=1', ['5/1', '5А/1', '15/1']],
    ['unit_entry of an office', (): string => text('unit_entry', 'оф 2'), ['5/оф. 2']],
    [
      'unit_entry of flats alone',
      (): string => `buildings_id=${fixture.buildings[0]}&${text('unit_entry', 'кв. 2')}`,
      ['5/2'],
    ],
    [
      'pipe_entry',
      (): string => `buildings_id=${fixture.buildings[0]}&porch_entry=2&${text('pipe_entry', 'стояк 3')}`,
      ['5/12', '5/15', '5/18'],
    ],
    [
      'floor_entry',
      (): string => `buildings_id=${fixture.buildings[2]}&porch_entry=1&${text('floor_entry', '2 этаж')}`,
      ['15/4', '15/5', '15/6'],
    ],
    ['phone_entry', (): string => text('phone_entry', '8 (916) 408-22'), ['5/1', '15/1']],
    ['phone_entry in bare digits', (): string => text('phone_entry', '1139999'), ['5/12']],
  ];
  test.each(TABLE)('%s', async (_name, query, expected) => {
    expect(await found(query())).toEqual(expected);
  });

  test('RES-05: tags of one kind widen, of different kinds narrow', async () => {
    expect(await found(`residents_id=${id('Ежов')},${id('Иванова')}`)).toEqual(['5/1', '5А/12', '15/1']);
    expect(await found('unit_entry=1&unit_entry=2&floor_entry=1&porch_entry=1')).toEqual([
      '5/1',
      '5/2',
      '5/оф. 2',
      '5А/1',
      '5А/2',
      '15/1',
      '15/2',
    ]);
    expect(await found(`residents_id=${id('Ежов')}&${text('complex_entry', 'стан')}`)).toEqual(['5/1']);
    expect(await found(`${text('resident_entry', 'ежов')}&${text('phone_entry', '4080000')}`)).toEqual(['5/1']);
    expect(await found(`${text('resident_entry', 'иванов')}&${text('phone_entry', '4080000')}`)).toEqual([]);
  });

  test('RES-08: what names nothing finds nothing, and never everything', async () => {
    for (const [key, value] of [
      ['unit_entry', '!!!'],
      ['porch_entry', 'вход'],
      ['floor_entry', '99999999999'],
      ['pipe_entry', '—'],
      ['phone_entry', 'нет'],
      ['resident_entry', '%'],
      ['resident_entry', '___'],
      ['complex_entry', '\\'],
      ['building_entry', '.*'],
    ] as const) {
      expect([key, value, await found(text(key, value))]).toEqual([key, value, []]);
    }
  });
});

describe('RES-11: what is found', () => {
  test('RES-11, RES-15, RES-20: buildings with their units, and who lives there under one number', async () => {
    const answer = await ask(keeper, `buildings_id=${fixture.buildings[0]}&unit_entry=1&page_size=100`);
    const { results } = searchPage.parse(answer.body);
    expect(results).toHaveLength(1);
    const [{ units, ...building } = { units: [] }] = results;
    expect(building).toEqual({
      id: fixture.buildings[0],
      street: 'ул. Проверочная',
      number: '5',
      complex: { id: fixture.complex, name: 'ЖК «Зелёный стан»' },
      units_count: 1,
    });
    const [unit] = units;
    expect(unit).toMatchObject({
      unit_type: 'flat',
      label: '1',
      porch: { number: 1 },
      floor: { number: 1 },
      pipe: { name: '1' },
    });
    expect(unit?.residents.map(({ last_name, status, phone_number }) => [last_name, status, phone_number])).toEqual([
      ['Ежов', 'active', '+79164082217'],
      ['Ежова', 'created', '+79164080000'],
    ]);
    for (const resident of unit?.residents ?? []) expect(resident.id).toBe(resident.user);
  });

  test('deleted people are not shown and not found', async () => {
    expect(await found(text('resident_entry', 'Удалённый'))).toEqual([]);
    const { results } = searchPage.parse((await ask(keeper, `buildings_id=${fixture.buildings[0]}&unit_entry=2`)).body);
    expect(results[0]?.units.flatMap(({ residents }) => residents)).toEqual([]);
  });

  test('RES-13: pages are of units, by address and label; a house may stand on two of them', async () => {
    const seen: string[] = [];
    let next: string | null =
      `/api/crm/search/smart_search_by_tags/?${text('building_entry', 'проверочная')}&page_size=25`;
    const numbers: number[] = [];
    while (next) {
      const page: ReturnType<typeof searchPage.parse> = searchPage.parse((await keeper.get(next)).body);
      numbers.push(page.number);
      expect(page).toMatchObject({ count: 55, page_size: 25 });
      for (const { number, units, units_count } of page.results) {
        expect(units_count).toBe(number === '5' ? 19 : 18);
        seen.push(...units.map(({ label }) => `${number}/${label}`));
      }
      next = page.next;
    }
    expect(numbers).toEqual([1, 2, 3]);
    const flats = Array.from({ length: 18 }, (_, at) => String(at + 1));
    expect(seen).toEqual([
      ...flats.map((flat) => `5/${flat}`),
      '5/оф. 2',
      ...flats.map((flat) => `5А/${flat}`),
      ...flats.map((flat) => `15/${flat}`),
    ]);
    const last = searchPage.parse(
      (await ask(keeper, `${text('building_entry', 'проверочная')}&page=3&page_size=25`)).body,
    );
    const previous = searchPage.parse((await keeper.get(last.previous ?? '')).body);
    expect(previous.number).toBe(2);
  });

  test('RES-07: without a tag nothing is looked for', async () => {
    expect(searchPage.parse((await ask(keeper, 'page_size=100')).body)).toMatchObject({ count: 0, results: [] });
  });

  test('RES-10: a house that is gone or out of reach says so', async () => {
    for (const gone of ['2147483647', String(fixture.buildings[2])]) {
      const answer = await ask(porter, `buildings_id=${gone}&page_size=100`);
      expect([answer.status, answer.body.detail]).toEqual([404, 'Такого здания больше нет']);
    }
    expect(await found(`buildings_id=${fixture.buildings[0]}&floor_entry=77`)).toEqual([]);
  });
});

describe('scope', () => {
  test('somebody who holds one entrance finds its units alone', async () => {
    expect(await found('unit_entry=12', porter)).toEqual([]);
    expect(await found(text('building_entry', 'проверочная'), porter)).toHaveLength(10);
    expect(await found(`residents_id=${id('Ежов')}`, porter)).toEqual(['5/1']);
    expect(await found(text('phone_entry', '9251139999'), porter)).toEqual([]);
    const { results } = searchPage.parse((await ask(porter, text('resident_entry', 'ежов'))).body);
    const people = results.flatMap(({ units }) => units.flatMap(({ residents }) => residents));
    expect(people.map(({ last_name, is_all_units }) => [last_name, is_all_units])).toEqual([
      ['Ежов', false],
      ['Ежова', true],
    ]);
  });

  test('RES-15: the chat of a resident is told to who may chat, of those in the system alone', async () => {
    const chatOf = async (by: typeof porter) => {
      const { results } = searchPage.parse((await ask(by, `residents_id=${id('Ежов')}`)).body);
      return results[0]?.units[0]?.residents.find(({ last_name }) => last_name === 'Ежов')?.chat;
    };
    const db = app.database.kysely;
    const { chat_id } = await db
      .selectFrom('users')
      .select('chat_id')
      .where('id', '=', Number(id('Ежов')))
      .executeTakeFirstOrThrow();
    const viewer = await newPerson(app, { levels: { residents: 'read' }, porches: fixture.porches[0] });
    const writer = await newPerson(app, { levels: { residents: 'read', chats: 'read' }, porches: fixture.porches[0] });
    await db
      .updateTable('users')
      .set({ status: 'active' })
      .where('id', '=', Number(id('Ежов')))
      .execute();
    expect([await chatOf(viewer), await chatOf(writer)]).toEqual([null, chat_id]);
    await db
      .updateTable('users')
      .set({ status: 'created' })
      .where('id', '=', Number(id('Ежов')))
      .execute();
    expect(await chatOf(writer)).toBeNull();
  });

  test('PERM-15: without the right to see residents nothing is answered', async () => {
    const stranger = await newPerson(app, { levels: { news: 'write' } });
    expect((await ask(stranger, 'unit_entry=1')).status).toBe(403);
    expect((await stranger.post('/api/crm/search/smart_search/', { search: 'а', context: [] })).status).toBe(403);
    const viewer = await newPerson(app, { levels: { residents: 'read' }, porches: fixture.porches[0] });
    expect(await found('unit_entry=1', viewer)).toEqual(['5/1']);
  });
});

describe('bad input', () => {
  test.each([
    'buildings_id=0',
    'buildings_id=abc',
    'residents_id=99999999999',
    'page=0&unit_entry=1',
    'page=abc&unit_entry=1',
    'page_size=501&unit_entry=1',
    `unit_entry=${'1'.repeat(101)}`,
    Array.from({ length: 31 }, (_, at) => `unit_entry=${at}`).join('&'),
  ])('API-21: %s is refused', async (query) => {
    expect((await ask(keeper, query)).status).toBe(400);
  });

  test.each([
    "'; drop table users; --",
    '" or 1=1',
    '$1',
    '%27',
    '\u0000',
    '{}',
    'a\\',
    '(((',
    '[a-z]*',
    '\ud800',
    '1e9',
    '٣',
  ])('injection: %j finds nothing and breaks nothing', async (value) => {
    for (const key of ['complex', 'building', 'resident', 'porch', 'unit', 'pipe', 'floor', 'phone']) {
      const answer = await ask(keeper, `${key}_entry=${encodeURIComponent(value === '\ud800' ? '\ufffd' : value)}`);
      expect([key, answer.status < 500]).toEqual([key, true]);
      if (answer.status === 200 && key !== 'unit' && key !== 'pipe') expect([key, answer.body.count]).toEqual([key, 0]);
      const typed = await keeper.post('/api/crm/search/smart_search/', {
        search: value,
        context: [{ object_type: key, search_type: 'contains', id: value || 'а' }],
      });
      expect(typed.status).toBeLessThan(500);
    }
    const { count } = await app.database.kysely
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(10);
  });

  test('API-21: a far page is empty, with the way back', async () => {
    const page = searchPage.parse((await ask(keeper, 'unit_entry=1&page=500&page_size=100')).body);
    expect(page).toMatchObject({ count: 3, number: 500, next: null, results: [] });
    expect(page.previous).toContain('page=499');
  });
});
