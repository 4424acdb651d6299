import { strToU8 } from 'fflate';
import { isBrokenCell } from '#resources/rules/import/broken-cell.ts';
import { headed } from '#resources/rules/import/columns.ts';
import { formatCellNumber, parseNumberFormat } from '#resources/rules/import/number-format.ts';
import type { ImportFileError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { readImportTable } from '#resources/rules/import/table.ts';
import { caseFile } from '#tests/support/import/cases.ts';
import { workbook } from '#tests/support/import/workbook.ts';

const rowsOf = async (bytes: Uint8Array) => (await readImportSheet(bytes, 1_000, headed)).rows;
const shown = (value: number, code: string) => formatCellNumber(String(value), parseNumberFormat(164, code));

describe('cells of a workbook are read as Excel shows them', () => {
  it('times, days with a time, parts of a hundred and sums that were worked out', async () => {
    const rows = await rowsOf(caseFile('rec-times.xlsx'));
    expect(rows.slice(1).map((cells) => cells.slice(2))).toEqual([
      ['09:30'],
      ['09:30'],
      ['09:30:00'],
      ['36:00:00'],
      ['дата', '21.11.2026', '21.11.2026 18:00'],
      ['дата2', '21.11.2026', '21.11.2026 18:00'],
      ['доля', '', '', '', '15%'],
      ['сумма', '', '', '1234,56'],
      ['сумма2', '', '', '1234,56'],
      ['доля2', '', '', '', '0,3'],
      ['дата+время как текст', '21.11.2026 18:00', '21.11.2026 18:00'],
      ['21.11.2026 18:00'],
    ]);
  });

  it('days that are counted from 1904', async () => {
    const [, cells] = await rowsOf(caseFile('rec-1904.xlsx'));
    expect(cells?.slice(3)).toEqual(['21.11.2026', '21.11.2026 18:00']);
  });

  it.each([
    ['0.00', 1.005, '1,01'],
    ['0.00', 1234.5600000000002, '1234,56'],
    ['0', 2.5, '3'],
    ['0%', 0.145, '15%'],
    ['0.0%;[Red]-0.0%', -0.123, '-12,3%'],
    ['#,##0.00\\ "₽"', 1234.5, '1 234,50 ₽'],
    ['[$-419]#,##0.00\\ [$₽-419]', -1234.5, '-1 234,50 ₽'],
    ['[$$-409]#,##0.00', 12, '$12,00'],
    ['"кв. "000', 13, 'кв. 013'],
    ['General" шт."', 12, '12 шт.'],
    ['[<5]"мало";"много"', 3, 'мало'],
    ['# ?/?', 0.5, '1/2'],
    ['00-00', 112, '01-12'],
    ['@', 12.5, '12,5'],
    ['General', 1 / 3, '0,333333333333333'],
    ['General', 12_345_678.123456, '12345678,123456'],
    ['General', 0.0000001, '0,0000001'],
    ['General', 500100732259, '500100732259'],
    ['0.00E+00', 79164082217, '79164082217'],
    ['+7 (000) 000-00-00', 9164082217, '9164082217'],
    ['000000000000', 77012345678, '077012345678'],
    ['h:mm', 1.0625, '01:30'],
    ['[h]:mm', 1.0625, '25:30'],
    ['h:mm AM/PM', 0.75, '18:00'],
    ['[$-F400]h:mm:ss\\ AM/PM', 0.3958333, '09:30:00'],
    ['mm:ss', 330 / 86_400, '00:05:30'],
    ['mmm.yy', 46347, '21.11.2026'],
    ['[$-419]d\\ mmmm', 46347, '21.11.2026'],
    ['dd.mm.yyyy', 1, '01.01.1900'],
    ['dd.mm.yyyy', 60, '29.02.1900'],
    ['dd.mm.yyyy', 61, '01.03.1900'],
    ['dd.mm.yyyy h:mm', 0.5, '00.01.1900 12:00'],
    ['dd.mm.yyyy', -1, '########'],
  ])('%s of %d is %s', (code, value, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it('codes that no Excel writes take nothing but their own cell', () => {
    for (const code of [
      '__proto__',
      'constructor',
      '"не закрыто',
      '[',
      '\\',
      '0.0.0.0',
      '?'.repeat(255),
      'x'.repeat(300),
    ])
      expect(typeof shown(5.5, code)).toBe('string');
  });

  it('more codes than a book may have are refused before they fill the memory', async () => {
    const formats = Array.from({ length: 600 }, (_, at) => `0"${at}"`);
    const bytes = workbook(
      formats.map((_, at) => [{ number: 1, style: at + 1 }]),
      { formats },
    );
    const refused = await readImportSheet(bytes, 1_000, headed).catch((error: unknown) => error);
    expect((refused as ImportFileError).problem).toBe('tooHard');
  });

  it('a day that is kept as ISO, and a formula without its result', async () => {
    const cells = [
      '<c t="d"><v>2026-11-21T18:00:00.000</v></c>',
      '<c t="d"><v>2026-11-21</v></c>',
      '<c><f>1+1</f><v></v></c>',
      '<c t="str"><f>""</f><v></v></c>',
      '<c><f>1+1</f><v>2</v></c>',
    ];
    const sheet = `<worksheet><sheetData><row r="1">${cells.join('')}</row></sheetData></worksheet>`;
    const [row] = await rowsOf(workbook([], { files: { 'xl/worksheets/sheet1.xml': strToU8(sheet) } }));
    expect(row).toEqual(['21.11.2026 18:00', '21.11.2026', '#CALC!', '', '2']);
  });
});

describe('cells without a value', () => {
  it('are known by the errors of Excel, of a Russian one and of LibreOffice, and by letters that were lost', () => {
    for (const cell of ['#N/A', '#REF!', '#Н/Д', '#ссылка!', '########', 'Err:502', 'Пет\ufffdров'])
      expect([cell, isBrokenCell(cell)]).toEqual([cell, true]);
    for (const cell of ['#5', '# 12', 'кв. #5', '#Н/Дом', 'Err:или', '##', ''])
      expect([cell, isBrokenCell(cell)]).toEqual([cell, false]);
  });
});

describe('rows that Excel hides', () => {
  it('are left out and counted, and taken in where they are asked for', async () => {
    const bytes = caseFile('hidden.xlsx');
    const without = await readImportTable(bytes);
    expect([without.lines.map(({ row }) => row), without.hidden]).toEqual([[2, 4], 1]);
    const all = await readImportTable(bytes, { withHidden: true });
    expect([all.lines.map(({ row }) => row), all.hidden]).toEqual([[2, 3, 4], 1]);
  });

  it('are hidden by their height as well; a list with no others is read', async () => {
    const row = (number: number, more: string, text: string) =>
      `<row r="${number}" ${more}>${['1', text, 'Ян', '8'].map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
    const head = `<row r="1" hidden="true">${['Квартира', 'Фамилия', 'Имя', 'Телефон'].map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
    const sheet = `<worksheet><sheetData>${head}${row(2, 'ht="0" customHeight="1"', 'Ли')}</sheetData></worksheet>`;
    const files = { 'xl/worksheets/sheet1.xml': strToU8(sheet) };
    expect(await readImportTable(workbook([], { files }))).toMatchObject({ lines: [], hidden: 1 });
  });
});
