import { lineOf, raiseContractStage } from '#tests/support/browser/contract-stage.ts';

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

/** A page of every section. */
const PAGES = [
  '/news',
  '/create-news-form',
  '/tasks',
  '/tasks?view=list',
  '/create-task',
  '/residents',
  '/create-resident-form',
  '/readings',
  '/cameras',
  '/create-camera-form',
  '/settings/employees-permissions',
  '/settings/add-employee',
  '/settings/buildings',
  '/profile',
  '/chats',
];
/** What stands on a page that could not read an answer, or says what is not so. */
const WRONG = /не открылась|непредвиденная|Нет связи с сервером|Данные не доехали|undefined|NaN|Invalid Date|\[object/;

test.each([
  ['as they are', {}],
  ['with pages for lists', { lists: 'page', next: 'relative' }],
  ['with texts for numbers and flat targets', { order: 'string', task_target: 'flat' }],
])(
  'PERM-18: answers %s: every page opens, says nothing wrong and asks for nothing that the documents do not know',
  async (_how, shapes) => {
    await stage.control('shape', shapes);
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    // The documents' server has no chat: its socket is refused.
    visitor.forgive(/v0\/channels/);
    for (const path of PAGES) {
      await visitor.open(path);
      await visitor.arrive();
      await page.waitForLoadState('networkidle');
      const text = await page.locator('body').innerText();
      expect([path, WRONG.exec(text)?.[0]]).toEqual([path, undefined]);
    }
    expect((await stage.deviations()).map(lineOf)).toEqual([]);
  },
);

test('TASK-36, TASK-38: a moved card is told by the documented keys alone and stays where it was put', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/tasks?period=month');
  await visitor.arrive('Заявки');
  const cards = page.getByRole('region', { name: /Входящие/ }).getByRole('article');
  await cards.nth(1).waitFor();
  const name = await cards.nth(1).getAttribute('aria-label');
  const moved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await cards
    .nth(1)
    .getByRole('button', { name: /^Действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Поднять выше' }).click();
  expect(Object.keys((await moved).request().postDataJSON() as object)).toEqual(['order']);
  await page.waitForLoadState('networkidle');
  expect(await cards.first().getAttribute('aria-label')).toBe(name);
});
