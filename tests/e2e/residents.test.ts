import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

const box = ({ page }: Visitor) => page.getByRole('combobox', { name: 'Поиск резидентов' });
const card = ({ page }: Visitor) => page.getByRole('complementary');
const line = (visitor: Visitor, name: string) => card(visitor).getByRole('listitem').filter({ hasText: name });
const menu = (visitor: Visitor, name: string) =>
  line(visitor, name)
    .getByRole('button', { name: /^Действия/ })
    .click();

/** Types and takes the suggestion of this name. */
async function add(visitor: Visitor, text: string, suggestion: RegExp): Promise<void> {
  await box(visitor).fill(text);
  await visitor.page.getByRole('option', { name: suggestion }).first().click();
  await visitor.page.getByRole('listbox').waitFor({ state: 'hidden' });
}

test('RES-01, RES-05, RES-11, RES-15, RES-17, RES-19, RES-35, RES-37, RES-39: a resident is invited, found, changed, blocked, deleted and brought back', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  // Another one each time: what a test that is repeated left is there still.
  const number = String(5_000_000 + Math.floor(Math.random() * 1_000_000));
  await visitor.open('/residents');
  expect(await visitor.arrive()).toBe('Резиденты');
  await add(visitor, 'Ktcyfz 12', /Лесная/);
  await page.getByRole('row', { name: /ул\. Лесная/ }).waitFor();
  await page.getByRole('button', { name: /^кв\./ }).first().click();

  await card(visitor).getByRole('button', { name: 'Пригласить в это помещение' }).click();
  await visitor.arrive('Кого хотите пригласить?');
  expect(visitor.where()).toBe('/create-resident-form');
  await page.getByLabel('Фамилия').fill('Ясенева');
  await page.getByLabel('Имя').fill('Майя');
  await page.getByLabel('Телефон').fill(`926${number}`);
  await page.getByRole('radio', { name: 'Женский' }).check();
  await page.getByRole('button', { name: 'Отправить приглашение' }).click();
  await visitor.reach('/residents');

  // What was found stands there again, with the card that was open.
  await line(visitor, 'Ясенева Майя').getByText('Приглашён').waitFor();
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  await add(visitor, `8 (926) ${number}`, /Ясенева/);
  await page.getByRole('button', { name: /^кв\./ }).first().click();

  await menu(visitor, 'Ясенева');
  await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
  await line(visitor, 'Ясенева').getByText('Заблокирован').waitFor();
  await menu(visitor, 'Ясенева');
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await visitor.arrive('Изменить данные резидента');
  await page.getByLabel('Имя').fill('Мая');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await visitor.reach('/residents');
  await line(visitor, 'Ясенева Мая').waitFor();

  await menu(visitor, 'Ясенева');
  const item = page.getByRole('menuitem', { name: 'Удалить' });
  await item.hover();
  await page.mouse.down();
  await page.getByRole('button', { name: 'Вернуть' }).waitFor();
  await page.mouse.up();
  await page.getByText('Ничего не нашлось. Измените параметры поиска').waitFor();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await line(visitor, 'Ясенева Мая').getByText('Заблокирован').waitFor();
  const kinds = visitor.calls.filter((call) => call.includes('/residents/')).map((call) => call.replace(/\d+/, 'N'));
  expect([...new Set(kinds)]).toEqual([
    'POST /api/crm/residents/',
    'POST /api/crm/residents/N/suspend/',
    'GET /api/crm/residents/N/',
    'PUT /api/crm/residents/N/',
    'DELETE /api/crm/residents/N/',
    'POST /api/crm/residents/N/restore/',
  ]);
});
