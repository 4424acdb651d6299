import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFINITIONS_PATH } from '#resources/protocol/paths/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** What the page says of a file, once it stands in the folder of the installation. */
const written = async (file: string) => JSON.parse(await readFile(join(stage.product.resourcesDir, file), 'utf8'));

const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Presses Tab until something of this name has the keyboard. */
async function tabTo({ page }: Visitor, name: string, most = 80): Promise<void> {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
    });
    if (label.trim() === name) return;
  }
  throw new Error(`Tab does not lead to «${name}»`);
}

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

test('the same is done by the keyboard alone, in a window of 900 px', async () => {
  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 900, height: 900 } } });
  const { page } = visitor;
  await visitor.open('/definitions');
  await button(visitor, /Новый раздел/).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Название раздела').waitFor();
  await page.keyboard.type('Ключи');
  await page.keyboard.press('Enter');
  await button(visitor, 'Добавить поле: Дата').waitFor();
  await tabTo(visitor, 'Добавить поле: Дата');
  await page.keyboard.press('Enter');
  await page.getByLabel('Название', { exact: true }).waitFor();
  await tabTo(visitor, 'Название');
  await page.keyboard.type('Выдан');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await button(visitor, 'Применить').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Версия 1').waitFor();
  visitor.forgive(/404 .*files\/klyuchi\.json/);
  const { fields } = await written('klyuchi.json');
  expect(Object.values(fields)).toEqual([
    expect.objectContaining({ kind: 'text', required: true }),
    expect.objectContaining({ kind: 'date', label: 'Выдан' }),
  ]);
});

test('of two administrators the second sees both versions, and what was in force is not lost', async () => {
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  for (const visitor of [one, other]) {
    await visitor.open('/definitions/propuska');
    await button(visitor, 'Добавить поле: Число').waitFor();
  }
  await button(one, 'Добавить поле: Число').click();
  await button(one, 'Применить').click();
  await one.page.getByText('Версия 2').waitFor();
  await button(other, 'Добавить поле: Дата').click();
  await button(other, 'Применить').click();
  const dialog = other.page.getByRole('dialog', { name: 'Раздел уже изменили' });
  await dialog.getByRole('button', { name: 'Взять их версию' }).click();
  other.forgive(/409 .*files\/propuska\.json/);
  await other.page.getByRole('heading', { name: 'Поле «Число»' }).waitFor();
  const headers = { authorization: `Token ${await stage.token(1)}` };
  const versions = await fetch(`${stage.product.address}${DEFINITIONS_PATH}files/propuska.json/versions/`, { headers });
  expect(JSON.stringify(await versions.json())).toContain('"version":2');
});
