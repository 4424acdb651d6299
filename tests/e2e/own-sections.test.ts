// Runs in test:all alone: the sections of the documentation, built and looked at one by one.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { layDemoData } from '#tests/support/browser/demo-data.ts';
import { copyWithExamples } from '#tests/support/browser/own-copy.ts';
import { patientContext } from '#tests/support/browser/profiles.ts';
import { launch } from '#tests/support/browser/stage.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';

/** The examples with code of their own, each a folder copied to `resources/own` of a product that is then built. */
let root: string;
let product: Product;
let browser: Awaited<ReturnType<typeof launch>>;
let headers: Record<string, string>;
let token: string;

beforeAll(async () => {
  root = await copyWithExamples('inspections', 'equipment');
  const dataDir = join(root, 'data');
  await layDemoData(dataDir);
  product = await startProduct({ root, dataDir });
  token = await signIn(product, 1);
  headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(root, { recursive: true, force: true });
});

async function call<Body>(path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`${product.address}${path}`, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Body>;
}

/** A page of a signed-in administrator; `problems` is whatever it complained of. */
async function visit(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await patientContext(browser, { locale: 'ru-RU', ...options });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${product.address}${path}`);
  return { page, problems };
}

async function firstBuilding(): Promise<number> {
  const [building] = await call<{ id: number }[]>('/api/crm/buildings/');
  if (!building) throw new Error('The demo company has no building');
  return building.id;
}

test('inspections: a widget of one cell', async () => {
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await call('/api/records/inspections', { what: 'Лифт', house: await firstBuilding(), until });
  const { page, problems } = await visit('/inspections');
  const cell = page.getByRole('row', { name: /Лифт/ }).getByRole('time');
  await cell.waitFor();
  expect(await cell.innerText()).toMatch(/^через \d+ дн/);
  expect(await page.getByRole('link', { name: 'Осмотры' }).count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await page.context().close();
});

test('equipment: react-admin’s own inputs make a record, its table shows, filters, deletes and takes back', async () => {
  const building = await firstBuilding();
  await call('/api/records/equipment', { name: 'Лифт', house: building, inspected: '2026-10-05', checks: ['Трос'] });
  const { page, problems } = await visit('/equipment/create');
  await page.getByLabel('Название', { exact: true }).fill('Насос');
  await page.getByLabel('Дом', { exact: true }).click();
  await page.locator('[role=listbox] [role=option]').first().click();
  await page.getByRole('combobox', { name: 'Ответственный' }).fill('Лебед');
  await page.getByRole('option', { name: 'Анна Лебедева' }).click();
  await page.getByRole('button', { name: 'Обычный набор' }).click();
  await page.locator('[data-toast]', { hasText: 'Добавлен обычный набор проверок' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Пункт' }).count()).toBe(3);
  await page.getByRole('button', { name: 'Добавить оборудование' }).click();

  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await row('Насос').getByRole('link', { name: 'Анна Лебедева' }).waitFor();
  expect(await row('Насос').getByRole('cell').allInnerTexts()).toContain('3');

  await page.getByRole('button', { name: 'Добавить фильтр' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Осмотрено не позже' }).click();
  await page.getByLabel('Осмотрено не позже').fill('2026-10-31');
  await row('Насос').waitFor({ state: 'detached' });
  await row('Лифт').getByRole('checkbox').check();
  await page.getByText('1 выбран').waitFor();
  await page.getByRole('button', { name: 'Удалить' }).click();
  await row('Лифт').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await row('Лифт').waitFor();

  await row('Лифт').getByRole('link', { name: 'Редактировать' }).click();
  await page.getByRole('heading', { name: 'Изменить оборудование' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Пункт' }).inputValue()).toBe('Трос');
  expect(problems).toEqual([]);
  await page.context().close();
});

const VIEWS: readonly [string, BrowserContextOptions][] = [
  ['light at 1440 px', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['dark at 1440 px', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['light at 390 px', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['dark at 390 px', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
];

test.each(VIEWS)(
  'equipment, %s: nothing is wider than the page, and axe finds nothing serious',
  async (_, options) => {
    const names = (await call<{ name: string }[]>('/api/records/equipment')).map(({ name }) => name);
    if (!names.includes('Вентиль')) {
      await call('/api/records/equipment', { name: 'Вентиль', house: await firstBuilding(), checks: ['Течь'] });
    }
    const { page, problems } = await visit('/equipment', options);
    for (const shown of [page.getByText('Вентиль'), page.getByRole('button', { name: 'Обычный набор' })]) {
      await shown.first().waitFor();
      const spare = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(spare).toBeLessThanOrEqual(0);
      // react-admin's table names the frame of a row's checkbox and not the checkbox itself.
      const { violations } = await new AxeBuilder({ page }).exclude('.select-item').analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      if (!page.url().endsWith('/create')) await page.goto(`${product.address}/equipment/create`);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  },
  60_000,
);
