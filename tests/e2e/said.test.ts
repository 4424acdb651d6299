// Runs in test:all alone: what each action says; the component tests have the same.
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name });

/** Opens the first request of a column, of the last month, and waits for its card. */
async function openRequest(visitor: Visitor, column: 'Входящие' | 'В процессе') {
  const { page } = visitor;
  await visitor.open('/tasks?period=month');
  await page
    .getByRole('region', { name: new RegExp(`^${column}`) })
    .locator('[data-card]')
    .first()
    .click();
  const card = page.getByRole('complementary');
  await card.getByRole('heading', { name: 'История' }).waitFor();
  return card;
}

describe('every action says what it did', () => {
  test('of requests: edited, commented, given to somebody, their deadline, cancelled', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    const card = await openRequest(visitor, 'Входящие');
    await card.getByRole('textbox', { name: 'Комментарий' }).fill('Мастер выехал');
    await card.getByRole('button', { name: 'Отправить' }).click();
    await said(visitor, 'Комментарий добавлен');
    await card.getByRole('button', { name: /^Действия с заявкой/ }).click();
    await page.getByRole('menuitem', { name: 'Изменить заявку' }).click();
    const form = page.getByRole('dialog', { name: 'Изменить заявку' });
    await form.getByRole('textbox', { name: /Описание/ }).fill('Не горит свет на площадке');
    await form.getByRole('button', { name: 'Сохранить изменения' }).click();
    await said(visitor, /Заявка №\s\d+ изменена/);
    await card.getByText('Описание: Не горит свет на площадке').waitFor();
    await card.getByRole('button', { name: /^(Задать|Сменить) срок$/ }).click();
    await card.getByRole('button', { name: 'Завтра до 18:00' }).click();
    await said(visitor, 'Срок изменён');
    await card.getByRole('button', { name: 'Назначить' }).click();
    const choice = page.getByRole('dialog', { name: 'Выберите исполнителя заявки' });
    await choice.getByRole('radio').first().check();
    await choice.getByRole('button', { name: 'Назначить' }).click();
    await said(visitor, 'Исполнитель назначен');
    await card.getByRole('button', { name: 'Отменить заявку' }).click();
    const reason = page.getByRole('dialog', { name: 'Укажите причину отмены' });
    await reason.getByRole('textbox').fill('Повторная заявка');
    await reason.getByRole('button', { name: 'Отменить заявку' }).click();
    await said(visitor, 'Заявка отменена');
    await button(visitor, 'Вернуть').click();
    await said(visitor, 'Возвращено');
  });
});
