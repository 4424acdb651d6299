// Runs in test:all alone: half-minutes of silence, of which console/live and console/http guard each rule.
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { patientContext } from '#tests/support/browser/profiles.ts';
import { type SilentProxy, startSilentProxy } from '#tests/support/browser/silent-proxy.ts';
import { raiseStage } from '#tests/support/browser/stage.ts';

const stage = raiseStage();
let proxy: SilentProxy;
let context: BrowserContext;
const errors: string[] = [];

beforeEach(async () => {
  errors.length = 0;
  proxy = await startSilentProxy(stage.product.address);
  context = await patientContext(stage.browser, {
    baseURL: proxy.address,
    locale: 'ru-RU',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto('/favicon.svg');
  await page.evaluate((token) => localStorage.setItem('home-moderator', token), await stage.token(1));
  await page.close();
});
afterEach(async () => {
  await context.close();
  await proxy.stop();
  expect(errors).toEqual([]);
});

async function newPage(): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  return page;
}

const headers = async () => ({
  authorization: `Token ${await stage.token(1)}`,
  'content-type': 'application/json',
});

/** Somebody else makes a request. */
async function request(description: string): Promise<void> {
  const body = JSON.stringify({
    service: 1,
    attachments: [],
    information: { description },
    target_type: 'building',
    target: { building: 1 },
  });
  const made = await fetch(`${stage.product.address}/api/crm/tasks/`, {
    method: 'POST',
    headers: await headers(),
    body,
  });
  expect(made.status).toBe(201);
}

/** Seconds of the page's clock, of which a quick machine needs less than sixty. */
const PATIENCE = 600;

/** Lets time pass for the page until something is so, second by second as its timers have it. */
async function passUntil(page: Page, seconds: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let at = 0; at < seconds; at += 1) {
    if (await isSo()) return true;
    await page.clock.runFor(1_000);
    // The network has its own time, which the clock of the page must not outrun.
    await wait(300);
  }
  return isSo();
}

/** Changes the texts of a page as a browser's translator does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.nodeValue?.trim() || text.parentElement?.closest('script, style')) continue;
      const font = document.createElement('font');
      font.textContent = text.nodeValue;
      text.parentNode?.replaceChild(font, text);
    }
  });

test('where packets vanish without a word the board says that it is not fresh, and is fresh by itself when they pass again; translated by the browser it goes on', async () => {
  const page = await newPage();
  await page.clock.install();
  await page.goto('/tasks?period=month');
  const cards = page.locator('main [data-card]');
  const note = page.getByText(/Нет связи с сервером. Показано то, что было загружено/);
  await passUntil(page, PATIENCE, async () => (await cards.count()) > 0);
  // Notifications come after the page; the socket has answered for its life.
  await passUntil(page, 30, async () => false);
  expect(await note.count()).toBe(0);
  proxy.fallSilent();
  expect(await passUntil(page, PATIENCE, () => note.isVisible())).toBe(true);
  await request('Пришла, пока сети не было');
  proxy.pass();
  const come = cards.filter({ hasText: 'Пришла, пока сети не было' });
  expect(await passUntil(page, PATIENCE, async () => (await come.count()) > 0 && !(await note.isVisible()))).toBe(true);
  await translate(page);
  await request('Пришла на переведённую доску');
  const later = cards.filter({ hasText: 'Пришла на переведённую доску' });
  expect(await passUntil(page, PATIENCE, async () => (await later.count()) > 0)).toBe(true);
});

test('CHAT-11: what was written to nobody’s ear goes out when the console is opened again, once', async () => {
  const answer = await fetch(`${stage.product.address}/api/crm/chat-contacts/?kind=company&page_size=500`, {
    headers: await headers(),
  });
  const { results } = (await answer.json()) as { results: { user: number; chat_id: string }[] };
  const chat = `/chats?chat_id=${results.find(({ user }) => user === 3)?.chat_id}`;
  const page = await newPage();
  await page.goto(chat);
  const log = (of: Page) => of.getByRole('log', { name: 'Сообщения' });
  await log(page).waitFor();
  const field = page.getByRole('textbox', { name: 'Сообщение' });
  await field.waitFor();
  await page.waitForLoadState('networkidle');
  proxy.fallSilent();
  await field.fill('Слесарь придёт в среду');
  await field.press('Enter');
  await page
    .getByLabel('Прикрепить файл')
    .setInputFiles({ name: 'смета.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await field.fill('Смета во вложении');
  await field.press('Enter');
  await log(page).getByText('Смета во вложении').waitFor();
  await page.waitForFunction(async () => {
    const opening = indexedDB.open('draft-files');
    await new Promise((done) => {
      opening.onsuccess = done;
    });
    const asked = opening.result.transaction('files').objectStore('files').count();
    await new Promise((done) => {
      asked.onsuccess = done;
    });
    opening.result.close();
    return asked.result === 2;
  });
  await page.goto('about:blank');
  await page.close();
  proxy.rebuild();
  const next = await newPage();
  await next.goto(chat);
  for (const text of ['Слесарь придёт в среду', 'Смета во вложении']) {
    const sent = log(next).locator('[data-seq]', { hasText: text });
    await sent.locator(':is([data-state="sent"], [data-state="received"], [data-state="read"])').first().waitFor();
    expect(await sent.count()).toBe(1);
  }
  await next.close();
});
