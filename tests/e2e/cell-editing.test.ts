// Runs in test:all alone: cells of a table edited in place end to end; component tests have their rules.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionsOf } from '#tests/support/browser/definitions.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

/** Calls the server as the first demo account. */
async function call(path: string, body?: object) {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

test('values are changed in their cells by keys and by a double click, kept, and taken back', async () => {
  for (const name of ['storage-places', 'tools']) {
    const text = readFileSync(new URL(`../../docs/examples/${name}.json`, import.meta.url), 'utf8');
    await writeFile(join(stage.product.resourcesDir, `${name}.json`), text);
  }
  await definitionsOf(stage).known('tools');
  for (const title of ['Насос', 'Лестница']) await call('/api/records/tools', { title });
  const titles = async () => ((await call('/api/records/tools')) as { title: string }[]).map(({ title }) => title);
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/tools');
  await page.getByRole('button', { name: 'Правка в таблице' }).click();
  const cell = (title: string) => page.getByRole('gridcell').filter({ hasText: title }).first();

  await cell('Насос').dblclick();
  const box = page.getByRole('dialog').getByLabel('Название');
  await box.fill('Насос дренажный');
  await box.press('Tab');
  await said(visitor, 'Сохранено: Название');
  await page.getByRole('dialog', { name: /^Где лежит/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(await titles()).toContain('Насос дренажный');
  expect(visitor.where()).toBe('/tools');

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F2');
  await box.fill('Насос');
  await box.press('Enter');
  await cell('Насос дренажный').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Вернуть' }).first().click();
  await cell('Насос дренажный').waitFor();
  expect(await titles()).toContain('Насос дренажный');

  await cell('Лестница').click();
  await page.waitForURL('**/tools?id=*');
});
