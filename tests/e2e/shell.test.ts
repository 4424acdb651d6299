// Runs in test:all alone: the frame around all pages in depth; every journey goes through it.
import type { Route } from 'playwright-core';
import { holdBack } from '#tests/support/browser/held.ts';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

// By its element: while the dialog is open everything else is hidden from roles.
const selector = ({ page }: Visitor) => page.locator('main button[aria-haspopup=dialog]');
const panel = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Выбор домов' });
const tick = (visitor: Visitor, id: number) => panel(visitor).locator(`input[type=checkbox][value="${id}"]`);
const ticked = async (visitor: Visitor) => {
  const all = await Promise.all([1, 2, 3, 4].map(async (id) => ((await tick(visitor, id).isChecked()) ? [id] : [])));
  return all.flat();
};
const apply = (visitor: Visitor) => panel(visitor).getByRole('button', { name: 'Применить' });
const cancel = (visitor: Visitor) => panel(visitor).getByRole('button', { name: 'Отменить' });
const menu = ({ page }: Visitor) => page.getByRole('navigation', { name: 'Разделы', exact: true }).first();
const tabs = ({ page }: Visitor) => page.getByRole('navigation', { name: 'Разделы настроек' });
const forbidden = ({ page }: Visitor) => page.getByText('Для вас доступ закрыт');
const listCalls = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('GET /api/crm/cameras/?'));
const chosen = async (visitor: Visitor) => JSON.parse((await visitor.stored('checked-buildings')) ?? 'null');
/** Comes when the list of cameras is asked for with these buildings. */
const listOf = ({ page }: Visitor, ids: string) =>
  page.waitForRequest((request) => request.url().endsWith(`/api/crm/cameras/?buildings_id=${ids}`));

/** Pages whose headers hold different things. */
const HEADERS = [
  ['/news', 'Новости'],
  ['/tasks?view=list', 'Заявки'],
  ['/chats', 'Общение'],
  ['/residents', 'Резиденты'],
  ['/readings', 'Показания'],
  ['/shift', 'Дежурство'],
  ['/settings/employees-permissions', 'Настройки'],
  ['/settings/journal', 'Настройки'],
  ['/profile', 'Профиль'],
] as const;

/** Parts of a header that are cut off or lie over another part. Runs in the page. */
function outOfHeader(header: Element): string[] {
  const frame = header.getBoundingClientRect();
  const parts = [...header.querySelectorAll('h1, button, a')].flatMap((part) => {
    const box = part.getBoundingClientRect();
    return box.width > 1 ? [{ name: part.getAttribute('aria-label') ?? part.textContent, box }] : [];
  });
  const out = parts.filter(({ box }) => box.left < 0 || box.right > frame.right || box.bottom > frame.bottom);
  const over = parts.filter(({ box }, at) =>
    parts
      .slice(0, at)
      .some(({ box: b }) => box.left < b.right && b.left < box.right && box.top < b.bottom && b.top < box.bottom),
  );
  return [...out.map(({ name }) => `${name} sticks out`), ...over.map(({ name }) => `${name} lies over another`)];
}

async function openCameras(as = 1, storage: Record<string, string> = {}, savesData = false): Promise<Visitor> {
  const visitor = await stage.visitor({ as, storage, savesData });
  await visitor.open('/cameras');
  await visitor.arrive('Камеры');
  return visitor;
}

test('what every page and its list ask first goes out while the code is still loading, and once', async () => {
  const first = ['permissions/', 'buildings/', 'profile/current/', 'cameras/?buildings_id=1,2'];
  const asked = first.map((path) => `GET /api/crm/${path}`);
  const visitor = await stage.visitor({ as: 1, storage: { 'checked-buildings': '[1,2]' } });
  const release = await holdBack(visitor.page, '**/assets/**');
  const last = listOf(visitor, '1,2');
  await visitor.page.goto('/cameras', { waitUntil: 'commit' });
  await last;
  const times = () => asked.map((call) => visitor.calls.filter((made) => made === call).length);
  expect(times()).toEqual([1, 1, 1, 1]);
  release();
  await visitor.arrive('Камеры');
  await visitor.page.getByRole('article').first().waitFor();
  expect(times()).toEqual([1, 1, 1, 1]);
});

describe('the building selector', () => {
  test('SHELL-09…12, SHELL-22…24, SHELL-29, SHELL-32, SHELL-33: stands beside the title; opens with buildings by complex, by street and number, valued by id, all ticked, to be searched', async () => {
    const visitor = await openCameras();
    expect(await selector(visitor).isVisible()).toBe(true);
    const words = await visitor.page.evaluate(() => document.body.innerText.match(/\b[A-Za-z]{4,}\b/g) ?? []);
    expect(words.filter((word) => !/^(http|https|www|Ctrl)$/.test(word))).toEqual([]);
    await selector(visitor).click();
    await panel(visitor).waitFor();
    expect(await selector(visitor).getAttribute('aria-expanded')).toBe('true');
    await panel(visitor).locator('fieldset').nth(2).waitFor();
    const groups = await panel(visitor)
      .locator('fieldset')
      .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')));
    expect([...groups].sort()).toEqual(['Без комплекса', 'ЖК «Речной парк»', 'ЖК «Северный квартал»']);
    expect(groups.at(-1)).toBe('Без комплекса');
    const values = await panel(visitor)
      .locator('fieldset input[value]:not([value="on"])')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    expect(values.sort()).toEqual(['1', '2', '3', '4']);
    expect(await panel(visitor).getByRole('checkbox', { name: 'ул. Лесная, 12', exact: true }).count()).toBe(1);
    expect(await ticked(visitor)).toEqual([1, 2, 3, 4]);
    expect(await chosen(visitor)).toBeNull();
    await panel(visitor).getByRole('searchbox').fill('такой улицы нет');
    await panel(visitor).getByText('Нет совпадений').waitFor();
    await panel(visitor).getByRole('searchbox').fill('речников');
    expect(await panel(visitor).locator('fieldset').count()).toBe(1);
    await visitor.page.keyboard.press('Escape');
    await panel(visitor).waitFor({ state: 'detached' });
    const trigger = await selector(visitor).elementHandle();
    await visitor.page.waitForFunction((button) => button === document.activeElement, trigger);
  });

  test('SHELL-24…29: what is gone is dropped; all and none; cancelling brings the stored choice back; applying asks anew, is stored and survives a reload', async () => {
    const visitor = await stage.visitor({ as: 1, storage: { 'checked-buildings': '[1,2,9999]' } });
    const asked = listOf(visitor, '1,2');
    await visitor.open('/cameras');
    await asked;
    await visitor.arrive('Камеры');
    await selector(visitor).click();
    const all = panel(visitor).getByRole('checkbox', { name: 'Выбрать все' });
    expect(await all.isChecked()).toBe(false);
    for (const id of [3, 4]) await tick(visitor, id).check();
    expect(await all.isChecked()).toBe(true);
    await tick(visitor, 1).uncheck();
    expect(await all.isChecked()).toBe(false);
    await tick(visitor, 1).check();
    await all.uncheck();
    expect(await ticked(visitor)).toEqual([]);
    expect(await apply(visitor).getAttribute('aria-disabled')).toBe('true');
    await apply(visitor).click({ force: true });
    expect(await panel(visitor).isVisible()).toBe(true);
    await cancel(visitor).click();
    await panel(visitor).waitFor({ state: 'detached' });
    await selector(visitor).click();
    expect(await ticked(visitor)).toEqual([1, 2]);
    await tick(visitor, 2).uncheck();
    const anew = listOf(visitor, '1');
    await apply(visitor).click();
    await anew;
    await panel(visitor).waitFor({ state: 'detached' });
    expect(await chosen(visitor)).toEqual([1]);
    expect(await selector(visitor).innerText()).toMatch(/ул\.\sЛесная, 12/);
    const afterReload = listOf(visitor, '1');
    await visitor.page.reload();
    await afterReload;
  });

  test('SHELL-30, SHELL-32, SHELL-33: without any building it says «Нет элементов для выбора»; on the profile it is greyed, as everything is shown there', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/api/crm/buildings/', (route) => route.fulfill({ json: [] }));
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    await selector(visitor).click();
    await panel(visitor).getByText('Нет элементов для выбора').waitFor();
    await cancel(visitor).click();
    await visitor.page.unroute('**/api/crm/buildings/');
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    expect(await selector(visitor).getAttribute('aria-disabled')).toBe('true');
    await selector(visitor).hover({ force: true });
    await visitor.page.getByRole('tooltip').filter({ hasText: 'Здесь показаны все объекты' }).waitFor();
  });
});

describe('addresses', () => {
  test('AUTH-74, AUTH-75, SHELL-01…03, SHELL-10, SHELL-11: what is no page says so and leads home; a final slash changes nothing', async () => {
    const visitor = await stage.visitor({ as: 1 });
    for (const path of ['/zzz', '/cameras/x/y', '/camerasx', '/password-creating/']) {
      await visitor.open(path);
      await visitor.page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
      expect(visitor.where()).toBe(path);
    }
    await visitor.page.getByRole('link', { name: 'На главную' }).click();
    await visitor.reach('/news');
    await visitor.open('/cameras/');
    await visitor.arrive('Камеры');
    for (const title of ['Новости', 'Заявки', 'Общение', 'Резиденты', 'Показания', 'Настройки']) {
      await menu(visitor).getByRole('link', { name: title }).click();
      await visitor.arrive(title);
    }
  });

  test('SHELL-01, SHELL-02, AUTH-12: an address of another letter case is no page; another writing of /auth leads on once', async () => {
    const visitor = await stage.visitor({ as: 10 });
    for (const path of ['/Auth', '/Residents', '/Registration']) {
      await visitor.open(path);
      await visitor.page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
      expect(visitor.where()).toBe(path);
    }
    await visitor.open('/%61uth');
    await visitor.reach('/profile');
  });
});

describe('the menus', () => {
  const entries = async (visitor: Visitor) =>
    (await menu(visitor).getByRole('listitem').allInnerTexts()).map((text) => text.trim().split('\n')[0]);
  const tab = (visitor: Visitor, name: string) => tabs(visitor).getByRole('link', { name, exact: true });

  test('SHELL-04, SHELL-14, SHELL-16…20: with everything denied there are the news and the settings, where «Компания» alone is open; a closed page says so and asks for nothing', async () => {
    const visitor = await stage.visitor({ as: 10 });
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    expect(await entries(visitor)).toEqual(['Новости', 'Настройки']);
    expect(await visitor.page.locator('a[href="/profile"]').first().isVisible()).toBe(true);
    await menu(visitor).getByRole('link', { name: 'Настройки' }).click();
    await visitor.reach('/settings/company-profile');
    for (const name of ['Сотрудники', 'Объекты']) {
      expect(await tab(visitor, name).getAttribute('aria-disabled')).toBe('true');
      await tab(visitor, name).click({ force: true });
    }
    expect(await tab(visitor, 'Компания').getAttribute('aria-disabled')).toBeNull();
    expect(visitor.where()).toBe('/settings/company-profile');
    await visitor.open('/cameras');
    await forbidden(visitor).waitFor();
    expect(listCalls(visitor)).toEqual([]);
  });

  test('SHELL-15, SHELL-18, SHELL-20, SHELL-36…38: who may see everything finds everything; dates are as short as they are clear', async () => {
    const visitor = await stage.visitor({ as: 6 });
    const { page } = visitor;
    const dates = ['2026-03-20T11:05:00Z', '2026-03-19T11:59:00Z', '2023-03-05T06:00:00Z'];
    await page.clock.setFixedTime('2026-03-20T12:00:00Z');
    await page.route('**/api/crm/news/?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { results: object[] };
      const results = answer.results
        .slice(0, 3)
        .map((item, at) => ({ ...item, date: dates[at], date_edit: dates[at] }));
      await route.fulfill({ response, json: { ...answer, next: null, results } });
    });
    await visitor.open('/news');
    await visitor.arrive('Новости');
    const times = page.locator('article time');
    await times.nth(2).waitFor();
    expect(await times.allInnerTexts()).toEqual(['14:05', '19 марта', '5 марта 2023']);
    const all = ['Дежурство', 'Новости', 'Заявки', 'Общение', 'Резиденты', 'Показания', 'Камеры', 'Настройки'];
    expect(await entries(visitor)).toEqual(all);
    await menu(visitor).getByRole('link', { name: 'Настройки' }).click();
    for (const [name, address] of [
      ['Объекты', '/settings/buildings'],
      ['Компания', '/settings/company-profile'],
      ['Сотрудники', '/settings/employees-permissions'],
    ] as const) {
      await tab(visitor, name).click();
      await page.waitForURL((url) => url.pathname === address);
      expect(await tab(visitor, name).getAttribute('aria-current')).toBe('page');
    }
    await menu(visitor).getByRole('link', { name: 'Общение' }).click();
    await visitor.arrive('Общение');
  });

  test('SHELL-04…06, SHELL-31: a 401 of the building list closes the lists; a 403 and a 500 give the alert and close nothing', async () => {
    const visitor = await stage.visitor({ as: 1 });
    for (const status of [401, 403, 500]) {
      const detail = `Дома не пришли: ${status}`;
      await visitor.page.route('**/api/crm/buildings/', (route) => route.fulfill({ status, json: { detail } }));
      await visitor.open('/cameras');
      if (status === 401) await forbidden(visitor).waitFor();
      else await visitor.page.getByRole('alert').filter({ hasText: detail }).waitFor();
      expect(await forbidden(visitor).count()).toBe(status === 401 ? 1 : 0);
      await visitor.page.unroute('**/api/crm/buildings/');
    }
    expect(await visitor.stored('home-moderator')).not.toBeNull();
    visitor.forgive(/40[13]|500/);
  });
});

describe('a page whose code cannot be fetched', () => {
  const ASSETS = '**/assets/**';
  /** Of the page of residents, and of the pictures that are no part of the first code. */
  const CODE = /\/assets\/(resident-search|pictures)-/;
  const gone = (route: Route) => route.fulfill({ status: 404, body: '' });
  const residents = (visitor: Visitor) => menu(visitor).getByRole('link', { name: 'Резиденты' });
  const title = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name });
  /** Messages of the page and the browser about code that failed to load. */
  const NOISE = /Failed to fetch|Failed to load resource|dynamically imported|ERR_|Error/;

  test('SHELL-09: without a network its explanation, picture included, stands beside the menu, and it opens by itself when the network is back', async () => {
    const visitor = await openCameras(1, {}, true);
    const { page, context } = visitor;
    await page.getByRole('article').first().waitFor();
    await context.setOffline(true);
    await residents(visitor).click();
    await title(visitor, 'Нет связи с сервером').waitFor();
    expect(await page.locator('main svg[viewBox="0 0 240 200"]').isVisible()).toBe(true);
    expect(await residents(visitor).isVisible()).toBe(true);
    await context.setOffline(false);
    await visitor.arrive('Резиденты');
    visitor.forgive(NOISE);
  });

  test('SHELL-09: on a phone without a network «Ещё» opens all the same, and a section behind it explains itself above the bar until it opens by itself', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const visitor = await stage.visitor({ as: 1, savesData: true, browser: phone });
    const { page, context } = visitor;
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    await page.getByRole('article').first().waitFor();
    await context.setOffline(true);
    const more = page.getByRole('button', { name: 'Ещё' });
    const sheet = page.getByRole('dialog', { name: 'Ещё' });
    await more.click();
    expect((await sheet.boundingBox())?.width).toBe(390);
    // axe looks for style sheets and sounds of the page once more, without a network.
    visitor.forgive(/Couldn't load preload assets/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
    await more.click();
    // Beside it.
    await page.touchscreen.tap(200, 40);
    await sheet.waitFor({ state: 'detached' });
    await more.click();
    await sheet.getByRole('link', { name: 'Показания' }).click();
    await sheet.waitFor({ state: 'detached' });
    await title(visitor, 'Нет связи с сервером').waitFor();
    expect(await more.isVisible()).toBe(true);
    await context.setOffline(false);
    await visitor.arrive('Показания');
    visitor.forgive(NOISE);
  });

  test.each([390, 320])(
    'on a phone %i px wide the search over everything opens from the header of every page, which keeps within the screen',
    async (width) => {
      const visitor = await stage.visitor({ as: 1, browser: { viewport: { width, height: 700 }, hasTouch: true } });
      const { page } = visitor;
      const found: string[] = [];
      for (const [address, named] of HEADERS) {
        await visitor.open(address);
        await visitor.arrive(named);
        await page.waitForLoadState('networkidle');
        const flaws = await page.locator('main header').evaluate(outOfHeader);
        found.push(...flaws.map((flaw) => `${address}: ${flaw}`));
        await page.locator('main header').getByRole('button', { name: 'Найти', exact: true }).tap();
        const dialog = page.getByRole('dialog', { name: 'Поиск по всем разделам' });
        await dialog.waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      expect(found).toEqual([]);
      const stranger = await stage.visitor({ as: 10, browser: { viewport: { width, height: 700 } } });
      await stranger.open('/cameras');
      await stranger.arrive('Камеры');
      await stranger.page.getByRole('button', { name: 'Найти', exact: true }).waitFor();
    },
  );

  test('SHELL-09: where the code that asks for the password is gone, the explanation stands beside the menu too', async () => {
    const visitor = await stage.visitor({ as: 1, savesData: true });
    const { page } = visitor;
    await page.route('**/assets/password-dialog-*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/api/crm/cameras/?*', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Подтвердите действие своим паролем', code: 'confirm_needed' } }),
    );
    await visitor.open('/cameras');
    // Loaded anew once by itself.
    await page.waitForFunction(() => sessionStorage.getItem('reloaded') !== null);
    await title(visitor, 'Страница не открылась').waitFor();
    await page.getByRole('button', { name: 'Обновить страницу' }).waitFor();
    await residents(visitor).waitFor();
    visitor.forgive(NOISE);
  });

  test('SHELL-09: of a release that took it away it is loaded anew once by itself, and then waits for the person, its picture drawn', async () => {
    const visitor = await openCameras(1, {}, true);
    const { page } = visitor;
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(CODE, gone);
    await residents(visitor).click();
    await page.waitForEvent('load');
    await title(visitor, 'Страница не открылась').waitFor();
    const again = page.getByRole('button', { name: 'Обновить страницу' });
    await again.waitFor();
    expect(loads).toBe(1);
    await page.locator('main svg[viewBox="0 0 240 200"]').waitFor();
    await residents(visitor).waitFor();
    await page.unroute(CODE);
    await again.click();
    await visitor.arrive('Резиденты');
    visitor.forgive(NOISE);
  });

  test('SHELL-09: where a release has left nothing but what was loaded before, the first page says so and waits for the person', async () => {
    const visitor = await openCameras(1, {}, true);
    const { page } = visitor;
    await page.getByRole('article').first().waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await page.route(ASSETS, (route) => (loaded.includes(route.request().url()) ? route.continue() : gone(route)));
    await residents(visitor).click();
    await page.waitForEvent('load');
    await title(visitor, 'Страница не открылась').waitFor();
    await page.unroute(ASSETS);
    await page.getByRole('button', { name: 'Обновить страницу' }).click();
    await visitor.arrive('Резиденты');
    visitor.forgive(NOISE);
  });
});
