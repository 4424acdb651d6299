import type { Browser, Page } from 'playwright-core';
import { keepPicture, openBrowser, openPage, seriousViolations } from '#tests/support/browser/browser.ts';
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

const LINK = () => `${product.base}/demo/cameras/yard.html`;

/** Adds a camera by the form; ends on the list. */
async function addCamera(page: Page, name: string): Promise<void> {
  await page.goto('/create-camera-form');
  await page.getByLabel('Название').fill(name);
  await page.getByLabel('Ссылка на поток').fill(LINK());
  await page.getByRole('group').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Добавить камеру' }).click();
  await page.waitForURL((url) => url.pathname === '/cameras');
  await nameOf(page, name).waitFor();
}

/** The name on a card; a hidden copy of it stands in the button of a still frame. */
const nameOf = (page: Page, name: string) => page.getByTitle(name, { exact: true });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Действия: ${name}` });

it('CAM-01 CAM-02 CAM-05 CAM-06 CAM-14 adds a camera that is still there after a reload', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await page.goto('/cameras');
  expect(await page.getByRole('link', { name: 'Добавить камеру' }).getAttribute('href')).toBe('/create-camera-form');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /cameras\/$/.test(request.url()));
  await addCamera(page, 'Новая во дворе');
  const body = (await sent).postDataJSON() as { buildings: number[] };
  expect(body).toEqual({ name: 'Новая во дворе', link: LINK(), buildings: [expect.any(Number)] });
  await page.reload();
  await nameOf(page, 'Новая во дворе').waitFor();
  const frame = await page.locator('iframe').first().boundingBox();
  expect(frame).toMatchObject({ width: 316, height: 178 });
  expect(await page.locator('iframe').first().getAttribute('sandbox')).toBe('allow-scripts');
  expect(complaints).toEqual([]);
  await close();
});

it('CAM-10 CAM-11 CAM-12 CAM-13 SHELL-34 says what is wrong with a form and goes to the first mistake', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await page.goto('/create-camera-form');
  await page.getByRole('button', { name: 'Добавить камеру' }).click();
  await page.getByText('укажите объекты').waitFor();
  expect(await page.getByText('обязательное поле').count()).toBe(2);
  await page.waitForFunction(() => document.activeElement === document.querySelector('input[aria-invalid=true]'));
  await page.getByLabel('Название').fill('Дв');
  await page.getByLabel('Ссылка на поток').fill('ftp://камера');
  await page.getByText('должно содержать от 1 до 60 символов').waitFor();
  await page.getByText('введите корректную ссылку').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('CAM-03 CAM-07 edits a camera: the form is filled, PUT is sent, the list shows the new name', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await addCamera(page, 'Переименуют');
  await menuOf(page, 'Переименуют').click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await page.waitForURL(/\/edit-camera-form\?id=\d+$/);
  const name = page.getByLabel('Название');
  await name.waitFor();
  expect(await name.inputValue()).toBe('Переименуют');
  await name.fill('Переименована');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Переименована', link: LINK() });
  await page.waitForURL((url) => url.pathname === '/cameras');
  await nameOf(page, 'Переименована').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('CAM-03 CAM-04 CONST-03 deletes by holding the pointer 1.5 s and not a moment earlier', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await addCamera(page, 'На удаление');
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url());
  });
  await menuOf(page, 'На удаление').click();
  const item = page.getByRole('menuitem', { name: 'Удалить' });
  await item.hover();
  await page.mouse.down();
  await page.getByText('Удерживайте...').waitFor();
  await page.waitForTimeout(700);
  await page.mouse.up();
  await item.waitFor();
  await page.waitForTimeout(1200);
  expect(deletions).toEqual([]);
  await item.hover();
  await page.mouse.down();
  await nameOf(page, 'На удаление').waitFor({ state: 'detached' });
  await page.mouse.up();
  expect(deletions).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});

it('CAM-04 CONST-03 deletes by holding Enter, and asks when a switch only clicks', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 1 });
  await addCamera(page, 'С клавиатуры');
  await menuOf(page, 'С клавиатуры').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Удалить' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => (document.activeElement as HTMLElement).click());
  await page.getByText('Удалить камеру?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить' }).click();
  await page.getByText('Удалить камеру?').waitFor({ state: 'detached' });
  await page.getByRole('menuitem', { name: 'Удалить' }).focus();
  await page.keyboard.down('Enter');
  await nameOf(page, 'С клавиатуры').waitFor({ state: 'detached' });
  await page.keyboard.up('Enter');
  expect(complaints).toEqual([]);
  await close();
});

it('PERM-07 PERM-12 CAM-05 greys what the observer may not do and says which right is missing', async () => {
  const { page, complaints, close } = await openPage(browser, product.base, { account: 6 });
  await page.goto('/cameras');
  const add = page.getByRole('link', { name: 'Добавить камеру' });
  await add.waitFor();
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  const reason = page.getByRole('tooltip');
  await reason.getByText('Нет права «Камеры: добавление и редактирование»').waitFor();
  await reason.getByText('Вам доступен просмотр').waitFor();
  const dots = page.getByRole('button', { name: /^Действия: / }).first();
  expect(await dots.getAttribute('aria-disabled')).toBe('true');
  await dots.click();
  expect(await page.getByRole('menu').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('PERM-21 opens the form by address without the right, its button refuses with the reason', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 6 });
  await page.goto('/create-camera-form');
  const submit = page.getByRole('button', { name: 'Добавить камеру' });
  await submit.waitFor();
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await close();
});

it('SHELL-07 shows the wrong place for an edit address without a known id', async () => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  for (const query of ['', '?id=999999', '?id=x']) {
    await page.goto(`/edit-camera-form${query}`);
    await page.getByText('Вы попали не туда').waitFor();
  }
  await close();
});

it.each([
  ['/cameras/create', '/create-camera-form'],
  ['/cameras/7', '/edit-camera-form?id=7'],
  ['/cameras/7/show', '/edit-camera-form?id=7'],
])("leads react-admin's own address %s to %s", async (from, to) => {
  const { page, close } = await openPage(browser, product.base, { account: 1 });
  await page.goto(from);
  await page.waitForURL((url) => url.pathname + url.search === to);
  await close();
});

it.each([
  [1440, false],
  [1440, true],
  [900, false],
  [390, true],
  [390, false],
])(
  'SHELL-12 SHELL-35 CAM-02 stands at %i px, dark: %s, without overflow and without a serious finding',
  async (width, dark) => {
    const { page, complaints, close } = await openPage(browser, product.base, { account: 1, width, dark });
    await page.goto('/cameras');
    await page.locator('iframe').first().waitFor();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await keepPicture(page, `cameras-${width}-${dark ? 'dark' : 'light'}`);
    expect(complaints).toEqual([]);
    await close();
  },
);
