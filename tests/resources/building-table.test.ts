import { text } from '#i18n/text.ts';
import { BUILDING } from '#resources/limits.ts';
import { buildLayout } from '#resources/rules/buildings/layout.ts';
import { type PlanRow, toBuildingPlan } from '#resources/rules/buildings/table-row.ts';
import { readSectionRows } from '#resources/rules/import/fields.ts';
import { buildingTable } from '#resources/sections/building-table.ts';

const row = (change: Partial<PlanRow> = {}): PlanRow => ({
  entrances: 3,
  floors: '9',
  flats: '4',
  from_floor: null,
  first_numbers: null,
  missing: null,
  lettered: null,
  offices: null,
  risers: null,
  ...change,
});
const planned = (change: Partial<PlanRow> = {}) => {
  const { plan, mistakes } = toBuildingPlan(row(change), BUILDING);
  if (!plan) throw new Error(JSON.stringify(mistakes));
  return plan;
};

describe('a row of a table of buildings', () => {
  test('says one number for all entrances, or one for each', () => {
    expect(planned({ floors: '9, 9, 5' }).entrances.map(({ floors, flats }) => [floors, flats])).toEqual([
      [9, 4],
      [9, 4],
      [5, 4],
    ]);
    expect(planned({ first_numbers: '1, 101, 201' }).entrances.map(({ first_number }) => first_number)).toEqual([
      1, 101, 201,
    ]);
    expect(planned({ first_numbers: '10' }).entrances.map(({ first_number }) => first_number)).toEqual([
      10,
      null,
      null,
    ]);
  });

  test('has offices on the first floor, and the exceptions of a plan', () => {
    const { layout } = buildLayout(planned({ offices: 'оф. 1; оф. 2', missing: '1–2', lettered: '12А', risers: true }));
    expect(layout?.units.filter(({ unit_type }) => unit_type === 'office').map(({ label }) => label)).toEqual([
      'оф. 1',
      'оф. 2',
    ]);
    expect(layout?.units).toHaveLength(108 - 2 + 1 + 2);
    expect(layout?.risers).toHaveLength(12);
  });

  test.each([
    ['floors', { floors: '9, 5' }, 'buildingPlan.ofEach?count=3'],
    ['floors', { floors: 'девять' }, 'buildingPlan.between?least=1&most=100'],
    ['flats', { flats: '51' }, 'buildingPlan.between?least=0&most=50'],
    ['first_numbers', { first_numbers: '0' }, 'buildingPlan.between?least=1&most=99999'],
  ] as const)('is refused in its column: %s', (column, change, message) => {
    expect(toBuildingPlan(row(change), BUILDING).mistakes).toEqual([{ column, message }]);
  });

  test('is read under Russian headings, in any order and among others', () => {
    const table = [
      ['Дома компании'],
      ['Номер дома', 'Улица', 'Участок', 'Подъездов', 'Этажей', 'Квартир на этаже', 'Тип'],
      ['12', 'ул. Лесная', 'север', '3', '9', '4', 'Многоквартирный дом'],
    ];
    const sheet = { rows: table, numbers: null, hidden: new Set<number>(), doubtful: new Map(), encoding: null };
    const read = readSectionRows(buildingTable(text), sheet);
    expect(read?.strangers).toEqual(['Участок']);
    expect(read?.rows).toEqual([
      {
        row: 3,
        cells: {
          number: '12',
          street: 'ул. Лесная',
          entrances: '3',
          floors: '9',
          flats: '4',
          building_type: 'Многоквартирный дом',
        },
      },
    ]);
  });
});
