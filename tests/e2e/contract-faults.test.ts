// Runs in test:all alone: the contract server with faults; its journeys are in contract-plain.test.ts.

import { raiseContractStage } from '#tests/support/browser/contract-stage.ts';
import { SHAPE_SETS } from '#tests/support/browser/shape-sets.ts';
import { until } from '#tests/support/browser/until.ts';
import { walkBrokenRequests } from '#tests/support/browser/walk-requests.ts';
import { walkChats } from '#tests/support/browser/walk-sections.ts';
import { chooseBuilding, come, saysNothingWrong } from '#tests/support/browser/walk-steps.ts';

const stage = raiseContractStage();

test('AUTH-29: a sign-in that the server fails at is told as such, not as a missing network', async () => {
  const visitor = await stage.visitor();
  const { page } = visitor;
  await visitor.open('/auth');
  await stage.control('fail', { match: 'POST /api/auth', status: 500, body: {}, times: 1 });
  await page.getByLabel('Телефон').pressSequentially('9990000001');
  await page.getByLabel('Пароль', { exact: true }).fill('Admin123');
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  const told = page.getByRole('alert').filter({ hasText: /\S/ }).first();
  await told.waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Нет связи|интернет/);
  visitor.forgive(/500/);
  // The typed values are still there, and the next attempt succeeds.
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.arrive('Новости');
  visitor.forgive(/404|WebSocket/);
});

test('STORY-02, STORY-08: covers and frames that do not come show our own placeholder', async () => {
  const visitor = await come(stage, 1);
  const { page } = visitor;
  await page.route('**/media/story/**', (route) => route.fulfill({ status: 404, body: '' }));
  visitor.forgive(/404/);
  await visitor.open('/news');
  const cover = page.getByRole('button', { name: /Правила дома/ });
  await cover.waitFor();
  await page.waitForLoadState('networkidle');
  /** Waits until no picture is drawn as broken: the next frame comes by itself, and its own failure is told a moment later. */
  const noneBroken = () =>
    page.waitForFunction(() =>
      [...document.images].every(
        (one) => !one.checkVisibility({ visibilityProperty: true }) || !one.complete || one.naturalWidth > 0,
      ),
    );
  await noneBroken();
  await cover.click();
  await page.getByRole('dialog').getByText('Кадр не загрузился').first().waitFor();
  await noneBroken();
});

test('a socket that the server does not know is refused, not opened and closed; a call that the page gives up is given up there too; its own files come by their own addresses', async () => {
  const visitor = await come(stage, 1);
  const { page } = visitor;
  visitor.forgive(/404|WebSocket/);
  await visitor.open('/news');
  await visitor.arrive('Новости');
  await page.getByRole('button', { name: /Правила дома/ }).waitFor();
  await page.waitForFunction(() =>
    [...document.images].some(({ src, naturalWidth }) => src.includes('/media/') && naturalWidth > 0),
  );
  const told = await page.evaluate(
    () =>
      new Promise<string[]>((ended) => {
        const heard: string[] = [];
        const socket = new WebSocket(`ws://${location.host}/ws/nowhere`);
        socket.addEventListener('open', () => heard.push('open'));
        socket.addEventListener('close', ({ code }) => ended([...heard, `close ${code}`]));
      }),
  );
  expect(told).toEqual(['close 1006']);
  // The test asked for it, no page did.
  await stage.control('reset', { only: 'log' });
  await stage.control('delay', { match: 'GET /api/crm/cameras/', ms: 600_000, times: 1 });
  const asked = page.waitForRequest(/\/api\/crm\/cameras\//);
  const menu = page.getByRole('navigation', { name: 'Разделы', exact: true }).first();
  await menu.getByRole('link', { name: 'Камеры' }).click();
  await asked;
  const given = async () => (await stage.log('/api/crm/cameras/')).map(({ aborted }) => aborted);
  await until('the call is there', async () => (await given()).length > 0);
  await page.goto('about:blank');
  await until('the call is given up', async () => (await given()).includes(true));
});

test('CHAT-10, CHAT-18: a chat service that is not there says so once and calls no colleague deleted', async () => {
  const visitor = await come(stage, 1);
  const { page } = visitor;
  await visitor.open('/chats?chat_id=usrStaff102');
  await visitor.arrive('Общение');
  await page
    .getByText(/Нет связи с чатом/)
    .first()
    .waitFor();
  await saysNothingWrong(visitor);
  const text = await page.locator('#root').innerText();
  expect(text.match(/Нет связи с чатом/g)).toHaveLength(1);
  expect(text).not.toContain('Пользователь удалён');
});

test('READ-16, READ-29: where the chosen buildings have other days, the button works while one of them is open, and what the server says of a closed month is shown', async () => {
  const today = new Date();
  const visitor = await stage.visitor({ as: 1, storage: { 'checked-buildings': '[11,13]' } });
  visitor.forgive(/v0\/channels/);
  const { page } = visitor;
  if (today.getDate() > 28) await page.clock.setFixedTime(new Date(today.getFullYear(), today.getMonth(), 28, 12));
  await visitor.open('/readings');
  await page.getByRole('row').nth(1).waitFor();
  const add = page.getByRole('link', { name: /Добавить показания/ }).and(page.locator(':not([aria-disabled=true])'));
  await add.click();
  await page.waitForURL((url) => url.pathname === '/add-readings');
  await saysNothingWrong(visitor);
  const detail = 'Сейчас показания не принимаются';
  await stage.control('fail', { match: 'POST /api/crm/meters/', status: 400, body: { detail }, times: 1 });
  await chooseBuilding(visitor);
  await page.getByRole('combobox').nth(1).click();
  await page.getByRole('option', { name: '4', exact: true }).click();
  await page.getByRole('textbox', { name: 'Холодная вода' }).fill('000150');
  await page.getByRole('button', { name: 'Добавить показания' }).click();
  await page.getByRole('alert').getByText(detail).waitFor();
  visitor.forgive(/400/);
  expect(visitor.where()).toBe('/add-readings');
});

test('SHELL-29: stored buildings that are no longer known are never sent and leave the store', async () => {
  const visitor = await stage.visitor({ as: 1, storage: { 'checked-buildings': '[999,11]' } });
  visitor.forgive(/v0\/channels/);
  const pages = [
    '/news',
    '/tasks',
    '/cameras',
    '/readings',
    '/residents',
    '/settings/meters-readings',
    '/chats?complaints=true',
  ];
  for (const [at, path] of pages.entries()) {
    if (at > 0) await visitor.page.evaluate(() => localStorage.setItem('checked-buildings', '[999,11]'));
    await visitor.open(path);
    await visitor.arrive();
    await saysNothingWrong(visitor);
    expect([path, await visitor.stored('checked-buildings')]).toEqual([path, '[11]']);
  }
  const asked = (await stage.log('/')).filter(({ query, body }) =>
    [query?.buildings_id, (body as { buildings?: unknown } | null)?.buildings].join(',').split(',').includes('999'),
  );
  expect(asked.map(({ url }) => url)).toEqual([]);
  expect(await stage.deviations()).toEqual([]);
});

test('TASK-19, TASK-23: a request without a service and one without a place take nothing else down', () =>
  walkBrokenRequests(stage));

test('COMPL-06, COMPL-10: previews that come as a list stand as any others do', async () => {
  await stage.control('shape', SHAPE_SETS.listed);
  await walkChats(stage);
});
