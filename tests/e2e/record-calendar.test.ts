// Runs in test:all alone: calendars, groups and deletions of added sections end to end; component tests have their rules.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { said } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

/** Calls the server as the first demo account. */
async function call(path: string, body?: object) {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

/** Adds sections of the examples to the installation. */
async function add(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const text = readFileSync(new URL(`../../docs/examples/${name}.json`, import.meta.url), 'utf8');
    await writeFile(join(stage.product.resourcesDir, `${name}.json`), text);
  }
  const all = async () => JSON.stringify(await call('/resources/definitions/'));
  for (let known = await all(); !names.every((name) => known.includes(`"${name}"`)); known = await all())
    await new Promise((resolve) => setTimeout(resolve, 100));
}

const houses = async () => ((await call('/api/crm/buildings/')) as { id: number }[]).map(({ id }) => id);
const day = ({ page }: Visitor, number: number) =>
  page.getByRole('gridcell').filter({ has: page.getByRole('button', { name: new RegExp(`, ${number} мая$`) }) });

test('a record is dragged to another day, another console sees it, undoing puts it back, and a day begins a new one', async () => {
  await add('water-outages');
  const [house] = await houses();
  await call('/api/records/water-outages', {
    reason: 'Опрессовка',
    water: 'hot',
    houses: [house],
    from: '2036-05-06',
    until: '2036-05-07',
  });
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  const address = '/water-outages?view=month&day=2036-05-15';
  await one.open(address);
  await other.open(address);
  await day(other, 6).getByText('Опрессовка').waitFor();

  const from = await day(one, 6).getByText('Опрессовка').boundingBox();
  const to = await day(one, 13).boundingBox();
  if (!from || !to) throw new Error('The days are not in view');
  await one.page.mouse.move(from.x + 8, from.y + 8);
  await one.page.mouse.down();
  await one.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await one.page.mouse.up();
  await said(one, 'Дата изменена: 13–14 мая');
  await day(one, 13).getByText('Опрессовка').waitFor();
  await day(other, 13).getByText('Опрессовка').waitFor();

  await one.page.getByRole('button', { name: 'Вернуть' }).first().click();
  await day(one, 6).getByText('Опрессовка').waitFor();
  await day(other, 6).getByText('Опрессовка').waitFor();

  await day(one, 20).hover();
  await day(one, 20)
    .getByRole('button', { name: /Добавить/ })
    .click();
  await one.page.waitForURL('**/water-outages/create');
  expect(await one.page.getByLabel('С какого дня').first().inputValue()).toMatch(/20|2036-05-20/);
});

test('a table stands in groups with the totals of each and of all', async () => {
  await add('act-works');
  const [first, second] = await houses();
  for (const [house, price] of [
    [first, 100_00],
    [first, 200_00],
    [second, 50_00],
  ]) {
    await call('/api/records/act-works', { work: 'Покраска', house, count: 1, unit: 'шт.', price });
  }
  const visitor = await stage.visitor({ as: 1 });
  await visitor.open('/act-works');
  const group = visitor.page.getByRole('button', { expanded: false }).filter({ hasText: '2 работы' });
  await group.waitFor();
  await visitor.page
    .getByRole('row')
    .filter({ hasText: 'Итого' })
    .getByText(/^сумма\s350,00/)
    .waitFor();
  await visitor.page
    .getByRole('row')
    .filter({ hasText: '2 работы' })
    .getByText(/^сумма\s300,00/)
    .waitFor();
  await group.press('ArrowRight');
  await visitor.page.getByText('Покраска, 1 шт.').first().waitFor();
  expect(await visitor.page.getByText('Покраска, 1 шт.').count()).toBe(2);
});

test('a deletion says what goes along, and undoing brings all back', async () => {
  await add('storage-places', 'tools');
  const { id: store } = (await call('/api/records/storage-places', { title: 'Склад' })) as { id: number };
  const { id: shelf } = (await call('/api/records/storage-places', { title: 'Полка', inside: store })) as {
    id: number;
  };
  await call('/api/records/tools', { title: 'Насос', place: shelf });
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/storage-places');
  await page
    .getByRole('row')
    .filter({ has: page.getByText('Склад', { exact: true }) })
    .last()
    .getByRole('button', { name: /^Действия/ })
    .click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Места хранения – 1').waitFor();
  await dialog.getByText('Инструменты – 1').waitFor();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await page.getByText('Полка', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Вернуть' }).first().click();
  await page.getByText('Полка', { exact: true }).first().waitFor();
  const [tool] = (await call('/api/records/tools')) as { place: { id: number } }[];
  expect(tool?.place.id).toBe(shelf);
});
