// Runs in test:all alone: each failing call of each section; its parts are tested one by one.

import type { Page } from 'playwright-core';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';

const stage = raiseStage();
const LONG = 'Очень длинное объяснение того, что пошло не так. '.repeat(200);
const DEFAULT = 'Возникла непредвиденная ошибка, обратитесь в поддержку Управдом';

/** The global alert: other alerts have no cross. */
const toast = ({ page }: Visitor) =>
  page.locator('[role=alert]', { has: page.getByRole('button', { name: 'Закрыть' }) });
const send = ({ page }: Visitor) => page.getByRole('button', { name: 'Отправить код подтверждения' });

async function close(visitor: Visitor): Promise<void> {
  await toast(visitor).getByRole('button', { name: 'Закрыть' }).click();
  await toast(visitor).waitFor({ state: 'detached' });
}

/** It stands top right, at most half as wide and seven tenths as high as the window, and a click beside it changes nothing. */
async function staysInItsCorner(visitor: Visitor): Promise<void> {
  const box = await toast(visitor).boundingBox();
  if (!box) throw new Error('It is not seen');
  expect(box.y).toBeLessThan(40);
  expect(1440 - box.x - box.width).toBeLessThan(40);
  expect(box.width).toBeLessThanOrEqual(720);
  expect(box.height).toBeLessThanOrEqual(630);
  expect(box.height).toBeGreaterThan(300);
  await visitor.page.mouse.click(300, 860);
  expect(await toast(visitor).isVisible()).toBe(true);
}

/** Lets time run by the page's own clock, which stands, until it shows; then it goes after six seconds. */
async function goesAfterSixSeconds(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await until(
    'a toast',
    () => toast(visitor).isVisible(),
    () => page.clock.runFor(20),
  );
  await page.mouse.move(300, 860);
  await page.clock.runFor(5_950);
  expect(await toast(visitor).isVisible()).toBe(true);
  await page.clock.runFor(50);
  await toast(visitor).waitFor({ state: 'detached' });
}

/** Stops the clock of a page. */
const stopClock = (page: Page) => page.clock.pauseAt('2026-03-10T10:00:00Z');

describe('the global alert', () => {
  test('ERR-01…04, ERR-06…14: of each section whose calls fail, by what the server says; the page stays usable', async () => {
    const visitor = await stage.visitor({ as: 2 });
    const { page } = visitor;
    await page.clock.install({ time: '2026-03-10T09:00:00Z' });
    await visitor.open('/profile');
    await visitor.arrive('Профиль');
    const fail = (list: RegExp, answer: { json?: object; body?: string }) =>
      page.route(list, (route) => route.fulfill({ status: 500, ...answer }));
    const open = async (title: string) => {
      await page.getByRole('navigation', { name: 'Разделы', exact: true }).getByRole('link', { name: title }).click();
      await visitor.arrive(title);
    };
    await fail(/\/api\/crm\/news\/\?/, { json: { details: 'Из details', detail: 'Из detail', error: 'Из error' } });
    await fail(/\/api\/crm\/tasks\/\?/, { json: { details: 'Из details', detail: 'Из detail' } });
    await fail(/\/api\/crm\/meters\/\?/, { json: { details: ['Первая', 'Вторая'] } });
    await fail(/\/api\/crm\/employee\/\?/, { json: { details: { name: ['Имя'], post: ['Должность'] } } });
    for (const [title, said] of [
      ['Новости', 'Из error'],
      ['Заявки', 'Из detail'],
      ['Показания', 'Первая\nВторая'],
      ['Настройки', 'Имя\nДолжность'],
    ] as const) {
      await open(title);
      await toast(visitor)
        .getByText(said.split('\n')[0] ?? '')
        .waitFor();
      const [text = ''] = (await toast(visitor).innerText()).split('\nНомер запроса');
      expect(text.trim()).toBe(said);
      // The page says besides that its data did not come.
      await page.getByText('Данные не доехали').first().waitFor();
      await close(visitor);
    }
    // A call that the next one makes needless is no failure.
    let suggested = 0;
    await page.route(/\/smart_search\/$/, async (route) => {
      suggested += 1;
      if (suggested > 1) await route.continue();
    });
    await open('Резиденты');
    const search = page.getByRole('combobox', { name: 'Поиск резидентов' });
    const first = page.waitForRequest(/\/smart_search\/$/);
    await search.fill('ле');
    const given = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().includes('smart_search'),
    });
    await first;
    await search.fill('лесная');
    await given;
    await page.getByRole('option').first().waitFor();
    expect(await toast(visitor).count()).toBe(0);
    await page.keyboard.press('Escape');

    // Without a text; very long; without an answer.
    await fail(/\/api\/crm\/cameras\/\?/, { body: '' });
    await open('Камеры');
    await toast(visitor).getByText(DEFAULT).waitFor();
    await close(visitor);
    const again = page.getByRole('button', { name: 'обновить страницу' });
    await fail(/\/api\/crm\/cameras\/\?/, { json: { detail: LONG } });
    await again.click();
    await toast(visitor).getByText('Очень длинное').waitFor();
    await staysInItsCorner(visitor);
    await close(visitor);
    await page.route(/\/api\/crm\/cameras\/\?/, (route) => route.abort());
    await stopClock(page);
    await again.click();
    await goesAfterSixSeconds(visitor);
    visitor.forgive(/500|ERR_FAILED|ERR_ABORTED/);
  });

  test('ERR-01, ERR-02, ERR-04, ERR-07…11, ERR-14: the same on the small pages', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    await page.clock.install({ time: '2026-03-10T09:00:00Z' });
    await page.route('**/send_confirm_code/', (route) => route.fulfill({ status: 500, json: { detail: LONG } }));
    await visitor.open('/confirmation');
    await page.getByLabel('Телефон').pressSequentially('9000000003');
    await send(visitor).click();
    await toast(visitor).getByText('Очень длинное').waitFor();
    await staysInItsCorner(visitor);
    await close(visitor);
    expect(await page.getByRole('heading', { level: 1 }).first().isVisible()).toBe(true);
    await page.route('**/send_confirm_code/', (route) => route.abort());
    await stopClock(page);
    await send(visitor).click();
    await goesAfterSixSeconds(visitor);
    visitor.forgive(/500|ERR_FAILED/);
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
