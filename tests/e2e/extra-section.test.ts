import { definitionsOf, KEYS, rowWith as row } from '#tests/support/browser/definitions.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
const { drop, known } = definitionsOf(stage);

test('a ten-line definition dropped into the folder is a working section: menu, list, create, edit, delete, reload', async () => {
  await drop('keys.json', KEYS);
  await known('keys');
  // A second try begins as the first one did.
  const headers = { authorization: `Token ${await stage.token(1)}` };
  const address = `${stage.product.address}/api/records/keys`;
  const left = (await (await fetch(address, { headers })).json()) as { id: number }[];
  for (const { id } of left) await fetch(`${address}/${id}`, { method: 'DELETE', headers });
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/cameras');
  await page.getByRole('link', { name: 'Ключи' }).first().click();
  await visitor.arrive('Ключи');
  await page.getByText('Ключей пока нет').waitFor();

  await page
    .getByRole('link', { name: /Добавить ключ/ })
    .first()
    .click();
  await visitor.arrive('Новый ключ');
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await page.getByText('обязательное поле').waitFor();
  await page.getByLabel('Что открывает', { exact: true }).fill('Подвал дома 12');
  await page.getByLabel('Копий', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Добавить ключ' }).click();
  await row(visitor, 'Подвал дома 12').waitFor();
  await visitor.reach('/keys');

  await row(visitor, 'Подвал дома 12')
    .getByRole('button', { name: /^Действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Редактировать' }).click();
  await visitor.arrive('Изменить ключ');
  expect(await page.getByLabel('Копий', { exact: true }).inputValue()).toBe('3');
  await page.getByLabel('Что открывает', { exact: true }).fill('Чердак дома 12');
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await row(visitor, 'Чердак дома 12').waitFor();

  await page.reload();
  await row(visitor, 'Чердак дома 12').waitFor();

  await row(visitor, 'Чердак дома 12')
    .getByRole('button', { name: /^Действия/ })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Редактировать' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Space');
  await row(visitor, 'Чердак дома 12').waitFor({ state: 'detached' });
  await page.keyboard.up('Space');
  await page.getByText('Ключей пока нет').waitFor();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await row(visitor, 'Чердак дома 12').waitFor();
  await page.reload();
  await row(visitor, 'Чердак дома 12').waitFor();
});

test('PERM-25: who was given no right on the new section neither sees it in the menu nor opens it', async () => {
  await drop('keys.json', KEYS);
  await known('keys');
  const visitor = await stage.visitor({ as: 6 });
  await visitor.open('/cameras');
  await visitor.arrive('Камеры');
  expect(await visitor.page.getByRole('link', { name: 'Ключи' }).count()).toBe(0);
  await visitor.open('/keys');
  await visitor.page.getByText('Для вас доступ закрыт').waitFor();
});

test('a definition with a mistake leaves the others standing, and is told to the administrator', async () => {
  await drop('keys.json', KEYS);
  await drop('broken.json', KEYS.replace('"keys"', '"broken"').replace('"text"', '"string"'));
  await known('broken.json');
  const response = await fetch(`${stage.product.address}/resources/definitions/`, {
    headers: { authorization: `Token ${await stage.token(1)}` },
  });
  const { problems } = (await response.json()) as { problems: { file: string; problems: string[] }[] };
  expect(problems).toEqual([
    {
      file: 'broken.json',
      name: 'broken',
      title: 'Ключи',
      problems: expect.arrayContaining([expect.stringMatching(/fields\.label.*kind.*один из: text/)]),
    },
  ]);
  const visitor = await stage.visitor({ as: 1 });
  await visitor.open('/keys');
  await visitor.arrive('Ключи');
  // The menu leads to the section that is not there, whose page says why.
  const link = visitor.page.getByRole('link', { name: /^Ключи.*Ошибок в описании: \d/ }).first();
  await link.click();
  await visitor.reach('/broken');
  await visitor.page.getByText(/fields\.label.*kind.*один из: text.*строка 7/).waitFor();
});
