// Runs in test:all alone: invitations and lists of the company are tested on the server and by component.
import { raiseStage } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

test('an administrator makes a service in the settings, where it then stands', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/settings/company-profile');
  await page.getByRole('link', { name: /^Услуги/ }).click();
  await page.getByRole('link', { name: 'Добавить услугу' }).first().click();
  await page.getByLabel('Название').fill('Мытьё окон');
  await page.getByRole('button', { name: 'Добавить услугу' }).click();
  await said(visitor, 'Услуга добавлена');
  await visitor.reach('/settings/services');
  await page.getByText('Мытьё окон').waitFor();
});

test('an invited employee is handed their link, and sets a password by it', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/settings/add-employee');
  await page.getByLabel('Имя').fill('Пётр');
  await page.getByLabel('Фамилия').fill('Новиков');
  await page.getByText('Мужской').click();
  await page.getByLabel('Должность').fill('Слесарь');
  await page.getByLabel('Организация').selectOption({ index: 1 });
  // Another one each time: whoever a test made that is repeated is there still.
  await page.getByLabel('Телефон').fill(`916${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`);
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/edit-employee');
  await page.getByRole('button', { name: 'Получить ссылку' }).click();
  const link = await page.getByLabel('Ссылка для сотрудника').inputValue();
  expect(link).toMatch(/\/registration\?token=[\w-]{43}$/);
  const invited = await stage.visitor();
  await invited.page.goto(new URL(link).pathname + new URL(link).search);
  await invited.page.getByLabel('Установите пароль').waitFor();
});
