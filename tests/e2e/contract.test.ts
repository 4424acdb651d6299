import { raiseContractStage } from '#tests/support/browser/contract-stage.ts';

const stage = raiseContractStage();

test('AUTH-16, NEWS-04, CAM-01: on a server that has only the documents somebody signs in by the form and reads announcements and cameras', async () => {
  const visitor = await stage.visitor();
  const { page } = visitor;
  await visitor.open('/auth');
  await page.getByLabel('Телефон').pressSequentially('9990000001');
  await page.getByLabel('Пароль', { exact: true }).fill('Admin123');
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.arrive('Новости');
  await page.locator('article').first().waitFor();
  await visitor.open('/cameras');
  await page.locator('article', { hasText: 'Въезд 2' }).waitFor();
  // Sockets of ours that it has not.
  visitor.forgive(/404|WebSocket/);
});
