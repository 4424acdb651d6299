import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from '#tests/run/chromium.mjs';
import { type Product, type ProductOptions, signIn, startProduct } from '#tests/support/product.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Where pictures of tests go. */
export const ARTIFACTS = fileURLToPath(new URL('../../artifacts', import.meta.url));

/** Somebody at a browser of his own. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Every address the page went through, in order, without the host. */
  visited: string[];
  /** Calls of the API: `GET /api/crm/cameras/?buildings_id=1`. */
  calls: string[];
  /** What the console, the page and the network complained of; anything left fails the test. */
  complaints: string[];
  /** Takes the complaints a test provokes on purpose. @returns those that fit */
  forgive(pattern: RegExp): string[];
  /** Opens a page of the product. */
  open(path: string): Promise<void>;
  /** Waits until a page of the console stands there with a title, or with this one. @returns the title */
  arrive(title?: string): Promise<string>;
  /** Waits until the address is this: path and query. */
  reach(address: string): Promise<void>;
  /** Path and query of where he is. */
  where(): string;
  stored(key: string): Promise<string | null>;
}

/** How somebody comes. */
export interface VisitorOptions {
  /** Signed in as this demo account beforehand. */
  as?: number;
  /** Values of local storage besides. */
  storage?: Readonly<Record<string, string>>;
  browser?: BrowserContextOptions;
}

/** A browser and a product for the tests of one file. */
export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** A token of a demo account, signed in once. */
  token(account: number): Promise<string>;
}

/** Launches the browser the tests run in. */
export async function launch(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium: `npm test` installs one, or name it in CHROMIUM_PATH.');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/**
 * Registers a stage for the file it is called in: one browser and one product for all tests, a fresh profile for each
 * visitor, a picture of each test's end in tests/artifacts, and a failure for whatever a page complained of.
 */
export function raiseStage(options: ProductOptions = {}): Stage {
  const visitors: Visitor[] = [];
  const tokens = new Map<number, Promise<string>>();
  let browser: Browser | undefined;
  let product: Product | undefined;
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
      const token = tokens.get(account) ?? signIn(there(product), account);
      tokens.set(account, token);
      return token;
    },
    visitor: async (wanted = {}) => {
      const { address } = there(product);
      const token = wanted.as === undefined ? {} : { 'home-moderator': await stage.token(wanted.as) };
      const storage = { ...token, ...wanted.storage };
      const context = await there(browser).newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'ru-RU',
        timezoneId: 'Europe/Moscow',
        baseURL: address,
        storageState: {
          cookies: [],
          origins: [
            { origin: address, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) },
          ],
        },
        ...wanted.browser,
      });
      const visitor = await follow(context);
      visitors.push(visitor);
      return visitor;
    },
  };

  beforeAll(async () => {
    await mkdir(ARTIFACTS, { recursive: true });
    // One after the other: a product that does not start must not leave a browser behind.
    product = await startProduct(options);
    browser = await launch();
  }, 180_000);
  afterEach(async () => {
    const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 110);
    const left: string[] = [];
    for (const [at, visitor] of visitors.splice(0).entries()) {
      if (!visitor.page.isClosed()) await visitor.page.screenshot({ path: join(ARTIFACTS, `${name}-${at}.png`) });
      await visitor.context.close();
      left.push(...visitor.complaints);
    }
    expect(left).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  }, 60_000);
  return stage;
}

async function follow(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage();
  const [visited, calls, complaints]: string[][] = [[], [], []];
  const forgiven: RegExp[] = [];
  const local = (url: string) => {
    const { pathname, search } = new URL(url);
    return `${pathname}${search}`;
  };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('http')) visited?.push(local(frame.url()));
  });
  page.on('request', (request) => {
    const path = local(request.url().startsWith('http') ? request.url() : 'http://x/');
    if (/^\/(api|resources)\//.test(path)) calls?.push(`${request.method()} ${path}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const complaint = `console.${message.type()}: ${message.text()} (${message.location().url})`;
    if (!forgiven.some((pattern) => pattern.test(complaint))) complaints?.push(complaint);
  });
  page.on('pageerror', (error) => complaints?.push(`uncaught: ${error.message}`));
  return {
    page,
    context,
    visited: visited ?? [],
    calls: calls ?? [],
    complaints: complaints ?? [],
    forgive: (pattern) => {
      // What was provoked may also be said a moment later.
      forgiven.push(pattern);
      const fitting = (complaints ?? []).filter((complaint) => pattern.test(complaint));
      for (const complaint of fitting) complaints?.splice(complaints.indexOf(complaint), 1);
      return fitting;
    },
    open: async (path) => {
      await page.goto(path);
    },
    arrive: async (title) => {
      await page.waitForURL((url) => url.pathname !== '/auth');
      const found = page.locator('#root h1', title ? { hasText: title } : {}).first();
      await found.waitFor();
      return (await found.innerText()).trim();
    },
    reach: (address) => page.waitForURL((url) => `${url.pathname}${url.search}` === address),
    where: () => local(page.url()),
    stored: (key) => page.evaluate((name) => localStorage.getItem(name), key),
  };
}

/** What axe finds serious or critical on a page, one line each; by all of its rules, or by these. */
export async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
