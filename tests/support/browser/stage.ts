import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium, findTestBrowser } from '#tests/run/chromium.mjs';
import { type Product, type ProductOptions, signIn, startProduct } from '#tests/support/product.ts';
import { layDemoData } from './demo-data.ts';
import { readingClock, readingDays } from './late-month.ts';
import { type Profile, Profiles } from './profiles.ts';
import { follow, type Visitor } from './visitor.ts';

export type { Visitor };

declare global {
  /** Whether the running test has failed so far (environment.cjs). */
  var testHasFailed: boolean;
}

/** Arguments of Chromium, wherever it runs. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Where pictures of tests go that failed. */
export const ARTIFACTS = fileURLToPath(new URL('../../artifacts', import.meta.url));

/** How somebody comes. */
interface VisitorOptions {
  /** Signed in as this demo account beforehand. */
  as?: number;
  /** Values of local storage besides. */
  storage?: Readonly<Record<string, string>>;
  browser?: BrowserContextOptions;
  /** With a profile that nobody had before: nothing is kept of the console's scripts. */
  first?: boolean;
  /** Saves data: nothing is fetched that was not asked for, so the code of other pages does not come ahead. */
  savesData?: boolean;
}

/** Options of a stage. */
export interface StageOptions extends ProductOptions {
  /** Runs before the product starts. @returns settings of the product */
  before?: () => Promise<Readonly<Record<string, string>>>;
  /** Readings are given: their days decide which day the product and the browser have. */
  readings?: boolean;
  /** Pages move things, as with people who have not asked for less; moving takes a tenth of a browser test's time. */
  motion?: boolean;
  /** A token of an account; that of the demo company when left out. */
  tokenOf?: (product: Product, account: number) => Promise<string>;
}

/** A browser and a product for the tests of one file. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** A token of a demo account, signed in once. */
  token(account: number): Promise<string>;
}

/** Makes the browser report that it is set to save data. Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** Launches the browser the tests run in. */
export async function launch(): Promise<Browser> {
  return start(await findTestBrowser());
}

/** Launches a browser as people have it, to measure in. */
export async function launchChromium(): Promise<Browser> {
  return start(await findChromium());
}

async function start(executablePath: string | undefined): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or name it in CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/**
 * Registers a stage for the file it is called in: one browser and one product for all tests, an empty profile for each
 * visitor, a picture of a failed test's end in tests/artifacts, and a failure for whatever a page complained of.
 */
export function raiseStage({
  before,
  tokenOf = signIn,
  motion = false,
  readings = false,
  ...options
}: StageOptions = {}): Stage {
  const visitors: { visitor: Visitor; profile: Profile }[] = [];
  const tokens = new Map<number, Promise<string>>();
  const folders: string[] = [];
  let browser: Browser | undefined;
  let product: Product | undefined;
  let profiles: Profiles | undefined;
  const there = <Thing>(thing: Thing | undefined): Thing => {
    if (!thing) throw new Error('The stage is set up by beforeAll');
    return thing;
  };

  const stage: Stage = {
    get product() {
      return there(product);
    },
    get browser() {
      return there(browser);
    },
    token: (account) => {
      const token = tokens.get(account) ?? tokenOf(there(product), account);
      tokens.set(account, token);
      return token;
    },
    visitor: async (wanted = {}) => {
      const token: Record<string, string> =
        wanted.as === undefined ? {} : { 'home-moderator': await stage.token(wanted.as) };
      const profile = await there(profiles).take(
        {
          viewport: { width: 1440, height: 900 },
          locale: 'ru-RU',
          timezoneId: 'Europe/Moscow',
          reducedMotion: motion ? 'no-preference' : 'reduce',
          baseURL: there(product).address,
          // A service worker would bypass the routes that a test sets; `offline.test.ts` has browsers with workers.
          serviceWorkers: 'block',
          ...wanted.browser,
        },
        { ...token, ...wanted.storage },
        wanted.first,
      );
      if (wanted.savesData) await profile.page.addInitScript(saveData);
      const visitor = follow(profile);
      visitors.push({ visitor, profile });
      return visitor;
    },
  };

  beforeAll(async () => {
    await mkdir(ARTIFACTS, { recursive: true });
    // One after the other: a product that does not start must not leave a browser behind.
    const dataDir = await mkdtemp(join(tmpdir(), 'upravdom-stage-'));
    folders.push(dataDir);
    // With settings of its own a product fills its folder by itself: they may decide what lies there.
    const set = { ...options.env, ...(readings ? readingDays() : {}), ...(await before?.()) };
    const env = Object.keys(set).length || options.env ? set : null;
    if (!env) await layDemoData(dataDir);
    product = await startProduct({ ...options, ...(env ? { env } : {}), dataDir });
    browser = await launch();
    profiles = new Profiles(browser, product.address, readings ? readingClock() : null);
  });
  afterEach(async () => {
    const here = visitors.splice(0);
    const good = !globalThis.testHasFailed && here.every(({ visitor }) => visitor.complaints.length === 0);
    const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 110);
    for (const [at, { profile }] of here.entries()) {
      const { page } = profile;
      if (!good && !page.isClosed()) await page.screenshot({ path: join(ARTIFACTS, `${name}-${at}.png`) });
      await there(profiles).giveBack(profile, good);
    }
    const complaints = here.flatMap(({ visitor }) => visitor.complaints);
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return stage;
}

/** Axe of the version that its builder brings. */
const AXE = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);

/** Puts axe into a page once a load: reading half a megabyte of script costs as much as a look. */
async function layAxe(page: Page): Promise<void> {
  const there = await page.evaluate(() => typeof Reflect.get(window, 'axe') === 'object');
  if (!there) await page.evaluate(await readFile(AXE, 'utf8'));
}

/** Waits until a change of colours is drawn: axe reads those that stand at the moment. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A tab that is hidden draws no frames.
    const frame = () =>
      Promise.race([new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 100))]);
    for (let frames = 0; frames < 2; frames += 1) await frame();
    const changes = document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.playState === 'running');
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** Serious and critical findings of axe on a page, one line each; by all of its rules, or by these. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Frames are put together on a second page; a page without any is done with on its own, by the same rules. A frame that
  // comes meanwhile is then left alone: axe would write to it, and a sandboxed one complains.
  const alone = page.frames().length === 1;
  if (alone) await layAxe(page);
  await standStill(page);
  // By itself the builder would put axe in twice at each look.
  const axe = new AxeBuilder({ page, ...(alone ? { axeSource: 'void 0' } : {}) })
    // Only what is wrong is looked at here, so that alone is worked out.
    .options({ resultTypes: ['violations'], iframes: !alone })
    .setLegacyMode(alone);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
