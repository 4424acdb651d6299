import { chromium, errors } from 'playwright-core';
import { startContract } from '#tests/contract/server.mjs';
import { findChromium } from '#tests/run/chromium.mjs';
import { ENDLESS, VARIED_PAGES, variation, WRONG } from '#tests/support/answer-variations.ts';
import { FLAGS } from '#tests/support/browser/stage.ts';
import { startProduct } from '#tests/support/product.ts';

/** Variations of all answers, each on another page in turn. */
const VARIATIONS = Number(process.env.FUZZ_PAGES ?? 100);
/** Whether something happened before the driver gave it up. */
const inTime = (wait: Promise<void>): Promise<boolean> =>
  wait.then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );

/**
 * Opens every page in a browser on answers of the contract server that are written in another way each time. @returns what a page
 * said wrong, threw, or asked without end
 */
export async function fuzzPages(seed: number): Promise<string[]> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or name it in CHROMIUM_PATH.');
  const contract = await startContract();
  const product = await startProduct({ env: { STAGING_URL: contract.address } });
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
  const wrong: string[] = [];
  try {
    for (let turn = 0; turn < VARIATIONS; turn += 1) {
      const [path] = VARIED_PAGES[turn % VARIED_PAGES.length] ?? ['/'];
      const context = await browser.newContext({ baseURL: product.address, serviceWorkers: 'block' });
      await context.addInitScript(() => {
        // A sandboxed frame of a camera has no storage.
        if (window === window.top) localStorage.setItem('home-moderator', 'tok-admin');
      });
      const page = await context.newPage();
      const tell = (what: string) => wrong.push(`${path}, FUZZ_SEED=${seed}, variation ${turn}: ${what}`);
      let calls = 0;
      page.on('pageerror', ({ message }) => tell(message));
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/')) calls += 1;
      });
      // Not in the browser: an answer that is held up there is never over for it once the page has given its call up.
      let answers = 0;
      contract.vary((body) => {
        answers += 1;
        return variation(body, seed + turn * 1_000 + answers);
      });
      await page.goto(path);
      if (!(await inTime(page.locator('#root h1').first().waitFor()))) tell('has no heading');
      if (!(await inTime(page.waitForLoadState('networkidle')))) tell(`did not come to rest, ${calls} calls`);
      const said = WRONG.exec(await page.locator('body').innerText());
      if (said) tell(`says «${said[0]}»`);
      if (calls > ENDLESS) tell(`asked ${calls} times`);
      await context.close();
    }
  } finally {
    await browser.close();
    await product.stop();
    await contract.stop();
  }
  console.log(`${VARIATIONS} pages were opened`);
  return wrong;
}
