import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

// By its element: while the dialog is open everything else is hidden from roles.
const selector = ({ page }: Visitor) => page.locator('main button[aria-haspopup=dialog]');
const panel = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Выбор домов' });
const tick = (visitor: Visitor, id: number) => panel(visitor).locator(`input[type=checkbox][value="${id}"]`);
const apply = (visitor: Visitor) => panel(visitor).getByRole('button', { name: 'Применить' });
const cancel = (visitor: Visitor) => panel(visitor).getByRole('button', { name: 'Отменить' });
const menu = ({ page }: Visitor) => page.getByRole('navigation').first();
const listCalls = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('GET /api/crm/cameras/?'));

async function openCameras(as = 1, storage: Record<string, string> = {}): Promise<Visitor> {
  const visitor = await stage.visitor({ as, storage });
  await visitor.open('/cameras');
  await visitor.arrive('Камеры');
  return visitor;
}

describe('the building selector', () => {
  test('SHELL-09, SHELL-10, SHELL-11: stands beside the title of a list page', async () => {
    const visitor = await openCameras();
    expect(await selector(visitor).isVisible()).toBe(true);
  });

  test('SHELL-22, SHELL-23, SHELL-24: opens with buildings by complex, labelled by street and number, valued by id', async () => {
    const visitor = await openCameras();
    await selector(visitor).click();
    await panel(visitor).waitFor();
    expect(await selector(visitor).getAttribute('aria-expanded')).toBe('true');
    const groups = await panel(visitor)
      .locator('fieldset')
      .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')));
    expect(groups).toEqual(
      ['ЖК «Речной парк»', 'ЖК «Северный квартал»', 'Без комплекса'].sort(
        (a, b) => groups.indexOf(a) - groups.indexOf(b),
      ),
    );
    expect(groups.at(-1)).toBe('Без комплекса');
    const values = await panel(visitor)
      .locator('fieldset input[value]:not([value="on"])')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
    expect(values.sort()).toEqual(['1', '2', '3', '4']);
    expect(await panel(visitor).getByRole('checkbox', { name: 'ул. Лесная, 12', exact: true }).count()).toBe(1);
    await visitor.page.keyboard.press('Escape');
    await panel(visitor).waitFor({ state: 'detached' });
    const trigger = await selector(visitor).elementHandle();
    await visitor.page.waitForFunction((button) => button === document.activeElement, trigger);
  });

  test('SHELL-29: on a first visit every building is ticked, and nothing is stored until somebody chooses', async () => {
    const visitor = await openCameras();
    await selector(visitor).click();
    for (const id of [1, 2, 3, 4]) expect(await tick(visitor, id).isChecked()).toBe(true);
    expect(await visitor.stored('checked-buildings')).toBeNull();
  });

  test('SHELL-25, SHELL-27: applying asks for the list anew, is stored, and survives a reload', async () => {
    const visitor = await openCameras();
    await selector(visitor).click();
    for (const id of [2, 3, 4]) await tick(visitor, id).uncheck({ force: true });
    await apply(visitor).click();
    await panel(visitor).waitFor({ state: 'detached' });
    await visitor.page.waitForLoadState('networkidle');
    expect(listCalls(visitor).at(-1)).toBe('GET /api/crm/cameras/?buildings_id=1');
    expect(JSON.parse((await visitor.stored('checked-buildings')) ?? '')).toEqual([1]);
    expect(await selector(visitor).innerText()).toContain('ул. Лесная, 12');
    await visitor.page.reload();
    await visitor.arrive('Камеры');
    await visitor.page.waitForLoadState('networkidle');
    expect(listCalls(visitor).at(-1)).toBe('GET /api/crm/cameras/?buildings_id=1');
  });

  test('SHELL-26: cancelling, and Escape, bring the stored choice back', async () => {
    const visitor = await openCameras(1, { 'checked-buildings': '[1,2]' });
    await selector(visitor).click();
    await tick(visitor, 1).uncheck({ force: true });
    await tick(visitor, 3).check({ force: true });
    await cancel(visitor).click();
    expect(JSON.parse((await visitor.stored('checked-buildings')) ?? '')).toEqual([1, 2]);
    await selector(visitor).click();
    expect(await tick(visitor, 1).isChecked()).toBe(true);
    expect(await tick(visitor, 3).isChecked()).toBe(false);
  });

  test('SHELL-28: «Выбрать все» is ticked exactly when all are', async () => {
    const visitor = await openCameras();
    await selector(visitor).click();
    const all = panel(visitor).getByRole('checkbox', { name: 'Выбрать все' });
    expect(await all.isChecked()).toBe(true);
    await tick(visitor, 1).uncheck({ force: true });
    expect(await all.isChecked()).toBe(false);
    await tick(visitor, 1).check({ force: true });
    expect(await all.isChecked()).toBe(true);
    await all.uncheck({ force: true });
    for (const id of [1, 2, 3, 4]) expect(await tick(visitor, id).isChecked()).toBe(false);
  });

  test('SHELL-29: «Применить» is disabled with nothing ticked', async () => {
    const visitor = await openCameras(1, { 'checked-buildings': '[1]' });
    await selector(visitor).click();
    await tick(visitor, 1).uncheck({ force: true });
    expect(await apply(visitor).getAttribute('aria-disabled')).toBe('true');
    await apply(visitor).click({ force: true });
    expect(await panel(visitor).isVisible()).toBe(true);
    expect(JSON.parse((await visitor.stored('checked-buildings')) ?? '')).toEqual([1]);
  });

  test('SHELL-29: buildings that are gone are dropped from the stored choice', async () => {
    const visitor = await openCameras(1, { 'checked-buildings': '[2,9999]' });
    await visitor.page.waitForLoadState('networkidle');
    expect(listCalls(visitor).at(-1)).toBe('GET /api/crm/cameras/?buildings_id=2');
  });

  test('SHELL-32, SHELL-33: a search that matches nothing says «Нет совпадений»', async () => {
    const visitor = await openCameras();
    await selector(visitor).click();
    await panel(visitor).getByRole('searchbox').fill('такой улицы нет');
    await panel(visitor).getByText('Нет совпадений').waitFor();
    await panel(visitor).getByRole('searchbox').fill('речников');
    expect(await panel(visitor).locator('fieldset').count()).toBe(1);
  });

  test('SHELL-32, SHELL-33: without any building it says «Нет элементов для выбора»', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/api/crm/buildings/', (route) => route.fulfill({ json: [] }));
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    await selector(visitor).click();
    await panel(visitor).getByText('Нет элементов для выбора').waitFor();
  });

  test('SHELL-30: is greyed on the profile, and says that everything is shown there', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    expect(await selector(visitor).getAttribute('aria-disabled')).toBe('true');
    await selector(visitor).hover({ force: true });
    await visitor.page.getByRole('tooltip').filter({ hasText: 'Здесь показаны все объекты' }).waitFor();
  });
});

describe('addresses', () => {
  test.each(['/zzz', '/cameras/x/y', '/camerasx', '/password-creating/'])(
    'SHELL-01, SHELL-02, SHELL-03, AUTH-74: %s is no page',
    async (path) => {
      const visitor = await stage.visitor({ as: 1 });
      await visitor.open(path);
      await visitor.page.getByRole('heading', { name: 'Страница не найдена' }).waitFor();
      await visitor.page.getByRole('link', { name: 'На главную' }).click();
      await visitor.reach('/news');
    },
  );

  test('AUTH-75: a final slash changes nothing', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.open('/cameras/');
    await visitor.arrive('Камеры');
  });

  test('SHELL-08: after a form the way back does not bounce', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    await visitor.page.getByRole('link', { name: /Добавить камеру/ }).click();
    await visitor.arrive('Новая камера');
    await visitor.page.goBack();
    await visitor.reach('/cameras');
    await visitor.arrive('Камеры');
  });
});

describe('the left menu', () => {
  const entries = async (visitor: Visitor) =>
    (await menu(visitor).getByRole('link').allInnerTexts()).map((text) => text.trim());

  test('SHELL-15, SHELL-17: has what the levels open, and no more', async () => {
    const reader = await openCameras(6);
    expect(await entries(reader)).toContain('Камеры');
    const none = await stage.visitor({ as: 10 });
    await none.open('/news');
    await none.arrive();
    expect(await entries(none)).not.toContain('Камеры');
  });

  test('SHELL-14: has the news even when every section is denied', async () => {
    const none = await stage.visitor({ as: 10 });
    await none.open('/profile');
    await none.arrive('Профиль');
    expect(await entries(none)).toContain('Новости');
  });

  test('SHELL-04: a closed section opened by its address says «Для вас доступ закрыт»', async () => {
    const visitor = await stage.visitor({ as: 10 });
    await visitor.open('/cameras');
    await visitor.page.getByText('Для вас доступ закрыт').waitFor();
    expect(listCalls(visitor)).toEqual([]);
  });

  test('SHELL-04, SHELL-05: a 401 of the building list closes the lists', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/api/crm/buildings/', (route) =>
      route.fulfill({ status: 401, json: { detail: 'Нет доступа' } }),
    );
    await visitor.open('/cameras');
    await visitor.page.getByText('Для вас доступ закрыт').waitFor();
    expect(await visitor.stored('home-moderator')).not.toBeNull();
    visitor.forgive(/401/);
  });

  test.each([403, 500])(
    'SHELL-06, SHELL-31: a %i of the building list gives the alert and closes nothing',
    async (status) => {
      const visitor = await stage.visitor({ as: 1 });
      await visitor.page.route('**/api/crm/buildings/', (route) =>
        route.fulfill({ status, json: { detail: 'Дома не пришли' } }),
      );
      await visitor.open('/cameras');
      await visitor.page.getByRole('alert').filter({ hasText: 'Дома не пришли' }).waitFor();
      expect(await visitor.page.getByText('Для вас доступ закрыт').count()).toBe(0);
      visitor.forgive(/403|500/);
    },
  );

  test('SHELL-12: nothing on the page is in English', async () => {
    const visitor = await openCameras();
    const words = await visitor.page.evaluate(() => document.body.innerText.match(/\b[A-Za-z]{4,}\b/g) ?? []);
    expect(words.filter((word) => !/^(http|https|www)$/.test(word))).toEqual([]);
  });
});

describe('the error toast', () => {
  /** Opens the cameras and makes one call fail with this answer. */
  async function fail(answer: { status: number; json?: object; body?: string }): Promise<Visitor> {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/api/crm/cameras/?*', (route) => route.fulfill(answer));
    await visitor.open('/cameras');
    await toast(visitor).waitFor();
    visitor.forgive(/Failed to load/);
    return visitor;
  }
  const toast = ({ page }: Visitor) =>
    page.locator('[role=alert]', { has: page.getByRole('button', { name: 'Закрыть' }) });

  test.each([
    ['error', { error: 'Из error', detail: 'Из detail' }, 'Из error'],
    ['detail', { detail: 'Из detail' }, 'Из detail'],
    ['details', { details: ['Первая', 'Вторая'] }, 'Первая\nВторая'],
  ])('ERR-01: shows the server’s %s', async (_key, json, said) => {
    const visitor = await fail({ status: 500, json });
    expect(await toast(visitor).innerText()).toContain(said);
  });

  test('ERR-02, ERR-03: without a text says the sentence with the product’s name', async () => {
    const visitor = await fail({ status: 500, body: '' });
    expect(await toast(visitor).innerText()).toContain(
      'Возникла непредвиденная ошибка, обратитесь в поддержку Управдом',
    );
  });

  test('ERR-14: without an answer says the same', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/api/crm/cameras/?*', (route) => route.abort());
    await visitor.open('/cameras');
    await toast(visitor).waitFor();
    expect(await toast(visitor).innerText()).toContain('Возникла непредвиденная ошибка');
    visitor.forgive(/ERR_FAILED/);
  });
});

describe('a console that does not come', () => {
  test('says so in words and loads anew on a click', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.page.route('**/assets/*.js', (route) => route.abort());
    await visitor.open('/cameras');
    const said = visitor.page.getByRole('alert');
    await said.waitFor();
    expect(await said.innerText()).toContain('Страница не открылась');
    visitor.forgive(/ERR_FAILED|Failed to fetch dynamically/);
    await visitor.page.unroute('**/assets/*.js');
    await said.getByRole('button', { name: 'Обновить страницу' }).click();
    expect(await visitor.arrive('Камеры')).toBe('Камеры');
  });
});
