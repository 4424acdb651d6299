// Runs in test:all alone: ten jobs of other files once more, by the keyboard.
import type { Locator, Page } from 'playwright-core';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

/** Moves the focus to something by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const hasFocus = () => target.evaluate((element) => element.contains(document.activeElement));
  for (let steps = 0; steps < 120; steps += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Goes somewhere as Ctrl+K finds it first. */
async function goTo(page: Page, typed: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Поиск по всем разделам' }).waitFor();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: first }).and(page.locator('[data-option-index="0"]')).waitFor();
  await page.getByRole('status').filter({ hasText: 'Найдено' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Takes the first of what a field offers for a text. */
async function choose(page: Page, field: Locator, typed: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(typed);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

test('ten jobs are done by the keyboard alone', async () => {
  const visitor = await stage.visitor();
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => document.documentElement.setAttribute('data-pressed', ''), { capture: true });
  });

  // 1. Sign-in: the telephone has the focus.
  await visitor.open('/auth');
  await page.keyboard.type('9000000001');
  await tabTo(page, page.getByLabel('Пароль', { exact: true }));
  await page.keyboard.type('Demo2026!');
  await page.keyboard.press('Enter');
  await visitor.arrive('Новости');

  // 2. A request.
  await goTo(page, 'создать заявку', /Создать новую заявку/);
  await visitor.arrive('Где и какая помощь нужна?');
  await choose(page, page.getByRole('combobox', { name: 'Объект' }), 'лесная 12');
  await choose(page, page.getByRole('combobox', { name: 'Услуга' }), 'Лифт');
  await tabTo(page, page.getByLabel('Описание'));
  await page.keyboard.type('Кабина стучит и едет рывками');
  await press(page, button('Создать заявку'));
  await said(visitor, /^Заявка №\s\d+ создана/);
  const number = /№\s(\d+)/.exec(await page.locator('[data-toast]').first().innerText())?.[1] ?? '';

  // 3. Found by its number, it is given to somebody.
  await goTo(page, `№ ${number}`, /Кабина стучит/);
  const card = page.getByRole('complementary');
  await press(page, card.getByRole('button', { name: 'Назначить' }));
  const performers = page.getByRole('dialog', { name: 'Выберите исполнителя заявки' });
  await tabTo(page, performers.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await said(visitor, /^Исполнитель назначен/);

  // 4. It is cancelled, with a reason.
  await press(page, card.getByRole('button', { name: 'Отменить заявку' }));
  const reason = page.getByRole('dialog', { name: 'Укажите причину отмены' });
  await reason.waitFor();
  await page.keyboard.type('Заявка повторная');
  await press(page, reason.getByRole('button', { name: 'Отменить заявку' }));
  await said(visitor, /^Заявка отменена/);

  // 5. An announcement.
  await goTo(page, 'написать объявление', /Написать объявление/);
  await visitor.arrive('Кому и о чём хотите рассказать?');
  await choose(page, page.getByRole('combobox').first(), 'лесная 12');
  await tabTo(page, page.getByLabel('Заголовок', { exact: true }));
  await page.keyboard.type('Мойка окон');
  await tabTo(page, page.getByLabel('Текст', { exact: true }));
  await page.keyboard.type('В пятницу моем окна в подъездах, закройте форточки.');
  await press(page, button('Опубликовать объявление'));
  await said(visitor, /^Объявление опубликовано/);

  // 6. A camera.
  await goTo(page, 'добавить камеру', /Добавить камеру/);
  await visitor.arrive('Новая камера');
  await tabTo(page, page.getByRole('textbox', { name: /Название/ }));
  await page.keyboard.type('Камера у лифта');
  await tabTo(page, page.getByLabel('Ссылка на поток'));
  await page.keyboard.type('https://example.org/stream');
  await tabTo(page, page.getByRole('checkbox', { name: /Лесная/ }).first());
  await page.keyboard.press('Space');
  await press(page, button('Добавить камеру'));
  await said(visitor, /^Камера добавлена/);

  // 7. Somebody is invited.
  await goTo(page, 'пригласить резидента', /Пригласить новых/);
  await visitor.arrive('Кого хотите пригласить?');
  for (const [label, typed] of [
    ['Фамилия', 'Ясенева'],
    ['Имя', 'Майя'],
    ['Телефон', '9265550143'],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(typed);
  }
  await tabTo(page, page.getByRole('radio', { name: 'Женский' }));
  await page.keyboard.press('Space');
  await choose(page, page.getByRole('combobox', { name: 'Дом' }), 'лесная 12');
  await choose(page, page.getByRole('combobox', { name: 'Квартира' }), '1');
  await press(page, button('Отправить приглашение'));
  await said(visitor, /^Резидент добавлен/);

  // 8. The flat of somebody is found, and what is known of it.
  await goTo(page, 'ясенева', /Ясенева Майя/);
  await page.getByRole('complementary').getByText('Ясенева').first().waitFor();
  await page.keyboard.press('Escape');

  // 9. A message.
  await goTo(page, 'общение', /Общение/);
  await visitor.arrive('Общение');
  await press(page, page.getByRole('button', { name: /^Ольга Трофимова/ }));
  await tabTo(page, page.getByRole('textbox', { name: 'Сообщение' }));
  await page.keyboard.type('Мастер будет к десяти');
  await page.keyboard.press('Enter');
  await page.getByText('Мастер будет к десяти').last().waitFor();

  // 10. The shift is handed over with a note.
  await goTo(page, 'дежурство', /Дежурство/);
  await visitor.arrive('Дежурство');
  await press(page, button('Сдать смену').first());
  const handover = page.getByRole('dialog', { name: 'Сдать смену?' });
  await handover.waitFor();
  await page.keyboard.type('Лифт в под. 2 стоит');
  await press(page, handover.getByRole('button', { name: 'Сдать смену' }));
  await said(visitor, /^Смена сдана/);

  expect(await page.locator('html[data-pressed]').count()).toBe(0);
});
