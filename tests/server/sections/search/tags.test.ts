// Runs on PostgreSQL too: trigrams.
import {
  type FoundBuilding,
  searchPage,
  smartSearchAnswer,
  TAG_KEYS,
  type TagObject,
} from '#resources/protocol/search/search.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let fixture: SearchFixture;
/** Holds the whole fixture; the first entrance of building 5 alone; the second one of it alone. */
let [keeper, porter, neighbour]: Person[] = [];
beforeAll(async () => {
  app = await openTestApp();
  fixture = await buildSearchFixture(app);
  const [[first, second]] = fixture.porches;
  keeper = await newPerson(app, { porches: fixture.porches.flat() });
  porter = await newPerson(app, { porches: [first] });
  neighbour = await newPerson(app, { porches: [second] });
});
afterAll(() => app.close());

async function typed(by: Person | undefined, search: string, context: readonly object[] = []) {
  const answer = await by?.post('/api/crm/search/smart_search/', { search, context });
  expect([answer?.status, answer?.text]).toEqual([200, answer?.text]);
  return smartSearchAnswer.parse(answer?.body);
}

async function found(by: Person | undefined, query: string): Promise<FoundBuilding[]> {
  const answer = await by?.get(`/api/crm/search/smart_search_by_tags/?${query}&page_size=100`);
  expect([answer?.status, answer?.text]).toEqual([200, answer?.text]);
  return searchPage.parse(answer?.body).results;
}
const labels = (buildings: readonly FoundBuilding[]) =>
  buildings.flatMap(({ number, units }) => units.map(({ label }) => `${number}/${label}`));
const people = (buildings: readonly FoundBuilding[]) =>
  buildings.flatMap(({ units }) => units.flatMap(({ residents }) => residents.map(({ last_name }) => last_name)));
const entry = (kind: TagObject, text: string) => `${TAG_KEYS.contains[kind]}=${encodeURIComponent(text)}`;

/** A typed text for a tag of each kind, how many it finds of the whole fixture, and the units in the first entrance of building 5. */
const KINDS: [kind: TagObject, typed: string, count: number, ofPorter: string[]][] = [
  ['complex', 'зеленый стан', 37, ['5/1', '5/2', '5/3', '5/4', '5/5', '5/6', '5/7', '5/8', '5/9', '5/оф. 2']],
  ['building', 'Проверочная', 55, ['5/1', '5/2', '5/3', '5/4', '5/5', '5/6', '5/7', '5/8', '5/9', '5/оф. 2']],
  ['resident', 'ежов', 2, ['5/1']],
  ['porch', '1', 28, ['5/1', '5/2', '5/3', '5/4', '5/5', '5/6', '5/7', '5/8', '5/9', '5/оф. 2']],
  ['unit', '7', 3, ['5/7']],
  ['pipe', '3', 18, ['5/3', '5/6', '5/9']],
  ['floor', '2', 18, ['5/4', '5/5', '5/6']],
  ['phone', '8 916 408', 2, ['5/1']],
];

describe('RES-04, RES-05, RES-06: a tag «contains» of each kind', () => {
  test.each(KINDS)('%s: is offered for «%s» with what it finds, and finds it', async (kind, text, count) => {
    const answer = await typed(keeper, text);
    expect(answer.types).toContain(kind);
    expect(answer.counts[kind]).toBe(count);
    const buildings = await found(keeper, entry(kind, answer.search_str));
    if (kind === 'resident' || kind === 'phone') expect(labels(buildings)).toEqual(['5/1', '15/1']);
    else expect(labels(buildings)).toHaveLength(count);
  });

  test.each(KINDS)('%s: narrows what is suggested for another', async (kind, text) => {
    const tag = { object_type: kind, search_type: 'contains', id: text };
    const { counts } = await typed(keeper, 'оф 2', [tag]);
    // A typed text stands for the tag of its own kind.
    const hasOffice = ['complex', 'building', 'porch', 'unit'].includes(kind);
    expect(counts.unit ?? 0).toBe(hasOffice ? 1 : 0);
  });

  test.each(KINDS)('%s: finds nothing outside of the entrances that are held', async (kind, text, _count, own) => {
    expect(labels(await found(porter, entry(kind, text)))).toEqual(own);
    const answer = await typed(porter, text);
    expect(answer.types).toContain(kind);
    if (kind !== 'resident' && kind !== 'phone') expect(answer.counts[kind]).toBe(own.length);
    const others = labels(await found(neighbour, entry(kind, text)));
    expect(others.filter((label) => own.includes(label))).toEqual([]);
    expect(people(await found(neighbour, entry(kind, text)))).not.toContain('Ежов');
  });
});

describe('RES-05, RES-06: a tag of each found object', () => {
  const OBJECTS: [key: string, id: () => number | undefined][] = [
    ['complexes_id', () => fixture.complex],
    ['buildings_id', () => fixture.buildings[0]],
    ['residents_id', () => fixture.people.get('Ежов')?.id],
  ];
  test.each(OBJECTS)('%s: finds nothing outside of the entrances that are held', async (key, id) => {
    const all = labels(await found(keeper, `${key}=${id()}`));
    const [ofPorter, ofNeighbour] = [
      labels(await found(porter, `${key}=${id()}`)),
      labels(await found(neighbour, `${key}=${id()}`)),
    ];
    expect(all).toEqual(expect.arrayContaining([...ofPorter, ...ofNeighbour]));
    expect(ofPorter).toContain('5/1');
    expect(ofNeighbour).not.toContain('5/1');
    expect(ofPorter.length + ofNeighbour.length).toBeLessThanOrEqual(all.length);
  });
});

describe('injection', () => {
  const STRINGS = [
    "' or '1'='1",
    "'; delete from users; --",
    '%',
    '_',
    '\\',
    '$$',
    '$1::text[]',
    '{a,b}',
    '*)(uid=*',
    '<script>',
    '" OR ""="',
    'union select',
  ];
  test.each(KINDS)('RES-05, RES-08: %s: no string of a tag is anything but a text', async (kind) => {
    const before = await app.database.kysely
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .execute();
    for (const text of STRINGS) {
      expect([text, labels(await found(keeper, entry(kind, text)))]).toEqual([text, []]);
      const { types } = await typed(keeper, text, [{ object_type: kind, search_type: 'contains', id: text }]);
      expect([text, types.filter((type) => type !== kind)]).toEqual([text, []]);
    }
    const after = await app.database.kysely
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .execute();
    expect(after).toEqual(before);
  });
});
