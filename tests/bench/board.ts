import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { recordsPath } from '#resources/protocol/paths/definitions.ts';
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

/** Figures of a board with so many cards in a column. */
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

/** A board that is measured. */
interface MeasuredBoard {
  /** Name of its figures. */
  name: string;
  /** Its page. */
  page: string;
  /** Its first column, where the cards are, and one that a card is carried over to. */
  columns: { first: string; far: string };
  /** Where a card is posted, and the body of one. */
  api: string;
  card: (number: number) => object;
  /** How a card is put to another place of its column. */
  placing: 'PATCH' | 'POST';
}

const REQUESTS: MeasuredBoard = {
  name: 'Board',
  page: '/tasks?period=month',
  columns: { first: 'created', far: 'done' },
  api: TASKS_PATH,
  card: (number) => ({
    ...{ service: 1, attachments: [], information: { description: `Течёт кран ${number}` } },
    ...{ target_type: 'building', target: { building: 1 } },
  }),
  placing: 'PATCH',
};

/** The board of a section of the documents, which is ordered by hand. */
const EXAMPLE = 'yard-works';
const GENERATED: MeasuredBoard = {
  name: 'Generated board',
  page: `/${EXAMPLE}`,
  columns: { first: 'planned', far: 'done' },
  api: recordsPath(EXAMPLE),
  card: (number) => ({ work: `Покрасить скамейку ${number}`, house: 1, due: '2036-05-01' }),
  placing: 'POST',
};

/** Posts cards into the first column. */
async function fill(board: MeasuredBoard, { address }: Product, token: string, count: number): Promise<void> {
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  for (let made = 0; made < count; made += 1) {
    const body = JSON.stringify(board.card(made));
    const { status } = await fetch(`${address}${board.api}`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`A new card was answered ${status}`);
  }
}

async function openBoard(board: MeasuredBoard, browser: Browser, address: string, token: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  // tsx marks inner functions by a helper of its own, which a page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${address}${board.page}`);
  await page.locator(`[data-stage="${board.columns.first}"] [data-card-id]`).first().waitFor();
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
const watchTop = (page: Page, { columns, placing }: MeasuredBoard, id: number) =>
  page.evaluate(
    ({ column, wanted, method }) => {
      const seen = { at: 0, sent: 0, released: 0 };
      Object.assign(globalThis, { dropSeen: seen });
      addEventListener('pointerup', () => Object.assign(seen, { released: performance.now() }), true);
      addEventListener('mouseup', () => Object.assign(seen, { released: seen.released || performance.now() }), true);
      const real = fetch;
      globalThis.fetch = (...call) => {
        if (call[1]?.method === method) seen.sent = performance.now();
        return real(...call);
      };
      const look = () => {
        const first = document.querySelector(`[data-stage="${column}"] [data-card-id]`);
        // A change found in this frame is on the screen at the next one.
        if (first?.getAttribute('data-card-id') === String(wanted)) {
          requestAnimationFrame(() => Object.assign(seen, { at: performance.now() }));
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { column: columns.first, wanted: id, method: placing },
  );

interface DropSeen {
  at: number;
  sent: number;
  released: number;
}
const dropSeen = (page: Page) => page.evaluate(() => (globalThis as unknown as { dropSeen: DropSeen }).dropSeen);

/** Carries the fourth card over all columns and drops it at the top of its own; nothing of it is made up. */
async function drag(page: Page, board: MeasuredBoard): Promise<Pick<Measured, 'lift' | 'sent' | 'drop' | 'frames'>> {
  const [held, away] = [
    page.locator(`[data-stage="${board.columns.first}"] [data-card-id]`).nth(3),
    await page.locator(`[data-stage="${board.columns.far}"]`).boundingBox(),
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
  await watchTop(page, board, id);
  const answered = page.waitForResponse((answer) => answer.request().method() === board.placing);
  await page.mouse.up();
  const status = (await answered).status();
  if (status !== 200) throw new Error(`The move was answered ${status}`);
  await page.waitForFunction(() => (globalThis as unknown as { dropSeen: DropSeen }).dropSeen.at > 0);
  const { at, sent, released } = await dropSeen(page);
  return { lift, sent: sent - released, drop: at - released, frames };
}

/** Scrolls through the first column from its beginning to its end, each page of it fetched on the way. */
async function scroll(page: Page, { columns }: MeasuredBoard): Promise<number[]> {
  const area = page.locator(`[data-stage="${columns.first}"] [data-rfd-droppable-id]`);
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

async function measure(board: MeasuredBoard, browser: Browser, address: string, token: string): Promise<Measured> {
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { context, page, paint } = await openBoard(board, browser, address, token);
    await page.waitForTimeout(1500);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const moved = await drag(page, board);
    // Once is thousands of frames.
    rounds.push({ paint, memory: usedSize / MB, ...moved, scrolled: round === 0 ? await scroll(page, board) : [] });
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

/** A board with 5,000 cards in a column against the same board with 50. */
async function measureBoard(board: MeasuredBoard): Promise<Figure[]> {
  const definition = JSON.parse(
    await readFile(new URL(`../../docs/examples/${EXAMPLE}.json`, import.meta.url), 'utf8'),
  );
  const product = await startProduct({ definitions: { [`${EXAMPLE}.json`]: definition } });
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    const figures: Figure[] = [];
    let cardsMade = 0;
    for (const cards of [FEW, MANY]) {
      await fill(board, product, token, cards - cardsMade);
      cardsMade = cards;
      const measured = await measure(board, browser, product.address, token);
      const { paint, lift, sent, drop, frames, scrolled, memory } = measured;
      const name = `${board.name}, ${cards} cards in a column:`;
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

/** The request board. */
export const board = () => measureBoard(REQUESTS);

/** The board of a section that a definition adds. */
export const generatedBoard = () => measureBoard(GENERATED);
