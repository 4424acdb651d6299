import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buttonOf as button } from '#tests/support/browser/definitions.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** The definition in a file of the installation's folder. */
const written = async (file: string) => JSON.parse(await readFile(join(stage.product.resourcesDir, file), 'utf8'));

test('an administrator makes a section by mouse, and its first record', async () => {
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/definitions');
  await button(visitor, /Новый раздел/).click();
  await page.getByLabel('Название раздела').fill('Пропуска');
  await button(visitor, 'Создать').click();
  await button(visitor, 'Добавить поле: Телефон').click();
  await page.getByLabel('Название', { exact: true }).fill('Телефон гостя');
  await button(visitor, 'Все поля').click();
  await button(visitor, 'Добавить поле: Дом').click();
  await button(visitor, 'Все поля').click();
  // The preview is the real list, over samples.
  await page.getByRole('columnheader', { name: 'Телефон гостя' }).waitFor();
  await button(visitor, 'Отменить шаг').click();
  await page.getByRole('button', { name: 'Настроить поле «Дом»' }).waitFor({ state: 'detached' });
  await button(visitor, 'Вернуть шаг').click();
  await page.getByRole('button', { name: 'Настроить поле «Дом»' }).waitFor();
  await button(visitor, 'Применить').click();
  await page.getByText('Версия 1').waitFor();
  expect(await written('propuska.json')).toMatchObject({
    name: 'propuska',
    words: { one: 'пропуск', few: 'пропуска', many: 'пропусков', plural: 'пропуска', gender: 'm' },
  });
  // The new section is looked for before it is made.
  visitor.forgive(/404 .*files\/propuska\.json/);
  await page.getByRole('link', { name: 'Пропуска' }).first().click();
  await page
    .getByRole('link', { name: /Добавить/ })
    .first()
    .click();
  await page.getByLabel('Название').fill('Гость из 14-й');
  await page.getByLabel('Телефон гостя').fill('9001234567');
  await page
    .getByRole('button', { name: /^(Добавить|Сохранить|Создать)/ })
    .last()
    .click();
  await page.getByText('Гость из 14-й').first().waitFor();
});
