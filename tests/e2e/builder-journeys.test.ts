import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The labels of the fields as they stand in the builder. */
const fieldLabels = (page: Page) =>
  page
    .getByRole('button', { name: /^Настроить поле/ })
    .evaluateAll((buttons) => buttons.map((one) => /«(.+)»/.exec(one.getAttribute('aria-label') ?? '')?.[1]));

/** Begins a section in the dialog for it. */
async function begin(visitor: Visitor, start: string): Promise<void> {
  await visitor.open('/definitions');
  await button(visitor, /Новый раздел/).click();
  await visitor.page.getByRole('radio', { name: new RegExp(`^${start}`) }).check();
}

/** A workbook of one sheet with these rows of texts. */
function workbook(rows: readonly (readonly string[])[]): Buffer {
  const sheet = rows.map(
    (cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
  );
  const xml = (text: string) => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const types = 'http://schemas.openxmlformats.org/package/2006';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': xml(
        `<Types xmlns="${types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': xml(
        `<Relationships xmlns="${types}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': xml(
        `<Relationships xmlns="${types}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': xml(
        `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
      ),
    }),
  );
}

const KEYS = [
  ['Бирка', 'Кому выдан', 'Телефон', 'Выдан'],
  ['П-1', 'Анна', '+79000000001', '01.02.2026'],
  ['П-2', 'Павел', '+79000000002', '02.02.2026'],
];
test.each([
  ['propuska-csv', 'ключи.csv', 'text/csv', () => Buffer.from(KEYS.map((row) => row.join(';')).join('\r\n'))],
  [
    'propuska-xlsx',
    'ключи.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    () => workbook(KEYS),
  ],
])('%s: a table becomes a section, and its rows become records', async (name, file, mimeType, bytes) => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  visitor.forgive(new RegExp(`404 .*files/${name}\\.json`));
  await begin(visitor, 'С таблицы');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Имя в данных').click();
  await dialog.getByLabel('Имя раздела латиницей').fill(name);
  await dialog.locator('input[type=file]').setInputFiles({ name: file, mimeType, buffer: bytes() });
  await dialog.getByText(`${file}: 2 записи`).waitFor();
  expect(await dialog.getByLabel('Вид поля «Выдан»').inputValue()).toBe('date');
  await dialog.getByLabel('Название раздела').fill('Ключи подъездов');
  await button(visitor, 'Создать').click();
  await page.getByRole('columnheader', { name: 'Кому выдан' }).waitFor();
  expect(await fieldLabels(page)).toEqual(['Бирка', 'Кому выдан', 'Телефон', 'Выдан']);
  // Applied, it leads to the import of the rows.
  await button(visitor, 'Применить').click();
  await visitor.arrive('Загрузка из файла');
  await page.getByText(`${file}, 2 строки`).waitFor();
  await button(visitor, 'Сохранить корректные строки').click();
  await visitor.reach(`/${name}`);
  await page.getByText('Павел').first().waitFor();
  await page.getByText('П-1').first().waitFor();
});
