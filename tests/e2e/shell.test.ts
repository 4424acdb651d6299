import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, seriousViolations } from '#tests/support/browser/browser.ts';
import { type Product, startProduct } from '#tests/support/browser/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const checked = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('checked-buildings') ?? '[]') as string[]);
const selector = (page: Page) => page.getByRole('button', { name: /Выбор домов/ });
const listCall = (page: Page) =>
  page.waitForRequest((request) => request.url().includes('/api/crm/cameras/?buildings_id='));

it('SHELL-09 SHELL-22 SHELL-23 SHELL-24 SHELL-25 SHELL-26 SHELL-27 SHELL-28 SHELL-29 chooses buildings', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await page.goto('/cameras');
  await selector(page).click();
  const panel = page.getByRole('dialog', { name: 'Выбор домов' });
  const boxes = panel.locator('input[type=checkbox][value]');
  const values = await boxes.evaluateAll((all) =>
    (all as HTMLInputElement[]).map((box) => box.value).filter((value) => /^\d+$/.test(value)),
  );
  expect(values.length).toBeGreaterThan(2);
  expect(await panel.getByText('Без комплекса').count()).toBe(1);
  const all = panel.getByRole('checkbox', { name: 'Выбрать все' });
  expect(await all.isChecked()).toBe(true);

  const [first] = values;
  await panel.locator(`input[value="${first}"]`).uncheck();
  expect(await all.isChecked()).toBe(false);
  await panel.getByRole('button', { name: 'Отменить' }).click();
  await selector(page).click();
  expect(await panel.locator(`input[value="${first}"]`).isChecked()).toBe(true);

  await all.uncheck();
  const apply = panel.getByRole('button', { name: 'Применить' });
  expect(await apply.getAttribute('aria-disabled')).toBe('true');
  await panel.locator(`input[value="${first}"]`).check();
  const call = listCall(page);
  await apply.click();
  expect(new URL((await call).url()).searchParams.get('buildings_id')).toBe(first);
  expect((await checked(page)).map(String)).toEqual([first]);
  await page.reload();
  await selector(page).click();
  await panel.locator(`input[value="${first}"]:checked`).waitFor();
  expect(await boxes.evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)).toBe(1);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);
  await close();
});

it('SHELL-29 drops remembered buildings that are no longer in the list', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.evaluate(() => localStorage.setItem('checked-buildings', JSON.stringify(['1', '987654'])));
  await page.goto('/cameras');
  await selector(page).click();
  const panel = page.getByRole('dialog', { name: 'Выбор домов' });
  await panel.locator('input[value="1"]:checked').waitFor();
  await panel.getByText('выбрано 1 из').waitFor();
  const call = listCall(page);
  await panel.locator('input[value="2"]').check();
  await panel.getByRole('button', { name: 'Применить' }).click();
  expect(new URL((await call).url()).searchParams.get('buildings_id')?.split(',').sort()).toEqual(['1', '2']);
  expect((await checked(page)).map(String).sort()).toEqual(['1', '2']);
  await close();
});

it('SHELL-32 SHELL-33 says so when nothing in the selector matches', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.goto('/cameras');
  await selector(page).click();
  await page.getByPlaceholder('Улица, номер дома или комплекс').fill('нет такой улицы');
  await page.getByText('Нет совпадений').waitFor();
  await close();
});

it('SHELL-01 SHELL-02 SHELL-03 shows the fallback page for addresses that only look alike', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  for (const path of ['/zzz', '/camerasx', '/cameras/x/y', '/create-camera-form/x']) {
    await page.goto(path);
    await page.getByText('Страница не найдена').waitFor();
  }
  expect(await page.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/news');
  expect(complaints).toEqual([]);
  await close();
});

it('SHELL-04 SHELL-05 replaces the list by the forbidden page when the building list answers 401', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.route('**/api/crm/buildings/', (route) => route.fulfill({ status: 401, json: { detail: 'Нет' } }));
  await page.goto('/cameras');
  await page.getByText('Для вас доступ закрыт').waitFor();
  await close();
});

it('SHELL-06 SHELL-31 ERR-01 ERR-07 says a failed building list in the alert and keeps the page', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.route('**/api/crm/buildings/', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Дома не нашлись' } }),
  );
  await page.goto('/cameras');
  const alert = page.getByRole('alert').filter({ hasText: 'Дома не нашлись' });
  await alert.waitFor();
  const box = await alert.boundingBox();
  expect(box && box.x + box.width > 1440 * 0.75 && box.y < 120).toBe(true);
  expect(await page.getByText('Для вас доступ закрыт').count()).toBe(0);
  await close();
});

it('ERR-08 ERR-10 ERR-14 keeps the alert over a click elsewhere, within half of the width, until it is closed', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.route('**/api/crm/cameras/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'очень '.repeat(2000) } }),
  );
  await page.goto('/cameras');
  const alert = page.getByRole('alert').filter({ hasText: 'очень' });
  await alert.waitFor();
  await page.mouse.click(300, 600);
  await alert.hover();
  const box = await alert.boundingBox();
  expect(box && box.width <= 720 && box.height <= 630).toBe(true);
  await alert.getByRole('button', { name: 'Закрыть' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.unroute('**/api/crm/cameras/**');
  await page.route('**/api/crm/cameras/**', (route) => route.abort());
  await page.reload();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Возникла непредвиденная ошибка, обратитесь в поддержку Управдом' })
    .waitFor();
  await close();
});

it('SHELL-14 SHELL-15 SHELL-17 lists in the menu what the person may see', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 10 });
  await page.goto('/zzz');
  await page.getByText('Страница не найдена').waitFor();
  await page.goto('/cameras');
  await page.getByText('Для вас доступ закрыт').waitFor();
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Камеры' }).count()).toBe(0);
  await close();
});

it('PERM-04 takes rights that changed on the server up at the next start', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 6 });
  await page.evaluate(() => {
    const levels = JSON.parse(localStorage.getItem('permissions') ?? '{}') as Record<string, string>;
    localStorage.setItem('permissions', JSON.stringify({ ...levels, cameras: 'denied' }));
  });
  await page.goto('/cameras');
  await page.getByRole('navigation').getByRole('link', { name: 'Камеры' }).waitFor();
  await close();
});

it('signs out when another tab does', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  const other = await page.context().newPage();
  await other.goto('/cameras');
  await other.getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL(/\/auth/);
  await close();
});

const PASSES = {
  name: 'passes',
  section: 'passes',
  icon: 'key',
  words: { one: 'пропуск', few: 'пропуска', many: 'пропусков', accusative: 'пропуск', gender: 'm', plural: 'пропуска' },
  fields: {
    guest: { kind: 'text', label: 'Гость', required: true, max: 60 },
    day: { kind: 'text', label: 'Когда' },
  },
  list: { layout: 'table', columns: ['guest', 'day'], menu: ['edit', 'hold-delete'] },
  form: [{ fields: ['guest', 'day'] }],
};

it('makes a working section of a definition file of ten lines', async () => {
  writeFileSync(join(product.resourcesDir, 'passes.json'), JSON.stringify(PASSES));
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Пропуска' });
  const until = Date.now() + 15_000;
  do {
    await page.goto('/cameras');
    await page.getByRole('heading', { level: 1 }).waitFor();
  } while ((await entry.count()) === 0 && Date.now() < until);
  await entry.click();
  await page.getByRole('link', { name: 'Добавить пропуск' }).first().click();
  await page.getByRole('button', { name: 'Добавить пропуск' }).click();
  await page.getByText('обязательное поле').waitFor();
  await page.getByLabel('Гость').fill('Марья Гостева');
  await page.getByRole('button', { name: 'Добавить пропуск' }).click();
  await page.waitForURL((url) => url.pathname === '/passes');
  await page.getByText('Марья Гостева').first().waitFor();
  await page.getByRole('button', { name: /^Действия: / }).click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.getByLabel('Гость').fill('Марья Гостева-Домова');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await page.getByText('Марья Гостева-Домова').first().waitFor();
  await page.reload();
  await page.getByText('Марья Гостева-Домова').first().waitFor();
  await page.getByRole('button', { name: /^Действия: / }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).hover();
  await page.mouse.down();
  await page.getByText('Марья Гостева-Домова').waitFor({ state: 'detached' });
  await page.mouse.up();
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
