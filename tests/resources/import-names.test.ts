import { type ImportUnit, indexBuildings, indexTitles, indexUnits } from '#resources/rules/import/names.ts';

const labelled = (labels: readonly string[]) => labels.map((label, at) => ({ id: at + 1, label }));
const flats = (...labels: string[]): ImportUnit[] => labelled(labels).map((one) => ({ ...one, unit_type: 'flat' }));
const meant = (found: { label: string } | 'several' | null) =>
  found === null || found === 'several' ? found : found.label;

describe('flats', () => {
  test.each([
    ['48', '48'],
    ['кв. 48', '48'],
    ['Кв №48', '48'],
    ['12 А', '12А'],
    ['кв. 12a', '12А'],
    ['12\u0410', '12А'],
    ['1/2', '1/2'],
    ['1-2', null],
    ['12/1', null],
    ['12-1', '12-1'],
    ['350', null],
    ['013', '013'],
    ['13', null],
    ['Й1', 'Й1'],
    ['И\u03061', 'Й1'],
  ])('IMPORT-07: «%s» is %s', (written, label) => {
    const index = indexUnits(flats('48', '12А', '1/2', '12-1', '013', 'Й1', '1'));
    expect(meant(index.find(written))).toBe(label);
  });

  test('the exact label comes before other spellings, and two of another spelling tell nothing', () => {
    const index = indexUnits(flats('12А', '12а', '12 А'));
    expect(index.find('12а')).toMatchObject({ id: 2 });
    expect(index.find('12 А')).toMatchObject({ id: 3 });
    expect(index.find('кв. 12А')).toBe('several');
  });

  test('of a flat and a storage room with one label the flat is meant', () => {
    const index = indexUnits([
      { id: 1, unit_type: 'storage', label: '7' },
      { id: 2, unit_type: 'flat', label: '7' },
    ]);
    expect(index.find('7')).toMatchObject({ id: 2 });
    expect(index.find('кв. 7')).toMatchObject({ id: 2 });
  });

  test('who writes what there is not is told what looks like it', () => {
    const index = indexUnits(flats('1-2', '12', '3'));
    expect(index.near('1/2')).toEqual(['1-2', '12']);
    expect(index.near('350')).toEqual([]);
  });
});

describe('buildings', () => {
  const index = indexBuildings(
    labelled(['ул. Лесная, 14', 'ул. Лесная, 12 к1', 'пер. Лесной, 14', 'ул. 9 Мая, 3', 'пр-т Мира, 5', 'ул. Мира, 5']),
  );
  test.each([
    ['ул. Лесная, 14', 'ул. Лесная, 14'],
    ['УЛ. ЛЕСНАЯ, 14', 'ул. Лесная, 14'],
    ['Лесная, 14', 'ул. Лесная, 14'],
    ['лесная 14', 'ул. Лесная, 14'],
    ['улица Лесная, д. 14', 'ул. Лесная, 14'],
    ['Лесная ул., дом 14', 'ул. Лесная, 14'],
    ['пер. Лесная, 14', null],
    ['Лесная, 12 корп. 1', 'ул. Лесная, 12 к1'],
    ['ул. Лесная, 12к1', 'ул. Лесная, 12 к1'],
    ['Лесная, 12-1', null],
    ['Лесная, 12', null],
    ['9 мая 3', 'ул. 9 Мая, 3'],
    ['проспект Мира, 5', 'пр-т Мира, 5'],
    ['Мира, 5', 'several'],
    ['3', null],
    ['14', null],
  ])('«%s» is %s', (written, label) => {
    expect(meant(index.find(written))).toBe(label);
  });
});

test('records are found by what they are called, the same writing first', () => {
  const index = indexTitles(labelled(['Обход', 'обход', 'Ёлка', '12/1']));
  expect(index.find('обход')).toMatchObject({ id: 2 });
  expect(index.find('ОБХОД')).toBe('several');
  expect(index.find(' елка ')).toMatchObject({ id: 3 });
  expect(index.find('12-1')).toBeNull();
  expect(index.find('1')).toBeNull();
});
