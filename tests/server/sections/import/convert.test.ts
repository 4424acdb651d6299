import { book } from '#tests/support/import/books.ts';
import { caseFile } from '#tests/support/import/cases.ts';
import { inUtf8, inUtf16, inWindows1251 } from '#tests/support/import/files.ts';
import { bomb, workbook } from '#tests/support/import/workbook.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { CONVERT, convertFile, csv, freshPhone, rowsOf, stored } from '#tests/support/server/imports.ts';
import { demoPerson, newPerson, type Person } from '#tests/support/server/people.ts';
import { openTestApp, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let admin: Person;
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  admin = await demoPerson(app, 1);
});
afterAll(() => app.close());

const labelOf = async (unit: number) =>
  (await app.database.kysely.selectFrom('units').select('label').where('id', '=', unit).executeTakeFirstOrThrow())
    .label;
const convert = (bytes: Uint8Array | string, more: Parameters<typeof convertFile>[3] = {}) =>
  convertFile(admin, demo.home.building, bytes, more);

describe('a list that is read', () => {
  it('IMPORT-04, IMPORT-07: answers a bare list of rows: id of the unit, label, names, phone, codes and the row of the file', async () => {
    const label = await labelOf(demo.home.unit);
    const phone = freshPhone();
    const answer = await convert(csv([[label, 'Калинина', 'Дарья', phone]]));
    expect(answer.status).toBe(200);
    expect(answer.list).toEqual([
      {
        id: demo.home.unit,
        label,
        first_name: 'Дарья',
        last_name: 'Калинина',
        phone_number: stored(phone),
        errors: [],
        row: 2,
      },
    ]);
  });

  it('an error of a formula is an error of its row', async () => {
    const rows = rowsOf(await convert(caseFile('na.xlsx'), { name: 'na.xlsx' }));
    const unit = ['UNAVAILABLE_UNIT'];
    const own = rows.map(({ errors }) => errors.filter((code) => code !== 'UNAVAILABLE_UNIT'));
    expect(own).toEqual([['BROKEN_FIELD_LAST_NAME'], ['BROKEN_FIELD_FIRST_NAME'], [], ['INCORRECT_FORMAT_PHONE']]);
    expect(rows[2]?.errors).toEqual(unit);
  });

  it('a quote beside a text swallows no row, and a bad byte costs its own row alone', async () => {
    const codesIn = async (name: string) =>
      rowsOf(await convert(caseFile(name), { name })).map(({ last_name, errors }) => [
        last_name,
        errors.filter((code) => code.startsWith('BROKEN')),
      ]);
    expect(await codesIn('quote.csv')).toEqual([
      ['"Ромашка" ООО', []],
      ['Петров; младший', []],
      ['Сидоров', []],
      ['Козлов', []],
    ]);
    expect(await codesIn('badbyte.csv')).toEqual([
      ['Иванов', []],
      ['Пет\ufffdров', ['BROKEN_FIELD_LAST_NAME']],
      ['Сидоров', []],
    ]);
  });

  it('rows that Excel hides are left out unless they are asked for', async () => {
    const rowsIn = async (more: object) =>
      rowsOf(await convert(caseFile('hidden.xlsx'), { name: 'hidden.xlsx', ...more })).map(({ row }) => row);
    expect(await rowsIn({})).toEqual([2, 4]);
    expect(await rowsIn({ hidden_rows: 'true' })).toEqual([2, 3, 4]);
  });

  it('IMPORT-13…IMPORT-21: has each code where it belongs, several in one row too', async () => {
    const label = await labelOf(demo.home.unit);
    const twice = freshPhone();
    const rows = rowsOf(
      await convert(
        csv([
          ['', 'Панова', 'Ирина', freshPhone()],
          ['901', 'Мишин', 'Олег', freshPhone()],
          [label, '', 'Вера', freshPhone()],
          [label, 'Рогов', '', freshPhone()],
          [label, '', '', ''],
          [label, 'Сорокин', 'Глеб', '8 916 55'],
          [label, 'Лапина', 'Вера', phoneOf(8)],
          [label, 'Первый', 'Пётр', twice],
          [label, 'Второй', 'Пётр', stored(twice)],
          ['', '', 'Пётр', '7,91235E+10'],
          ['', 'Лапина', 'Вера', phoneOf(8)],
          ['901', 'Лапина', 'Вера', phoneOf(8)],
          [label, '', 'Вера', phoneOf(8)],
          [label, 'Лапина', '', stored(twice)],
        ]),
      ),
    );
    expect(rows.map(({ errors }) => errors)).toEqual([
      ['EMPTY_FIELD_UNIT'],
      ['UNAVAILABLE_UNIT'],
      ['EMPTY_FIELD_LAST_NAME'],
      ['EMPTY_FIELD_FIRST_NAME'],
      ['EMPTY_FIELD_LAST_NAME', 'EMPTY_FIELD_FIRST_NAME', 'EMPTY_FIELD_PHONE_NUMBER'],
      ['INCORRECT_FORMAT_PHONE'],
      ['ALREADY_EXIST_PHONE'],
      [],
      ['ALREADY_EXIST_PHONE'],
      ['EMPTY_FIELD_UNIT', 'EMPTY_FIELD_LAST_NAME', 'INCORRECT_FORMAT_PHONE'],
      ['EMPTY_FIELD_UNIT', 'ALREADY_EXIST_PHONE'],
      ['UNAVAILABLE_UNIT', 'ALREADY_EXIST_PHONE'],
      ['EMPTY_FIELD_LAST_NAME', 'ALREADY_EXIST_PHONE'],
      ['EMPTY_FIELD_FIRST_NAME', 'ALREADY_EXIST_PHONE'],
    ]);
    expect(rows[9]?.phone_number).toBe('7,91235E+10');
  });

  it('IMPORT-06: is decoded by the server itself: Windows-1251, UTF-8 with and without its mark, UTF-16, a workbook', async () => {
    const text = 'Телефон;Имя;Фамилия;Квартира\r\n89164082217;Дарья;Калинина;1\r\n';
    const made = workbook([
      ['unit', 'last_name', 'first_name', 'phone_number'],
      ['1', 'Калинина', 'Дарья', { number: 89164082217 }],
    ]);
    for (const bytes of [inWindows1251(text), inUtf8(text), inUtf8(text, true), inUtf16(text), made]) {
      expect(rowsOf(await convert(bytes))).toMatchObject([
        { label: '1', last_name: 'Калинина', first_name: 'Дарья', phone_number: '+79164082217', row: 2 },
      ]);
    }
    const said = await convert(inWindows1251(csv([['1', 'Калинина', 'Дарья', '89164082217']])), { encoding: 'koi8-r' });
    expect(rowsOf(said)[0]?.last_name).not.toBe('Калинина');
    expect((await convert(text, { encoding: 'utf-7' })).body).toMatchObject({
      encoding: ['Такая кодировка не читается'],
    });
  });

  it.each([
    ['libreoffice', ['013', '013', '48', '12.03.2024', 'оф. 3'], '+79164082217'],
    ['exceljs', ['013', '013', '48', '48', '48'], '+79164082217'],
    ['exceljs-stream', ['013', '013', '48', 'оф. 3', '12.03.2024'], '+79164082217'],
    ['sheetjs-inline', ['013', '013', '48', '12.03.2024', 'оф. 3'], '+79164082217'],
  ] as const)('IMPORT-06: a book that %s wrote is read as it shows', async (name, labels, phone) => {
    const rows = rowsOf(await convert(book(name), { name: `${name}.xlsx` }));
    expect(rows.map(({ label }) => label)).toEqual(labels);
    expect(rows[0]).toMatchObject({ last_name: 'Калинина', first_name: 'Дарья', phone_number: phone });
  });

  it('stores nothing', async () => {
    const count = async () => (await app.database.kysely.selectFrom('users').select('id').execute()).length;
    const before = await count();
    await convert(csv([['1', 'Калинина', 'Дарья', freshPhone()]]));
    expect(await count()).toBe(before);
  });
});

describe('what is refused', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'Файл пустой'],
    ['headings alone', Buffer.from('unit;last_name;first_name;phone_number'), /только заголовки/],
    ['a picture by the name of .csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /Это не таблица/],
    ['an old book', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /старого Excel/],
    ['a book that unpacks without end', bomb(80_000_000), /слишком большая внутри/],
    [
      'one without two columns',
      Buffer.from('unit;Имя\n1;Дарья'),
      /^В файле не хватает столбцов: last_name \(фамилия\), phone_number/,
    ],
  ])('IMPORT-06: %s: 400 with a sentence for the alert', async (_what, bytes, sentence) => {
    const answer = await convert(bytes);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('import_file');
    expect(String(answer.body.detail)).toMatch(sentence);
  });

  it('IMPORT-05: a file that lacks one column names it', async () => {
    const answer = await convert('unit;last_name;first_name\n1;А;Б\n');
    expect(answer.body.detail).toMatch(/^В файле не хватает столбца: phone_number \(телефон\)/);
  });

  it('IMPORT-01: a call without a building, or with none there is, says so at the field', async () => {
    const files = [{ field: 'file', name: 'a.csv', bytes: Buffer.from(csv([])) }];
    const without = await admin.call('POST', { url: CONVERT, files });
    expect([without.status, without.body.building]).toEqual([400, ['выберите объект']]);
    for (const building of ['0', '99999999999', 'abc', '1; drop table users', '7777777']) {
      const answer = await convertFile(admin, building, csv([]));
      expect([building, answer.status, Array.isArray(answer.body.building)]).toEqual([building, 400, true]);
    }
  });

  it('IMPORT-07: what goes beyond the specification says so in the description of the API', async () => {
    const { text } = await app.call('GET', '/api/openapi.json');
    type Schema = { description?: string; enum?: string[]; properties?: Record<string, Schema>; items?: Schema };
    type Operation = {
      requestBody: { content: Record<string, { schema: { required: string[] } }> };
      responses: Record<string, { content: Record<string, { schema: Schema }> }>;
    };
    const { paths } = JSON.parse(text) as { paths: Record<string, { post: Operation }> };
    const { requestBody, responses } = (paths[CONVERT] as { post: Operation }).post;
    expect(requestBody.content['multipart/form-data']?.schema.required).toEqual(['file', 'building']);
    const row = responses['200']?.content['application/json']?.schema.items?.properties;
    expect(row?.errors?.items).toMatchObject({
      enum: expect.arrayContaining(['EMPTY_FIELD_UNIT', 'LONG_FIELD_LAST_NAME', 'LONG_FIELD_FIRST_NAME']),
      description: expect.stringMatching(/LONG_FIELD_LAST_NAME и LONG_FIELD_FIRST_NAME – дополнение/),
    });
    expect(row?.row?.description).toMatch(/дополнение/i);
  });

  it('a call without a file, one that is no form, and files beyond the limit', async () => {
    const none = await admin.call('POST', { url: CONVERT, fields: { building: String(demo.home.building) } });
    expect(none.body).toMatchObject({ file: ['обязательное поле'] });
    const other = await admin.call('POST', {
      url: CONVERT,
      fields: { building: String(demo.home.building) },
      files: [{ field: 'list', name: 'a.csv', bytes: Buffer.from(csv([])) }],
    });
    expect([other.status, other.body.file]).toEqual([400, ['файл ожидается в поле «file», а пришёл в другом']]);
    expect((await admin.post(CONVERT, { building: 1 })).status).toBe(415);
    expect((await convert(Buffer.alloc(6_292_001, 'a'))).body.detail).toMatch(/больше 6 МБ/);
    const claimed = await app.call('POST', CONVERT, admin.token, {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1073741824',
    });
    expect(claimed.status).toBe(413);
  });
});

describe('rights', () => {
  it('one entrance held: flats of the others are not there', async () => {
    const label = await labelOf(demo.home.unit);
    const narrow = await newPerson(app, { porches: [demo.home.otherPorch] });
    const answer = await convertFile(narrow, demo.home.building, csv([[label, 'А', 'Б', freshPhone()]]));
    expect(rowsOf(answer)).toMatchObject([{ id: null, errors: ['UNAVAILABLE_UNIT'] }]);
  });

  it('another building: 400; residents for reading alone: 403', async () => {
    const stranger = await newPerson(app, { porches: [demo.away.porch] });
    expect((await convertFile(stranger, demo.home.building, csv([]))).status).toBe(400);
    const reader = await newPerson(app, { levels: { residents: 'read' } });
    expect((await convertFile(reader, demo.home.building, csv([]))).status).toBe(403);
  });
});
