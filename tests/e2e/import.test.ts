// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-people.test.ts.
import { readFile } from 'node:fs/promises';
import { raiseStage, seriousFindings } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';
import { said } from '#tests/support/browser/visitor.ts';
import { book } from '#tests/support/import/books.ts';
import { inWindows1251 } from '#tests/support/import/files.ts';

const stage = raiseStage();

/** As a Russian Excel saves it: Windows-1251, semicolons. */
const LIST = [
  'Квартира;Фамилия;Имя;Телефон;Примечание',
  '1;Абрамов;Денис;8 (917) 330-15-72;',
  '2;Белова;Ольга;+79176409103;"звонить;вечером"',
  '901;Мишин;Олег;89177710840;',
  '3;Ёлкин;Пётр;7,91235E+10;',
  '4;Власова;Нина;9172154487;',
].join('\r\n');
const FILE = { name: 'lesnaya-12.csv', mimeType: 'text/csv', buffer: Buffer.from(inWindows1251(LIST)) };
const WORKBOOK = {
  name: 'lesnaya-12.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(book('exceljs-stream')),
};

test('IMPORT-01…IMPORT-04, IMPORT-06, IMPORT-08…IMPORT-12, IMPORT-14, IMPORT-20, RES-39: a book of Excel and a list in Windows-1251 are read in a worker, two rows are mended in place, and everybody is invited', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/download-resident-form');
  await page.getByText('Пригласите сразу весь дом').waitFor();
  const input = page.locator('input[type=file]');

  await input.click();
  await page.getByText('выберите объект').waitFor();
  await page.getByLabel('Объект', { exact: true }).fill('Лесная, 12');
  await page
    .getByRole('option', { name: /Лесная/ })
    .first()
    .click();
  await page.getByText('phone_number').hover();
  await page.getByRole('tooltip', { name: /first_name – имя/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await input.setInputFiles(WORKBOOK);
  await page.getByText('lesnaya-12.xlsx, 5 строк').waitFor();
  expect(await page.getByText('Книга Excel', { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('cell').allInnerTexts()).toEqual(expect.arrayContaining(['013', 'Ёлкин', '89164082217']));
  await page.getByRole('button', { name: 'Выбрать другой' }).click();

  const chooser = page.waitForEvent('filechooser');
  await input.click();
  await (await chooser).setFiles(FILE);
  await page.getByText('lesnaya-12.csv, 5 строк').waitFor();
  expect(await page.getByLabel('Кодировка').inputValue()).toBe('windows-1251');
  expect(await page.getByText('Разделитель: точка с запятой').isVisible()).toBe(true);
  expect(await page.getByRole('cell', { name: 'Абрамов' }).isVisible()).toBe(true);
  expect(page.workers()).toHaveLength(1);

  await page.getByRole('button', { name: 'Проверить список' }).click();
  await page.getByRole('heading', { name: 'Проверьте список' }).waitFor();
  const [correct, wrong] = [
    page.getByRole('tab', { name: /^Корректные/ }),
    page.getByRole('tab', { name: /^С ошибками/ }),
  ];
  expect([await correct.innerText(), await wrong.innerText()].map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'Корректные 3',
    'С ошибками 2',
  ]);
  await page.getByText('кв. 901').waitFor();
  await page.getByText('Неверный формат').hover();
  await page.getByRole('tooltip', { name: /Excel испортил номер/ }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать строки с ошибками' }).click();
  const rest = new TextDecoder('windows-1251').decode(await readFile(await (await download).path()));
  const [head, unit, excelPhone] = rest.split('\r\n');
  expect(head).toBe('Квартира;Фамилия;Имя;Телефон;Примечание;Причина');
  expect(unit).toMatch(/^901;.*;Такого помещения в этом доме нет или оно вам недоступно$/);
  expect(excelPhone).toMatch(/Excel испортил номер/);

  await page.keyboard.press('F8');
  await page.getByLabel('Помещение, строка 4').fill('кв. 5');
  await page.keyboard.press('Enter');
  const phone = page.getByLabel('Телефон, строка 5');
  await page.waitForFunction((element) => element === document.activeElement, await phone.elementHandle());
  await phone.fill('8 917 123-50-00');
  await page.keyboard.press('Enter');
  await page.getByText('Ошибок нет').waitFor();
  await correct.click();
  await page.getByText('+7 (917) 123-50-00').waitFor();
  await page.locator('p', { hasText: /^СМС не уйдут: шлюз не настроен/ }).waitFor();

  const sent = page.waitForRequest((request) => request.url().endsWith('/api/crm/import/residents/'));
  await page.getByRole('button', { name: 'Отправить приглашение' }).click();
  expect((await sent).method()).toBe('POST');
  await said(visitor, /^Добавлено 5 резидентов\. СМС не отправлены: шлюз не настроен$/);
  await page.waitForURL((url) => url.pathname === '/residents' && url.searchParams.has('buildings_id'));

  const outbox = async (): Promise<{ to: string; text: string }[]> =>
    (await fetch(`${stage.product.address}/dev/outbox`)).json() as Promise<{ to: string; text: string }[]>;
  const invited = async () =>
    (await outbox()).filter(({ text }) => text.includes('вас пригласили в приложение')).map(({ to }) => to);
  await until('five invitations', async () => (await invited()).length >= 5);
  expect((await invited()).sort()).toEqual([
    '+79171235000',
    '+79172154487',
    '+79173301572',
    '+79176409103',
    '+79177710840',
  ]);
});

test('what was mended of a list is there again after a reload, from the browser’s own database; sent, it says how many were added and how many were left out', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  const rows = [
    'unit;last_name;first_name;phone_number',
    '6;Котов;Иван;+79176500001',
    '901;Лосев;Олег;+79176500002',
    '902;Рысев;Илья;+79176500003',
  ];
  const check = async () => {
    await page.getByText('lesnaya.csv, 3 строки').waitFor();
    await page.getByRole('button', { name: 'Проверить список' }).click();
    await page.getByRole('heading', { name: 'Проверьте список' }).waitFor();
  };
  await visitor.open('/download-resident-form');
  await page.getByLabel('Объект', { exact: true }).fill('Лесная, 12');
  await page
    .getByRole('option', { name: /Лесная/ })
    .first()
    .click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lesnaya.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await check();
  await page.keyboard.press('F8');
  await page.getByLabel('Помещение, строка 3').fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('Строка 3 исправлена').waitFor({ state: 'attached' });
  await page.reload();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await check();
  await page.locator('p', { hasText: /^СМС не уйдут: шлюз не настроен/ }).waitFor();
  await page.getByRole('button', { name: 'Отправить приглашение' }).click();
  await said(visitor, /^Добавлены 2 резидента\. СМС не отправлены: шлюз не настроен\. Осталась 1 строка с ошибками$/);
  await page.waitForURL((url) => url.pathname === '/residents' && url.searchParams.has('buildings_id'));
});
