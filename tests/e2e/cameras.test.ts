// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-buildings.test.ts.
import {
  addLink,
  building,
  card,
  linkField,
  makeCamera,
  menuOf,
  nameField,
  openCameras,
} from '#tests/support/browser/cameras.ts';
import { hold, holdKey } from '#tests/support/browser/hold.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const posts = ({ calls }: Visitor) => calls.filter((call) => call.startsWith('POST /api/crm/'));
const deletions = ({ calls }: Visitor) => calls.filter((call) => /^DELETE \/api\/crm\/cameras\/\d+\/$/.test(call));
const create = ({ page }: Visitor) => page.getByRole('button', { name: /Добавить камеру/ });
const save = ({ page }: Visitor) => page.getByRole('button', { name: 'Сохранить изменения' });

describe('the list', () => {
  test('CAM-01, CAM-02, CAM-05, CONST-08, SHELL-25: the cameras of the checked buildings as cards, their frames 316 by 178 and sandboxed, of which only the few nearest run; a way to the form', async () => {
    for (let at = 0; at < 16; at += 1) await makeCamera(stage, `Кадр номер ${at}`);
    const visitor = await openCameras(stage);
    await card(visitor, 'Кадр номер 15').waitFor();
    expect(visitor.calls.find((call) => call.startsWith('GET /api/crm/cameras/'))).toMatch(/\?buildings_id=[\d,]+$/);
    await visitor.page.locator('article iframe').first().waitFor();
    const frames = await visitor.page.locator('article iframe').evaluateAll((all) =>
      all.map((frame) => ({
        width: frame.getBoundingClientRect().width,
        height: frame.getBoundingClientRect().height,
        sandbox: frame.getAttribute('sandbox'),
      })),
    );
    for (const frame of frames) expect(frame).toEqual({ width: 316, height: 178, sandbox: 'allow-scripts' });
    expect(frames.length).toBeLessThanOrEqual(9);
    expect(await visitor.page.locator('article').count()).toBeGreaterThan(frames.length);
    expect(await addLink(visitor).innerText()).toContain('➕');
    await addLink(visitor).click();
    await visitor.reach('/create-camera-form');
  });

  test('CAM-02: a camera is enlarged, the arrows lead to its neighbours, and one that fails shows no answer of a server', async () => {
    await makeCamera(stage, 'Вторая от края');
    await makeCamera(stage, 'Крайняя');
    const visitor = await openCameras(stage);
    const { page } = visitor;
    const names = await page.locator('article b').allInnerTexts();
    await page
      .getByRole('button', { name: `Увеличить: ${names[0]}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: names[0] }).waitFor();
    const box = await dialog.locator('iframe').boundingBox();
    expect(box?.width).toBeGreaterThan(900);
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('heading', { name: names[1] }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog.getByRole('heading', { name: names[0] }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Увеличить'));
    await page.route(/\/demo\/cameras\//, (route) => route.fulfill({ status: 404, json: { detail: 'Нет такой' } }));
    await page.reload();
    await page.locator('article').first().getByText('Нет картинки').waitFor();
    expect(visitor.forgive(/404/).length).toBeGreaterThan(0);
  });

  test('CAM-02: an address that names a camera enlarges it, and leaves the list behind it when it is closed', async () => {
    await makeCamera(stage, 'По ссылке');
    const visitor = await openCameras(stage);
    const { page } = visitor;
    const answer = page.waitForResponse(/\/api\/crm\/cameras\/\?/);
    await page.reload();
    const cameras = (await (await answer).json()) as { id: number; name: string }[];
    const wanted = cameras.find(({ name }) => name === 'По ссылке');
    await visitor.open(`/cameras?large=${wanted?.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'По ссылке' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => location.pathname === '/cameras' && !location.search.includes('large'));
    // One that is not there, or out of reach, enlarges nothing.
    await visitor.open('/cameras?large=2147483647');
    await page.locator('article').first().waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('CAM-16: a list that does not arrive says so and can be asked for again; an empty one says «Нет результатов»', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    const answer = (json: object, status = 200) =>
      page.route('**/api/crm/cameras/?*', (route) => route.fulfill({ status, json }));
    await answer({ detail: 'Камеры спят' }, 500);
    await visitor.open('/cameras');
    await page.getByRole('alert').filter({ hasText: 'Камеры спят' }).waitFor();
    await page.unroute('**/api/crm/cameras/?*');
    await page.getByRole('button', { name: 'обновить страницу' }).click();
    await page.locator('article').first().waitFor();
    await answer([]);
    await page.reload();
    await page.getByText('Нет результатов', { exact: true }).waitFor();
    expect(visitor.forgive(/500/).length).toBeGreaterThan(0);
  });
});

describe('creating', () => {
  test('CAM-06, CAM-10…15, CAM-17, SHELL-34: what is missing or wrong is said at its field and not sent; then name, link and buildings are, and the camera is in the list after a reload', async () => {
    const visitor = await openCameras(stage);
    const { page } = visitor;
    await addLink(visitor).click();
    await visitor.arrive('Новая камера');
    await create(visitor).click();
    await page.getByText('укажите объекты').waitFor();
    expect(await page.getByText('обязательное поле').count()).toBe(2);
    expect(await nameField(visitor).getAttribute('aria-invalid')).toBe('true');
    const first = await nameField(visitor).elementHandle();
    await page.waitForFunction((input) => input === document.activeElement, first);
    for (const [field, typed, said] of [
      [linkField, 'ftp://x', 'введите корректную ссылку'],
      [linkField, 'просто текст', 'введите корректную ссылку'],
      [nameField, 'Да', 'должно содержать от 1 до 60 символов'],
      [nameField, 'я'.repeat(61), 'должно содержать от 1 до 60 символов'],
    ] as const) {
      await field(visitor).fill('');
      await page.getByText(said).waitFor({ state: 'detached' });
      await field(visitor).fill(typed);
      await create(visitor).click();
      await page.getByText(said).waitFor();
    }
    expect(posts(visitor)).toEqual([]);

    await nameField(visitor).fill('Камера у арки');
    await linkField(visitor).fill('https://cam.example.ru/arka');
    await building(visitor, 1).check();
    await page.route(
      '**/api/crm/cameras/',
      (route) => route.fulfill({ status: 400, json: { link: ['такой поток уже есть'], request_id: 'r' } }),
      { times: 1 },
    );
    await create(visitor).click();
    await page.getByText('такой поток уже есть').waitFor();
    expect(await linkField(visitor).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Закрыть' }).count()).toBe(0);
    visitor.forgive(/400/);
    await linkField(visitor).fill('https://cam.example.ru/arka2');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/cameras/'));
    await create(visitor).click();
    expect((await sent).postDataJSON()).toEqual({
      name: 'Камера у арки',
      link: 'https://cam.example.ru/arka2',
      buildings: [1],
    });
    await card(visitor, 'Камера у арки').waitFor();
    await visitor.reach('/cameras');
    await page.reload();
    await card(visitor, 'Камера у арки').waitFor();
  });
});

describe('editing', () => {
  test('CAM-03, CAM-07, CAM-14, SHELL-08: by the card’s menu, PUT with name, link and buildings, once back to the list; the way back does not bounce', async () => {
    const id = await makeCamera(stage, 'Камера для правки');
    const visitor = await openCameras(stage);
    const { page } = visitor;
    await menuOf(visitor, 'Камера для правки').click();
    await page.getByRole('menuitem', { name: 'Редактировать' }).click();
    await visitor.arrive('Изменить камеру');
    await visitor.reach(`/edit-camera-form?id=${id}`);
    expect(await nameField(visitor).inputValue()).toBe('Камера для правки');
    await nameField(visitor).fill('Камера поправлена');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await save(visitor).click();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    // The version is an addition that this server said it has (G-69).
    expect(Object.keys(body).sort()).toEqual(['buildings', 'link', 'name', 'version']);
    expect(body).toMatchObject({ name: 'Камера поправлена', buildings: [1] });
    await card(visitor, 'Камера поправлена').waitFor();
    await visitor.reach('/cameras');
    await page.goBack();
    await nameField(visitor).waitFor();
    expect(visitor.where()).toBe(`/edit-camera-form?id=${id}`);
    await page.goBack();
    await visitor.reach('/cameras');
    await visitor.arrive('Камеры');
  });

  test('SHELL-07: an id that is missing, unknown or text says «Вы попали не туда» with a way back; react-admin’s own addresses lead to ours', async () => {
    const visitor = await stage.visitor({ as: 1 });
    for (const query of ['', '?id=999999', '?id=abc']) {
      await visitor.open(`/edit-camera-form${query}`);
      await visitor.page.getByText('Вы попали не туда').waitFor();
    }
    visitor.forgive(/404/);
    await visitor.page.getByRole('link', { name: 'Вернуться к списку' }).click();
    await visitor.reach('/cameras');
    for (const [path, address] of [
      ['/cameras/create', '/create-camera-form'],
      ['/cameras/1', '/edit-camera-form?id=1'],
      ['/cameras/1/show', '/edit-camera-form?id=1'],
    ] as const) {
      await visitor.open(path);
      await visitor.reach(address);
      await visitor.arrive();
    }
  });

  test('CAM-08, CAM-09: buildings of which only an entrance is open are listed as not editable and stay in the payload', async () => {
    // The demo's news editor holds two whole buildings and an entrance of a third. The level they lack for cameras and
    // the camera itself come from here: what is looked at is what the form makes of their buildings.
    const visitor = await stage.visitor({ as: 5 });
    const { page } = visitor;
    await page.route('**/api/crm/permissions/', (route) => route.fulfill({ json: { sections: { cameras: 'write' } } }));
    const response = await fetch(`${stage.product.address}/api/crm/buildings/`, {
      headers: { authorization: `Token ${await stage.token(5)}` },
    });
    const open = (await response.json()) as { id: number; street: string; number: string; is_all_porches: boolean }[];
    const whole = open.find(({ is_all_porches }) => is_all_porches);
    const part = open.find(({ is_all_porches }) => !is_all_porches);
    if (!whole || !part) throw new Error('The news editor holds no such buildings');
    const buildings = [whole, part].map(({ id, street, number, is_all_porches }) => ({
      id,
      street,
      number,
      is_all_porches,
    }));
    const camera = {
      id: 77,
      name: 'Камера двух домов',
      link: 'https://cam.example.ru/',
      is_all_buildings: false,
      buildings,
    };
    await page.route('**/api/crm/cameras/77/', (route) =>
      route.fulfill({ json: route.request().method() === 'GET' ? camera : { params: { id: 77 } } }),
    );
    await page.route('**/api/crm/cameras/?*', (route) => route.fulfill({ json: [] }));
    await visitor.open('/edit-camera-form?id=77');
    await page.getByText('Недоступны для редактирования').waitFor();
    expect(await building(visitor, whole.id).isChecked()).toBe(true);
    expect(
      await building(visitor, part.id)
        .isEnabled({ timeout: 1000 })
        .catch(() => false),
    ).toBe(false);
    await building(visitor, whole.id).uncheck();
    await building(visitor, whole.id).check();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Сохранить изменения' }).click();
    const body = (await sent).postDataJSON() as { buildings: number[] };
    expect([...body.buildings].sort()).toEqual([whole.id, part.id].sort());
    await page.waitForURL('**/cameras');
  });
});

describe('deleting', () => {
  test('CAM-03, CAM-04, CONST-03: by holding «Удалить» for a second and a half, by mouse or key, and no shorter; a click that no press came before asks first', async () => {
    for (const name of ['мышью', 'с клавиатуры', 'голосом']) await makeCamera(stage, `Снос ${name}`);
    const visitor = await openCameras(stage);
    const { page } = visitor;
    const item = page.getByRole('menuitem', { name: 'Удалить' });
    await menuOf(visitor, 'Снос мышью').click();
    await hold(visitor, item, 400);
    expect(deletions(visitor)).toEqual([]);
    const box = await item.boundingBox();
    if (!box) throw new Error('The menu is gone');
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.getByText('Удерживайте...').waitFor();
    await card(visitor, 'Снос мышью').waitFor({ state: 'detached' });
    await page.mouse.up();
    expect(deletions(visitor)).toHaveLength(1);

    // From the keyboard alone: Enter opens, the arrow goes, Space is held; let go of too early it deletes nothing.
    await menuOf(visitor, 'Снос с клавиатуры').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Удалить');
    await holdKey(visitor, 'Space', 400);
    await page.getByText('Удерживайте...').waitFor({ state: 'detached' });
    expect(deletions(visitor)).toHaveLength(1);
    await page.keyboard.down('Space');
    await card(visitor, 'Снос с клавиатуры').waitFor({ state: 'detached' });
    await page.keyboard.up('Space');
    expect(deletions(visitor)).toHaveLength(2);

    // As voice control clicks.
    await menuOf(visitor, 'Снос голосом').click();
    await item.evaluate((element) => (element as HTMLElement).click());
    await page.getByText('Удалить камеру?').waitFor();
    await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    await card(visitor, 'Снос голосом').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('article').first().waitFor();
    expect(await card(visitor, 'Снос').count()).toBe(0);
  });
});

describe('who may only look', () => {
  test('PERM-07, PERM-12, PERM-21, CAM-05: adding and the card’s menu are greyed and say which right is missing; so is the button of a form opened by its address', async () => {
    const visitor = await openCameras(stage, 6);
    const { page } = visitor;
    const why = 'Нет права «Камеры: добавление и редактирование»';
    const add = addLink(visitor);
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await add.getAttribute('href')).toBeNull();
    const described = await add.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).first().textContent()).toBe(`${why}. Вам доступен просмотр`);
    const dots = page.getByRole('button', { name: /^Действия/ }).first();
    expect(await dots.getAttribute('aria-disabled')).toBe('true');
    await dots.hover();
    await page.getByRole('tooltip').filter({ hasText: why }).waitFor();
    await dots.click({ force: true });
    expect(await page.getByRole('menuitem').count()).toBe(0);
    await visitor.open('/create-camera-form');
    await visitor.arrive();
    expect(await create(visitor).getAttribute('aria-disabled')).toBe('true');
    await create(visitor).hover();
    await page.getByRole('tooltip').filter({ hasText: why }).waitFor();
    await create(visitor).click({ force: true });
    expect(posts(visitor)).toEqual([]);
  });
});

test('G-69: two people on one camera: the second sees both values, chooses by the keyboard, and both changes are kept', async () => {
  const id = await makeCamera(stage, 'Камера на двоих');
  const [first, second] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  for (const visitor of [first, second]) {
    await visitor.open(`/edit-camera-form?id=${id}`);
    await nameField(visitor).waitFor();
  }
  await nameField(first).fill('Камера у ворот');
  await save(first).click();
  await first.arrive('Камеры');

  const { page } = second;
  await linkField(second).fill('https://cam.example.ru/two');
  await nameField(second).fill('Камера во дворе');
  await save(second).click();
  const dialog = page.getByRole('dialog', { name: 'Эту запись уже изменили' });
  await dialog.waitFor();
  await dialog.getByText(/Последняя правка: .+, сегодня в \d\d:\d\d\./).waitFor();
  await dialog
    .getByRole('group', { name: 'Ссылка на поток' })
    .getByRole('radio', { name: /ваше значение/, checked: true })
    .waitFor();
  // The button leads to the field that is not chosen yet; the arrow key chooses the other value.
  await dialog.getByRole('button', { name: 'Осталось выбрать: 1' }).press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Сохранить выбранное' }).press('Enter');
  await second.arrive('Камеры');
  await card(second, 'Камера у ворот').waitFor();
  const saved = second.calls.filter((call) => call.startsWith('PUT '));
  expect(saved).toHaveLength(2);
  expect(second.forgive(/409/).length).toBeGreaterThan(0);
});
