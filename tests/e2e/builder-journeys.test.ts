// Runs in test:all alone: ways to begin, to lose and to take back a section; the component tests have each step.
import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

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

const FILES = `${DEFINITIONS_PATH}files/`;

/** Calls the server as the first demo account. */
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const response = await fetch(`${stage.product.address}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

/** Puts a section of two fields in place. */
async function putSection(name: string, title: string): Promise<void> {
  const definition: Readonly<Record<string, unknown>> = { ...keysDefinition(), name, section: name };
  const words = { ...(definition.words as object), title };
  const answer = await call('PUT', `${FILES}${name}.json/`, {
    text: JSON.stringify({ ...definition, words }),
    version: 0,
  });
  expect(answer).toEqual({ version: 1, problems: [], pending: false });
}

/** The text of a section that is in force. */
const inForce = async (name: string) =>
  (await call('GET', `${FILES}${name}.json/`)) as { text: string; version: number };

/** Waits for what the form of a section asks. */
async function isAsked(visitor: Visitor, name: string, labels: readonly string[]): Promise<void> {
  await visitor.open(`/${name}/create`);
  for (const label of labels) await visitor.page.getByLabel(label).first().waitFor();
}

test('of two administrators the second keeps their own version, having seen both, and both see what is in force', async () => {
  await putSection('shelf-keys', 'Ключи на полке');
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  for (const visitor of [one, other]) {
    await visitor.open('/definitions/shelf-keys');
    await button(visitor, 'Добавить поле: Число').waitFor();
  }
  await button(one, 'Добавить поле: Число').click();
  await button(one, 'Применить').click();
  await one.page.getByText('Версия 2').waitFor();
  await button(other, 'Добавить поле: Дата').click();
  await button(other, 'Применить').click();
  const dialog = other.page.getByRole('dialog', { name: 'Раздел уже изменили' });
  await dialog.getByText(/сохранена версия 2/).waitFor();
  const differences = dialog.getByRole('region', { name: 'Различия по строкам' });
  expect(await differences.locator('p', { hasText: /убрано\s+"chislo": / }).count()).toBe(1);
  expect(await differences.locator('p', { hasText: /добавлено\s+"data": / }).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Оставить мою' }).click();
  await other.page.getByText('Версия 3').waitFor();
  other.forgive(/409 .*files\/shelf-keys\.json/);
  expect(Object.keys(JSON.parse((await inForce('shelf-keys')).text).fields)).toEqual(['label', 'place', 'data']);
  for (const visitor of [one, other]) {
    await isAsked(visitor, 'shelf-keys', ['Что открывает', 'Дата']);
    expect(await visitor.page.getByLabel('Число').count()).toBe(0);
  }
});

test('a section that breaks rules shows where, and what is in force stays', async () => {
  await putSection('box-keys', 'Ключи в ящике');
  const before = await inForce('box-keys');
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/definitions/box-keys');
  await button(visitor, 'Настроить поле «Что открывает»').click();
  await page.getByLabel('Не меньше').fill('50');
  await button(visitor, 'Все поля').click();
  // The field and the list of mistakes both name the place.
  await page.getByTitle('Ошибок: 1').waitFor();
  await page.getByText('Ошибок: 1', { exact: true }).click();
  const mistakes = page.getByRole('region', { name: 'Ошибок: 1' });
  await mistakes.getByText('«Не меньше» (50) больше, чем «Не больше» (40)').waitFor();
  await mistakes.getByRole('button', { name: 'Что открывает' }).click();
  await page.getByRole('heading', { name: 'Поле «Что открывает»' }).waitFor();
  await button(visitor, 'Применить').click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Сервер не принял описание' });
  await refusal.getByRole('button', { name: /fields\.label/ }).waitFor();
  visitor.forgive(/422 .*files\/box-keys\.json/);
  expect(await inForce('box-keys')).toEqual(before);
  await page.getByText('Есть неприменённые изменения').waitFor();
  const other = await stage.visitor({ as: 1 });
  await other.open('/box-keys/create');
  await other.page.getByLabel('Что открывает').fill('Подвал');
  await other.page
    .getByRole('button', { name: /^(Добавить|Сохранить|Создать)/ })
    .last()
    .click();
  await other.page.getByText('Подвал').first().waitFor();
});

test('a section is begun from an example, and is the example', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  visitor.forgive(/404 .*files\/water-outages\.json/);
  await begin(visitor, 'С примера');
  await page.getByRole('dialog').getByLabel('Пример', { exact: true }).selectOption({ label: 'Отключения воды' });
  await button(visitor, 'Создать').click();
  await button(visitor, 'Применить').click();
  await page.getByText('Версия 1').waitFor();
  const { $schema: _, ...example } = JSON.parse(await readFile('docs/examples/water-outages.json', 'utf8'));
  expect(JSON.parse((await inForce('water-outages')).text)).toEqual(example);
  await page.getByRole('link', { name: 'Отключения воды' }).first().waitFor();
});

test('a section that was removed is listed, and is taken back with its records', async () => {
  await putSection('safe-keys', 'Ключи в сейфе');
  await call('POST', '/api/records/safe-keys', { label: 'Чердак', place: 'safe' });
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  const link = page.getByRole('navigation').getByRole('link', { name: 'Ключи в сейфе' });
  visitor.forgive(/404 .*files\/safe-keys\.json/);
  await visitor.open('/definitions/safe-keys');
  await link.waitFor();
  await button(visitor, 'Убрать раздел').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать раздел' }).click();
  await visitor.reach('/definitions');
  await link.waitFor({ state: 'detached' });
  await page.getByText('Убранные разделы (1)').click();
  await page.getByRole('link', { name: 'Ключи в сейфе' }).click();
  await button(visitor, 'Применить').click();
  await page.getByText('Версия 3').waitFor();
  await link.click();
  await page.getByText('Чердак').first().waitFor();
});
