import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median } from './figures.ts';

const ROUNDS = 3;
/** Sections that are gone to, and what is the first row of each. */
const MOVES = [
  { name: 'requests', link: 'nav a[href="/tasks"]', row: '#content [data-card-id]' },
  { name: 'readings', link: 'nav a[href="/readings"]', row: '#content tbody td' },
] as const;
/** A slow telephone: CPU 4 times slower, 1.6 Mbit/s, 150 ms there and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** The time from the press in the menu to the frame that draws the first row, ms; told by the page's own clock. */
async function press(page: Page, { link, row }: (typeof MOVES)[number]): Promise<number> {
  await page.evaluate((wanted) => {
    let pressed = 0;
    Reflect.deleteProperty(window, 'took');
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => {
        pressed = timeStamp;
      },
      { once: true, capture: true },
    );
    new MutationObserver((_changes, observer) => {
      if (pressed === 0 || !document.querySelector(wanted)) return;
      observer.disconnect();
      requestAnimationFrame(() => Object.assign(window, { took: performance.now() - pressed }));
    }).observe(document, { childList: true, subtree: true });
  }, row);
  await page.locator(link).first().click();
  const took = await page.waitForFunction(() => Reflect.get(window, 'took') as number | undefined);
  return (await took.jsonValue()) ?? 0;
}

/** The first visits of the sections, one after the other, in a browser with an empty cache. @param ahead whether their code has come beforehand */
async function visit(
  browser: Browser,
  address: string,
  token: string,
  { ahead, slow }: { ahead: boolean; slow: boolean },
) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  const page = await context.newPage();
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  // A browser that saves data gets the code of a section only when its entry is pressed.
  if (!ahead)
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  if (slow) await slowDown(await context.newCDPSession(page));
  const scripts = new Set<string>();
  page.on('requestfinished', (request) => scripts.add(new URL(request.url()).pathname));
  await page.goto(`${address}/news`);
  await page.locator('#content article').first().waitFor({ timeout: 90_000 });
  const last = await page.evaluate<string>(
    () => JSON.parse(document.getElementById('built')?.textContent ?? '').pages['/profile'][0],
  );
  const until = performance.now() + 60_000;
  while (ahead && !scripts.has(last) && performance.now() < until) await page.waitForTimeout(200);
  // The chat, which joins in some seconds after the first page, is there.
  await page.waitForTimeout(5_000);
  const times: number[] = [];
  for (const move of MOVES) times.push(await press(page, move));
  await context.close();
  return times;
}

/** To sections that were not open yet, with their code fetched beforehand and without, by turns in one run. */
export async function sections(): Promise<Figure[]> {
  const product = await startProduct({ env: { DEMO_SIZE: 'city' } });
  const browser = await launchChromium();
  const figures: Figure[] = [];
  try {
    const token = await signIn(product, 1);
    for (const slow of [false, true]) {
      const pressed: number[][] = [];
      const ahead: number[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        pressed.push(await visit(browser, product.address, token, { ahead: false, slow }));
        ahead.push(await visit(browser, product.address, token, { ahead: true, slow }));
      }
      for (const [at, { name }] of MOVES.entries()) {
        const where = `To the ${name}, first visit, ${slow ? 'slow' : 'plain'}`;
        const [before, after] = [pressed, ahead].map((rounds) =>
          median(rounds.map((times) => times[at] ?? Number.NaN)),
        );
        if (before === undefined || after === undefined) continue;
        figures.push({ name: `${where}: code fetched when pressed`, value: before, unit: 'ms' });
        figures.push({ name: `${where}: code fetched beforehand`, value: after, unit: 'ms' });
        figures.push({ name: `${where}: beforehand by when pressed`, value: after / before, unit: 'times' });
      }
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}
