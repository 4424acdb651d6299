import type { Browser, Page } from 'playwright-core';
import { TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median, percentile } from './figures.ts';

const MANY = 5000;
const FEW = 50;
const ROUNDS = 5;
const DRAG_STEPS = 120;
/** How far the column is scrolled by each frame, px, and how long it stands at its end until that counts as its last card, ms. */
const STRIDE = 2_300;
const STILL = 1_500;
const MB = 1024 * 1024;

/** What is measured of a board with so many cards in a column. */
interface Measured {
  paint: number;
  lift: number;
  /** Until the intent leaves. */
  sent: number;
  /** Until the card is drawn in its new place. */
  drop: number;
  frames: number[];
  scrolled: number[];
  memory: number;
}

/** New requests in the first column. */
async function ask({ address }: Product, token: string, count: number): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  for (let made = 0; made < count; made += 1) {
    const body = JSON.stringify({
      ...{ service: 1, attachments: [], information: { description: `Течёт кран ${made}` } },
      ...{ target_type: 'building', target: { building: 1 } },
    });
    const { status } = await fetch(`${address}${TASKS_PATH}`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`A new request was answered ${status}`);
  }
}

async function openBoard(browser: Browser, address: string, token: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  // tsx marks inner functions by a helper of its own, which a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${address}/tasks?period=month`);
  await page.locator('[data-stage="created"] [data-card-id]').first().waitFor();
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

/** Waits, in the page, for the frame that draws a column with a card first in it. @returns when, ms of the page */
const watchTop = (page: Page, stage: string, id: number) =>
  page.evaluate(
    ({ column, wanted }) => {
      const seen = { at: 0, patched: 0, released: 0 };
      Object.assign(globalThis, { dropSeen: seen });
      addEventListener('pointerup', () => Object.assign(seen, { released: performance.now() }), true);
      addEventListener('mouseup', () => Object.assign(seen, { released: seen.released || performance.now() }), true);
      const real = fetch;
      globalThis.fetch = (...call) => {
        if (call[1]?.method === 'PATCH') seen.patched = performance.now();
        return real(...call);
      };
      const look = () => {
        const first = document.querySelector(`[data-stage="${column}"] [data-card-id]`);
        // What is true in this frame is on the screen at the next one.
        if (first?.getAttribute('data-card-id') === String(wanted)) {
          requestAnimationFrame(() => Object.assign(seen, { at: performance.now() }));
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { column: stage, wanted: id },
  );

interface DropSeen {
  at: number;
  patched: number;
  released: number;
}
const dropSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { dropSeen: DropSeen }).dropSeen);

/** Carries the fourth card over all columns and drops it at the top of its own; nothing of it is made up. */
async function drag(page: Page): Promise<Pick<Measured, 'lift' | 'sent' | 'drop' | 'frames'>> {
  const [held, away] = [
    page.locator('[data-stage="created"] [data-card-id]').nth(3),
    await page.locator('[data-stage="done"]').boundingBox(),
  ];
  const [card, id] = [await held.boundingBox(), Number(await held.getAttribute('data-card-id'))];
  if (!card || !away) throw new Error('The board is not there');
  const [x, y] = [card.x + 60, card.y + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const began = performance.now();
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
  await watchTop(page, 'created', id);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.mouse.up();
  const status = (await answered).status();
  if (status !== 200) throw new Error(`The move was answered ${status}`);
  await page.waitForFunction(() => (globalThis as unknown as { dropSeen: DropSeen }).dropSeen.at > 0);
  const { at, patched, released } = await dropSeen(page);
  return { lift, sent: patched - released, drop: at - released, frames };
}

/** Scrolls through the first column from its beginning to its end, each page of it fetched on the way. */
async function scroll(page: Page): Promise<number[]> {
  const area = page.locator('[data-stage="created"] [data-rfd-droppable-id]');
  await countFrames(page);
  await area.evaluate(
    (box, { stride, still }) =>
      new Promise<void>((done) => {
        let moved = performance.now();
        const next = () => {
          const before = box.scrollTop;
          box.scrollTop += stride;
          if (box.scrollTop > before) moved = performance.now();
          if (performance.now() - moved < still) requestAnimationFrame(next);
          else done();
        };
        requestAnimationFrame(next);
      }),
    { stride: STRIDE, still: STILL },
  );
  return stopFrames(page);
}

async function measure(browser: Browser, address: string, token: string): Promise<Measured> {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page, paint } = await openBoard(browser, address, token);
    await page.waitForTimeout(1500);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const moved = await drag(page);
    // Once is thousands of frames.
    rounds.push({ paint, memory: usedSize / MB, ...moved, scrolled: round === 0 ? await scroll(page) : [] });
    await context.close();
  }
  const middle = (pick: (one: Measured) => number) => median(rounds.map(pick));
  return {
    paint: middle(({ paint }) => paint),
    lift: middle(({ lift }) => lift),
    sent: middle(({ sent }) => sent),
    drop: middle(({ drop }) => drop),
    memory: middle(({ memory }) => memory),
    frames: rounds.flatMap(({ frames }) => frames),
    scrolled: rounds.flatMap(({ scrolled }) => scrolled),
  };
}

/** The request board with 5,000 cards in a column against the same board with 50. */
export async function board(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    const figures: Figure[] = [];
    let asked = 0;
    for (const cards of [FEW, MANY]) {
      await ask(product, token, cards - asked);
      asked = cards;
      const { paint, lift, sent, drop, frames, scrolled, memory } = await measure(browser, product.address, token);
      const name = `Board, ${cards} cards in a column:`;
      figures.push(
        { name: `${name} from the address to the first card`, value: paint, unit: 'ms', target: 1500 },
        { name: `${name} from the first pixel of a drag to the card in the hand`, value: lift, unit: 'ms' },
        { name: `${name} from letting go to the call that leaves`, value: sent, unit: 'ms' },
        { name: `${name} from letting go to the card drawn in its place`, value: drop, unit: 'ms', target: 100 },
        { name: `${name} p95 of a frame while dragging`, value: percentile(frames, 95), unit: 'ms', target: 17 },
        { name: `${name} longest frame while dragging`, value: Math.max(...frames), unit: 'ms' },
        { name: `${name} p95 of a frame while scrolling through all`, value: percentile(scrolled, 95), unit: 'ms' },
        { name: `${name} longest frame while scrolling through all`, value: Math.max(...scrolled), unit: 'ms' },
        { name: `${name} memory of the page`, value: memory, unit: 'MB' },
      );
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
