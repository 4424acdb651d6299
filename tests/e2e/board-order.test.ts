// Runs in test:all alone: a board wider than the window, ordered by hand; component tests have its rules.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definitionsOf } from '#tests/support/browser/definitions.ts';
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
const NAME = 'yard-works';
const EXAMPLE = JSON.parse(readFileSync(new URL(`../../docs/examples/${NAME}.json`, import.meta.url), 'utf8')) as {
  fields: object;
};
/** Columns: more than fit into any window. */
const COLUMNS = 12;
const state = (at: number) => `s${at}`;
const columnName = (at: number) => `Этап ${at}`;

/** Calls the server as the first demo account. */
async function call(path: string, body?: object) {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`${stage.product.address}${path}`, { headers, ...sent })).json() as Promise<never>;
}

/** Adds the section with many columns, between any two of which there is a move, and three works in the first. */
async function addBoard(): Promise<void> {
  const all = Array.from({ length: COLUMNS }, (_, at) => at + 1);
  const moves = all.map((to) => ({
    name: `to-${to}`,
    label: `Перенести ${to}`,
    from: all.filter((from) => from !== to).map(state),
    to: state(to),
  }));
  const states = all.map((at) => ({ value: state(at), label: columnName(at) }));
  const definition = {
    ...EXAMPLE,
    fields: { ...EXAMPLE.fields, stage: { kind: 'state', label: 'Этап', states, moves } },
  };
  await writeFile(join(stage.product.resourcesDir, `${NAME}.json`), JSON.stringify(definition));
  await definitionsOf(stage).known(NAME);
  const [house] = (await call('/api/crm/buildings/')) as { id: number }[];
  for (const [at, work] of ['Скамейка', 'Песочница', 'Фонарь'].entries())
    await call(`/api/records/${NAME}`, { work, house: house?.id, due: `2036-05-0${at + 1}` });
}

const column = ({ page }: Visitor, at: number) => page.getByRole('region', { name: columnName(at), exact: true });
const card = (visitor: Visitor, at: number, name: string) =>
  column(visitor, at).getByRole('article', { name, exact: true });
const cardsIn = (visitor: Visitor, at: number) =>
  column(visitor, at)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label')));

/** Waits until a column shows these cards in this order. */
async function stands(visitor: Visitor, at: number, names: readonly string[]): Promise<void> {
  for (let tries = 0; JSON.stringify(await cardsIn(visitor, at)) !== JSON.stringify(names); tries += 1) {
    if (tries === 100) expect(await cardsIn(visitor, at)).toEqual(names);
    await visitor.page.waitForTimeout(100);
  }
}

/** Lifts a card by the mouse. @returns its middle */
async function lift(visitor: Visitor, at: number, name: string): Promise<{ x: number; y: number }> {
  const box = await card(visitor, at, name).boundingBox();
  if (!box) throw new Error(`${name} is not in view`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await visitor.page.mouse.move(x, y);
  await visitor.page.mouse.down();
  await visitor.page.mouse.move(x + 8, y + 8, { steps: 4 });
  await visitor.page.locator('[data-held]').waitFor();
  return { x, y };
}

test('a card is put into its place for everyone, and carried by mouse and keys to columns that are out of sight', async () => {
  await addBoard();
  const [one, other] = [await stage.visitor({ as: 1 }), await stage.visitor({ as: 1 })];
  await one.open(`/${NAME}`);
  await other.open(`/${NAME}`);
  await stands(one, 1, ['Скамейка', 'Песочница', 'Фонарь']);

  const { x, y } = await lift(one, 1, 'Фонарь');
  const first = await card(one, 1, 'Скамейка').boundingBox();
  await one.page.mouse.move(x, (first?.y ?? y) + 4, { steps: 12 });
  await one.page.mouse.up();
  await stands(one, 1, ['Фонарь', 'Скамейка', 'Песочница']);
  await stands(other, 1, ['Фонарь', 'Скамейка', 'Песочница']);
  await one.page.keyboard.press('z');
  await stands(other, 1, ['Скамейка', 'Песочница', 'Фонарь']);

  // To the right edge, where the board scrolls by itself until its end.
  await lift(one, 1, 'Скамейка');
  const width = one.page.viewportSize()?.width ?? 0;
  await one.page.mouse.move(width - 30, y, { steps: 12 });
  const last = column(one, COLUMNS);
  for (let tries = 0; ((await last.boundingBox())?.x ?? width) > width - 200 && tries < 100; tries += 1)
    await one.page.waitForTimeout(100);
  const end = await last.boundingBox();
  await one.page.mouse.move((end?.x ?? 0) + (end?.width ?? 0) / 2, y, { steps: 6 });
  await one.page.getByText(`Перенести ${COLUMNS}`).first().waitFor();
  const held = await one.page.locator('[data-held]').boundingBox();
  expect(Math.abs((held?.x ?? 0) - (end?.x ?? 0))).toBeLessThan(120);
  await one.page.mouse.up();
  await stands(other, COLUMNS, ['Скамейка']);

  await card(one, COLUMNS, 'Скамейка').locator('[data-card]').focus();
  await one.page.keyboard.press('Space');
  for (let at = COLUMNS - 1; at >= 1; at -= 1) {
    await one.page.keyboard.press('ArrowLeft');
    await one.page.getByText(`Перенести ${at}`, { exact: true }).first().waitFor();
  }
  const begin = await column(one, 1).boundingBox();
  expect(begin?.x).toBeGreaterThanOrEqual(0);
  await one.page.keyboard.press('Space');
  await stands(other, 1, ['Скамейка', 'Песочница', 'Фонарь']);
});
