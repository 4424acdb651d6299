// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-buildings.test.ts.

import type { Locator, Route } from 'playwright-core';
import { uploaded } from '#tests/support/browser/every-input.ts';
import { collages, scrolled, scrollToEnd, standAbove } from '#tests/support/browser/feed.ts';
import { hold } from '#tests/support/browser/hold.ts';
import {
  ARMED,
  dropFiles,
  harmless,
  NAMED,
  openAll,
  pastePicture,
  REFUSED,
  SWOLLEN,
} from '#tests/support/browser/incoming.ts';
import { notificationsConnected } from '#tests/support/browser/notifications-connected.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';
import { said } from '#tests/support/browser/visitor.ts';
import { chooseBuilding } from '#tests/support/browser/walk-steps.ts';
import { heicPicture } from '#tests/support/server/files.ts';

const stage = raiseStage();

const TEXT = 'Бригада уже на месте, вернём воду к вечеру.';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Двор ${index + 1}.png`, mimeType: 'image/png', buffer: PNG }));

const card = ({ page }: Visitor, title: string) => page.locator('article', { hasText: title });
const dots = (visitor: Visitor, title: string) => card(visitor, title).getByRole('button', { name: /^Действия/ });
const titleField = ({ page }: Visitor) => page.getByLabel('Заголовок', { exact: true });
const textField = ({ page }: Visitor) => page.getByLabel('Текст', { exact: true });
const publish = ({ page }: Visitor) => page.getByRole('button', { name: 'Опубликовать объявление' });
const listCalls = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('GET /api/crm/news/?'));

/** Calls the API as the administrator. */
async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${stage.product.address}${path}`, {
    method,
    headers: { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Publishes an announcement for everybody by the API. */
async function announce(title: string): Promise<void> {
  await call('POST', '/api/crm/news/', {
    title,
    description: TEXT,
    type: 'info',
    attachments: [],
    target: { for_all_objects: true },
  });
}

async function openFeed(height = 900): Promise<Visitor> {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 1440, height } } });
  await visitor.open('/news');
  await visitor.page.locator('article').first().waitFor();
  return visitor;
}

test('NEWS-13, NEWS-19…NEWS-22, NEWS-49, ATT-01, ATT-13: written with six pictures it stands in the feed, and they are looked through by keyboard', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/create-news-form');
  await page.getByLabel('Объект', { exact: true }).click();
  await page.getByRole('option', { name: /^Всем/ }).click();
  await titleField(visitor).fill('Двор готов к зиме');
  await textField(visitor).fill(TEXT);
  await page.locator('input[type=file]').setInputFiles(pictures(6));
  await page.getByText('Двор 6.png').waitFor();
  await uploaded(page);
  // Twice the answer is lost on its way back: the press is repeated at once, and once more by the page loaded anew.
  const keys: unknown[] = [];
  const lose = async (route: Route) => {
    keys.push((await route.request().allHeaders())['idempotency-key']);
    expect((await route.fetch()).status()).toBe(201);
    await route.abort();
  };
  await page.route('**/api/crm/news/', lose, { times: 2 });
  for (const times of [1, 2]) {
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/crm/news/'));
    await publish(visitor).click();
    await lost;
    expect(keys).toHaveLength(times);
  }
  await page.reload();
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await page.getByText('Двор 6.png').waitFor();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/crm/news/'),
  );
  await publish(visitor).click();
  expect([...keys, (await (await sent).allHeaders())['idempotency-key']]).toEqual([keys[0], keys[0], keys[0]]);
  visitor.forgive(/ERR_FAILED/);
  expect((await sent).postDataJSON()).toMatchObject({
    target: { for_all_objects: true },
    title: 'Двор готов к зиме',
    attachments: [expect.any(Number), ...Array.from({ length: 5 }, () => expect.any(Number))],
  });
  await visitor.reach('/news');
  await card(visitor, 'Двор готов к зиме').getByText('+2').waitFor();
  expect(await card(visitor, 'Двор готов к зиме').count()).toBe(1);
  const tiles = card(visitor, 'Двор готов к зиме').getByRole('button', { name: /^Фото/ });
  expect(await tiles.count()).toBe(4);

  await tiles.nth(1).click();
  const carousel = page.getByRole('dialog', { name: /Двор готов к зиме/ });
  await carousel.getByText('2 из 6').waitFor();
  expect(await carousel.getByText('Вы', { exact: true }).isVisible()).toBe(true);
  expect(await carousel.getByText('Всем объектам').isVisible()).toBe(true);
  // Nothing of the page behind shines through.
  const backdrop = carousel.locator('.yarl__container');
  expect(await backdrop.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
  expect(await carousel.locator('time').innerText()).toMatch(/^\d\d:\d\d$/);
  await page.keyboard.press('ArrowLeft');
  await carousel.getByText('1 из 6').waitFor();
  await page.keyboard.press('ArrowLeft');
  await carousel.getByText('6 из 6').waitFor();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await carousel.getByText('1 из 6').waitFor();
  const before = await scrolled(visitor);
  await page.mouse.wheel(0, 2000);
  await page.waitForTimeout(200);
  expect(await scrolled(visitor)).toBe(before);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Escape');
  await carousel.waitFor({ state: 'detached' });
  expect(await tiles.nth(1).evaluate((tile) => tile === document.activeElement)).toBe(true);
  await tiles.first().click();
  await carousel.getByRole('button', { name: 'Закрыть' }).click();
  await carousel.waitFor({ state: 'detached' });
  await tiles.first().hover();
  await page.mouse.wheel(0, 300);
  await until('the page scrolls', async () => (await scrolled(visitor)) > before);
});

test('NEWS-01, NEWS-10: the stories stand above the announcements, the way to write is in sight; one to four pictures lie each in a way of their own', async () => {
  const { page } = await openFeed(5000);
  const box = async (place: Locator) => (await place.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  const stories = page.getByRole('region', { name: 'Истории' });
  await stories.waitFor();
  const { y, height } = await box(stories);
  expect(y + height).toBeLessThanOrEqual((await box(page.locator('article').first())).y);
  expect((await box(page.getByRole('link', { name: /Написать объявление/ }))).y).toBeLessThan(y + height);
  expect(await collages(page)).toEqual([
    '0 0 0.5 1, 0.5 0 0.5 1',
    '0 0 0.7 1, 0.7 0 0.3 0.3, 0.7 0.3 0.3 0.3, 0.7 0.7 0.3 0.3',
    '0 0 0.7 1, 0.7 0 0.3 0.5, 0.7 0.5 0.3 0.5',
    '0 0 1 1',
  ]);
});

test('NEWS-05: 45 announcements are exactly three calls, each 20 px before the end, and Back finds the place again and asks for nothing', async () => {
  const { count } = (await call('GET', '/api/crm/news/?page_size=1')) as { count: number };
  for (let number = count; number < 45; number += 1) await announce(`Объявление номер ${number}`);
  const visitor = await openFeed();
  expect(listCalls(visitor)).toHaveLength(1);
  await standAbove(visitor, 50);
  await visitor.page.waitForTimeout(300);
  expect(listCalls(visitor)).toHaveLength(1);
  const second = visitor.page.waitForRequest((request) => request.url().includes('/api/crm/news/?'));
  await standAbove(visitor, 15);
  await second;
  expect(listCalls(visitor)).toHaveLength(2);
  await scrollToEnd(visitor, () => listCalls(visitor).length > 2);
  expect(listCalls(visitor)).toHaveLength(3);
  expect(await visitor.page.locator('article').count()).toBeLessThan(20);
  const place = await scrolled(visitor);
  await visitor.page.getByRole('link', { name: 'Камеры' }).first().click();
  await visitor.reach('/cameras');
  await visitor.page.goBack();
  await visitor.page.locator('article').first().waitFor();
  await until('the page is at its place', async () => Math.abs((await scrolled(visitor)) - place) < 5);
  await visitor.page.waitForTimeout(400);
  expect(Math.abs((await scrolled(visitor)) - place)).toBeLessThan(5);
  expect(listCalls(visitor)).toHaveLength(3);
});

test('NEWS-06…NEWS-09: a second of holding does nothing, 1.6 s delete, and it can be taken back', async () => {
  await announce('Это объявление лишнее');
  const visitor = await openFeed();
  const { page, calls } = visitor;
  const deletions = () => calls.filter((made) => made.startsWith('DELETE'));
  await dots(visitor, 'Это объявление лишнее').click();
  const edit = page.getByRole('menuitem', { name: 'Редактировать' });
  expect(await edit.getAttribute('href')).toMatch(/^\/edit-news-form\?id=\d+$/);
  const item = page.getByRole('menuitem', { name: /Удалить|Удерживайте/ });
  await hold(visitor, item, 1000);
  expect(deletions()).toEqual([]);
  await hold(visitor, item, 1600);
  await card(visitor, 'Это объявление лишнее').waitFor({ state: 'detached' });
  expect(deletions()).toHaveLength(1);
  const first = page
    .locator('article')
    .first()
    .getByRole('button', { name: /^Действия/ });
  expect(await first.evaluate((button) => button === document.activeElement)).toBe(true);
  // On a phone what is offered stands in one line.
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await page.getByText('Объявление удалено').boundingBox())?.height).toBeLessThan(30);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await card(visitor, 'Это объявление лишнее').waitFor();
});

test('what somebody else writes meanwhile is offered, and does not move the feed by itself', async () => {
  const visitor = await stage.visitor({ as: 2 });
  const listens = notificationsConnected(visitor.page);
  await visitor.open('/news');
  await listens;
  await visitor.page.locator('article').first().waitFor();
  await announce('Свежее объявление');
  const offer = visitor.page.getByRole('button', { name: 'Показать новые объявления' });
  await offer.waitFor();
  expect(await card(visitor, 'Свежее объявление').count()).toBe(0);
  await offer.click();
  await card(visitor, 'Свежее объявление').waitFor();
});

test('NEWS-27, SHELL-34: pressed while empty, it scrolls to the first error and sends nothing; filled in, it is published later', async () => {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 390, height: 600 } } });
  await visitor.open('/create-news-form');
  await visitor.page.getByRole('button', { name: 'Заполните обязательные поля' }).click();
  await visitor.page.getByText('выберите объект').waitFor();
  const first = await visitor.page.getByLabel('Объект', { exact: true }).elementHandle();
  await visitor.page.waitForFunction((input) => input === document.activeElement, first);
  expect(visitor.calls.filter((made) => made.startsWith('POST /api/crm/news/'))).toEqual([]);
  // Filled in, it is published at the time that it is given.
  await chooseBuilding(visitor);
  await titleField(visitor).fill('Мойка окон');
  await textField(visitor).fill('Моем окна в подъездах, закройте форточки.');
  await visitor.page.getByRole('radio', { name: 'В назначенное время' }).check();
  await visitor.page.getByRole('button', { name: 'Запланировать объявление' }).click();
  await said(visitor, /^Объявление выйдет .+ в 09:00: ул\.\sЛесная,\s12/);
  await visitor.reach('/news');
});

test('NEWS-48, ATT-03…ATT-05, ATT-08, ATT-09: files are dropped, pasted, given up and tried again; hostile ones run nowhere', async () => {
  // The test itself writes the picture to the clipboard, which needs permissions; pasting does not.
  const visitor = await stage.visitor({ as: 1, browser: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page, calls } = visitor;
  const UPLOADS = '**/api/authorized/attachments/';
  const uploads = () => calls.filter((made) => made.includes('/attachments/'));
  const choose = (files: Readonly<Record<string, Buffer>>) =>
    page
      .locator('input[type=file]')
      .setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: 'x/y', buffer })));
  const row = (name: string) => page.locator('li', { has: page.getByText(name, { exact: true }) });
  const inRow = (action: string, name: string) => page.getByRole('button', { name: `${action} файл${name}` });
  await visitor.open('/create-news-form');
  await choose({ 'вирус.exe': PNG });
  await page.getByText('не удалось загрузить файл').first().waitFor();
  await page.getByLabel('Объект', { exact: true }).click();
  await page.getByRole('option', { name: /^Всем/ }).click();
  await titleField(visitor).fill('Двор готов к весне');
  await textField(visitor).fill(TEXT);
  await page.getByRole('button', { name: 'Заполните обязательные поля' }).click();
  await page.waitForTimeout(300);
  expect(calls.filter((made) => made === 'POST /api/crm/news/')).toEqual([]);
  await inRow('Убрать', ' вирус.exe').click();
  expect(uploads()).toEqual([]);

  // Given up on its way.
  await page.route(UPLOADS, () => undefined);
  await choose({ 'долгий.txt': Buffer.from('долго') });
  await page.getByRole('progressbar', { name: 'долгий.txt' }).waitFor();
  await inRow('Отменить загрузку', 'а долгий.txt').click();
  await row('долгий.txt').waitFor({ state: 'detached' });
  await page.unroute(UPLOADS);
  expect(uploads()).toEqual(['POST /api/authorized/attachments/']);

  // Tried again.
  await page.route(UPLOADS, (route) => route.fulfill({ status: 503, json: { error: 'Занято' } }), { times: 1 });
  await choose({ 'план.txt': Buffer.from('план') });
  await inRow('Повторить загрузку', 'а план.txt').click();
  await row('план.txt').getByText('1 КБ').waitFor();
  visitor.forgive(/503/);

  await dropFiles(page, { 'брошенный.png': PNG }, () => row('брошенный.png').locator('img').waitFor());
  await page.getByRole('heading', { level: 1 }).click();
  await pastePicture(page, PNG);
  await row('image.png').locator('img').waitFor();
  // A picture that this browser cannot draw is seen by what the server makes of it.
  await choose({ 'телефон.heic': heicPicture() });
  await row('телефон.heic')
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode());
  await inRow('Убрать', ' телефон.heic').click();
  const answers: Promise<{ name: string; s3_file: { file: string } }[]>[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 201 && answer.url().endsWith('/attachments/')) answers.push(answer.json());
  });
  const swollen = await SWOLLEN();
  await choose({ ...REFUSED, ...ARMED, ...swollen, ...Object.fromEntries(Object.values(NAMED)) });
  const why = 'Файлы такого типа не принимаются';
  for (const place of [page.getByRole('alert'), row('страница.png')]) await place.getByText(why).first().waitFor();
  for (const name of Object.keys(REFUSED)) await inRow('Убрать', ` ${name}`).click();
  await publish(visitor).click();
  await visitor.reach('/news');
  visitor.forgive(/400/);
  const there = card(visitor, 'Двор готов к весне');
  for (const name of Object.keys(NAMED)) await there.getByRole('link').filter({ hasText: name }).first().waitFor();
  const ribbon = there.getByRole('button', { name: /лента\.png/ }).locator('img');
  await ribbon.evaluate((image: HTMLImageElement) => image.decode());
  const files = (await Promise.all(answers)).flat().map(({ name, s3_file }) => [name, s3_file.file] as const);
  expect(files.map(([name]) => name).sort()).toEqual(Object.keys({ ...ARMED, ...swollen, ...NAMED }).sort());
  visitor.forgive(/MIME type|Refused|Content Security Policy|Blocked script|sandboxed/);
  expect(await openAll(page, files)).toEqual(harmless(files));
});
