import type { Browser, Page } from 'playwright-core';
import { launch } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median, percentile } from './figures.ts';

const MANY = 5000;
const FEW = 50;
const ROUNDS = 5;
const DRAG_STEPS = 120;
const MB = 1024 * 1024;

/** What is measured of a board with so many cards in a column. */
interface Measured {
  paint: number;
  lift: number;
  drop: number;
  frames: number[];
  memory: number;
}

/** Answers the first column with so many cards, made after the first real one; the rest is the server's. */
async function crowd(page: Page, cards: number): Promise<void> {
  let made: string | null = null;
  await page.route(/\/api\/crm\/tasks\/\?.*stage=created/, async (route) => {
    if (!made) {
      const [model] = (await (await route.fetch()).json()) as Record<string, unknown>[];
      const all = Array.from({ length: cards }, (_, at) => ({
        ...model,
        id: 100_000 + at,
        order: at + 1,
        task_name: `Заявка № ${at}`,
        information: { description: `Не горит свет на площадке, этаж ${at}` },
      }));
      made = JSON.stringify(all);
    }
    await route.fulfill({ contentType: 'application/json', body: made });
  });
}

async function openBoard(browser: Browser, address: string, token: string, cards: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  // tsx marks inner functions by a helper of its own, which a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
  const page = await context.newPage();
  await crowd(page, cards);
  const began = performance.now();
  await page.goto(`${address}/tasks?period=month`);
  await page.locator('[data-task="100000"]').waitFor();
  return { context, page, paint: performance.now() - began };
}

/** Counts the frames of a page until it is told to stop. */
const countFrames = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    let running = true;
    const step = (now: number) => {
      times.push(now - last);
      last = now;
      if (running) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    Object.assign(globalThis, {
      stopFrames: () => {
        running = false;
        return times.slice(1);
      },
    });
  });
const stopFrames = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { stopFrames: () => number[] }).stopFrames());

/** Lifts the fourth card, carries it over all columns and drops it at the top of its own. */
async function drag(page: Page): Promise<Pick<Measured, 'lift' | 'drop' | 'frames'>> {
  const [card, away] = [
    await page.locator('[data-task="100003"]').boundingBox(),
    await page.locator('[data-stage="done"]').boundingBox(),
  ];
  if (!card || !away) throw new Error('The board is not there');
  const [x, y] = [card.x + 60, card.y + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let began = performance.now();
  await page.mouse.move(x + 10, y, { steps: 2 });
  await page.locator('article[style*="position: fixed"]').waitFor();
  const lift = performance.now() - began;
  await countFrames(page);
  for (let step = 0; step <= DRAG_STEPS; step += 1) {
    const share = Math.sin((Math.PI * step) / DRAG_STEPS);
    await page.mouse.move(x + share * (away.x - card.x), y + 200 * share);
  }
  const frames = await stopFrames(page);
  await page.mouse.move(x, card.y - 250, { steps: 6 });
  await page.waitForTimeout(300);
  began = performance.now();
  const patch = page.waitForRequest((call) => call.method() === 'PATCH');
  await page.mouse.up();
  await patch;
  return { lift, drop: performance.now() - began, frames };
}

async function measure(browser: Browser, address: string, token: string, cards: number): Promise<Measured> {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page, paint } = await openBoard(browser, address, token, cards);
    await page.route('**/api/crm/tasks/*/', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      return route.fulfill({ status: 500, json: {} });
    });
    await page.waitForTimeout(1500);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    rounds.push({ paint, memory: usedSize / MB, ...(await drag(page)) });
    await context.close();
  }
  const middle = (pick: (one: Measured) => number) => median(rounds.map(pick));
  return {
    paint: middle(({ paint }) => paint),
    lift: middle(({ lift }) => lift),
    drop: middle(({ drop }) => drop),
    memory: middle(({ memory }) => memory),
    frames: rounds.flatMap(({ frames }) => frames),
  };
}

/** The request board with 5,000 cards in a column against the same board with 50 (issue 5). */
export async function board(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launch();
  try {
    const token = await signIn(product, 1);
    const figures: Figure[] = [];
    for (const cards of [FEW, MANY]) {
      const { paint, lift, drop, frames, memory } = await measure(browser, product.address, token, cards);
      const name = `Board, ${cards} cards in a column:`;
      figures.push(
        { name: `${name} from the address to the first card`, value: paint, unit: 'ms', target: 1500 },
        { name: `${name} from the first pixel of a drag to the card in the hand`, value: lift, unit: 'ms' },
        { name: `${name} from letting go to the stored intent`, value: drop, unit: 'ms', target: 100 },
        { name: `${name} p95 of a frame while dragging`, value: percentile(frames, 95), unit: 'ms', target: 17 },
        { name: `${name} longest frame while dragging`, value: Math.max(...frames), unit: 'ms' },
        { name: `${name} memory of the page`, value: memory, unit: 'MB' },
      );
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
