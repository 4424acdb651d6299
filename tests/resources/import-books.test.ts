import { readImportTable } from '#resources/rules/import/table.ts';
import { BOOKS, type BookName, book } from '#tests/support/import/books.ts';
import { workbook } from '#tests/support/import/workbook.ts';

/** The cells of each list as Excel shows them: row, flat, last name, first name, telephone. */
const SHOWN: Readonly<Record<BookName, readonly string[]>> = {
  libreoffice: [
    '4|013|Калинина|Дарья|9164082217',
    '5|013|Орлов (собственник)|Борис & Ко|89251139064',
    '6|48|Ёлкин|Пётр|79164082218',
    '8|12.03.2024|Липова|Яна|79164082219',
    '9|оф. 3|Щукин|Семён|8 (916) 408-22-20',
  ],
  exceljs: [
    '2|013|Калинина|Дарья|8 916 408-22-17',
    '3|013|Орлов|Борис|+7 925 113-90-64',
    '4|48|Ёлкин|Пётр|9164082218',
    '5|48|Липова|Анна|79164082219',
    '6|48|Липова|Анна|79164082220',
  ],
  'exceljs-stream': [
    '3|013|Калинина|Дарья|89164082217',
    '4|013|Орлов|Борис|+7 (925) 113-90-64',
    '5|48|Ёлкин|Пётр & Ко|9164082218',
    "6|оф. 3|О'Генри|Ян <младший>|89164082219",
    '7|12.03.2024|Ли|Ян|79164082220',
  ],
  'sheetjs-inline': [
    '4|013|Калинина|Дарья|89164082217',
    '5|013|Орлов|Борис|+7 (925) 113-90-64',
    '6|48|Ёлкин|Пётр & Ко|9164082218',
    '7|12.03.2024|Ли|Ян|79164082219',
    '8|оф. 3|Щукин|ИСТИНА|',
  ],
  'sheetjs-shared': [
    '4|013|Калинина|Дарья|89164082217',
    '5|013|Орлов|Борис|+7 (925) 113-90-64',
    '6|48|Ёлкин|Пётр & Ко|9164082218',
    '7|12.03.2024|Ли|Ян|79164082219',
    '8|оф. 3|Щукин|ИСТИНА|',
  ],
  'xlsx-populate': [
    '2|013|Калинина|Дарья|89164082217',
    '3|013|Орлов|Борис|8 925 113 90 64',
    '4|12.03.2024|Ли|Ян|79164082219',
  ],
};

const linesOf = async (bytes: Uint8Array) =>
  (await readImportTable(bytes)).lines.map(({ row, label, last_name, first_name, phone_number }) =>
    [row, label, last_name, first_name, phone_number].join('|'),
  );

describe('books that other programs wrote', () => {
  it.each(BOOKS)('IMPORT-05, IMPORT-06 %s is read by what its cells show', async (name) => {
    expect(await linesOf(book(name))).toEqual(SHOWN[name]);
  });
});

describe('cells that are one', () => {
  const HEAD = ['Квартира', 'Фамилия', 'Имя', 'Телефон'];
  const MERGED = 'xl/worksheets/sheet1.xml';
  /** A book with its rows and these cells merged. */
  const merged = (rows: readonly (readonly string[])[], ...references: string[]) => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const cells = rows.map((row) => row.map((text) => `<c t="str"><v>${text}</v></c>`).join(''));
    const body = cells.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('');
    const one = references.map((reference) => `<mergeCell ref="${reference}"/>`).join('');
    const sheet = `<worksheet xmlns="${main}"><sheetData>${body}</sheetData><mergeCells>${one}</mergeCells></worksheet>`;
    return workbook([], { files: { [MERGED]: Buffer.from(sheet) } });
  };

  it('IMPORT-06 headings over two rows are headings once, a flat over three belongs to all three', async () => {
    const bytes = merged(
      [
        [...HEAD, 'Прочее', ''],
        ['', '', '', '', 'Почта', 'Машина'],
        ['48', 'Ли', 'Ян', '1', '', ''],
        ['', 'Ли', 'Яна', '2', '', ''],
        ['', 'Ли', 'Юн', '3', '', ''],
        ['', 'Ким', 'Ок', '4', '', ''],
      ],
      'A1:A2',
      'B1:B2',
      'C1:C2',
      'D1:D2',
      'E1:F1',
      'A3:A5',
    );
    expect(await linesOf(bytes)).toEqual(['3|48|Ли|Ян|1', '4|48|Ли|Яна|2', '5|48|Ли|Юн|3', '6||Ким|Ок|4']);
  });

  it('are not believed where there are more of them than a sheet can have', async () => {
    const everything = Array.from({ length: 3000 }, () => 'A2:A1048576');
    expect(await linesOf(merged([HEAD, ['1', 'А', 'Б', '8']], ...everything))).toEqual(['2|1|А|Б|8']);
  });

  it('IMPORT-06 headings that stand again over every page are nobody, and a break of Excel is white space', async () => {
    const rows = [HEAD, ['1', 'Ли_x000D_Сы', 'Ян', '8'], HEAD, ['2', 'А', 'Б', '9']];
    expect(await linesOf(workbook(rows))).toEqual(['2|1|Ли Сы|Ян|8', '4|2|А|Б|9']);
  });
});
