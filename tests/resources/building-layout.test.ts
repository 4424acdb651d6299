import { type BuildingPlan, buildLayout, summarize } from '#resources/rules/buildings/layout.ts';
import { parseNumbers } from '#resources/rules/buildings/numbers.ts';

const entrance = { floors: 9, flats: 4, from_floor: 1, first_number: null };
const plan = (change: Partial<BuildingPlan> = {}): BuildingPlan => ({
  entrances: [entrance],
  missing: null,
  lettered: null,
  others: [],
  risers: false,
  ...change,
});
const laid = (change: Partial<BuildingPlan> = {}) => {
  const { layout, mistakes } = buildLayout(plan(change));
  if (!layout) throw new Error(JSON.stringify(mistakes));
  return layout;
};
const mistakesOf = (change: Partial<BuildingPlan>) => buildLayout(plan(change)).mistakes;
const placeOf = (layout: ReturnType<typeof laid>, label: string) => {
  const found = layout.units.find((unit) => unit.label === label);
  return found && [found.entrance, found.floor];
};

describe('a plan of a building', () => {
  test('three entrances of nine floors with four flats are numbered through: 1–108', () => {
    const layout = laid({ entrances: [entrance, entrance, entrance] });
    expect(summarize(layout)).toEqual([
      { entrance: 1, floors: 9, flats: 36, numbers: [[1, 36]], others: 0 },
      { entrance: 2, floors: 9, flats: 36, numbers: [[37, 72]], others: 0 },
      { entrance: 3, floors: 9, flats: 36, numbers: [[73, 108]], others: 0 },
    ]);
    expect([placeOf(layout, '1'), placeOf(layout, '5'), placeOf(layout, '108')]).toEqual([
      [1, 1],
      [1, 2],
      [3, 9],
    ]);
  });

  test('entrances may begin with numbers of their own, and those after them go on', () => {
    const layout = laid({ entrances: [entrance, { ...entrance, first_number: 101 }, entrance] });
    expect(summarize(layout).map(({ numbers }) => numbers)).toEqual([[[1, 36]], [[101, 136]], [[137, 172]]]);
  });

  test('below the first floor with flats there are none', () => {
    const layout = laid({ entrances: [{ ...entrance, from_floor: 2 }] });
    expect(placeOf(layout, '1')).toEqual([1, 2]);
    expect(summarize(layout)).toMatchObject([{ floors: 9, flats: 32 }]);
  });

  test('missing flats leave gaps, and the others keep their numbers', () => {
    const layout = laid({ missing: '1, 3–4' });
    expect(summarize(layout)[0]?.numbers).toEqual([
      [2, 2],
      [5, 36],
    ]);
    expect(placeOf(layout, '5')).toEqual([1, 2]);
  });

  test('flats with letters stand beside those of the number, also where that one is missing', () => {
    const layout = laid({ missing: '5', lettered: '12а; 5Б, 36/1' });
    expect(['12А', '5Б', '36/1'].map((label) => placeOf(layout, label))).toEqual([
      [1, 3],
      [1, 2],
      [1, 9],
    ]);
  });

  test('offices stand on their floors, and a basement is made where one is named', () => {
    const layout = laid({
      others: [
        { entrance: 1, floor: 1, unit_type: 'office', labels: 'оф. 1, оф. 2' },
        { entrance: 1, floor: -1, unit_type: 'storage', labels: 'кл. 1' },
      ],
    });
    expect(placeOf(layout, 'оф. 2')).toEqual([1, 1]);
    expect(layout.floors).toContainEqual({ entrance: 1, number: -1 });
    expect(summarize(layout)).toMatchObject([{ floors: 9, others: 3 }]);
  });

  test('with risers, each goes through the flats that stand one above another', () => {
    const layout = laid({ entrances: [entrance, { ...entrance, flats: 2 }], risers: true });
    expect(layout.risers.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
    const through = layout.units.filter(({ riser }) => riser === '2').map(({ label }) => label);
    expect(through).toEqual(['2', '6', '10', '14', '18', '22', '26', '30', '34']);
    expect(layout.units.find(({ label }) => label === '37')?.riser).toBe('5');
  });

  test.each([
    {
      change: { entrances: [entrance, { ...entrance, first_number: 30 }] },
      field: 'entrances',
      message: 'buildingPlan.repeatedNumber?number=30',
    },
    {
      change: { entrances: Array(40).fill({ ...entrance, floors: 100 }) },
      field: 'entrances',
      message: 'buildingPlan.tooManyUnits?most=5000',
    },
    {
      change: { entrances: [{ ...entrance, first_number: 99_990 }] },
      field: 'entrances',
      message: 'buildingPlan.highNumber?most=99999',
    },
    { change: { missing: '37' }, field: 'missing', message: 'buildingPlan.noSuchNumber?number=37' },
    {
      change: { missing: '12, кв' },
      field: 'missing',
      message: `buildingPlan.notNumber?${new URLSearchParams({ text: 'кв' })}`,
    },
    { change: { missing: '9-3' }, field: 'missing', message: 'buildingPlan.notNumber?text=9-3' },
    {
      change: { lettered: 'А12' },
      field: 'lettered',
      message: `buildingPlan.notLettered?${new URLSearchParams({ text: 'А12' })}`,
    },
    { change: { lettered: '40А' }, field: 'lettered', message: 'buildingPlan.noSuchNumber?number=40' },
    {
      change: { lettered: '1А, 1а' },
      field: 'lettered',
      message: `buildingPlan.repeatedLabel?${new URLSearchParams({ label: '1А' })}`,
    },
    {
      change: { others: [{ entrance: 2, floor: 1, unit_type: 'office', labels: '1' }] },
      field: 'others',
      message: 'buildingPlan.noEntrance?entrance=2',
    },
    {
      change: { others: [{ entrance: 1, floor: 10, unit_type: 'office', labels: '1' }] },
      field: 'others',
      message: 'buildingPlan.noFloor?entrance=1&floor=10',
    },
    {
      change: { others: [{ entrance: 1, floor: 1, unit_type: 'office', labels: '1, 1' }] },
      field: 'others',
      message: 'buildingPlan.repeatedLabel?label=1',
    },
  ] as const)('a mistake of $field is told there: $message', ({ change, field, message }) => {
    expect(mistakesOf(change as Partial<BuildingPlan>)).toEqual([{ field, message }]);
  });

  test('a huge range is no work: it is refused at once', () => {
    expect(parseNumbers('1–99999', 5_000)).toEqual({ numbers: [], wrong: '1–99999' });
  });
});
