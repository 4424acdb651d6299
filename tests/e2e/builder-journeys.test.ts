import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { buildsItsFile, draftText, exampleSection } from '#tests/support/browser/built-sections.ts';
import { mouse } from '#tests/support/browser/hands.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const fileOf = (name: string) => join(stage.product.resourcesDir, `${name}.json`);
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

/** Applies what the builder has, as so many versions before. */
async function apply(visitor: Visitor, version: number): Promise<void> {
  await button(visitor, 'Применить').click();
  await visitor.page.getByText(`Версия ${version}`, { exact: true }).waitFor();
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

test('«water-outages» is built from nothing by mouse, and is the file of the documents', () =>
  buildsItsFile(stage, 'water-outages', mouse, 1440));

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

test('a section is begun from an example, taken away, and brought back from its history', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  visitor.forgive(/404 .*files\/parking-places\.json/);
  await begin(visitor, 'С примера');
  await page.getByLabel('Пример', { exact: true }).selectOption({ label: 'Парковка' });
  await button(visitor, 'Создать').click();
  await apply(visitor, 1);
  const example = await exampleSection('parking-places');
  expect(JSON.parse(await readFile(fileOf('parking-places'), 'utf8'))).toEqual(example);

  await button(visitor, 'Удалить поле «С зарядкой»').click();
  await apply(visitor, 2);
  await button(visitor, 'Убрать раздел').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать раздел' }).click();
  await visitor.reach('/definitions');
  await expect(stat(fileOf('parking-places'))).rejects.toThrow('ENOENT');

  await page.getByText('Убранные разделы: 1').click();
  await page.getByRole('link', { name: 'Парковка' }).click();
  await button(visitor, 'История').click();
  await page.getByText('раздел убран', { exact: true }).waitFor();
  await button(visitor, 'Что изменилось с этой версии: 1').click();
  await button(visitor, 'Вернуть эту версию: 1').click();
  await page.getByRole('button', { name: 'Настроить поле «С зарядкой»' }).waitFor();
  await apply(visitor, 4);
  expect(JSON.parse(await readFile(fileOf('parking-places'), 'utf8'))).toEqual(example);
  await page.getByRole('link', { name: 'Парковка' }).first().waitFor();
});

test('two administrators see both versions; the second puts theirs over it only when they say so', async () => {
  const name = 'parking-places';
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  for (const visitor of [one, other]) {
    await visitor.open(`/definitions/${name}`);
    await button(visitor, 'Добавить поле: Число').waitFor();
  }
  await button(one, 'Добавить поле: Деньги').click();
  await button(one, 'Применить').click();
  await one.page.getByText('Версия 5', { exact: true }).waitFor();
  await button(other, 'Добавить поле: Телефон').click();
  other.forgive(/409 .*files\/parking-places\.json/);
  await button(other, 'Применить').click();
  const dialog = other.page.getByRole('dialog', { name: 'Раздел уже изменили' });
  await dialog.getByText(/"kind": "money"/).waitFor();
  await dialog.getByText(/"kind": "phone"/).waitFor();
  expect(await readFile(fileOf(name), 'utf8')).toContain('"money"');
  await dialog.getByRole('button', { name: 'Оставить мою' }).click();
  await other.page.getByText('Версия 6', { exact: true }).waitFor();
  expect(await readFile(fileOf(name), 'utf8')).not.toContain('"money"');
});

test('fields are put in order by mouse and by keyboard, and into another part of the form by both', async () => {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 900, height: 900 } } });
  const { page } = visitor;
  visitor.forgive(/404 .*files\/poryadok\.json/);
  await visitor.open('/definitions');
  await button(visitor, /Новый раздел/).click();
  await page.getByLabel('Название раздела').fill('Порядок');
  await button(visitor, 'Создать').click();
  for (const kind of ['Дата', 'Телефон']) {
    await button(visitor, `Добавить поле: ${kind}`).click();
    await button(visitor, 'Все поля').click();
  }
  await button(visitor, 'Добавить часть формы').click();
  const handle = (label: string) => button(visitor, `Передвинуть поле «${label}»`);
  await handle('Телефон').focus();
  for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  const parts = async (text: string) => JSON.parse(text).form.map(({ fields }: { fields: string[] }) => fields);
  const first = [['telefon', 'nazvanie', 'data'], []];
  expect(await parts(await draftText(visitor, 'poryadok', (text) => text.includes('"telefon", "nazvanie"')))).toEqual(
    first,
  );

  const [held, target] = [
    await handle('Название').boundingBox(),
    await page.getByText('Перетащите поле сюда').boundingBox(),
  ];
  if (!held || !target) throw new Error('The fields are not there');
  await page.mouse.move(held.x + 10, held.y + 10);
  await page.mouse.down();
  await page.mouse.move(held.x + 10, held.y + 30, { steps: 4 });
  await page.mouse.move(target.x + 20, target.y + 20, { steps: 10 });
  await page.waitForTimeout(300);
  await page.mouse.up();
  const second = [['telefon', 'data'], ['nazvanie']];
  const isMoved = (text: string) => text.includes('"fields": ["nazvanie"]');
  expect(await parts(await draftText(visitor, 'poryadok', isMoved))).toEqual(second);

  await button(visitor, 'Настроить поле «Дата»').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Часть формы', { exact: true }).selectOption('1');
  await button(visitor, 'Все поля').focus();
  await page.keyboard.press('Enter');
  // The keyboard is back at the field that it came from.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Настроить поле «Дата»');
  const third = [['telefon'], ['nazvanie', 'data']];
  expect(
    await parts(await draftText(visitor, 'poryadok', (text) => text.includes('"fields": ["nazvanie", "data"]'))),
  ).toEqual(third);
});
