import { completeDefinition } from '#resources/language/complete-definition.ts';
import { month } from '#resources/language/kinds/month.ts';
import { formatExactCell, protectCell, readTextCell } from '#resources/rules/import/exact-cell.ts';
import { createHeadingCounter, readSectionRows } from '#resources/rules/import/fields.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { caseDefinition, caseFile } from '#tests/support/import/cases.ts';
import { inUtf8 } from '#tests/support/import/files.ts';

test.each([
  ['1-2', '="1-2"'],
  ['12/1', '="12/1"'],
  ['3-04', '="3-04"'],
  ['007', '="007"'],
  ['11.2026', '="11.2026"'],
  ['1e5', '="1e5"'],
  ['+79164082217', '="+79164082217"'],
  ['12 апр', '="12 апр"'],
  ['ИСТИНА', '="ИСТИНА"'],
  ['5'.repeat(300), `'${'5'.repeat(300)}`],
  ['=1+1', "'=1+1"],
  ['="013"', `'="013"`],
  ["'5 звёзд", "''5 звёзд"],
  ['48', '48'],
  ['1,5', '1,5'],
  ['21.11.2026', '21.11.2026'],
  ['09:30', '09:30'],
  ['+7 (916) 408-22-17', "'+7 (916) 408-22-17"],
  ['Одна\nдве  три', 'Одна\nдве  три'],
])('%j stands in a file as %j, and is read again', (text, cell) => {
  expect(formatExactCell(text)).toBe(cell);
  expect(readTextCell(cell)).toBe(text);
});

test.each([' =1+1', '\u00a0@x', '\t=1+1', '\n-1+cmd'])('%j is not run by a spreadsheet', (text) => {
  expect(formatExactCell(text)).toBe(`'${text}`);
});

test('what Excel leaves alone is not touched in the other files of the product', () => {
  const cells = ['кв. 48', '48', '21.11.2026 18:00', '+7 (916) 408-22-17', '=1+1', "'5", ''];
  expect(cells.map(protectCell)).toEqual(cells);
  expect(['013', '12/1'].map(protectCell)).toEqual(['="013"', '="12/1"']);
});

test.each([
  ['11.2026', '112026'],
  ['1.2026', '012026'],
  ['112026', '112026'],
  ['12026', '012026'],
  ['01.11.2026', '112026'],
  ['11/2026', '112026'],
  ['2026-11', '112026'],
  ['ноябрь 2026', '112026'],
  ['Мая 2026 г.', '052026'],
  ['02.11.2026', '02.11.2026'],
  ['зима 2026', 'зима 2026'],
])('the month «%s» is read as %s', (cell, wire) => {
  expect(month.csv?.read(cell, {})).toBe(wire);
});

test('a file of one record is parted by what its headings are, whatever stands in its texts', async () => {
  const works = completeDefinition(caseDefinition('works') as never);
  const sheet = await readImportSheet(caseFile('works-one.csv'), 1_000, createHeadingCounter(works));
  expect(readSectionRows(works, sheet)?.rows).toEqual([
    { row: 2, cells: { house: 'ул. Лесная, 14', what: 'Кабель, гофра, скобы, дюбели', sum: '1200,50' } },
  ]);
  const text = 'Дом;Что сделано\n"ул. Лесная, 14";"Две  строки\nтекста"\n';
  const again = readSectionRows(works, await readImportSheet(inUtf8(text), 1_000, createHeadingCounter(works)));
  expect(again?.rows[0]?.cells).toEqual({ house: 'ул. Лесная, 14', what: 'Две  строки\nтекста' });
});
