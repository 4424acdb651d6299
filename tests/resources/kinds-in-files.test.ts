import { text } from '#i18n/text.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import type { CsvTexts, Kind } from '#resources/language/kinds/kind.ts';
import { KIND_NAMES, KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { fieldRule, getKind } from '#resources/language/payload.ts';

/** Kinds that no file carries, and why. */
const WITHOUT: Readonly<Partial<Record<KindName, string>>> = {
  files: 'files do not fit into a cell',
  avatar: 'a picture does not fit into a cell',
  signature: 'a drawing does not fit into a cell',
  point: 'the picture that it stands on does not fit into a cell',
};

const words: CsvTexts = {
  getAddress: (id) => ({ 3: 'ул. Лесная, 12', 4: 'ул. Полевая, 1' })[id],
  getItem: (_list, id) => ({ 4: { label: 'Дом; сервис', name: 'Сантехника' } })[id],
  translate: text,
};

/** A value of each kind as the backend gives it, and the cell a person reads. */
const CELLS: readonly (readonly [KindName, unknown, string])[] = [
  ['text', 'Щит', 'Щит'],
  ['long-text', 'Одна\nдве', 'Одна\nдве'],
  ['lines', ['Щит', 'Замок; ключ'], 'Щит\nЗамок; ключ'],
  ['phone', '+79161234567', '+79161234567'],
  ['link', 'https://a.ru/', 'https://a.ru/'],
  ['date', '2026-11-21', '21.11.2026'],
  ['moment', '2026-11-21T18:05:00.000Z', '21.11.2026 18:05 UTC'],
  ['moment', '2026-11-21T18:05:09.000Z', '2026-11-21T18:05:09.000Z'],
  ['time', '09:05', '09:05'],
  ['duration', 90, '1 ч 30 мин'],
  ['duration', 1_500, '25 ч'],
  ['duration', 0, '0 мин'],
  ['email', 'Dom@example.ru', 'Dom@example.ru'],
  ['company-number', '7707083893', 'ИНН 7707083893'],
  ['auto-number', 'АКТ-2026-0042', 'АКТ-2026-0042'],
  ['checklist', [7, 12], '7; 12'],
  ['level', 'write', 'Создавать и редактировать'],
  ['level', 'denied', 'Скрыть'],
  ['one-of', 4, 'Дом, сервис (№ 4)'],
  ['one-of', 5, '5'],
  ['some-of', [4, 5], 'Сантехника (№ 4); 5'],
  ['rows', [{ work: 'Щит', count: 2, price: 1_05 }], 'Щит | 2 | 1,05'],
];

/** The example of the guide, and its form in a file. */
function formOf(kind: KindName) {
  const { example } = KIND_GUIDE[kind];
  const { csv } = getKind(example);
  if (!csv) throw new Error(`No file carries ${kind}`);
  return { example, csv };
}

test('every kind has a form in a file, but those that are written down with their reason', () => {
  const without = KIND_NAMES.filter((name) => !(KINDS[name] as unknown as Kind).csv);
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});

test.each(CELLS)('%s: %j is «%s» in a file, and is read again', (kind, wire, cell) => {
  const { example, csv } = formOf(kind);
  expect(csv.write(wire, example as never, words)).toBe(cell);
  expect(csv.read(cell, example as never, words)).toEqual(wire);
});

test.each([
  ['building', 3, 'ул. Лесная, 12', ['ул. Лесная, 12']],
  ['building', 9, '9', ['9']],
  ['buildings', [3, 4], 'ул. Лесная, 12; ул. Полевая, 1', ['ул. Лесная, 12', 'ул. Полевая, 1']],
  ['unit', { id: 5, label: 'кв. 7' }, 'кв. 7', ['кв. 7']],
  ['reference', { id: 5, label: null }, '5', ['5']],
  [
    'references',
    [
      { id: 5, label: 'Котова Анна' },
      { id: 6, label: null },
    ],
    'Котова Анна; 6',
    ['Котова Анна', '6'],
  ],
] as const)('%s: %j is «%s» in a file, which names what is looked up', (kind, wire, cell, named) => {
  const { example, csv } = formOf(kind);
  expect(csv.namesRecords).toBe(kind === 'buildings' || kind === 'references' ? 'several' : 'one');
  expect(csv.write(wire, example as never, words)).toBe(cell);
  expect(csv.read(cell, example as never, words)).toEqual(named);
});

test('what a spreadsheet makes of a time, a duration and the number of a firm is read again', () => {
  const read = (kind: KindName, cell: string, more: object = {}) => {
    const { example, csv } = formOf(kind);
    return csv.read(cell, { ...example, ...more } as never, words);
  };
  expect(['9:30', '09:30:00', '9.30'].map((cell) => read('time', cell))).toEqual(['09:30', '09:30', '09:30']);
  expect(
    ['1:30', '01:30:00', '1,5 ч', '90', '90 мин.', '1 час 30 минут', '1 ч 30'].map((cell) => read('duration', cell)),
  ).toEqual([90, 90, 90, 90, 90, 90, 90]);
  expect(['скоро', '1:75', '1,333 ч', '-5'].map((cell) => read('duration', cell))).toEqual([
    'скоро',
    '1:75',
    '1,333 ч',
    '-5',
  ]);
  // A zero in front that was taken for a number.
  expect(read('company-number', '44525225', { of: 'bik' })).toBe('044525225');
  expect(read('company-number', '277000001')).toBe('0277000001');
  expect(read('company-number', 'ОГРН 1 02 77 00 132195', { of: 'ogrn' })).toBe('1027700132195');
});

test('a choice is written by its label, and read by label or value, whatever its case', () => {
  const field = { kind: 'choice', options: [{ value: 'safe', label: 'В сейфе' }, { value: 'desk' }] } as const;
  const { csv } = KINDS.choice;
  expect(['safe', 'desk', 'gone'].map((value) => csv?.write(value, field))).toEqual(['В сейфе', 'desk', 'gone']);
  expect(['в сейфе', 'safe', 'desk', 'нигде'].map((cell) => csv?.read(cell, field))).toEqual([
    'safe',
    'safe',
    'desk',
    'нигде',
  ]);
});

test('a cell that names nothing is refused by the rule of its kind, and nothing of it is lost in silence', () => {
  for (const kind of ['checklist', 'level', 'one-of', 'some-of', 'moment'] as const) {
    const { example, csv } = formOf(kind);
    for (const cell of ['что-то', '4; что-то']) {
      const read = csv.read(cell, example as never, words);
      expect([kind, cell, fieldRule(example).safeParse(read).success]).toEqual([kind, cell, false]);
    }
  }
});

test('a thing is read whatever its name; a minute where a space parts it from its day', () => {
  const { example, csv } = formOf('one-of');
  for (const cell of ['(№ 4)', 'Две\nстроки (№ 4)', 'Сантехника(№4)', ' Дом (№ 9) (№ 4) '])
    expect([cell, csv.read(cell, example as never, words)]).toEqual([cell, 4]);
  const moment = formOf('moment');
  const read = (cell: string) => moment.csv.read(cell, moment.example as never, words);
  for (const cell of ['21.11.2026, 18:00 UTC', '21.11.2026  18:00utc'])
    expect([cell, read(cell)]).toEqual([cell, '2026-11-21T18:00:00.000Z']);
  expect(read('21.11.202618:00 UTC')).toBe('21.11.202618:00 UTC');
});

test('a text that names a place twice, or one that is none, is written and read alike', () => {
  const { example, csv } = formOf('one-of');
  const odd = { ...words, translate: () => '%{id}: %{name} %{constructor}%{street}[%{id}]' };
  const cell = csv.write(4, example as never, odd);
  expect(cell).toBe('4: Дом, сервис [4]');
  expect(csv.read(cell, example as never, odd)).toBe(4);
  expect(csv.read('4: Дом [5]', example as never, odd)).toBe('4: Дом [5]');
});

test('the words around a thing, a minute, yes and no are those of the texts, written and read alike', () => {
  const others: Readonly<Record<string, string>> = {
    'engine.file.numbered': '%{id}: %{name}',
    'engine.file.moment': '%{year}/%{month}/%{day} %{hour}:%{minute} (GMT)',
    'engine.file.yes': 'ja',
    'engine.file.no': 'nein',
  };
  const translated: CsvTexts = { ...words, translate: (key) => others[key] ?? key };
  const moved: readonly (readonly [KindName, unknown, string])[] = [
    ['one-of', 4, '4: Дом, сервис'],
    ['some-of', [4, 5], '4: Сантехника; 5'],
    ['moment', '2026-11-21T18:05:00.000Z', '2026/11/21 18:05 (GMT)'],
    ['checkbox', true, 'ja'],
    ['checkbox', false, 'nein'],
  ];
  for (const [kind, wire, cell] of moved) {
    const { example, csv } = formOf(kind);
    expect([kind, csv.write(wire, example as never, translated)]).toEqual([kind, cell]);
    expect([kind, csv.read(cell, example as never, translated)]).toEqual([kind, wire]);
  }
});

test.each([
  [['А; Б', 'В'], '"А; Б"; В'],
  [['"Лютик"', '"Роза" и "Мак"'], '"""Лютик"""; """Роза"" и ""Мак"""'],
  [['ООО "Дом"'], 'ООО "Дом"'],
])('titles %j of several records are %s in a cell, and are told apart again', (titles, cell) => {
  const { example, csv } = formOf('references');
  const wire = titles.map((label, id) => ({ id, label }));
  expect(csv.write(wire, example as never)).toBe(cell);
  expect(csv.read(cell, example as never)).toEqual(titles);
});

test('titles of several records are read as people write them', () => {
  const { example, csv } = formOf('references');
  const read = (cell: string) => csv.read(cell, example as never);
  expect(read(' А;Б ;; В')).toEqual(['А', 'Б', 'В']);
  expect(read('"Лютик" ООО; Мак')).toEqual(['"Лютик" ООО', 'Мак']);
  expect(read('"Лютик; Мак')).toEqual(['"Лютик; Мак']);
});
