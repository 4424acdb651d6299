import {
  type Building,
  buildingLabel,
  groupByComplex,
  loadBuildings,
  loadCheckedBuildingIds,
} from '#console/data/buildings/building-list.ts';
import { checkedBuildingIds } from '#console/data/buildings/checked-buildings.ts';
import { session } from '#console/data/session/session.ts';
import { serveAnswers } from '#tests/support/console/server.ts';
import { takeComplaints } from '#tests/support/console/setup.ts';

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
    expect(buildingLabel({ street: 'ул. Лесная', number: '12А' })).toBe('ул.\u00a0Лесная, 12А');
    expect(buildingLabel({ street: '', number: '12' })).toBe('12');
  });

  test('SHELL-22: are grouped by complex; those without one stand together at the end', () => {
    const groups = groupByComplex([
      building(1),
      building(2, north),
      building(3, south),
      building(4, north),
      building(5),
    ]);
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
    ['before the list is known nothing is checked', [8, 9], undefined, []],
    ['before anything is known nothing is checked', null, undefined, []],
    ['without any building nothing is checked', null, [], []],
  ] as const)('SHELL-29: %s', (_what, stored, open, checked) => {
    expect(checkedBuildingIds(stored, open)).toEqual(checked);
  });

  test('SHELL-27: an unchanged choice is the same object, so that lists are not asked for anew', () => {
    const stored = [1, 2];
    expect(checkedBuildingIds(stored, [1, 2, 3])).toBe(stored);
  });

  test('SHELL-29: stored ids that are no longer known are never sent and leave the store', async () => {
    session.token.set('tok');
    session.checkedBuildings.set([99, 2]);
    serveAnswers({ 'GET /api/crm/buildings/': { json: [building(1), building(2)], malformed: true } });
    await expect(loadCheckedBuildingIds()).resolves.toEqual([2]);
    expect(session.checkedBuildings.get()).toEqual([2]);
    session.checkedBuildings.set([99]);
    await loadBuildings();
    expect(session.checkedBuildings.get()).toBeNull();
    await expect(loadCheckedBuildingIds()).resolves.toEqual([1, 2]);
  });

  test('G-68 SHELL-21: every shape of the list that the documents leave open is read', async () => {
    const lean = {
      id: '7',
      number: 12,
      street: 'ул. Лесная',
      complex: 3,
      available_porches: [{ id: 71, number: '2' }, 72],
    };
    const read = {
      id: 7,
      street: 'ул. Лесная',
      number: '12',
      complex: { id: 3, name: '' },
      is_all_porches: true,
      available_porches: [
        { id: 71, number: 2 },
        { id: 72, number: 72 },
      ],
    };
    for (const answer of [
      [lean, null, { street: 'без номера' }],
      { count: 1, next: null, results: [lean] },
      { data: [lean] },
      { data: { results: [{ ...lean, building: { id: 7, street: 'ул. Лесная', number: '12', complex: { id: 3 } } }] } },
    ]) {
      serveAnswers({ 'GET /api/crm/buildings/': { json: answer, malformed: true } });
      await expect(loadBuildings()).resolves.toEqual([read]);
    }
    // Those that could not be read are named once.
    expect(takeComplaints()).toHaveLength(2);
  });
});
