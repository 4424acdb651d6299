// Runs in test:all alone: random records; single ones are in tests/resources and tests/server/records.
import fc from 'fast-check';
import { csvText } from '#console/data/export/csv.ts';
import { exportFields, spreadsheetRows } from '#console/engine/list/export/export-rows.ts';
import { text } from '#i18n/text.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import type { CsvTexts } from '#resources/language/kinds/kind.ts';
import { KIND_NAMES, KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { fieldRule, getKind } from '#resources/language/payload.ts';
import { createHeadingCounter, readSectionRows } from '#resources/rules/import/fields.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { throughExcel } from '#tests/support/import/russian-excel.ts';

const HOUSES: Readonly<Record<number, string>> = { 3: 'ул. Лесная, 12', 4: '1-2', 5: '5 мая, 7' };
const THINGS: Readonly<Record<number, object>> = { 4: { label: 'Сантехника' }, 7: { label: '007' } };
const words: CsvTexts = {
  getAddress: (id) => HOUSES[id],
  getItem: (_list, id) => THINGS[id],
  translate: text,
  fromCompanyTime: () => null,
};

/** Texts that Excel makes numbers, days, times and formulas of, or that lose something when they are read carelessly. */
const AWKWARD = [
  ...['1-2', '12/1', '3-04', '007', '012026', '1.2', '11.2026', '1.2.2026', '01.01.1900', '29.02.1900', '31.12.1899'],
  ...['10:5', '09:30', '9:30', '25:30', '09:30:15', '21.11.2026 9:05', '21.11.2026 18:00', '5 мая', 'мар.26', '12 АПР'],
  ...['1e5', '12E3', '1,50', '1,5', '1 000', '5%', '5 ₽', '(5)', '$5', '+5', '-0', '-5', '1 1/2', '1e-5', ',5'],
  ...['123456789012', '12345678901234567890', '+7 (916) 408-22-17', '+79164082217', '8 916 408 22 17', '+1-2', '-1*2'],
  ...[
    'ИСТИНА',
    'false',
    '=1+1',
    '="013"',
    "'5",
    "''",
    "'",
    "'=x",
    '@a',
    '-x',
    '＝1',
    '"',
    '"а" б',
    'а;б',
    'а,б',
    'a\tб',
  ],
  ...[
    'а  б',
    'а\u00a0б',
    'кв. 5',
    '5 p',
    '7 am',
    '№ 5',
    '5.',
    '1/0',
    '32-1',
    '1-2-3-4',
    'sep=;',
    'Err:5',
    '5'.repeat(300),
  ],
];
const line = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({
    unit: fc.constantFrom('0', '1', '2', '9', '.', ',', '-', '/', ':', ' ', '+', 'е', 'E', '"', "'", ';', 'а'),
    minLength: 1,
    maxLength: 9,
  }),
);
/** As the rule of a text keeps it: with something in it, and nothing around it. */
const oneLine = line.map((one) => one.trim()).filter((one) => one !== '');
const lines = fc.array(oneLine, { minLength: 1, maxLength: 4 });
const day = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const two = (most: number, least = 0) =>
  fc.integer({ min: least, max: most }).map((part) => String(part).padStart(2, '0'));
const house = fc.constantFrom(3, 4, 5);
const thing = fc.constantFrom(4, 7);
const named = oneLine.map((label) => ({ id: 8, label }));

const OPTIONS = [
  { value: 'a', label: '1-2' },
  { value: 'b', label: '1.02' },
  { value: 'c', label: 'ИСТИНА' },
  { value: '007', label: 'Сейф  №  1' },
  { value: 'd', label: 'e' },
  { value: 'e', label: 'd' },
  { value: 'f' },
] as const;

/** A field of every kind that files carry, and what records have in it. */
const FIELDS: Readonly<Record<string, readonly [FieldInput, fc.Arbitrary<unknown>]>> = {
  line: [{ kind: 'text', label: 'Строка', max: 10_000 }, oneLine],
  long: [{ kind: 'long-text', label: 'Текст' }, lines.map((all) => all.join('\n'))],
  several: [{ kind: 'lines', label: 'Строки', max: 1_000 }, lines],
  phone: [{ kind: 'phone', label: 'Телефон' }, fc.constantFrom('+79164082217', '+79251139064')],
  link: [{ kind: 'link', label: 'Ссылка' }, fc.constantFrom('https://a.ru/?a=1;2', 'http://a.ru/"x"')],
  email: [{ kind: 'email', label: 'Почта' }, fc.constantFrom('a@b.ru', '-a@b.ru', '+7@b.ru', "o'neil@b.ru")],
  day: [{ kind: 'date', label: 'День' }, day],
  at: [
    { kind: 'moment', label: 'Момент' },
    fc
      .tuple(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), fc.boolean())
      .map(([moment, whole]) => {
        const iso = moment.toISOString();
        return whole ? `${iso.slice(0, 16)}:00.000Z` : iso;
      }),
  ],
  time: [{ kind: 'time', label: 'Время' }, fc.tuple(two(23), two(59)).map((parts) => parts.join(':'))],
  lasts: [{ kind: 'duration', label: 'Длится' }, fc.integer({ min: 0, max: 10_000_000 })],
  number: [
    { kind: 'number', label: 'Число', decimals: 6 },
    fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => Number(`${digits}e-${places}`) + 0),
  ],
  digits: [
    { kind: 'number', label: 'Показание', digits: 6 },
    fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0')),
  ],
  meter: [
    { kind: 'meter', label: 'Счётчик', meter: 'water_cold' } as FieldInput,
    fc.integer({ min: 0, max: 999_999 }).map((value) => String(value).padStart(6, '0')),
  ],
  sum: [
    { kind: 'money', label: 'Сумма', min: -1e15 },
    fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  ],
  month: [
    { kind: 'month', label: 'Месяц' },
    fc.tuple(two(12, 1), fc.integer({ min: 1900, max: 2199 })).map((parts) => parts.join('')),
  ],
  isDone: [{ kind: 'checkbox', label: 'Готово' }, fc.boolean()],
  choice: [{ kind: 'choice', label: 'Выбор', options: OPTIONS }, fc.constantFrom(...OPTIONS.map(({ value }) => value))],
  state: [
    {
      kind: 'state',
      label: 'Состояние',
      states: [
        { value: '1', label: '12/1' },
        { value: '2', label: '2' },
      ],
      moves: [{ name: 'on', label: 'Дальше', from: ['1'], to: '2' }],
    },
    fc.constantFrom('1', '2'),
  ],
  count: [
    { kind: 'auto-number', label: 'Номер', template: '{number}/{year}' },
    fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 2000, max: 2099 }))
      .map(([number, year]) => `${String(number).padStart(4, '0')}/${year}`),
  ],
  inn: [{ kind: 'company-number', label: 'ИНН', of: 'inn' }, fc.constantFrom('7707083893', '0277000000')],
  level: [
    { kind: 'level', label: 'Уровень', section: 'tasks' } as FieldInput,
    fc.constantFrom('denied', 'read', 'write'),
  ],
  doors: [
    { kind: 'checklist', label: 'Подъезды', of: 'porches', building: 'house' },
    fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 }),
  ],
  company: [{ kind: 'one-of', label: 'Компания', from: '/api/x/' }, thing],
  services: [{ kind: 'some-of', label: 'Услуги', from: '/api/x/' }, fc.uniqueArray(thing, { minLength: 1 })],
  house: [{ kind: 'building', label: 'Дом' }, house],
  houses: [{ kind: 'buildings', label: 'Дома' }, fc.uniqueArray(house, { minLength: 1 })],
  flat: [{ kind: 'unit', label: 'Квартира', building: 'house' }, named],
  paper: [{ kind: 'reference', label: 'Договор', to: 'contracts' }, named],
  works: [
    {
      kind: 'rows',
      label: 'Работы',
      columns: {
        work: { kind: 'text', label: 'Работа', max: 10_000 },
        count: { kind: 'number', label: 'Количество', decimals: 2 },
        price: { kind: 'money', label: 'Цена' },
        isDone: { kind: 'checkbox', label: 'Готово' },
      },
    },
    fc.array(
      fc.record({
        work: fc.oneof(oneLine, fc.constantFrom('а | б', '\\', 'С:\\новая', '|', '\\|\\n')),
        count: fc.integer({ min: 0, max: 99_999 }).map((digits) => digits / 100),
        price: fc.integer({ min: 0, max: 999_999_999 }),
        isDone: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ],
  papers: [{ kind: 'references', label: 'Договоры', to: 'contracts' }, fc.uniqueArray(named, { minLength: 1 })],
};
const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, [field]]) => [name, field]));
const shown = new Set(['state', 'count']);
const form = [{ fields: Object.keys(fields).filter((name) => !shown.has(name)) }];
const section = madeUp({ fields, form, list: { layout: 'table', columns: ['line'], menu: ['edit'] } } as never);

const records = fc.array(
  fc.record(Object.fromEntries(Object.entries(FIELDS).map(([name, [, values]]) => [name, values]))),
  {
    minLength: 1,
    maxLength: 3,
  },
);

/** The text of a cell that names a record: the server looks it up by that. */
const isNamed = (name: string) => getKind(section.fields[name] as FieldInput).csv?.namesRecords !== undefined;
const namesIn = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'number' ? (HOUSES[one] ?? '') : (one as { label: string }).label.replace(/\s+/g, ' '),
    );

/** Records as a file says them. */
async function readAgain(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const sheet = await readImportSheet(bytes, 1_000, createHeadingCounter(section));
  const { rows, strangers } = readSectionRows(section, sheet) ?? { rows: [], strangers: ['all'] };
  expect(strangers).toEqual([]);
  return rows.map(({ cells }) =>
    Object.fromEntries(
      Object.entries(section.fields).map(([name, field]) => {
        const cell = cells[name] ?? '';
        const read = getKind(field).csv?.read(cell, field as never, words);
        if (isNamed(name)) return [name, (read as string[]).map((part) => part.replace(/\s+/g, ' '))];
        const kept = fieldRule(field as never).safeParse(read);
        return [name, kept.success ? kept.data : { refused: cell }];
      }),
    ),
  );
}

test('every kind that files carry is here', () => {
  const carried = KIND_NAMES.filter((name: KindName) => 'csv' in KINDS[name]);
  expect([...new Set(Object.values(FIELDS).map(([{ kind }]) => kind as KindName))].sort()).toEqual([...carried].sort());
});

test('what is saved as a file is loaded again as it was, also after Excel has opened and saved it as a workbook', async () => {
  const header = exportFields(section).map(([, { label }]) => label ?? '');
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const stored = all.map((record, at) => ({ id: at + 1, ...record }));
      const csv = csvText(header, spreadsheetRows(section, stored, words), true);
      const expected = all.map((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [name, isNamed(name) ? namesIn(value) : value]),
        ),
      );
      expect(await readAgain(new TextEncoder().encode(csv))).toEqual(expected);
      expect(await readAgain(throughExcel(csv))).toEqual(expected);
    }),
    { numRuns: Number(process.env.EXCEL_RUNS ?? 150), seed: 2711 },
  );
});
