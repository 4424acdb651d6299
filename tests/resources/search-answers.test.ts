import { decodeFoundPage, decodeSuggestions } from '#resources/protocol/search/search-answers.ts';

const RESIDENT = {
  id: 401,
  user: 501,
  first_name: 'Пётр',
  last_name: 'Ежов',
  phone_number: '+79164082217',
  status: 'active',
  avatar: null,
};
const READ = { ...RESIDENT, is_all_units: null, chat: null };
const PLACE = { id: 48, unit_type: 'flat', label: '48', porch: 2, floor: 5, pipe: '6', residents: [READ] };
const BUILDING = { id: 3, street: 'ул. Лесная', number: '12', complex: 'ЖК «Роща»', units_count: null, units: [PLACE] };
const place = { id: 48, label: '48', porch: { id: 31, number: 2 }, floor: { number: '5' }, pipe: { name: '6' } };
const building = { id: 3, street: 'ул. Лесная', number: '12', complex: { id: 1, name: 'ЖК «Роща»' } };
const page = (units: unknown) => ({ count: 1, next: null, results: [{ ...building, units }] });

describe('what the residents’ search finds', () => {
  test.each([
    ['a unit under `object`', page([{ unit_type: 'flat', object: { ...place, residents: [RESIDENT] } }])],
    ['its residents beside it', page([{ unit_type: 'flat', object: place, residents: [RESIDENT] }])],
    ['a flat unit', page([{ unit_type: 'flat', ...place, residents: [RESIDENT] }])],
    ['no kind of unit', page([{ object: { ...place, residents: [RESIDENT] } }])],
    ['bare numbers', page([{ object: { id: '48', label: 48, porch: 2, floor: 5, pipe: '6', residents: [RESIDENT] } }])],
    ['residents nested', page([{ object: { ...place, residents: [{ resident: RESIDENT }] } }])],
    ['units as a page', page({ results: [{ object: { ...place, residents: { results: [RESIDENT] } } }] })],
    ['under `data`', { data: page([{ object: { ...place, residents: [RESIDENT] } }]) }],
    ['a list', [{ ...building, complex: 'ЖК «Роща»', units: [{ object: { ...place, residents: [RESIDENT] } }] }]],
    ['the building nested', [{ building: building, units: [{ object: { ...place, residents: [RESIDENT] } }] }]],
  ])('RES-05, RES-11, RES-15: %s is read', (_shape, answer) => {
    expect(decodeFoundPage(answer)).toEqual({ count: 1, more: false, results: [BUILDING] });
  });

  test('RES-11: what is missing is not known, and takes nothing else down', () => {
    const bare = { id: 48, unit_type: 'flat', label: '48', porch: null, floor: null, pipe: null, residents: [] };
    const answer = page([{ object: { id: 48 } }, null, 'x', { object: {} }]);
    expect(decodeFoundPage({ ...answer, next: 'http://x/?page=2' })).toEqual({
      count: 1,
      more: true,
      results: [{ ...BUILDING, units: [bare] }],
    });
    for (const nothing of [null, '', 5, [], {}, { results: null }, { data: [] }]) {
      expect(decodeFoundPage(nothing)).toEqual({ count: 0, more: false, results: [] });
    }
  });

  test.each([
    ['lists', (list: unknown[]) => list],
    ['pages', (list: unknown[]) => ({ count: 1, next: null, results: list })],
  ])('RES-04: suggestions are read from %s', (_shape, as) => {
    const answer = {
      buildings: as([building]),
      complexes: as([{ id: 1, name: 'ЖК «Роща»' }]),
      residents: as([{ ...RESIDENT, unit: { unit_type: 'flat', object: { label: '48', building: building } } }]),
      types: as(['unit', { object_type: 'floor' }]),
    };
    expect(decodeSuggestions(answer, 'лес')).toMatchObject({
      buildings: [{ id: 3, street: 'ул. Лесная', number: '12', complex: 'ЖК «Роща»' }],
      complexes: [{ id: 1, name: 'ЖК «Роща»' }],
      residents: [
        { ...READ, unit: { unit_type: 'flat', label: '48', building: { street: 'ул. Лесная', number: '12' } } },
      ],
      types: ['unit', 'floor'],
      search_str: 'лес',
      counts: {},
      parts: [],
    });
  });

  test('RES-04: an answer of nothing offers nothing', () => {
    const nothing = { buildings: [], complexes: [], residents: [], types: [], search_str: 'x', counts: {}, parts: [] };
    expect(decodeSuggestions(null, 'x')).toEqual(nothing);
    expect(decodeSuggestions({ buildings: null, types: null, parts: null }, 'x')).toEqual(nothing);
  });
});
