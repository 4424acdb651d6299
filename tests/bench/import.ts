import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePostgres, startPostgres } from '#tests/run/postgres.mjs';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import type { Figure } from './figures.ts';

const ROWS = 100_000;
/** A building of the demo company with 60 flats at the least; they are the units of the list. */
const BUILDING = 'Лесная, 12';

/** A hundred thousand residents of one building, as an office's program writes them. */
function list(): Buffer {
  const lines = ['unit;last_name;first_name;phone_number'];
  for (let at = 0; at < ROWS; at += 1) {
    lines.push(`${(at % 60) + 1};Калинина;Дарья;8${9_300_000_000 + at}`);
  }
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf8');
}

/**
 * A list of 100,000 rows in a browser, the metropolis on PostgreSQL behind it: read and checked, with what the page's own
 * thread had to bear, and submitted.
 */
export async function importing(): Promise<Figure[]> {
  const bin = ensurePostgres();
  if (!bin) throw new Error('No PostgreSQL: install Debian’s package, or put pg_config on PATH.');
  const postgres = await startPostgres(bin);
  const env = { DATABASE_URL: postgres.url, DEMO: 'on', DEMO_SIZE: 'metropolis' };
  const product = await startProduct({ env });
  const browser = await launchChromium();
  // From the disk, as a person chooses it: handed over by the test it would keep the page busy itself.
  const file = join(product.dataDir, 'list.csv');
  await writeFile(file, list());
  try {
    const token = await signIn(product, 1);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    await context.addInitScript({
      content: `globalThis.longTasks = [];
        new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
          .observe({ entryTypes: ['longtask'] });`,
    });
    const page = await context.newPage();
    await page.goto(`${product.address}/download-resident-form`);
    await page.getByLabel('Объект', { exact: true }).fill(BUILDING);
    await page.getByRole('option').first().click();
    await page.evaluate('globalThis.longTasks.length = 0');
    const began = performance.now();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('100000 строк').waitFor({ timeout: 60_000 });
    const read = performance.now() - began;
    await page.getByRole('button', { name: 'Проверить список' }).click();
    await page.getByRole('tablist').waitFor({ timeout: 120_000 });
    const checked = performance.now() - began;
    const longest = (await page.evaluate('Math.max(0, ...globalThis.longTasks)')) as number;
    const correct = await page.getByRole('tab', { name: /^Корректные/ }).innerText();
    const again = performance.now();
    await page.getByRole('button', { name: 'Отправить приглашение' }).click();
    await page.waitForURL((url) => url.pathname === '/residents', { timeout: 600_000 });
    return [
      { name: `Import of ${ROWS} rows: read in the worker`, value: read, unit: 'ms' },
      {
        name: `Import of ${ROWS} rows: read and checked (${correct.replace(/\s+/g, ' ').trim()})`,
        value: checked,
        unit: 'ms',
        target: 5000,
      },
      { name: 'The same: longest task of the page', value: longest, unit: 'ms', target: 50 },
      {
        name: 'The same: submitted, on PostgreSQL',
        value: performance.now() - again,
        unit: 'ms',
        target: 30_000,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await postgres.stop();
  }
}
