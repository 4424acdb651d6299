import { strToU8 } from 'fflate';
import { IMPORT } from '#resources/limits.ts';
import { headed } from '#resources/rules/import/columns.ts';
import { readDelimited } from '#resources/rules/import/delimited.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { readImportTable } from '#resources/rules/import/table.ts';
import { cpuTime } from '#tests/support/cpu.ts';
import { inUtf8 } from '#tests/support/import/files.ts';
import { workbook } from '#tests/support/import/workbook.ts';

const HEAD = ['Квартира', 'Фамилия', 'Имя', 'Телефон'];
const TEXT_HEAD = 'unit;last_name;first_name;phone_number\n';

/** The problems for which both readers refuse a file, and the CPU time of that, ms. */
async function refused(bytes: Uint8Array) {
  let problems: unknown[] = [];
  const cpu = await cpuTime(async () => {
    problems = await Promise.all(
      [readImportTable(bytes), readImportSheet(bytes, IMPORT.rows, headed)].map((reading) =>
        reading.then(
          () => 'read',
          (error: unknown) => (error instanceof ImportFileError ? error.problem : error),
        ),
      ),
    );
  });
  return { problems, cpu };
}

/** A workbook whose sheet and shared texts are these. */
const sheetOf = (sheet: string, strings = '') =>
  workbook([], {
    files: {
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${sheet}</worksheet>`),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    },
  });
const headings = `<row r="1">${HEAD.map((name) => `<c t="str"><v>${name}</v></c>`).join('')}</row>`;

describe('a file that is much larger inside than outside', () => {
  it('a tag that nobody closes is refused before all of it is kept', async () => {
    const { problems, cpu } = await refused(sheetOf(`<sheetData>${headings}<row a="${'x'.repeat(20_000_000)}`));
    expect(problems).toEqual(['tooHard', 'tooHard']);
    expect(cpu).toBeLessThan(16_000);
  });

  it('a number format longer than any of Excel is no format', async () => {
    const bytes = workbook([HEAD, [{ number: 13, style: 1 }, 'Калинина', 'Дарья', '89164082217']], {
      formats: ['0'.repeat(300_000)],
    });
    expect((await readImportTable(bytes)).lines).toMatchObject([{ label: '13' }]);
  });

  it('a shared text longer than a cell may be is refused with its row', async () => {
    const cells = Array.from({ length: 800 }, (_, at) => `<row r="${at + 2}"><c t="s"><v>0</v></c></row>`).join('');
    const bytes = sheetOf(`<sheetData>${headings}${cells}</sheetData>`, `<si><t>${'а '.repeat(200_000)}</t></si>`);
    const { problems, cpu } = await refused(bytes);
    expect(problems).toEqual(['longCell', 'longCell']);
    expect(cpu).toBeLessThan(8_000);
    await expect(readImportTable(bytes)).rejects.toMatchObject({ params: { row: 2, most: 32_767 } });
  });

  it('texts that come to gigabytes where cells show them are refused', async () => {
    const cells = Array.from({ length: 3_000 }, (_, at) => `<row r="${at + 2}"><c t="s"><v>0</v></c></row>`).join('');
    const bytes = sheetOf(`<sheetData>${headings}${cells}</sheetData>`, `<si><t>${'а '.repeat(16_000)}</t></si>`);
    expect((await refused(bytes)).problems).toEqual(['tooMuchText', 'tooMuchText']);
  });

  it('merged cells are counted as the cells that they fill', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, at) => `<row r="${at + 2}"><c r="B${at + 2}" t="str"><v>1</v></c></row>`,
    );
    const first = `<row r="2"><c r="A2" t="s"><v>0</v></c></row>`;
    const sheet = `<sheetData>${headings}${first}${rows.slice(1).join('')}</sheetData><mergeCell ref="A2:A3001"/>`;
    const bytes = sheetOf(sheet, `<si><t>${'а'.repeat(32_000)}</t></si>`);
    expect((await refused(bytes)).problems).toEqual(['tooMuchText', 'tooMuchText']);
  });

  it('cells far to the right fill the rows before them, and are counted so; empty ones are not', async () => {
    const rows = (cell: string) =>
      Array.from({ length: 9_000 }, (_, at) => `<row r="${at + 2}"><c r="IV${at + 2}" ${cell}</c></row>`).join('');
    const wide = sheetOf(`<sheetData>${headings}${rows('t="str"><v>1</v>')}</sheetData>`);
    expect((await refused(wide)).problems).toEqual(['tooManyCells', 'tooManyCells']);
    const coloured = sheetOf(`<sheetData>${headings}${rows('s="1">')}</sheetData>`);
    expect((await refused(coloured)).problems).toEqual(['onlyHeader', 'read']);
  });
});

describe('a text that is no list', () => {
  it('wide rows are refused before they are parted, and what stands beyond the columns is dropped', async () => {
    const { problems, cpu } = await refused(inUtf8(`${TEXT_HEAD}${';'.repeat(IMPORT.cells + 1)}`));
    expect(problems).toEqual(['tooManyCells', 'tooManyCells']);
    expect(cpu).toBeLessThan(8_000);
    const { rows } = readDelimited(`${TEXT_HEAD}1${';'.repeat(1_000)}`, 10);
    expect(rows[1]).toHaveLength(IMPORT.columns);
  });

  it('too many rows are refused, closed quotes or not', async () => {
    for (const quote of ['', '"']) {
      const text = `${TEXT_HEAD}1;${quote}А;Б;1\n${'\n'.repeat(500_000)}`;
      const { problems, cpu } = await refused(inUtf8(text));
      expect(problems).toEqual(['tooManyRows', 'tooManyRows']);
      expect(cpu).toBeLessThan(8_000);
    }
  });

  it('a cell longer than in Excel is refused with its row', async () => {
    const bytes = inUtf8(`${TEXT_HEAD}1;А;Б;1\n2;${'в'.repeat(32_768)};Г;2\n`);
    await expect(readImportTable(bytes)).rejects.toMatchObject({ problem: 'longCell', params: { row: 3 } });
  });

  it('a quote that nobody closes takes no longer than the others', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `${at};Калинина;Да"рья;8916`);
    const textOf = (first: string) => inUtf8(`${TEXT_HEAD}${first}\n${lines.join('\n')}`);
    const others = await cpuTime(() => readImportTable(textOf('1;А;Б;8')));
    let read: unknown[] = [];
    const open = await cpuTime(async () => {
      read = (await readImportTable(textOf('1;"А;Б;8'))).lines;
    });
    expect(open).toBeLessThan(5 * others + 1_000);
    expect(read.slice(0, 2)).toMatchObject([
      { label: '1', last_name: '"А', first_name: 'Б', phone_number: '8' },
      { label: '0', last_name: 'Калинина', first_name: 'Да"рья' },
    ]);
    const oneLine = await cpuTime(async () => {
      readDelimited(`a;b\n${'"x;'.repeat(300_000)}`, 10);
      const spaces = readImportTable(inUtf8(`${TEXT_HEAD}${'" '.repeat(200_000)}${' '.repeat(200_000)};x\n`));
      await expect(spaces).rejects.toMatchObject({ problem: 'longCell' });
    });
    expect(oneLine).toBeLessThan(8_000);
  });
});
