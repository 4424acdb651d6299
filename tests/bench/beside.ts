import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median } from './figures.ts';
import { startFloorApp } from './floor-apps.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** A slow telephone: CPU 4 times slower, 1.6 Mbit/s, 150 ms there and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** No call for so long: the page has fetched whatever it fetches in idle time, ms. */
const IDLE = 2_500;
/** The longest wait for anything, ms. */
const PATIENCE = 90_000;

/** A place with rows: where it is, and what the first of them is. */
interface Place {
  name: string;
  path: string;
  row: string;
}

/** An application that is measured. */
interface App {
  address: string;
  /** Local storage of a signed-in person. */
  storage: Readonly<Record<string, string>>;
  signIn: { path: string; field: string; typed: RegExp };
  list?: Place;
  moves: readonly Place[];
}

/** Times of one round by what was measured, ms. */
type Times = Record<string, number>;

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** A browser profile in which functions that tsx has compiled can run: it gives them names by a helper of its own. */
async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  await context.addInitScript('globalThis.__name = (made) => made');
  return context;
}

/** A page, slowed down where that is measured. */
async function openPage(context: BrowserContext, isSlow: boolean): Promise<Page> {
  const page = await context.newPage();
  if (isSlow) await slowDown(await context.newCDPSession(page));
  return page;
}

/** Waits until the page has asked for nothing for a while. */
async function idle(page: Page): Promise<void> {
  let [last, open] = [performance.now(), 0];
  const more = () => {
    open += 1;
    last = performance.now();
  };
  const less = () => {
    open -= 1;
    last = performance.now();
  };
  page.on('request', more).on('requestfinished', less).on('requestfailed', less);
  const until = performance.now() + PATIENCE;
  while (performance.now() < until && (open > 0 || performance.now() - last < IDLE)) await page.waitForTimeout(100);
  page.off('request', more).off('requestfinished', less).off('requestfailed', less);
}

/** Runs in the page: notes when the first row of a place was painted, as the browser tells it (Element Timing). */
function watchRows({ path, row }: { path: string; row: string }): void {
  const noted = window as unknown as { pressed: number; painted: number | null; stopWatching?: () => void };
  noted.stopWatching?.();
  noted.painted = null;
  noted.pressed = 0;
  const press = ({ timeStamp }: Event) => {
    noted.pressed = timeStamp;
  };
  addEventListener('pointerdown', press, { capture: true });
  const mark = () => {
    if (location.pathname !== path) return;
    for (const found of [...document.querySelectorAll(row)].slice(0, 3)) {
      for (const element of [found, ...found.querySelectorAll('*')]) {
        if (!element.hasAttribute('elementtiming')) element.setAttribute('elementtiming', 'row');
      }
    }
  };
  const marking = new MutationObserver(mark);
  marking.observe(document, { childList: true, subtree: true });
  mark();
  const painting = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null; renderTime: number })[]) {
      if (noted.painted !== null || !entry.element?.closest(row) || location.pathname !== path) continue;
      const at = entry.renderTime || entry.startTime;
      if (entry.element.textContent?.trim() && at >= noted.pressed) noted.painted = at;
    }
  });
  painting.observe({ type: 'element', buffered: true });
  noted.stopWatching = () => {
    removeEventListener('pointerdown', press, { capture: true });
    marking.disconnect();
    painting.disconnect();
  };
}

/** The moment at which the first row was painted, from the press that led there or from the address, ms. */
async function painted(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => {
      const { painted: at, pressed } = window as unknown as { painted: number | null; pressed: number };
      return at === null ? null : at - pressed;
    },
    null,
    { timeout: PATIENCE },
  );
  return (await found.jsonValue()) ?? Number.NaN;
}

/** From the address of the sign-in page to a digit that it answers. */
async function signInTime(browser: Browser, { address, signIn: { path, field, typed } }: App, isSlow: boolean) {
  const context = await openContext(browser);
  const page = await openPage(context, isSlow);
  await page.addInitScript(
    ([selector, pattern]) => {
      const look = () => {
        const value = document.querySelector<HTMLInputElement>(selector)?.value ?? '';
        if (new RegExp(pattern).test(value)) Object.assign(window, { answered: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [field, typed.source] as const,
  );
  await page.goto(address + path, { waitUntil: 'commit', timeout: PATIENCE });
  const answered = () => page.evaluate(() => Reflect.get(window, 'answered') as number | undefined);
  for (const until = performance.now() + PATIENCE; performance.now() < until; ) {
    const at = await answered();
    if (at !== undefined) break;
    // Text typed before the page's script runs may be lost: then it is typed again.
    const isEmpty = await page.evaluate(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value === '',
      field,
    );
    if (isEmpty) {
      await page.locator(field).focus();
      await page.keyboard.press('9');
    }
  }
  const at = (await answered()) ?? Number.NaN;
  await context.close();
  return at;
}

/** Opens the list by its address. */
async function openList(context: BrowserContext, app: App, list: Place, isSlow: boolean) {
  const page = await openPage(context, isSlow);
  await page.addInitScript(watchRows, { path: list.path, row: list.row });
  await page.goto(app.address + list.path, { waitUntil: 'commit', timeout: PATIENCE });
  return { page, time: await painted(page) };
}

/** Presses the entry of a place in the menu. */
async function press(page: Page, { path, row }: Place): Promise<number> {
  await page.evaluate(watchRows, { path, row });
  await page.locator(`a[href="${path}"]:visible`).first().click();
  return painted(page);
}

/** One round of an application. */
async function measure(browser: Browser, app: App, isSlow: boolean): Promise<Times> {
  const times: Times = { 'sign-in': await signInTime(browser, app, isSlow) };
  const { list } = app;
  if (!list) return times;
  const context = await openContext(browser);
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, app.storage);
  const cold = await openList(context, app, list, isSlow);
  times['first list, empty cache'] = cold.time;
  await idle(cold.page);
  await cold.page.close();
  const { page, time } = await openList(context, app, list, isSlow);
  times['list, warm cache'] = time;
  await idle(page);
  for (const visit of ['first visit', 'open before']) {
    for (const place of app.moves) {
      times[`to ${place.name}, ${visit}`] = await press(page, place);
      await idle(page);
      await press(page, list);
      await idle(page);
    }
  }
  await context.close();
  return times;
}

/** The figure that each of the console's is compared with, and the ratio to reach: plain, slow. */
const GOALS: Readonly<Record<string, { to: 'bare' | 'form'; as: string; goal: readonly [number | null, number] }>> = {
  'sign-in': { to: 'form', as: 'sign-in', goal: [null, 1.3] },
  'first list, empty cache': { to: 'bare', as: 'first list, empty cache', goal: [0.95, 0.9] },
  'list, warm cache': { to: 'bare', as: 'list, warm cache', goal: [0.8, 0.8] },
  'to requests, first visit': { to: 'bare', as: 'to comments, first visit', goal: [1.3, 1.3] },
  'to readings, first visit': { to: 'bare', as: 'to comments, first visit', goal: [1.3, 1.3] },
  'to requests, open before': { to: 'bare', as: 'to comments, open before', goal: [1, 1] },
  'to readings, open before': { to: 'bare', as: 'to comments, open before', goal: [1, 1] },
};

/** Medians and ratios of one condition as figures. */
function figuresOf(rounds: Readonly<Record<string, readonly Times[]>>, isSlow: boolean): Figure[] {
  const condition = isSlow ? 'slow' : 'plain';
  const of = (app: string, probe: string) => median((rounds[app] ?? []).map((times) => times[probe] ?? Number.NaN));
  const probes = (app: string) => Object.keys(rounds[app]?.[0] ?? {});
  const figures: Figure[] = Object.keys(rounds).flatMap((app) =>
    probes(app).map((probe): Figure => ({ name: `${app}: ${probe}, ${condition}`, value: of(app, probe), unit: 'ms' })),
  );
  for (const [probe, { to, as, goal }] of Object.entries(GOALS)) {
    const target = goal[isSlow ? 1 : 0];
    figures.push({
      name: `console by ${to}: ${probe}, ${condition}`,
      value: of('console', probe) / of(to, as),
      unit: 'times',
      ...(target === null ? {} : { target }),
    });
  }
  return figures;
}

/** The console beside a bare react-admin application, react-admin's core alone and a static form, by turns in one run. */
export async function beside(): Promise<Figure[]> {
  const [bare, core, form] = [await startFloorApp('bare'), await startFloorApp('core'), await startFloorApp('form')];
  const product = await startProduct();
  const posts = { name: 'posts', path: '/posts' };
  const comments = { name: 'comments', path: '/comments' };
  const storage = { auth: 'demo' };
  const login = { path: '/login', field: 'input[name="username"]', typed: /9/ };
  const phone = { field: '#phone', typed: /^\+7 \(9/ };
  const apps: Readonly<Record<string, App>> = {
    console: {
      address: product.address,
      storage: { 'home-moderator': await signIn(product, 1) },
      signIn: { path: '/auth', ...phone },
      list: { name: 'news', path: '/news', row: '#content article h2' },
      moves: [
        { name: 'requests', path: '/tasks', row: '#content [data-card-id]' },
        { name: 'readings', path: '/readings', row: '#content tbody td' },
      ],
    },
    bare: {
      address: bare.address,
      storage,
      signIn: login,
      list: { ...posts, row: 'tbody td.column-title' },
      moves: [{ ...comments, row: 'tbody td.column-body' }],
    },
    core: {
      address: core.address,
      storage,
      signIn: login,
      list: { ...posts, row: 'table.posts tbody td' },
      moves: [{ ...comments, row: 'table.comments tbody td' }],
    },
    form: { address: form.address, storage: {}, signIn: { path: '/', ...phone }, moves: [] },
  };
  const figures: Figure[] = [];
  try {
    for (const isSlow of [false, true]) {
      const rounds: Record<string, Times[]> = {};
      for (let round = 0; round < ROUNDS; round += 1) {
        const browser = await launchChromium();
        for (const [name, app] of Object.entries(apps)) {
          const times = await measure(browser, app, isSlow);
          rounds[name] = [...(rounds[name] ?? []), times];
          console.error(`  ${isSlow ? 'slow' : 'plain'} ${round + 1}/${ROUNDS} ${name}`);
        }
        await browser.close();
      }
      figures.push(...figuresOf(rounds, isSlow));
    }
    return figures;
  } finally {
    for (const app of [bare, core, form]) app.stop();
    await product.stop();
  }
}
