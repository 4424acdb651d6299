// Runs in test:all alone: a section with states end to end; the server and component tests have its rules.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionsOf } from '#tests/support/browser/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
const NAME = 'lift-inspections';
const EXAMPLE = readFileSync(new URL(`../../docs/examples/${NAME}.json`, import.meta.url), 'utf8');

/** Calls the server as a demo account. */
async function call(account: number, path: string, body?: object) {
  const headers = { authorization: `Token ${await stage.token(account)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

const row = ({ page }: Visitor, text: string) => page.locator('tr').filter({ hasText: text });
const card = ({ page }: Visitor) => page.getByRole('complementary');

test('an inspection goes from state to state by its card, its row and the dialog, and another console sees it at once', async () => {
  await writeFile(join(stage.product.resourcesDir, `${NAME}.json`), EXAMPLE);
  await definitionsOf(stage).known(NAME);
  const [{ user }] = [(await call(1, '/api/crm/profile/current/')) as { user: number }];
  const [house] = (await call(1, '/api/crm/buildings/')) as { id: number }[];
  const inspection = { lift: 'Лифт 7', house: house?.id, due: '2036-05-01', inspector: user };
  const { id } = (await call(1, `/api/records/${NAME}`, inspection)) as { id: number };
  expect(id).toEqual(expect.any(Number));

  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  await one.open(`/${NAME}?id=${id}`);
  await other.open(`/${NAME}`);
  await row(other, 'Лифт 7').getByText('Запланирован').waitFor();
  await card(one).getByRole('button', { name: 'Начать осмотр' }).click();
  await card(one).getByText('Идёт осмотр').first().waitFor();
  await row(other, 'Лифт 7').getByText('Идёт осмотр').waitFor();

  await row(other, 'Лифт 7')
    .getByRole('button', { name: /^Действия/ })
    .click();
  await other.page.getByRole('menuitem', { name: 'Есть замечания' }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Есть замечания' });
  await dialog.getByRole('button', { name: 'Есть замечания' }).click();
  await dialog.getByText('обязательное поле').first().waitFor();
  await dialog.getByLabel('Осмотрен').fill('05.03.2026');
  await dialog.getByLabel('Замечания').fill('Скрипит дверь');
  await dialog.getByRole('button', { name: 'Есть замечания' }).click();
  await row(other, 'Лифт 7').getByText('Есть замечания').waitFor();
  await card(one).getByText('Скрипит дверь').first().waitFor();

  await other.page.getByRole('button', { name: 'Вернуть' }).click();
  await row(other, 'Лифт 7').getByText('Идёт осмотр').waitFor();
  await card(one).getByRole('button', { name: 'Лифт исправен' }).waitFor();
  await other.page.getByLabel('Состояние').selectOption({ label: 'Есть замечания' });
  await row(other, 'Лифт 7').waitFor({ state: 'detached' });
});
