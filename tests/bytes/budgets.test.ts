import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { raiseStage } from '#tests/support/browser/stage.ts';
import { inlineScripts, Weight } from '#tests/support/browser/weight.ts';

const stage = raiseStage();
const KB = 1024;
// Whoever comes for the first time: a profile that was here before fetches nothing anew. What the page needs itself: they save data.
const gzipOnly = { first: true, savesData: true, browser: { extraHTTPHeaders: { 'accept-encoding': 'gzip' } } };

/** Code loaded later than this, ms, is not counted as needed by the page: the chat beside it, files for use without a network. */
const LATER = 3_000;

/** Holds such code back, since only a slow machine would count it. */
const comesAlone = (page: Page) =>
  page.addInitScript((later) => {
    const { setTimeout } = window;
    const early = (work: TimerHandler, ms = 0, ...values: unknown[]) =>
      ms < later ? setTimeout(work, ms, ...values) : 0;
    Object.assign(window, { setTimeout: early });
  }, LATER);

test('the sign-in page answers to typing with its own script alone, at most 60 KB gzipped', async () => {
  const visitor = await stage.visitor();
  await visitor.page.route('**/*.js', (route) => route.abort());
  await visitor.page.goto('/auth', { waitUntil: 'commit' });
  await visitor.page.getByLabel('Телефон').pressSequentially('9');
  await visitor.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#phone')?.value.startsWith('+7'));
  const inline = inlineScripts(await visitor.page.content(), (text) => gzipSync(text));
  expect(inline).toBeGreaterThan(0);
  expect(inline / KB).toBeLessThanOrEqual(60);
  visitor.forgive(/ERR_FAILED/);
});

test('the first list after sign-in needs at most 290 KB of gzipped script in all', async () => {
  const visitor = await stage.visitor({ as: 1, ...gzipOnly });
  const weight = new Weight(visitor.page);
  await comesAlone(visitor.page);
  await visitor.open('/cameras');
  await visitor.page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .waitFor();
  await visitor.page.waitForLoadState('networkidle');
  const bytes = await weight.sum();
  expect(bytes / KB).toBeGreaterThan(50);
  expect(bytes / KB).toBeLessThanOrEqual(290);
});

test('a first visit, through the form up to the news standing still, needs at most 300 KB of script', async () => {
  const visitor = await stage.visitor(gzipOnly);
  const weight = new Weight(visitor.page);
  await comesAlone(visitor.page);
  await visitor.page.goto('/auth');
  await visitor.page.getByLabel('Телефон').pressSequentially('9000000001');
  await visitor.page.getByLabel('Пароль', { exact: true }).fill('Demo2026!');
  await visitor.page.getByRole('button', { name: 'Войти в систему' }).click();
  await visitor.page.waitForURL('**/news');
  await visitor.page.locator('#root h1').waitFor();
  await visitor.page.waitForLoadState('networkidle');
  const bytes = await weight.sum();
  expect(bytes / KB).toBeGreaterThan(50);
  expect(bytes / KB).toBeLessThanOrEqual(300);
});

test('a form, a picker and another page each come in chunks of their own, only when they are opened', async () => {
  const visitor = await stage.visitor({ as: 1, ...gzipOnly });
  const weight = new Weight(visitor.page);
  await visitor.open('/cameras');
  await visitor.page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .waitFor();
  await visitor.page.waitForLoadState('networkidle');
  let before = new Set(weight.scripts);
  for (const path of ['/create-camera-form', '/profile']) {
    await visitor.open(path);
    await visitor.page.locator('#root h1').waitFor();
    await visitor.page.waitForLoadState('networkidle');
    expect(weight.scripts.filter((script) => !before.has(script))).not.toEqual([]);
    before = new Set(weight.scripts);
  }
});
