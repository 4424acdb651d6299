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
  await visitor.open('/settings/employees-permissions?status=created');
  await page.getByText('Приглашён').first().click();
  await page.getByRole('button', { name: 'Получить ссылку' }).click();
  const link = await page.getByLabel('Ссылка для сотрудника').inputValue();
  expect(link).toMatch(/\/registration\?token=[\w-]{43}$/);
  const invited = await stage.visitor();
  await invited.page.goto(new URL(link).pathname + new URL(link).search);
  await invited.page.getByLabel('Установите пароль').waitFor();
});
