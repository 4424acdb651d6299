// Runs in test:all alone: whole visits without a network; the component tests have each rule.

import type { Page } from 'playwright-core';
import { patientContext } from '#tests/support/browser/profiles.ts';
import { type Relay, startRelay } from '#tests/support/browser/relay.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { until } from '#tests/support/browser/until.ts';

const stage = raiseStage();
let relay: Relay;

beforeEach(async () => {
  relay = await startRelay(stage.product.address);
});
afterEach(() => relay.stop());

/** Pages of the menu, as the administrator has them, and the titles of their pages. */
const SECTIONS = [
  ['Дежурство', 'Дежурство'],
  ['Новости', 'Новости'],
  ['Заявки', 'Заявки'],
  ['Общение', 'Общение'],
  ['Резиденты', 'Резиденты'],
  ['Показания', 'Показания'],
  ['Камеры', 'Камеры'],
  ['Настройки', 'Настройки'],
] as const;

/** A browser of the administrator that may have service workers, on its own address of the product. */
async function arrive(path: string): Promise<Page> {
  const context = await patientContext(stage.browser, {
    baseURL: relay.address,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
  });
  const token = await stage.token(1);
  const page = await context.newPage();
  // Once, not with every page: who signs out stays signed out.
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('home-moderator', value), token);
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
/** Waits until no worker of another release waits for its turn: the browser gives it that some time after the last page is closed. */
async function untilTakenOver(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const states = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status } of versions) states.set(versionId, status);
      const all = [...states.values()];
      if (all.includes('activated') && !all.includes('installed') && !all.includes('activating')) resolve();
    });
    devtools.send('ServiceWorker.enable').catch(reject);
  });
  await devtools.detach();
}
/** Addresses of everything that is kept, without the host and what Workbox adds. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const calls = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return calls.map(({ url }) => new URL(url).pathname);
  });

/** The last seen content in the browser's database; empty for none. Never creates that database. */
const seen = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'last-seen')) return '';
    const answer = <Value>(asked: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const opening = indexedDB.open('last-seen');
    let isGone = false;
    // It was erased since it was looked for: nothing of it is made anew.
    opening.onupgradeneeded = () => {
      isGone = true;
      opening.transaction?.abort();
    };
    const database = await answer(opening).catch((error) => {
      if (isGone) return null;
      throw error;
    });
    if (!database) return '';
    const all = await answer(database.transaction('seen').objectStore('seen').getAll());
    database.close();
    return all.length ? JSON.stringify(all) : '';
  });

/** Waits until that is as wished. A page that is hidden keeps at once what it shows. */
async function untilSeen(page: Page, isWished: (kept: string) => boolean): Promise<void> {
  const hideForAMoment = async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
    });
    await new Promise((next) => setTimeout(next, 200));
  };
  await until('what the page has shown is kept', async () => isWished(await seen(page)), hideForAMoment);
}

test('opens without a network, with every section, also one that was never gone to; what was seen last is shown and marked, the rest comes with the network', async () => {
  const page = await arrive('/cameras');
  const first = await page.getByRole('article').first().locator('b').innerText();
  await kept(page);
  await untilSeen(page, (kept) => kept.includes(first));
  relay.cut = true;
  await page.context().setOffline(true);
  await page.reload();
  await title(page, 'Камеры').waitFor();
  await page.getByText(/Нет связи с сервером. Показано то, что было загружено сегодня в \d\d:\d\d\./).waitFor();
  await page.getByText(first).first().waitFor();
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
  await page.getByText(/Показано то, что было загружено/).waitFor({ state: 'detached' });
  await page.getByRole('article').first().waitFor();
  await page.context().close();
});

test('who signs out leaves nothing of what was seen', async () => {
  const page = await arrive('/cameras');
  const first = await page.getByRole('article').first().locator('b').innerText();
  await untilSeen(page, (kept) => kept.includes(first));
  // A search among personal data must not be written to disk.
  await page.goto('/settings/personal-data?text=лебедев');
  const person = await page.getByRole('main').locator('li strong').last().innerText();
  const shown = await page.evaluate(() => Date.now());
  await untilSeen(page, (kept) => kept !== '' && (JSON.parse(kept) as [{ at: number }])[0].at > shown);
  expect(await seen(page)).not.toContain(person);
  await page.evaluate(() => {
    localStorage.removeItem('home-moderator');
    dispatchEvent(new Event('storage'));
  });
  await page.waitForURL(/\/auth/);
  await untilSeen(page, (kept) => kept === '');
  await page.context().close();
});

/** Pages that show what was loaded, and something of it that the page before has not. */
const SHOWN = [
  ['/shift', 'h2:has-text("По домам")'],
  ['/tasks?period=month', '[data-card]'],
  ['/tasks?period=month&view=list', 'tbody tr'],
  ['/news', 'article'],
  ['/residents?floor_entry=5', 'tbody tr'],
  ['/cameras', 'article'],
  ['/readings', 'tbody tr'],
  ['/profile', 'h2:has-text("Мои объекты")'],
  ['/settings/employees-permissions', 'tbody tr'],
  ['/settings/company-profile', 'h2:has-text("Северный дом")'],
  ['/settings/buildings', 'tbody tr'],
  ['/settings/building-passport?id=1', 'h2:has-text("Паспорт")'],
  ['/settings/access?id=1', 'tbody th a'],
  ['/settings/second-factor', 'fieldset'],
  ['/settings/status', 'h2[data-fine]'],
  ['/settings/journal', 'tbody time'],
  ['/settings/personal-data?text=Калинина', 'section li'],
  ['/definitions', ':text-is("Все файлы в порядке")'],
] as const;

/** Goes to an address as a link of the console does, without a reload. */
const goTo = (page: Page, address: string) =>
  page.evaluate((next) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

test('keeps code, fonts and pictures of ours alone, and nothing of any person; every page that was gone to opens without a network again and says that it shows what was loaded before', async () => {
  const page = await arrive('/cameras');
  await kept(page);
  for (const [address, sign] of SHOWN) {
    await goTo(page, address);
    await page.locator(`main ${sign}`).first().waitFor();
  }
  const paths = await keptPaths(page);
  expect(paths).toContain('/');
  expect(paths.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(100);
  expect(paths.filter((path) => !/^\/($|assets\/|favicon\.svg$|icon-\d+\.png$)/.test(path))).toEqual([]);
  expect(paths.filter((path) => /password-strength|push-/.test(path))).toEqual([]);
  await untilSeen(page, (kept) => kept.includes('["definitions","files"]'));
  // Entries of the audit log must not be written to disk.
  expect(await seen(page)).not.toContain('["journal"');
  relay.cut = true;
  await page.context().setOffline(true);
  const silent: string[] = [];
  for (const [address, sign] of SHOWN) {
    await goTo(page, address);
    await page.locator(`main ${sign}`).first().waitFor();
    const note = page.getByText(/Нет связи с сервером. Показано то, что было загружено сегодня в \d\d:\d\d\./);
    const isSaid = await note.waitFor().then(
      () => true,
      () => false,
    );
    if (!isSaid) silent.push(address);
    expect(await menu(page).isVisible()).toBe(true);
  }
  for (const address of ['/edit-news-form?id=1', '/settings/building-passport?id=2', '/settings/access?id=2']) {
    await goTo(page, address);
    await page.locator('main').getByRole('status').getByText('Нет связи с сервером', { exact: true }).waitFor();
  }
  expect(silent).toEqual([]);
  // Of a board of a month it is kept when the month began.
  await page.goto('/tasks?period=month');
  await page.locator('main [data-card]').first().waitFor();
  await page.context().close();
});

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
  await untilTakenOver(next);
  await next.goto('/cameras');
  await title(next, 'Камеры').waitFor();
  expect(await next.title()).toContain('Новый выпуск');
  await context.close();
});

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
});
