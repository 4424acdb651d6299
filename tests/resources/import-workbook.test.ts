import { strToU8, zipSync } from 'fflate';
import { headed } from '#resources/rules/import/columns.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { readImportSheet } from '#resources/rules/import/sheet.ts';
import { readImportTable } from '#resources/rules/import/table.ts';
import { UNPACKED_MAX } from '#resources/rules/import/unzip.ts';
import { caseFile } from '#tests/support/import/cases.ts';
import { bomb, claiming, inLongArchive, workbook } from '#tests/support/import/workbook.ts';

const HEAD = ['Квартира', 'Фамилия', 'Имя', 'Телефон'];

const problemOf = (bytes: Uint8Array) =>
  readImportTable(bytes).then(
    () => 'it was read',
    (error: unknown) => (error instanceof ImportFileError ? error.problem : error),
  );

describe('books of Excel', () => {
  it('IMPORT-06 are read by what their cells show: long numbers whole, «013» as its format says', async () => {
    const { lines, reading } = await readImportTable(
      workbook(
        [
          HEAD,
          [{ number: 13, style: 1 }, 'Калинина', 'Дарья & Ко', { number: 89164082217 }],
          ['013', { inline: 'Орлов' }, 'Борис', '+7 (925) 113-90-64'],
          [{ number: 48 }, 'Ёлкин', 'Пётр', { number: '7.9164082217E10' }],
          [{ number: 45363, style: 2 }, 'Ли', 'Ян', null],
        ],
        { formats: ['000', 'd\\-mmm'] },
      ),
    );
    expect(reading).toBeNull();
    expect(lines).toEqual([
      { row: 2, label: '013', last_name: 'Калинина', first_name: 'Дарья & Ко', phone_number: '89164082217' },
      { row: 3, label: '013', last_name: 'Орлов', first_name: 'Борис', phone_number: '+7 (925) 113-90-64' },
      { row: 4, label: '48', last_name: 'Ёлкин', first_name: 'Пётр', phone_number: '79164082217' },
      { row: 5, label: '12.03.2024', last_name: 'Ли', first_name: 'Ян', phone_number: '' },
    ]);
  });

  it('IMPORT-06 have the line breaks that Excel writes as an escape, wherever a text stands', async () => {
    const { lines } = await readImportTable(
      workbook([HEAD, ['1', 'Ка_x000D_\nлинина', { inline: 'Да_x000D_\nрья' }, '89164082217']]),
    );
    const [{ last_name, first_name } = { last_name: '', first_name: '' }] = lines;
    expect([last_name, first_name].filter((name) => name.includes('_x'))).toEqual([]);
    expect([last_name, first_name].map((name) => name.replace(/\s+/g, ''))).toEqual(['Калинина', 'Дарья']);
    const sheet = [
      '<worksheet><sheetData>',
      ...[HEAD, ['1', 'А', 'Б_x005F_В', '8']].map(
        (cells) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`,
      ),
      '</sheetData></worksheet>',
    ];
    const files = { 'xl/worksheets/sheet1.xml': Buffer.from(sheet.join('')) };
    expect((await readImportTable(workbook([HEAD], { files }))).lines).toMatchObject([{ first_name: 'Б_В' }]);
  });

  it('are read when their tags have a prefix and their rows begin further down', async () => {
    const { lines } = await readImportTable(
      workbook([['Жильцы'], HEAD, ['1', 'Калинина', 'Дарья', '89164082217']], { prefix: 'x:', above: 3 }),
    );
    expect(lines).toEqual([
      { row: 6, label: '1', last_name: 'Калинина', first_name: 'Дарья', phone_number: '89164082217' },
    ]);
  });

  it.each(['shared-SharedStrings.xml.xlsx', 'backslash.xlsx', 'workbook2.xlsx'])(
    'IMPORT-06 are read whatever another program calls their parts: %s',
    async (name) => {
      const { lines } = await readImportTable(caseFile(name));
      expect(lines.map(({ label, last_name }) => [label, last_name])).toEqual([
        ['1', 'Иванов'],
        ['2', 'Иванов'],
      ]);
    },
  );

  it('are found by their relations: a sheet that is a chart, prefixes and addresses of their own, escaped names', async () => {
    const xml = (text: string) => strToU8(text);
    const one = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const sheet = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const bytes = zipSync({
      '_rels/.rels': xml(
        `<Relationships><Relationship Id="a" Type="${one}/officeDocument" Target="/книги/моя.xml"/></Relationships>`,
      ),
      'книги/моя.xml': xml('<workbook><sheets><sheet d3:id="c"/><sheet d3:id="s"/></sheets></workbook>'),
      'книги/_rels/моя.xml.rels': xml(
        `<Relationships><Relationship Id="c" Type="${one}/chartsheet" Target="chart.xml"/><Relationship Id="s" Type="${one}/worksheet" Target="../%D0%BB%D0%B8%D1%81%D1%82%201.xml"/><Relationship Id="t" Type="${one}/sharedStrings" Target="TEXTS.xml"/></Relationships>`,
      ),
      'лист 1.xml': xml(sheet),
      'книги/texts.xml': xml('<sst><si><t>Иванов</t></si></sst>'),
      'книги/chart.xml': xml('<chartsheet/>'),
    });
    expect((await readImportSheet(bytes, 10, headed)).rows).toEqual([['Иванов']]);
  });

  it('hold no other book that is read in their stead', async () => {
    const inner = workbook([HEAD, ['1', 'Чужой', 'Ян', '8']]);
    const bytes = workbook([HEAD, ['2', 'Свой', 'Ян', '8']], {
      files: { 'xl/embeddings/1.bin': [inner, { level: 0 }] },
    });
    // As programs write that do not know the sizes beforehand: what reads from the front takes the inner files for those of the book.
    const view = new DataView(bytes.buffer);
    const at = Buffer.from(bytes).indexOf('xl/embeddings/1.bin') - 30;
    view.setUint16(at + 6, 8, true);
    for (const place of [14, 18, 22]) view.setUint32(at + place, 0, true);
    expect((await readImportTable(bytes)).lines).toMatchObject([{ last_name: 'Свой' }]);
  });

  it('are read where their archive keeps sizes in the fields for archives of any size', async () => {
    const long = inLongArchive(workbook([HEAD, ['2', 'Свой', 'Ян', '8']]));
    expect((await readImportTable(long)).lines).toMatchObject([{ last_name: 'Свой' }]);
  });

  it('that lack a column say so', async () => {
    expect(
      await problemOf(
        workbook([
          ['Квартира', 'Фамилия', 'Имя'],
          ['1', 'А', 'Б'],
        ]),
      ),
    ).toBe('columns');
  });

  it('that are other archives, or cut off, are refused', async () => {
    expect(await problemOf(workbook([HEAD]).subarray(0, 300))).toBe('brokenWorkbook');
    const archive = workbook([HEAD, ['1', 'А', 'Б', '8']], {
      files: { 'xl/worksheets/sheet1.xml': Buffer.from('<worksheet><sheetData><row') },
    });
    expect(await problemOf(archive)).toBe('brokenWorkbook');
  });

  it('that unpack to more than a list can be are given up on the way', async () => {
    const archive = bomb(UNPACKED_MAX + 10_000_000);
    expect(archive.length).toBeLessThan(1_000_000);
    expect(await problemOf(archive)).toBe('unpacksTooLarge');
  });

  it('that claim a gigabyte are not begun with; one that claims next to nothing is counted all the same', async () => {
    const small = workbook([HEAD, ['1', 'А', 'Б', '8']]);
    expect(await problemOf(claiming(small, 1_073_741_824))).toBe('unpacksTooLarge');
    expect(await problemOf(claiming(bomb(UNPACKED_MAX + 10_000_000), 10))).toBe('unpacksTooLarge');
  });
});
