import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { inlineScripts, Weight } from '#tests/support/browser/weight.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median } from './figures.ts';

const ROUNDS = 5;
const KB = 1024;
/** Brotli would be smaller; the budgets are in gzip. */
const GZIP_ONLY = { 'accept-encoding': 'gzip' };

async function signInPage(browser: Browser, address: string): Promise<Figure[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ extraHTTPHeaders: GZIP_ONLY });
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(`${address}/auth`, { waitUntil: 'commit' });
    const phone = page.getByLabel('Телефон');
    await phone.pressSequentially('9');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#phone')?.value.startsWith('+7'));
    times.push(performance.now() - began);
    bytes = inlineScripts(await page.content(), (text) => gzipSync(text));
    await context.close();
  }
  return [
    { name: 'Sign-in page: script before it answers to typing, gzip', value: bytes / KB, unit: 'KB', target: 60 },
    { name: 'Sign-in page: from the address to the first digit in the mask', value: median(times), unit: 'ms' },
  ];
}

async function firstList(browser: Browser, address: string): Promise<Figure[]> {
  const token = await signIn({ address }, 1);
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ extraHTTPHeaders: GZIP_ONLY });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    const page = await context.newPage();
    const weight = new Weight(page);
    const began = performance.now();
    await page.goto(`${address}/cameras`);
    await page
      .getByRole('button', { name: /^Действия: / })
      .first()
      .waitFor();
    times.push(performance.now() - began);
    bytes = await weight.sum();
    await context.close();
  }
  return [
    { name: 'First list after sign-in: all scripts, gzip', value: bytes / KB, unit: 'KB', target: 290 },
    { name: 'First list: from the address to the first card, empty cache', value: median(times), unit: 'ms' },
  ];
}

/** Sign-in page and first list, in a browser with an empty cache each time. */
export async function pages(): Promise<Figure[]> {
  const product = await startProduct({ env: { DEMO_SIZE: 'city' } });
  const browser = await launchChromium();
  try {
    return [...(await signInPage(browser, product.address)), ...(await firstList(browser, product.address))];
  } finally {
    await browser.close();
    await product.stop();
  }
}
