// Runs in test:all alone: the section in depth; one journey through it is in journeys-of-buildings.test.ts.
import { jest } from '@jest/globals';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

const FORM = '/settings/objects-form?id=1';
const first = ({ page }: Visitor) => page.getByLabel('Первый день');
const last = ({ page }: Visitor) => page.getByLabel('Последний день');
const save = ({ page }: Visitor) => page.getByRole('button', { name: 'Сохранить изменения' }).click();
const card = ({ page }: Visitor) => page.getByRole('complementary');

/** Saves the settings of building 1 as somebody else. @returns what the server has now */
async function saveMeanwhile(
  start: number,
): Promise<{ submit_start_day: number; cameras: { is_selected: boolean }[] }> {
  const address = `${stage.product.address}/api/crm/settings/building/1/`;
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ submit_start_day: start, submit_end_day: 28, reading_types: ['gas'] });
  return (await fetch(address, { method: 'PUT', headers, body })).json() as never;
}

describe('the settings', () => {
  test('SET-01, SET-12, SET-17, SET-26, SET-41, SET-42: from the menu to the card, to the form and back', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open('/news');
    await page.getByRole('link', { name: 'Настройки' }).click();
    await visitor.reach('/settings/employees-permissions');
    await page.getByRole('link', { name: 'Объекты', exact: true }).click();
    await visitor.reach('/settings/buildings');
    await page.getByRole('row', { name: /12 ул. Лесная|12ул. Лесная/ }).click();
    await visitor.reach('/settings/buildings?id=1');
    await card(visitor)
      .getByRole('link', { name: /числа месяца/ })
      .click();
    await visitor.reach(`${FORM}&screen=readings`);
    await first(visitor).fill('31');
    await last(visitor).focus();
    expect([await first(visitor).inputValue(), await last(visitor).inputValue()]).toEqual(['28', '28']);
    await last(visitor).fill('7');
    await first(visitor).focus();
    expect([await first(visitor).inputValue(), await last(visitor).inputValue()]).toEqual(['07', '07']);
    await page.getByRole('radio', { name: 'Только холодная' }).check();
    await save(visitor);
    await said(visitor, /^Настройки объекта сохранены$/);
    await visitor.reach('/settings/buildings');
    await visitor.open('/settings/buildings?id=1');
    await card(visitor).getByRole('link', { name: '7–7 числа месяца' }).waitFor();
    await card(visitor).getByText('только холодная').waitFor();
    const laid = jest.spyOn(page, 'evaluate');
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    expect(await seriousFindings(page)).toEqual([]);
    // Axe is put into a page once a load.
    expect(laid.mock.calls.filter(([script]) => String(script).length > 100_000)).toHaveLength(1);
    laid.mockRestore();
  });

  test('SET-21, SET-26: the card’s header stays after 85 pixels; screen=cameras opens at the cameras', async () => {
    const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 1440, height: 420 } } });
    const { page } = visitor;
    await visitor.open('/settings/buildings?id=1');
    await card(visitor).getByText('Камеры', { exact: true }).waitFor();
    const scroll = (top: number) =>
      card(visitor).evaluate(async (element, to) => {
        const area = element.querySelector('h2')?.closest('div')?.parentElement?.parentElement;
        if (!area) throw new Error('Nothing scrolls');
        area.scrollTop = to;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const close = area.querySelector('button')?.getBoundingClientRect();
        return { at: area.scrollTop, inView: (close?.bottom ?? 0) > area.getBoundingClientRect().top };
      }, top);
    expect(await scroll(84)).toEqual({ at: 84, inView: false });
    await card(visitor).locator('[data-stuck]').waitFor({ state: 'detached' });
    expect((await scroll(86)).at).toBe(86);
    await card(visitor).locator('[data-stuck]').waitFor();
    expect((await scroll(86)).inView).toBe(true);

    await visitor.open(`${FORM}&screen=cameras`);
    const title = page.getByRole('heading', { name: 'Камеры' });
    await title.waitFor();
    await page.waitForFunction(() => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Камеры');
      return (heading?.getBoundingClientRect().top ?? 999) < 250;
    });
    await page.locator('button[aria-current="step"]', { hasText: 'Камеры' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('SET-39: what another manager saved meanwhile is not overwritten, and the second is told', async () => {
    const visitor = await stage.visitor({ as: 2 });
    await visitor.open(FORM);
    await first(visitor).fill('11');
    await last(visitor).fill('12');
    await saveMeanwhile(3);
    await save(visitor);
    const conflict = visitor.page.getByRole('dialog', { name: 'Эту запись уже изменили' });
    await conflict.getByText('3–28 числа месяца').waitFor();
    await conflict.getByRole('button', { name: 'Вернуться к форме' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await first(visitor).inputValue()).toBe('11');
    expect(visitor.forgive(/409/).length).toBeGreaterThan(0);
    await visitor.open('/settings/buildings?id=1');
    await card(visitor).getByText('3–28 числа месяца').waitFor();
  });

  test('SET-02, SHELL-17, SHELL-04: who may see neither staff nor objects lands at the company', async () => {
    const visitor = await stage.visitor({ as: 10 });
    const { page } = visitor;
    await visitor.open('/settings');
    await visitor.reach('/settings/company-profile');
    await page.getByRole('heading', { name: 'УК «Северный дом»' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Разделы настроек' });
    expect(await tabs.getByRole('link', { name: 'Объекты' }).getAttribute('aria-disabled')).toBe('true');
    await visitor.open('/settings/buildings');
    await page.getByText('Для вас доступ закрыт').waitFor();
    await tabs.getByRole('link', { name: 'Компания' }).waitFor();
    expect(visitor.calls.some((call) => call.startsWith('GET /api/crm/settings/building/'))).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
