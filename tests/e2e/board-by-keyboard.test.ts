// Runs in test:all alone: a column of more cards than one page of them; console/task-drop guards the focus.
import type { Page } from 'playwright-core';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();

/** Requests that are made besides those of the demo company: the column has more than the 30 that are loaded at first. */
const MADE = 45;
/** The place that the card is carried to. */
const BEYOND = 47;
/** Presses of the arrow at the most, and the time between them, ms. */
const PRESSES = 90;
const BETWEEN = 80;
const INCOMING = 'Входящие';

async function makeRequests(): Promise<void> {
  const headers = { authorization: `Token ${await stage.token(1)}`, 'content-type': 'application/json' };
  for (let at = 0; at < MADE; at += 1) {
    const target = { target_type: 'building', target: { building: 1 } };
    const body = JSON.stringify({
      service: 1,
      attachments: [],
      information: { description: `Проба ${at}` },
      ...target,
    });
    const made = await fetch(`${stage.product.address}/api/crm/tasks/`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
  }
}

async function ask<Answer>(path: string): Promise<Answer> {
  const headers = { authorization: `Token ${await stage.token(1)}` };
  return (await (await fetch(`${stage.product.address}${path}`, { headers })).json()) as Answer;
}

const said = (page: Page, text: RegExp) => page.locator('[aria-live]', { hasText: text });
/** Where a screen reader says that the carried card is. */
async function placeOf(page: Page): Promise<{ place: number; of: number }> {
  const texts = await page.locator('[aria-live]').allInnerTexts();
  const [, place = '0', of = '0'] = /место (\d+) из (\d+)/.exec(texts.join(' ')) ?? [];
  return { place: Number(place), of: Number(of) };
}

test('TASK-26: by the keyboard a card is carried beyond the cards that were loaded, and keeps the focus when it is dropped', async () => {
  await makeRequests();
  const visitor = await stage.visitor({ as: 1 });
  const { page } = visitor;
  await visitor.open('/tasks?period=month');
  const column = page.getByRole('region', { name: INCOMING });
  const card = column.locator('[data-card-id]').first();
  await card.waitFor();
  const id = await card.getAttribute('data-card-id');
  const handle = page.locator(`[data-card-id="${id}"] [data-card]`);
  await handle.focus();
  await page.keyboard.press('Space');
  await said(page, /Карточка поднята. Колонка «Входящие», место 1/).waitFor();
  // A press while new cards are taken in is passed over, as with a key that is held down.
  let at = { place: 1, of: 0 };
  for (let presses = 0; presses < PRESSES && at.place < BEYOND; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(BETWEEN);
    at = await placeOf(page);
  }
  expect(at.place).toBe(BEYOND);
  expect(at.of).toBeGreaterThan(BEYOND);
  const moved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('Space');
  const answer = await moved;
  expect(answer.status()).toBe(200);
  await page.waitForFunction(
    (task) => document.activeElement?.closest('[data-card-id]')?.getAttribute('data-card-id') === task,
    id,
  );

  // It stands there for the next who looks, too.
  const buildings = await ask<{ id: number }[]>('/api/crm/buildings/');
  const query = `stage=created&count=50&date=0&buildings_id=${buildings.map((building) => building.id).join(',')}`;
  const tasks = await ask<{ id: number }[]>(`/api/crm/tasks/?${query}`);
  expect(tasks.findIndex((task) => String(task.id) === id)).toBe(BEYOND - 1);
});
