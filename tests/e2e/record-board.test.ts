// Runs in test:all alone: the board of an added section end to end; component tests have its rules.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionsOf } from '#tests/support/browser/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';

const stage = raiseStage();
const NAME = 'lift-inspections';
const EXAMPLE = JSON.parse(readFileSync(new URL(`../../docs/examples/${NAME}.json`, import.meta.url), 'utf8')) as {
  list: object;
};
/** Cards of one column: more than are loaded at first. */
const MANY = 45;

/** Calls the server as the first demo account. */
async function call(path: string, body?: object) {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

/** Adds the section as a board, with inspections of one house. */
async function addBoard(): Promise<void> {
  const definition = { ...EXAMPLE, list: { ...EXAMPLE.list, layout: 'board' } };
  await writeFile(join(stage.product.resourcesDir, `${NAME}.json`), JSON.stringify(definition));
  await definitionsOf(stage).known(NAME);
  const { user } = (await call('/api/crm/profile/current/')) as { user: number };
  const [house] = (await call('/api/crm/buildings/')) as { id: number }[];
  for (let at = 1; at <= MANY; at += 1) {
    await call(`/api/records/${NAME}`, { lift: `Лифт ${at}`, house: house?.id, due: '2036-05-01', inspector: user });
  }
}

const column = ({ page }: Visitor, name: string) => page.getByRole('region', { name });
const card = (visitor: Visitor, name: string, text: string) =>
  column(visitor, name).getByRole('article', { name: text, exact: true });

/** Drags a card over a column by the mouse and lets it go there. */
async function drag({ page }: Visitor, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 12, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.getByText('Начать осмотр').first().waitFor();
  await page.mouse.up();
}

async function centre(visitor: Visitor, name: string, text?: string): Promise<{ x: number; y: number }> {
  const box = await (text ? card(visitor, name, text) : column(visitor, name)).boundingBox();
  if (!box) throw new Error(`${name} is not in view`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) };
}

test('a card is carried to another column by the mouse and by keys, another console sees it, and a column loads on', async () => {
  await addBoard();
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  await one.open(`/${NAME}`);
  await other.open(`/${NAME}`);
  await column(one, 'Запланирован').getByText(String(MANY), { exact: true }).waitFor();
  await card(other, 'Запланирован', 'Лифт 1').waitFor();

  await drag(one, await centre(one, 'Запланирован', 'Лифт 1'), await centre(one, 'Идёт осмотр'));
  await card(one, 'Идёт осмотр', 'Лифт 1').waitFor();
  await card(other, 'Идёт осмотр', 'Лифт 1').waitFor();

  await card(one, 'Запланирован', 'Лифт 2').locator('[data-card]').focus();
  await one.page.keyboard.press('Space');
  await one.page.keyboard.press('ArrowRight');
  await one.page.keyboard.press('Space');
  await card(one, 'Идёт осмотр', 'Лифт 2').waitFor();
  await one.page.locator('[data-card]:focus').waitFor();
  await one.page.keyboard.press('z');
  await card(one, 'Запланирован', 'Лифт 2').waitFor();

  const list = column(other, 'Запланирован').locator('[data-rfd-droppable-id]');
  await until(
    'the last card of a long column',
    async () => (await card(other, 'Запланирован', 'Лифт 45').count()) > 0,
    async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await other.page.waitForTimeout(100);
    },
  );
});
