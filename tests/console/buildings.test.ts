import { type Building, buildingLabel, byComplex, checkedOf } from '#console/data/building-list.ts';

const building = (id: number, complex: { id: number; name: string } | null = null): Building => ({
  id,
  street: 'ул. Лесная',
  number: String(id),
  complex,
  is_all_porches: true,
  available_porches: [],
});
const north = { id: 2, name: 'Северный' };
const south = { id: 1, name: 'Южный' };

describe('the buildings of the selector', () => {
  test('SHELL-23: a building is called by street and number', () => {
    expect(buildingLabel({ street: 'ул. Лесная', number: '12А' })).toBe('ул. Лесная, 12А');
    expect(buildingLabel({ street: '', number: '12' })).toBe('12');
  });

  test('SHELL-22: are grouped by complex; those without one stand together at the end', () => {
    const groups = byComplex([building(1), building(2, north), building(3, south), building(4, north), building(5)]);
    expect(groups.map(({ name, buildings }) => [name, buildings.map(({ id }) => id)])).toEqual([
      ['Северный', [2, 4]],
      ['Южный', [3]],
      [null, [1, 5]],
    ]);
  });

  test.each([
    ['on a first visit all are checked', null, [1, 2, 3], [1, 2, 3]],
    ['a stored choice is kept', [2], [1, 2, 3], [2]],
    ['what is no longer in the list is dropped', [2, 9], [1, 2, 3], [2]],
    ['when nothing of the choice is left, all are checked', [8, 9], [1, 2, 3], [1, 2, 3]],
    ['before the list is known the stored choice stands', [8, 9], undefined, [8, 9]],
    ['before anything is known nothing is checked', null, undefined, []],
    ['without any building nothing is checked', null, [], []],
  ] as const)('SHELL-29: %s', (_what, stored, open, checked) => {
    expect(checkedOf(stored, open)).toEqual(checked);
  });

  test('SHELL-27: an unchanged choice is the same object, so that lists are not asked for anew', () => {
    const stored = [1, 2];
    expect(checkedOf(stored, [1, 2, 3])).toBe(stored);
  });
});
