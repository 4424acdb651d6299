// Runs in test:all alone: a signature and a point on a plan end to end; the server and component tests have their rules.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionsOf } from '#tests/support/browser/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { picture } from '#tests/support/server/files.ts';

const stage = raiseStage();
const NAMES = ['floor-plans', 'extinguishers'] as const;
const read = (name: string) => readFileSync(new URL(`../../docs/examples/${name}.json`, import.meta.url), 'utf8');

/** Calls the server as a demo account. */
async function call(path: string, body?: object) {
  const isForm = body instanceof FormData;
  const headers = {
    authorization: `Token ${await stage.token(1)}`,
    ...(isForm ? {} : { 'content-type': 'application/json' }),
  };
  const sent = body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

const card = ({ page }: Visitor) => page.getByRole('complementary');

test('an extinguisher is put on the plan of its floor and signed for, by finger on a phone', async () => {
  for (const name of NAMES) await writeFile(join(stage.product.resourcesDir, `${name}.json`), read(name));
  for (const name of NAMES) await definitionsOf(stage).known(name);
  const [house] = (await call('/api/crm/buildings/')) as { id: number }[];
  const form = new FormData();
  form.append('attachments', new Blob([new Uint8Array(await picture('png', 800, 400))]), 'Этаж 3.png');
  const [file] = (await call('/api/authorized/attachments/', form)) as { id: number }[];
  const plan = { title: 'Этаж 3', house: house?.id, pictures: [file?.id] };
  const { id: planId } = (await call('/api/records/floor-plans', plan)) as { id: number };
  const item = { tag: 'ОП-7', house: house?.id, plan: planId };
  const { id } = (await call('/api/records/extinguishers', item)) as { id: number };

  const visitor = await stage.visitor({ as: 1, browser: { viewport: { width: 390, height: 844 }, hasTouch: true } });
  const { page } = visitor;
  await visitor.open(`/extinguishers/edit?id=${id}`);
  const place = page.getByRole('group', { name: 'Где висит' });
  const target = place.getByRole('button', { name: 'Место на плане' });
  await target.waitFor();
  const box = await target.boundingBox();
  await target.click({ position: { x: (box?.width ?? 0) * 0.75, y: (box?.height ?? 0) * 0.5 } });
  await place.getByRole('button', { name: 'Убрать точку' }).waitFor();
  await page.getByRole('button', { name: 'Подписать' }).click();
  const pad = await page.getByRole('img', { name: 'Поле для росписи' }).boundingBox();
  const at = (x: number, y: number) => [(pad?.x ?? 0) + x, (pad?.y ?? 0) + y] as const;
  await page.mouse.move(...at(40, 60));
  await page.mouse.down();
  await page.mouse.move(...at(120, 20), { steps: 6 });
  await page.mouse.move(...at(160, 90), { steps: 6 });
  await page.mouse.up();
  await page.getByLabel('Кто подписывает').fill('Котова А. И.');
  await page.getByRole('button', { name: 'Готово' }).click();
  await page.locator('span').filter({ hasText: 'Подписано: Котова А. И.' }).waitFor();
  await page.getByRole('button', { name: 'Сохранить изменения' }).click();
  await page.waitForURL((url) => url.pathname === '/extinguishers');

  const stored = (await call(`/api/records/extinguishers/${id}`)) as Record<string, Record<string, unknown>>;
  expect(stored.place).toMatchObject({ file: file?.id });
  expect(Number(stored.place?.x)).toBeCloseTo(0.75, 1);
  expect(stored.received).toMatchObject({ name: 'Котова А. И.', drawing: expect.stringMatching(/^M\d+ \d+l/) });
  expect(Date.parse(String(stored.received?.at))).not.toBeNaN();

  const wide = await stage.visitor({ as: 1 });
  await wide.open(`/extinguishers?id=${id}`);
  await card(wide)
    .locator('span')
    .filter({ hasText: /^Подписано: Котова А\. И\., / })
    .waitFor();
  await card(wide).getByTitle('Показать план крупно').click();
  await wide.page.getByRole('dialog', { name: 'План' }).getByRole('button', { name: 'Крупнее' }).click();
  await wide.page.getByRole('dialog', { name: 'План' }).getByRole('button', { name: 'Закрыть' }).click();
  await wide.page.getByLabel('Подпись принявшего').first().selectOption({ label: 'Нет' });
  await wide.page.locator('tr').filter({ hasText: 'ОП-7' }).waitFor({ state: 'detached' });
});
