import {
  foldText,
  getPhonePatterns,
  listBuildingSpellings,
  parseBuildingEntry,
  parseNumberEntry,
  parseShortForm,
  parseUnitEntry,
  splitIntoWords,
  toRussianLayout,
} from '#resources/rules/search/text.ts';

test('RES-04: case, ё and white space are folded; words are runs of digits and of letters', () => {
  expect(foldText('  Зелёный\u00a0 СТАН ')).toBe('зеленый стан');
  expect(splitIntoWords('м/м 12А/1')).toEqual(['м', 'м', '12', 'а', '1']);
});

test.each([
  ['bdfyjd', 'иванов'],
  ['<jhbc', 'борис'],
  ['l5 rd12', 'д5 кв12'],
  ['иванов', null],
  ['Green парк', null],
  ['48', null],
])('RES-04: %s in the other keyboard layout is %s', (typed, meant) => {
  expect(toRussianLayout(typed)).toBe(meant);
});

test.each([
  ['8 916 408-22-17', ['+79164082217']],
  ['+7 (916) 408', ['+7916408']],
  ['79164082217', ['+79164082217']],
  ['9164082217', ['+79164082217']],
  ['8.916.408', ['+7916408']],
  ['8–916', ['+7916']],
  ['8 — 916', ['+7916']],
  ['7.916', ['+7916']],
  ['8)916', ['+7916']],
  ['8‑495', ['+7495']],
  ['8916408', ['8916408', '+7916408']],
  ['791234', ['791234', '+791234']],
  ['408.22', ['40822']],
  ['408-22', ['40822']],
  ['48', []],
  ['кв 48', []],
])('RES-04: the telephone %s is looked for as %j', (typed, parts) => {
  expect(getPhonePatterns(typed)).toEqual(parts);
});

test.each([
  ['д5 кв12', ['building д 5', 'unit кв 12'], ''],
  ['дом 12к1, кв. 48а', ['building д 12к1', 'unit кв 48а'], ''],
  ['д. 12, корп. 1 кв 48', ['building д 12к1', 'unit кв 48'], ''],
  ['дом 5 а, п 2', ['building д 5а', 'porch 2'], ''],
  ['д 5 п 2 ст 3', ['building д 5', 'porch 2', 'pipe 3'], ''],
  ['Лесная 12 кв 48', ['unit кв 48'], 'лесная 12'],
  ['под. 2 эт. 5', ['porch 2', 'floor 5'], ''],
  ['2-й подъезд 5 этаж', ['porch 2', 'floor 5'], ''],
  ['ст6', ['pipe 6'], ''],
  ['оф. 2', ['unit оф 2'], ''],
])('RES-04: the short form %s', (typed, parts, rest) => {
  const form = parseShortForm(typed);
  expect(form?.parts.map(({ object, entry }) => `${object} ${entry}`)).toEqual(parts);
  expect(form?.rest).toBe(rest);
});

test.each(['Лесная 12', 'Дмитрий 5', 'Эткин', '48', 'дом', 'старт 5а'])('RES-04: %s is no short form', (typed) => {
  expect(parseShortForm(typed)).toBeNull();
});

test('RES-05: what entries say', () => {
  expect(parseBuildingEntry('лесная д 12к1')).toEqual({ words: ['лесная'], number: '12к1' });
  expect(parseBuildingEntry('ул. Лесная, 12')).toEqual({ words: ['ул', 'лесная', '12'], number: null });
  expect(listBuildingSpellings('5а')).toEqual(['5а']);
  expect(listBuildingSpellings('12к1')).toEqual(['12к1', '12к.1', '12корп1', '12корп.1', '12корпус1']);
  expect(parseUnitEntry('кв. 48а')).toEqual({ words: ['48', 'а'], type: 'flat' });
  expect(parseUnitEntry('м/м 12')).toEqual({ words: ['м', 'м', '12'], type: null });
  expect(['5', 'этаж -1', '2-й подъезд', '5 эт.', 'кв', '1=1', '12345'].map(parseNumberEntry)).toEqual([
    5,
    -1,
    2,
    5,
    null,
    null,
    null,
  ]);
});
