import fc from 'fast-check';
import Papa from 'papaparse';
import { IMPORT } from '#resources/limits.ts';
import { readDelimited } from '#resources/rules/import/delimited.ts';
import { type Encoding, encode } from '#resources/rules/import/encoding.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { type ImportLine, readImportTable } from '#resources/rules/import/table.ts';
import { caseFile } from '#tests/support/import/cases.ts';
import { dice, inCp866, inKoi8, inUtf8, inUtf16, inWindows1251 } from '#tests/support/import/files.ts';

const WRITERS: Readonly<Record<string, readonly [Encoding, (text: string) => Uint8Array]>> = {
  'Windows-1251': ['windows-1251', inWindows1251],
  'UTF-8': ['utf-8', (text) => inUtf8(text)],
  'UTF-8 with its mark': ['utf-8', (text) => inUtf8(text, true)],
  'UTF-16': ['utf-16le', (text) => inUtf16(text)],
};
const DELIMITERS = [';', ',', '\t'];
const SIZES = [1, 3, 10, 50];
const HEADINGS = {
  Russian: [
    ['Помещение', 'Квартира', '№ квартиры', 'кв.', 'Номер квартиры'],
    ['Фамилия', 'ФАМИЛИЯ', 'Фамилия '],
    ['Имя', 'имя', ' Имя'],
    ['Телефон', 'Номер телефона', 'Мобильный телефон', 'Тел.', 'Моб. тел.'],
  ],
  English: [
    ['unit', 'Unit', 'flat', 'Apartment'],
    ['last_name', 'Last name', 'LastName', 'surname'],
    ['first_name', 'First Name', 'firstname'],
    ['phone_number', 'Phone', 'phone number', 'Mobile'],
  ],
} as const;
const LAST = ['Калинина', 'Ёлкин', 'Иванов-Петров', 'Щукин', 'О Генри', 'Чижиков', 'Юшкова', 'Эйхенбаум', 'Ли'];
const FIRST = ['Дарья', 'Пётр', 'Анна Мария', 'Семён', 'Ян', 'Ольга', 'Жанна', 'Фёдор'];
const UNITS = ['1', '48', '013', '12а', 'оф. 3', 'кв. 7', '901', 'м/м 5'];
/** How many files of each kind there are: 96 kinds make more than 3,000. */
const EACH = 32;

const cellAs = (text: string, delimiter: string, quoted: boolean) =>
  quoted || text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A list as some office might write it, and what is meant by it. */
function madeUp(roll: (below: number) => number, delimiter: string, size: number, names: keyof typeof HEADINGS) {
  const pick = <Item>(items: readonly Item[]): Item => items[roll(items.length)] as Item;
  const order = [0, 1, 2, 3].sort(() => roll(3) - 1);
  const extra = roll(3) === 0 ? pick(['Отчество', 'Примечание', 'email']) : null;
  const trailing = roll(3) === 0 ? delimiter.repeat(1 + roll(3)) : '';
  const newline = pick(['\r\n', '\n']);
  const meant: ImportLine[] = [];
  const out: string[] = [];
  if (roll(8) === 0) out.push(`sep=${delimiter}`);
  const heads = order.map((at) => pick(HEADINGS[names][at] as readonly string[]));
  out.push(
    [...heads, ...(extra ? [extra] : [])].map((head) => cellAs(head, delimiter, roll(6) === 0)).join(delimiter) +
      trailing,
  );
  for (let row = 0; row < size; row += 1) {
    const ten = `9${String(roll(1_000_000_000)).padStart(9, '0')}`;
    const phone = pick([
      `8${ten}`,
      `+7${ten}`,
      `7${ten}`,
      ten,
      `8 (${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`,
    ]);
    const cells = [pick(UNITS), pick(LAST), pick(FIRST), phone];
    const [label = '', last_name = '', first_name = '', phone_number = ''] = cells;
    meant.push({ row: row + 2, label, last_name, first_name, phone_number });
    const shown = order.map((at) => cells[at] ?? '');
    const broken = roll(9) === 0;
    const line = [...shown, ...(extra ? [broken ? 'звонить\nпосле шести; "вечером"' : ''] : [])];
    out.push(line.map((cell) => cellAs(cell, delimiter, roll(7) === 0)).join(delimiter) + trailing);
  }
  return { text: out.join(newline) + (roll(2) ? newline : ''), meant };
}

const problemOf = async (bytes: Uint8Array): Promise<string> => {
  const error = await readImportTable(bytes).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImportFileError)) throw new Error('It was read');
  return error.problem;
};

describe('lists of residents as offices write them', () => {
  for (const [name, [encoding, write]] of Object.entries(WRITERS)) {
    it(`IMPORT-05, IMPORT-06, IMPORT-22 of 3,072 made-up files those in ${name} are all read rightly, without asking`, async () => {
      const roll = dice(name.length * 7919);
      for (const delimiter of DELIMITERS) {
        for (const size of SIZES) {
          for (const names of ['Russian', 'English'] as const) {
            for (let file = 0; file < EACH; file += 1) {
              const { text, meant } = madeUp(roll, delimiter, size, names);
              const { lines, reading } = await readImportTable(write(text));
              expect(lines).toEqual(meant);
              expect(reading).toEqual({ encoding, marked: !/-1251|8$/.test(name), delimiter });
            }
          }
        }
      }
    });
  }

  it('IMPORT-06 Russian headings tell CP866 and KOI8-R from Windows-1251', async () => {
    const text = 'Квартира;Фамилия;Имя;Телефон\r\n48;Калинина;Дарья;89164082217\r\n';
    expect((await readImportTable(inCp866(text))).reading?.encoding).toBe('ibm866');
    expect((await readImportTable(inKoi8(text))).reading?.encoding).toBe('koi8-r');
  });

  it('IMPORT-06 where the headings are English the person says which encoding it is', async () => {
    const text = 'unit;last_name;first_name;phone_number\n48;Калинина;Дарья;89164082217\n';
    expect((await readImportTable(inCp866(text))).lines[0]?.last_name).not.toBe('Калинина');
    expect((await readImportTable(inCp866(text), { encoding: 'ibm866' })).lines[0]?.last_name).toBe('Калинина');
    expect((await readImportTable(inKoi8(text), { encoding: 'koi8-r' })).lines[0]?.first_name).toBe('Дарья');
  });

  it.each([
    ['ibm866', inCp866],
    ['koi8-r', inKoi8],
    ['windows-1251', inWindows1251],
    ['utf-16le', (text: string) => inUtf16(text)],
    ['utf-16be', (text: string) => inUtf16(text, true)],
    ['utf-8', (text: string) => inUtf8(text, true)],
  ] as const)('what is written back in %s is what such a file holds', (encoding, write) => {
    const text = 'Квартира;Имя\r\nАЯ а я;+7 п р\t"';
    expect([...encode(text, encoding, /utf/.test(encoding))]).toEqual([...write(text)]);
  });

  it('UTF-16 without its mark is known by where its zeros stand', async () => {
    const text = 'unit;last_name;first_name;phone_number\n48;Калинина;Дарья;89164082217\n';
    expect((await readImportTable(inUtf16(text, false, false))).reading?.encoding).toBe('utf-16le');
    expect((await readImportTable(inUtf16(text, true, false))).reading?.encoding).toBe('utf-16be');
  });
});

describe('single habits of Excel and of people', () => {
  const HEAD = 'unit;last_name;first_name;phone_number\n';
  const read = async (text: string) => (await readImportTable(inUtf8(text))).lines;

  it('«013» stays «013», also where it is kept from Excel by ="013" or an apostrophe', async () => {
    const lines = await read(`${HEAD}013;А;Б;1\n"=""014""";А;Б;1\n'015;А;Б;1\n`);
    expect(lines.map(({ label }) => label)).toEqual(['013', '014', '015']);
  });

  it('rows are numbered as Excel numbers them: titles, empty rows and line breaks in cells counted', async () => {
    const lines = await read(`Жильцы дома\n\n${HEAD}1;А;"Б\nВ";1\n;;;\n\n2;Г;Д;2\n`);
    expect(lines.map(({ row, first_name }) => [row, first_name])).toEqual([
      [4, 'Б В'],
      [7, 'Д'],
    ]);
  });

  it('a quote that nobody closes spoils its own cell and not the rest of the list', async () => {
    const lines = await read(`${HEAD}1;"Иванов;Иван;8916\n2;Петров;Пётр;8917\n3;Сидоров;Сидор;8918\n`);
    expect(lines.slice(-2).map(({ last_name }) => last_name)).toEqual(['Петров', 'Сидоров']);
  });

  it('unbreakable spaces, tabs and marks of direction around a cell are no part of it', async () => {
    expect((await read(`${HEAD} 48\u00a0; Кали\u00a0нина ;\u200eДарья\u202c;\t8 916\n`))[0]).toMatchObject({
      label: '48',
      last_name: 'Кали нина',
      first_name: 'Дарья',
    });
  });
});

describe('quotes', () => {
  const whoIn = async (bytes: Uint8Array) =>
    (await readImportTable(bytes)).lines.map(({ row, label, last_name, isDoubtful = false }) => [
      row,
      label,
      last_name,
      isDoubtful,
    ]);

  it('within a text or at its beginning are text, and swallow no line below', async () => {
    expect(await whoIn(caseFile('quote.csv'))).toEqual([
      [2, '1', '"Ромашка" ООО', false],
      [3, '2', 'Петров; младший', false],
      [4, '3', 'Сидоров', false],
      [5, '4', 'Козлов', false],
    ]);
  });

  it.each([
    [
      'one that is not closed',
      '1;"Ли;Ян;8\n2;Ким;Ок;9',
      [
        [2, '1', '"Ли', true],
        [3, '2', 'Ким', false],
      ],
    ],
    [
      'two that are not closed',
      '1;"Ли;Ян;8\n2;"Ким;Ок;9',
      [
        [2, '1', '"Ли', true],
        [3, '2', '"Ким', true],
      ],
    ],
    ['two that may have made one row of two', '1;"Ли;Ян;8\n2;Ким";Ок;9', [[2, '1', 'Ли;Ян;8 2;Ким', true]]],
    [
      'a break in a cell',
      '1;"Ли\nСы";Ян;8\n2;Ким;Ок;9',
      [
        [2, '1', 'Ли Сы', false],
        [3, '2', 'Ким', false],
      ],
    ],
    [
      'one in another column',
      '1;Ли;Ян;8;"звонить\n2;Ким;Ок;9;',
      [
        [2, '1', 'Ли', false],
        [3, '2', 'Ким', false],
      ],
    ],
  ])('%s', async (_what, rows, expected) => {
    expect(await whoIn(inUtf8(`unit;last_name;first_name;phone_number\n${rows}\n`))).toEqual(expected);
  });

  it('are read as another library writes them, whatever stands in the cells', () => {
    const letters = fc.array(fc.constantFrom('"', ';', '\n', ' ', 'а', '1', ',', "'"), { maxLength: 12 });
    const cell = letters.map((all) => all.join(''));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = `sep=;\n${Papa.unparse(rows, { delimiter: ';', newline: '\n' })}`;
        expect(readDelimited(text, 1_000).rows).toEqual(rows);
      }),
      { numRuns: 2_000, seed: 27 },
    );
  });
});

describe('bytes that are none of the encoding', () => {
  it('cost their own row, and the rest of the file is read as UTF-8', async () => {
    for (const encoding of [undefined, 'utf-8'] as const) {
      const { lines, reading } = await readImportTable(caseFile('badbyte.csv'), { encoding });
      expect(reading?.encoding).toBe('utf-8');
      expect(lines.map(({ last_name }) => last_name)).toEqual(['Иванов', 'Пет\ufffdров', 'Сидоров']);
    }
  });

  it('do not make UTF-8 of a file that is another encoding', async () => {
    const bytes = inWindows1251('unit;last_name;first_name;phone_number\n1;РОЖКОВА Ё«»;ЁЛКА;8\n');
    expect((await readImportTable(bytes)).reading?.encoding).toBe('windows-1251');
    await expect(readImportTable(bytes, { encoding: 'utf-8' })).rejects.toMatchObject({ problem: 'notTable' });
  });

  it('of a Mac are known by the headings, and can be chosen', async () => {
    const bytes = caseFile('mac.csv');
    const { lines, reading } = await readImportTable(bytes);
    expect(reading).toEqual({ encoding: 'x-mac-cyrillic', marked: false, delimiter: ';' });
    expect(lines.map(({ last_name, first_name }) => [last_name, first_name])).toEqual([
      ['Иванов', 'Иван'],
      ['Ёжиков', 'Пётр'],
    ]);
    expect((await readImportTable(bytes, { encoding: 'x-mac-cyrillic' })).lines).toEqual(lines);
    expect([...encode('Пётр', 'x-mac-cyrillic', false)]).toEqual([0x8f, 0xde, 0xf2, 0xf0]);
  });
});

describe('files that are no list', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]);

  it.each([
    ['an empty file', new Uint8Array(), 'empty'],
    ['nothing but line ends', inUtf8('\r\n\r\n;;;\r\n'), 'empty'],
    ['headings alone', inUtf8('unit,last_name,first_name,phone_number\n'), 'onlyHeader'],
    ['headings and rows of nothing', inUtf8('unit;last_name;first_name;phone_number\n;;;\n ; ;\n'), 'onlyHeader'],
    ['a picture renamed to .csv', PNG, 'notTable'],
    ['noise', Uint8Array.from({ length: 4000 }, (_, at) => (at * 193 + 7) % 256), 'notTable'],
    ['a book of old Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'oldExcel'],
    ['the beginning of an archive', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'brokenWorkbook'],
    ['a letter', inWindows1251('Уважаемые жильцы, во вторник не будет воды.\r\nПросим прощения.'), 'columns'],
  ])('IMPORT-06 %s is refused with its own reason', async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem);
  });

  it('IMPORT-05 the columns that are missing are named', async () => {
    const error = await readImportTable(inUtf8('unit;Имя\n1;Дарья\n')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ problem: 'columns', params: { columns: 'last_name phone_number' } });
  });

  it('more rows than a list may have are refused', async () => {
    const rows = '1;А;Б;8916\n'.repeat(IMPORT.rows + 1);
    expect(await problemOf(inUtf8(`unit;last_name;first_name;phone_number\n${rows}`))).toBe('tooManyRows');
  });
});
