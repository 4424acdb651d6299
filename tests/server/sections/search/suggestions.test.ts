import { type SmartSearchAnswer, smartSearchAnswer } from '#resources/protocol/search/search.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let fixture: SearchFixture;
let keeper: Person;
let porter: Person;
beforeAll(async () => {
  app = await openTestApp();
  fixture = await buildSearchFixture(app);
  keeper = await newPerson(app, { porches: fixture.porches.flat() });
  porter = await newPerson(app, { porches: [fixture.porches[0][0]] });
});
afterAll(() => app.close());

async function typed(search: string, context: readonly object[] = [], by = keeper): Promise<SmartSearchAnswer> {
  const answer = await by.post('/api/crm/search/smart_search/', { search, context });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return smartSearchAnswer.parse(answer.body);
}
const names = ({ residents }: SmartSearchAnswer) => residents.map((one) => `${one.last_name} ${one.first_name}`);
const houses = ({ buildings }: SmartSearchAnswer) => buildings.map(({ number }) => number);

describe('RES-02, RES-04: what is being typed', () => {
  test('RES-04: a name gives people, and a tag of what it contains', async () => {
    const answer = await typed('иванов');
    expect(names(answer)).toEqual(['Иванов Семён', 'Иванова Анна']);
    expect(answer.types).toEqual(['resident']);
    expect(answer.counts).toEqual({ resident: 2 });
    expect(answer.search_str).toBe('иванов');
    expect(answer.residents[0]).toMatchObject({
      id: fixture.people.get('Иванов')?.id,
      user: fixture.people.get('Иванов')?.id,
      phone_number: '+79251139999',
      unit: { unit_type: 'flat', label: '12', building: { street: 'ул. Проверочная', number: '5' } },
    });
  });

  test('RES-04: ё and е are one letter, a double space is one', async () => {
    expect(names(await typed('ЕЖОВА  ксЕния'))).toEqual(['Ежова Ксения']);
    expect(names(await typed('Семен'))).toEqual(['Иванов Семён']);
  });

  test('RES-04: a street gives houses, a number gives houses that begin with it, the exact one first', async () => {
    expect(houses(await typed('проверочная'))).toEqual(['5', '5А', '15']);
    expect(houses(await typed('Проверочная 5'))).toEqual(['5', '5А']);
    expect(houses(await typed('1'))).toEqual(['15']);
    expect((await typed('проверочная')).buildings[0]).toMatchObject({ complex: 'ЖК «Зелёный стан»' });
    expect((await typed('зелён')).complexes).toEqual([{ id: fixture.complex, name: 'ЖК «Зелёный стан»' }]);
  });

  test('RES-04, RES-06: a number is a unit, an entrance, a floor or a riser wherever there is one', async () => {
    expect((await typed('2')).counts).toEqual({ unit: 4, floor: 18, porch: 27, pipe: 18 });
    expect((await typed('18')).counts).toEqual({ unit: 3 });
    expect((await typed('999')).types).toEqual(['phone']);
  });

  test.each(['+7 (916) 408-22-17', '8 916 408 22 17', '79164082217', '9164082217', '8-916-408-22', '4082217'])(
    'RES-04: the telephone %s is found in any writing',
    async (phone) => {
      const answer = await typed(phone);
      expect(names(answer)).toEqual(['Ежов Пётр']);
      expect(answer.counts).toEqual({ phone: 1 });
    },
  );

  test('RES-04: the wrong keyboard layout is understood', async () => {
    const answer = await typed('bdfyjd');
    expect(names(answer)).toEqual(['Иванов Семён', 'Иванова Анна']);
    expect(answer.search_str).toBe('иванов');
    expect(names(await typed(',jhbc'))).toEqual([]);
    expect(houses(await typed('Ghjdthjxyfz'))).toEqual(['5', '5А', '15']);
  });

  test('RES-04: short forms are several tags at once', async () => {
    expect((await typed('д5 кв12')).parts).toEqual([
      { object_type: 'building', search_type: 'contains', id: 'д 5' },
      { object_type: 'unit', search_type: 'contains', id: 'кв 12' },
    ]);
    expect((await typed('l5 rd12')).parts).toHaveLength(2);
    expect((await typed('Проверочная 15, кв. 7')).parts).toEqual([
      { object_type: 'building', search_type: 'contains', id: 'проверочная 15' },
      { object_type: 'unit', search_type: 'contains', id: 'кв 7' },
    ]);
    expect((await typed('иванов кв12')).parts).toEqual([
      { object_type: 'unit', search_type: 'contains', id: 'кв 12' },
      { object_type: 'resident', search_type: 'contains', id: 'иванов' },
    ]);
    expect(await typed('кв12')).toMatchObject({ types: ['unit'], search_str: 'кв 12', counts: { unit: 3 }, parts: [] });
    expect(await typed('3 этаж')).toMatchObject({ types: ['floor'], search_str: '3' });
    expect((await typed('д99 кв12')).parts).toEqual([]);
  });

  test('RES-08: nothing found is an empty answer', async () => {
    for (const search of ['', '   ', 'щщщщ', '!!!', '%', '\\']) {
      expect(await typed(search)).toEqual({
        buildings: [],
        complexes: [],
        residents: [],
        types: [],
        counts: {},
        parts: [],
        search_str: search.trim(),
      });
    }
  });
});

describe('RES-02: the context of chosen tags', () => {
  test('narrows what is suggested', async () => {
    const building = { object_type: 'building', search_type: 'object', id: fixture.buildings[1] };
    expect(names(await typed('иванов', [building]))).toEqual(['Иванова Анна']);
    expect((await typed('2', [building])).counts).toEqual({ unit: 1, floor: 6, porch: 9, pipe: 6 });
    const upstairs = { object_type: 'floor', search_type: 'contains', id: '3' };
    expect((await typed('12', [building, upstairs])).types).toEqual([]);
    const complex = { object_type: 'complex', search_type: 'object', id: fixture.complex };
    expect(houses(await typed('проверочная', [complex]))).toEqual(['5', '5А']);
    const name = { object_type: 'resident', search_type: 'contains', id: 'ежов' };
    expect(houses(await typed('проверочная', [name]))).toEqual(['5', '15']);
  });

  test.each([
    { search: 5, context: [] },
    { context: [] },
    { search: 'а'.repeat(101), context: [] },
    { search: 'а', context: [{ object_type: 'planet', search_type: 'object', id: 1 }] },
    { search: 'а', context: [{ object_type: 'building', search_type: 'object', id: 3_000_000_000 }] },
    {
      search: 'а',
      context: Array.from({ length: 31 }, () => ({ object_type: 'unit', search_type: 'contains', id: '1' })),
    },
    { search: 'а', context: {} },
  ])('API-21: %j is refused', async (body) => {
    expect((await keeper.post('/api/crm/search/smart_search/', body)).status).toBe(400);
  });

  test('an object tag that names no object finds nothing', async () => {
    const tag = { object_type: 'building', search_type: 'object', id: 'а' };
    expect((await keeper.post('/api/crm/search/smart_search/', { search: '1', context: [tag] })).status).toBe(400);
  });
});

test('scope: nothing is suggested of entrances that are not held', async () => {
  expect(names(await typed('иванов', [], porter))).toEqual([]);
  expect((await typed('12', [], porter)).types).toEqual([]);
  expect(houses(await typed('проверочная', [], porter))).toEqual(['5']);
  expect((await typed('9251139999', [], porter)).types).toEqual([]);
  expect((await typed('2', [], porter)).counts).toEqual({ unit: 2, floor: 3, pipe: 3 });
  const own = await typed('ежов', [], porter);
  expect(own.residents.map(({ unit }) => unit.building.number)).toEqual(['5', '5']);
});
