// Runs in test:all alone: a section is made by mouse in section-builder, and the builder's own keys are tested by component.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buttonOf as button } from '#tests/support/browser/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** The definition in a file of the installation's folder. */
const written = async (file: string) => JSON.parse(await readFile(join(stage.product.resourcesDir, file), 'utf8'));

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

test('an administrator makes a section by the keyboard alone, in a window of 900 px', async () => {
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
