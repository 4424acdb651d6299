import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/stage.ts';
import { signIn, startProduct } from '#tests/support/product.ts';
import { type Figure, median } from './figures.ts';
import { barePage, type FrameAccount, frameAccount, slowDown } from './frames.ts';

const SLOWER = 4;
/** Of the viewer, then of a page without any code of ours: what that one drops is the machine's. */
const ROUNDS = 9;
/** Of the page that is held up; it has to drop frames in each. */
const CONTROLS = 3;
/** How long the page that has to drop frames is held up at each change, ms: it shows that they would be counted. */
const HELD_UP_MS = 60;
/** How often the timer is looked at. */
const TIMED = 3;
/** How long the viewer is left to itself, ms: over the end of at least two stories. */
const WATCHED_MS = 16_000;
/** How long the console is left to itself before that, ms: half a minute after a page Chromium collects what its loading left. */
const SETTLED_MS = 35_000;

/** How long frames without a duration of their own stay, by the page's clock: the first of a story, and the others. */
function stays(page: Page, wanted: number): Promise<{ place: number; ms: number }[]> {
  return page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const article = document.querySelector('article[data-story]') as HTMLElement;
        const seen: { place: number; ms: number }[] = [];
        let now = '';
        let since: number | null = null;
        const look = () => {
          const { story, frame, running } = article.dataset;
          if (`${story}/${frame}` !== now) {
            if (since !== null) seen.push({ place: Number(now.split('/')[1]), ms: performance.now() - since });
            now = `${story}/${frame}`;
            since = null;
          }
          if (running === 'true') since ??= performance.now();
          // The first was not seen from its beginning.
          if (seen.length > count) {
            observer.disconnect();
            resolve(seen.slice(1));
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(article, { attributes: true });
        look();
      }),
    wanted,
  );
}

const covers = (page: Page) => page.getByRole('region', { name: 'Истории' }).getByRole('button');
const open = async (page: Page, name: string) => {
  await covers(page).filter({ hasText: name }).click();
  await page.locator('article[data-running=true]').waitFor();
};

/** All rounds together. @param once one of them */
async function watch(what: string, rounds: number, once: () => Promise<FrameAccount>): Promise<FrameAccount> {
  const all: FrameAccount = { frames: 0, dropped: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const { frames, dropped } = await once();
    console.error(`  ${what}: ${dropped} of ${frames} dropped`);
    all.frames += frames;
    all.dropped += dropped;
  }
  return all;
}

/** The same of a page without code of ours. @param heldUp see `barePage` */
async function besides(what: string, browser: Browser, heldUp: number): Promise<FrameAccount> {
  const page = await barePage(browser, heldUp);
  await slowDown(page, SLOWER);
  const account = await watch(what, heldUp ? CONTROLS : ROUNDS, () => frameAccount(browser, page, WATCHED_MS));
  await page.context().close();
  return account;
}

/** The viewer on a machine four times slower: frames dropped while stories follow one another, and how exact its timer is. */
export async function stories(): Promise<Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const token = await signIn(product, 1);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
    await context.addInitScript((value) => localStorage.setItem('home-moderator', value), token);
    // tsx marks inner functions by a helper of its own, which a page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (inner) => inner' });
    const page = await context.newPage();
    await page.goto(`${product.address}/news`);
    await covers(page).first().waitFor();
    await page.waitForLoadState('networkidle');
    // The console's own start, such as joining the chat, is not measured with the stories.
    await page.waitForTimeout(SETTLED_MS);
    await slowDown(page, SLOWER);
    const viewer = await watch('viewer', ROUNDS, async () => {
      await open(page, 'Городские службы');
      const account = await frameAccount(browser, page, WATCHED_MS);
      await page.keyboard.press('Escape');
      return account;
    });
    await slowDown(page, 1);
    const timed: { place: number; ms: number }[] = [];
    for (let round = 0; round < TIMED; round += 1) {
      await open(page, 'Пожарная безопасность');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      timed.push(...(await stays(page, 2)));
      await page.keyboard.press('Escape');
    }
    const bare = await besides('bare page', browser, 0);
    const heldUp = await besides('page held up', browser, HELD_UP_MS);
    const off = (first: boolean, ms: number) =>
      Math.abs(median(timed.filter(({ place }) => (place === 0) === first).map((stay) => stay.ms)) - ms);
    return [
      {
        name: `Stories, CPU ${SLOWER} times slower: frames dropped, of ${viewer.frames}`,
        value: viewer.dropped,
        unit: 'frames',
        target: 0,
      },
      { name: `The same of a page without code, of ${bare.frames}`, value: bare.dropped, unit: 'frames' },
      {
        name: `The same of a page held up for ${HELD_UP_MS} ms a change, of ${heldUp.frames}`,
        value: heldUp.dropped,
        unit: 'frames',
      },
      { name: 'Stories: first frame of a story, off its 2,500 ms by', value: off(true, 2500), unit: 'ms', target: 100 },
      { name: 'Stories: other frames, off their 1,500 ms by', value: off(false, 1500), unit: 'ms', target: 100 },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
