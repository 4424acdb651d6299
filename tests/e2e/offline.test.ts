import type { Page } from 'playwright-core';
import { type Relay, startRelay } from '#tests/support/browser/relay.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
let relay: Relay;

beforeEach(async () => {
  relay = await startRelay(stage.product.address);
});
afterEach(() => relay.stop());

/** Pages of the menu, as the administrator has them, and the titles of their pages. */
const SECTIONS = [
  ['Новости', 'Новости'],
  ['Заявки', 'Заявки'],
  ['Общение', 'Общение'],
  ['Резиденты', 'Резиденты'],
  ['Показания', 'Показания'],
  ['Камеры', 'Камеры'],
] as const;

/** A browser of the administrator that may have service workers, on its own address of the product. */
async function arrive(path: string): Promise<Page> {
  const context = await stage.browser.newContext({
    baseURL: relay.address,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
  });
  const token = await stage.token(1);
  await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
  const page = await context.newPage();
  await page.goto(path);
  await title(page, 'Камеры').waitFor();
  return page;
}
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Разделы', exact: true }).first();
/** Waits until everything is kept for use without a network. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((there) => navigator.serviceWorker.addEventListener('controllerchange', there, { once: true }));
  });
/** Has the browser look for the worker of another release, as it does itself from time to time, and waits until it is there. */
const nextKept = (page: Page) =>
  page.evaluate(async () => {
    const { waiting, installing } = await (await navigator.serviceWorker.ready).update();
    if (!installing) return waiting?.state;
    await new Promise((changed) => installing.addEventListener('statechange', changed, { once: true }));
    return installing.state;
  });
/** Addresses of everything that is kept, without the host and what Workbox adds. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const calls = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return calls.map(({ url }) => new URL(url).pathname);
  });

test('opens without a network, with every section, also one that was never gone to, and its lists come with the network', async () => {
  const page = await arrive('/cameras');
  await page.getByRole('article').first().waitFor();
  await kept(page);
  relay.cut = true;
  await page.context().setOffline(true);
  await page.reload();
  await title(page, 'Камеры').waitFor();
  await page.getByText('Нет связи с сервером').first().waitFor();
  for (const [name, heading] of SECTIONS) {
    await menu(page).getByRole('link', { name }).click();
    await title(page, heading).waitFor();
    expect(await menu(page).isVisible()).toBe(true);
  }
  // An address that was never opened, typed by hand.
  await page.goto('/create-task');
  await title(page, 'Где и какая помощь нужна?').waitFor();
  await page.goto('/cameras');
  await title(page, 'Камеры').waitFor();
  relay.cut = false;
  await page.context().setOffline(false);
  await page.getByRole('article').first().waitFor();
  await page.context().close();
}, 90_000);

test('keeps code, fonts and pictures of ours alone, and nothing of any person', async () => {
  const page = await arrive('/cameras');
  await kept(page);
  for (const [name, heading] of SECTIONS) {
    await menu(page).getByRole('link', { name }).click();
    await title(page, heading).waitFor();
  }
  const paths = await keptPaths(page);
  expect(paths).toContain('/');
  expect(paths.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(100);
  expect(paths.filter((path) => !/^\/($|assets\/|favicon\.svg$|icon-\d+\.png$)/.test(path))).toEqual([]);
  expect(paths.filter((path) => /password-strength|push-/.test(path))).toEqual([]);
  await page.context().close();
}, 90_000);

test('a new release is there on the next start, and what is kept follows it', async () => {
  const page = await arrive('/cameras');
  await kept(page);
  relay.instead.set('/cameras', (html) => html.replace('content="Управдом"', 'content="Новый выпуск"'));
  relay.instead.set('/', (html) => html.replace('content="Управдом"', 'content="Новый выпуск"'));
  relay.instead.set('/service-worker.js', (code) => code.replace(/("revision":")(\w+","url":"\/")/, '$1new-$2'));
  await page.reload();
  await page.waitForFunction(() => document.title.includes('Новый выпуск'));
  // The worker of the new release waits until no page of the older one is open.
  expect(await nextKept(page)).toBe('installed');
  const context = page.context();
  await page.close();
  relay.cut = true;
  const next = await context.newPage();
  await next.goto('/cameras');
  await title(next, 'Камеры').waitFor();
  expect(await next.title()).toContain('Новый выпуск');
  await context.close();
}, 90_000);

test('the worker is asked for anew at every start', async () => {
  const answer = await fetch(`${relay.address}/service-worker.js`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
});

test('what stands before a server that is gone is not taken for the console', async () => {
  const page = await arrive('/cameras');
  await kept(page);
  relay.gone = true;
  await page.reload();
  await title(page, 'Камеры').waitFor();
  await page.context().close();
}, 60_000);
