import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
const LIST = '/settings/employees-permissions';

/** A call of the API as a demo account. */
async function api(account: number, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${stage.product.address}${path}`, {
    method,
    headers: {
      authorization: `Token ${await stage.token(account)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('employees', () => {
  test('EMP-17 EMP-27 EMP-28 EMP-30 EMP-33 EMP-46 an employee is added, given rights and found in the list', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open(LIST);
    await page.getByRole('link', { name: /Добавить сотрудника/ }).click();
    await page.getByLabel('Имя').fill('Роза');
    await page.getByLabel('Фамилия').fill('Азимова');
    await page.getByText('Женский').click();
    await page.getByLabel('Должность').fill('Сантехник');
    await page.getByLabel('Организация').selectOption({ index: 1 });
    await page.getByLabel('Телефон').fill('9163184470');
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    await page.waitForURL(/edit-employee\?id=\d+&screen=service/);
    const steps = page.getByRole('navigation', { name: 'Шаги' });
    // Services is closed for who is no performer: the form opens at the sections, which lead to it.
    await steps.locator('[aria-current="step"]', { hasText: 'Разделы' }).waitFor();
    await page.getByRole('switch', { name: 'Заявки' }).click();
    await page.getByRole('radio', { name: 'Быть исполнителем' }).check();
    await steps.getByRole('button', { name: 'Услуги' }).click();
    await page.getByRole('button', { name: 'Сантехника' }).click();
    // Scrolled by hand the first step is at hand again.
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -5000);
    await steps.locator('[aria-current="step"]', { hasText: 'Личные данные' }).waitFor();
    await page.mouse.wheel(0, 9000);
    await steps.locator('[aria-current="step"]', { hasText: 'Услуги' }).waitFor();
    await page.locator('[data-house]').first().getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Сохранить настройки' }).click();
    await visitor.reach(LIST);
    const row = page.getByRole('row', { name: /Роза Азимова/ });
    await row.getByText('2/8').last().waitFor();
    await row.getByText('Приглашён').last().waitFor();
  });

  test('PERM-04 PERM-12 a right given and taken shows in the open console within a second, without signing in anew', async () => {
    const visitor = await stage.visitor({ as: 3 });
    const { page } = visitor;
    await visitor.open('/news');
    const menu = page.getByRole('navigation', { name: 'Разделы' }).first();
    await menu.getByRole('link', { name: 'Заявки' }).waitFor();
    // The line over which rights are told opens a moment after the page, and anew after every change.
    const lines = () => visitor.calls.filter((call) => call.includes('socket-tickets')).length;
    const connected = async (count: number) => {
      while (lines() < count) await page.waitForEvent('request');
      await page.waitForEvent('websocket', { timeout: 3000 }).catch(() => undefined);
    };
    await connected(1);
    const one = await api(1, 'GET', '/api/crm/employee/3/');
    const company = (one.company as { id: number }).id;
    const base = { ...one, company, porches: undefined, services: undefined, version: undefined };
    const set = (cameras: string) => api(1, 'PUT', '/api/crm/employee/3/', { ...base, sections: { cameras } });
    for (const [level, there] of [
      ['read', true],
      ['denied', false],
    ] as const) {
      await set(level);
      const began = Date.now();
      await menu
        .getByRole('link', { name: 'Камеры' })
        .waitFor({ state: there ? 'visible' : 'detached', timeout: 5000 });
      expect([level, Date.now() - began < 1500]).toEqual([level, true]);
      await connected(lines() + 1);
    }
    visitor.forgive(/WebSocket|ERR_/);
  });

  test('an administrator looks at the console as an employee: marked, writing nothing, and comes back as himself', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open(`${LIST}?id=5`);
    await page.getByRole('button', { name: 'Посмотреть глазами сотрудника' }).click();
    await page.getByText(/глазами сотрудника: Вера Одинцова/).waitFor();
    await page.getByRole('link', { name: 'Новости' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Заявки' }).count()).toBe(0);
    const refused = await page.evaluate(async () => {
      const token = sessionStorage.getItem('home-moderator');
      const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
      const answer = await fetch('/api/crm/news/1/', { method: 'DELETE', headers });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(refused).toEqual([403, 'read_only']);
    await page.getByRole('button', { name: 'Вернуться к себе' }).click();
    await visitor.reach(`${LIST}?id=5`);
    await page.getByRole('link', { name: 'Заявки' }).first().waitFor();
    visitor.forgive(/403/);
  });
});
