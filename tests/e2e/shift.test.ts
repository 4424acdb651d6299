// Runs in test:all alone: the section in depth; the server and component tests have its rules.
import { sticksOut } from '#tests/support/browser/overflow.ts';
import { raiseStage, seriousFindings, type Visitor } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();
const WIDTHS = [390, 900, 1440] as const;

const number = ({ page }: Visitor, name: string) => page.getByRole('link', { name: new RegExp(`^[\\d\\s]+${name}`) });
const countOf = async (visitor: Visitor, name: string) =>
  Number((await number(visitor, name).locator('b').innerText()).replaceAll(/\s/g, ''));
const found = ({ page }: Visitor, count: number) => page.getByText(`Найдено: ${count}`, { exact: true }).waitFor();

/** Opens the page and waits for its numbers. */
async function come(visitor: Visitor, path = '/shift'): Promise<void> {
  await visitor.open(path);
  await visitor.page.getByRole('heading', { name: 'Сейчас' }).waitFor();
}

test('a day at the desk: numbers lead to lists of as many, a note and a hand-over reach the next one at once, who accepts it; the shift that ended is looked at again', async () => {
  const [one, next] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 2 })];
  await come(one);
  const { page } = one;
  expect(await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').nth(1).innerText()).toBe(
    'Дежурство',
  );

  for (const name of ['Просрочены', 'Ждут исполнителя', 'Поступили', 'Завершены']) {
    const count = await countOf(one, name);
    await number(one, name).click();
    await page.waitForURL((url) => url.pathname === '/tasks');
    await found(one, count);
    await page.goBack();
    await page.getByRole('heading', { name: 'Сейчас' }).waitFor();
  }

  await come(next);
  await page.getByRole('textbox', { name: /^Что передать следующей смене/ }).fill('Лифт в под. 2 стоит');
  await page.getByRole('button', { name: 'Оставить записку' }).click();
  await said(one, 'Записка оставлена');
  await next.page.getByText('Лифт в под. 2 стоит').waitFor();

  await page.getByRole('button', { name: 'Сдать смену' }).click();
  const dialog = page.getByRole('dialog', { name: 'Сдать смену?' });
  await dialog.getByRole('textbox').fill('Ключи у консьержа');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Сдать смену' }).click();
  await said(one, 'Смена сдана');
  await page.getByText(/^Вы сдали смену/).waitFor();

  await next.page.getByText('Ключи у консьержа').waitFor();
  await next.page.getByRole('link', { name: 'Посмотреть сданную смену' }).click();
  await next.page.getByText(/^С .+ до /).waitFor();
  const came = await countOf(next, 'Поступили');
  await number(next, 'Поступили').click();
  await found(next, came);
  await next.page.goBack();
  await next.page.getByRole('button', { name: 'Принять смену' }).click();
  await said(next, 'Смена принята');
  await page.getByText(/^Вы сдали смену/).waitFor({ state: 'detached' });
  await next.open('/shift');
  await next.page.getByText(/^С прошлой сдачи смены/).waitFor();
  expect(await countOf(next, 'Поступили')).toBe(0);
});

test('the number of a building leads to its list alone, whichever buildings are checked, and choosing buildings leads back', async () => {
  const visitor = await stage.visitor({ as: 1 });
  await come(visitor);
  const { page } = visitor;
  const cell = page
    .getByRole('table')
    .getByRole('link', { name: /ждёт исполнителя|ждут исполнителя/ })
    .first();
  const name = String(await cell.getAttribute('aria-label'));
  const address = name.slice(name.indexOf(', ') + 2);
  const count = Number(await cell.innerText());
  await cell.click();
  await page.waitForURL((url) => url.pathname === '/tasks' && url.searchParams.has('building'));
  await found(visitor, count);
  const selector = page.getByRole('button', { name: /^Выбор домов/ });
  expect((await selector.innerText()).replaceAll(/\s/g, ' ')).toContain(address.replaceAll(/\s/g, ' '));
  await selector.click();
  await page.getByRole('checkbox', { name: 'Выбрать все', exact: true }).click();
  await page.getByRole('button', { name: 'Применить' }).click();
  await page.waitForURL((url) => !url.searchParams.has('building'));
  await page.getByRole('button', { name: 'Ждут исполнителя' }).click();
  await page.waitForURL((url) => !url.searchParams.has('status'));
});

test('it sticks out at no width with a long note, in either theme axe finds nothing serious; on paper there are numbers and no buttons', async () => {
  const visitor = await stage.visitor({ as: 1 });
  await come(visitor);
  const { page } = visitor;
  const note = `${'Водопроводноканализационноотопительный'.repeat(4)} 👨‍👩‍👧‍👦🏠 ${'Проверить насос в подвале. '.repeat(12)}`;
  await page.getByRole('textbox', { name: /^Что передать следующей смене/ }).fill(note);
  await page.getByRole('button', { name: 'Оставить записку' }).click();
  await said(visitor, 'Записка оставлена');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(sticksOut)]).toEqual([width, []]);
    }
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Дежурство: все дома/).waitFor();
  expect(await page.getByRole('button', { name: 'Сдать смену' }).isVisible()).toBe(false);
  expect(await number(visitor, 'Поступили').isVisible()).toBe(true);
});

test('AUTH-20: sign-in leads to the shift page where the profile says so, and to the news as ever where it does not', async () => {
  const visitor = await stage.visitor();
  const { page } = visitor;
  const signIn = async () => {
    await page.getByLabel('Телефон').fill('9000000002');
    await page.getByLabel('Пароль', { exact: true }).fill('Demo2026!');
    await page.getByRole('button', { name: 'Войти в систему' }).click();
  };
  await visitor.open('/auth');
  await signIn();
  await page.waitForURL((url) => url.pathname === '/news');
  await visitor.open('/profile');
  await page.getByRole('radio', { name: 'Дежурство' }).check({ force: true });
  await said(visitor, 'После входа откроется раздел «Дежурство»');
  await page.getByRole('button', { name: 'Выйти' }).first().click();
  await page.waitForURL((url) => url.pathname === '/auth');
  await signIn();
  await page.waitForURL((url) => url.pathname === '/shift');
  await page.getByRole('heading', { name: 'Сейчас' }).waitFor();
});

test('what came while nobody looked stands behind the bell and in the title, by day; opened it is read, and all at once', async () => {
  const [visitor, other] = [await stage.visitor({ as: 6 }), await stage.visitor({ as: 1 })];
  const { page } = visitor;
  await visitor.open('/profile');
  await visitor.arrive('Профиль');
  const token = await stage.token(1);
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  const told = async (description: string) => {
    const body = { service: 1, information: { description }, target_type: 'building', target: { building: 1 } };
    const answer = await fetch(`${stage.product.address}/api/crm/tasks/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
  };
  await told('Течёт кран в подвале');
  await told('Не горит свет на лестнице');
  await page.getByRole('button', { name: 'Уведомления, непрочитанных: 2' }).waitFor();
  await page.waitForFunction(() => document.title.startsWith('(2) Профиль'));
  await page.getByRole('button', { name: 'Уведомления, непрочитанных: 2' }).click();
  const panel = page.getByRole('dialog', { name: 'Уведомления' });
  await panel.getByRole('region', { name: 'Сегодня' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await panel.getByRole('link', { name: /Не горит свет на лестнице/ }).click();
  await page.waitForURL((url) => url.pathname === '/tasks' && url.searchParams.has('id'));
  await page.waitForFunction(() => document.title.startsWith('(1) '));
  await page.getByRole('button', { name: 'Уведомления, непрочитанных: 1' }).click();
  await panel.getByRole('button', { name: 'Прочитать все' }).click();
  await page.waitForFunction(() => !document.title.startsWith('('));
  await page.reload();
  await page.getByRole('button', { name: 'Уведомления', exact: true }).waitFor();
  await other.open('/profile');
  await other.page.getByRole('button', { name: 'Уведомления', exact: true }).waitFor();
});
