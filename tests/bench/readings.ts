import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { readingDays } from '#tests/support/browser/late-month.ts';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { type Product, signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, percentile } from './figures.ts';

const METERS = '/api/crm/meters/';
const ROUNDS = 20;
const CELLS = 100;
/** Shares of the list at which a page is asked for: the first, the last and what lies between. */
const PLACES = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];

/** Pages of 10 and of 50 of the whole list, from its beginning to its end, each some times in turn, ms. */
async function pageTimes(product: Product, token: string, extra = ''): Promise<number[]> {
  const headers = { Authorization: `Token ${token}` };
  const fetchPage = async (page: number, size: number) => {
    const answer = await fetch(`${product.address}${METERS}?page=${page}&page_size=${size}${extra}`, { headers });
    if (!answer.ok) throw new Error(`A page was refused: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { count: number };
  };
  const { count } = await fetchPage(1, 10);
  const samples: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const size of [10, 50]) {
      for (const place of PLACES) {
        const began = performance.now();
        await fetchPage(Math.max(1, Math.ceil((count / size) * place)), size);
        // The first rounds only warm up what a running server has warm.
        if (round >= 0) samples.push(performance.now() - began);
      }
    }
  }
  return samples;
}

/** Frame times while so many cells are typed and kept one after another, ms. */
async function roundFrames(product: Product, token: string): Promise<number[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Moscow' });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    // tsx marks inner functions by a helper of its own, which a page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
    const page = await context.newPage();
    await page.goto(`${product.address}/readings`);
    await page.getByRole('button', { name: 'Обход', exact: true }).click();
    await page.locator('table input').first().waitFor();
    await page.waitForTimeout(1000);
    await page.evaluate(() => {
      const times: number[] = [];
      let last = performance.now();
      const step = (now: number) => {
        times.push(now - last);
        last = now;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
      Object.assign(globalThis, { frameTimes: times });
    });
    await page.locator('table input').first().focus();
    for (let cell = 0; cell < CELLS; cell += 1) {
      const value = await page.evaluate(() => {
        const box = document.activeElement as HTMLInputElement;
        return Number(box.value || box.placeholder.replace(/\D/g, '')) + 1;
      });
      await page.keyboard.type(String(value));
      await page.keyboard.press('Enter');
    }
    await page.getByText(`Сохранено: ${CELLS}`, { exact: true }).waitFor();
    return await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes.slice(1));
  } finally {
    await browser.close();
  }
}

/** The figures of a metropolis on a database. */
export async function readingsOn(url: string): Promise<Figure[]> {
  const product = await startProduct({
    env: { DATABASE_URL: url, DEMO: 'on', DEMO_SIZE: 'metropolis', ...readingDays() },
  });
  try {
    const token = await signIn(product, 1);
    const pages = await pageTimes(product, token);
    const norms = await pageTimes(product, token, '&norms=1');
    const missing = await pageTimes(product, token, '&missing=1');
    const frames = await roundFrames(product, token);
    return [
      {
        name: 'Month of 100,000 flats on PostgreSQL: a page, p95',
        value: percentile(pages, 95),
        unit: 'ms',
        target: 50,
      },
      { name: 'The same with last values, for the round: p95', value: percentile(norms, 95), unit: 'ms' },
      { name: 'Flats without readings of 100,000: a page, p95', value: percentile(missing, 95), unit: 'ms' },
      { name: `Round of ${CELLS} cells by keyboard: p95 of a frame`, value: percentile(frames, 95), unit: 'ms' },
      { name: `Round of ${CELLS} cells: longest frame`, value: Math.max(...frames), unit: 'ms', target: 50 },
      {
        name: `Round of ${CELLS} cells: frames over 50 ms of ${frames.length}`,
        value: frames.filter((time) => time > 50).length,
        unit: 'frames',
        target: 0,
      },
    ];
  } finally {
    await product.stop();
  }
}

/** Readings of a metropolis: pages of its month table, and a round by keyboard. */
export async function readings(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  try {
    return await readingsOn(postgres.url);
  } finally {
    await postgres.stop();
  }
}
