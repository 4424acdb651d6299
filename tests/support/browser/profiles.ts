import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** Calls that leave something in a page which cannot be taken back: whoever makes one has it for themselves alone. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'context'] as const;
const BLANK = 'about:blank';
/** A page that has not come to what it is asked for by then never will, however busy the machine is, ms. */
const PATIENCE = 90_000;

/** A profile of a browser that waits for its pages as long as all tests do. */
export async function patientContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** A browser profile with one page. */
export interface Profile {
  readonly page: Page;
  /** Its context; who asks for it has the profile for themselves alone. */
  context(): BrowserContext;
}

interface Kept extends Profile {
  key: string;
  viewport: { width: number; height: number };
  reducedMotion: 'reduce' | 'no-preference' | null;
  browserContext: BrowserContext;
  devtools: CDPSession;
  script: string | null;
  spoiled: boolean;
}

/**
 * Browser profiles of a file's tests. A page that loads the console for the first time costs four times what the next load
 * costs, so a profile is handed on to the next test emptied: no storage, cookie, cache or worker of the console, no
 * handler or listener of a test, a blank page of the first size. What the browser itself keeps of the scripts stays.
 */
export class Profiles {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #script: string | null;
  readonly #free: Kept[] = [];
  #seeds = 0;

  /** @param script file of a script that runs in each page ahead of its own; null for none */
  constructor(browser: Browser, origin: string, script: string | null) {
    this.#browser = browser;
    this.#origin = origin;
    this.#script = script;
  }

  /**
   * A profile with these values in its local storage and nothing else.
   * @param own one that nobody had before
   */
  async take(options: BrowserContextOptions, storage: Readonly<Record<string, string>>, own = false): Promise<Profile> {
    const key = JSON.stringify(options);
    const at = own ? -1 : this.#free.findIndex((profile) => profile.key === key);
    const [found] = at < 0 ? [] : this.#free.splice(at, 1);
    const profile = found ?? (await this.#make(options, key));
    if (own) profile.spoiled = true;
    await this.#seed(profile, storage);
    return profile;
  }

  /** Takes a profile back. @param good whether the next test may have it */
  async giveBack(profile: Profile, good: boolean): Promise<void> {
    const { page, browserContext, spoiled, viewport, devtools, ...rest } = profile as Kept;
    // The test is over: what the page still asks for is answered by chance, by a handler of the test or by the product.
    page.removeAllListeners();
    if (good && !spoiled && !page.isClosed()) await page.goto(BLANK);
    if (!page.isClosed()) {
      // A handler that still works on a call may find its page gone; nobody waits for that call any more.
      await browserContext.unrouteAll({ behavior: 'ignoreErrors' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    if (!good || spoiled || page.isClosed()) {
      await browserContext.close();
      return;
    }
    for (const other of browserContext.pages()) if (other !== page) await other.close();
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' });
    await browserContext.clearCookies();
    if (rest.script) await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: rest.script });
    await devtools.send('Page.resetNavigationHistory');
    await page.emulateMedia({ colorScheme: null, reducedMotion: rest.reducedMotion, media: null });
    await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    page.setDefaultTimeout(PATIENCE);
    this.#free.push(profile as Kept);
  }

  async #make(options: BrowserContextOptions, key: string): Promise<Kept> {
    const browserContext = await patientContext(this.#browser, options);
    if (this.#script) await browserContext.addInitScript({ path: this.#script });
    const page = await browserContext.newPage();
    const devtools = await browserContext.newCDPSession(page);
    await devtools.send('Page.enable');
    const kept: Kept = {
      page,
      key,
      browserContext,
      devtools,
      viewport: page.viewportSize() ?? { width: 0, height: 0 },
      reducedMotion: options.reducedMotion ?? null,
      script: null,
      spoiled: false,
      context: () => {
        kept.spoiled = true;
        return browserContext;
      },
    };
    for (const name of LASTING) {
      const call = page[name].bind(page) as (...args: unknown[]) => unknown;
      Object.assign(page, {
        [name]: (...args: unknown[]) => {
          kept.spoiled = true;
          return call(...args);
        },
      });
    }
    // A clock that was set once stays so for every page of the profile.
    const { clock } = page;
    Object.defineProperty(page, 'clock', {
      get: () => {
        kept.spoiled = true;
        return clock;
      },
    });
    return kept;
  }

  /** Lays the storage down before the first script of the first page, and never again. */
  async #seed(profile: Kept, storage: Readonly<Record<string, string>>): Promise<void> {
    this.#seeds += 1;
    const source = `if (window === top && location.origin === ${JSON.stringify(this.#origin)} && name !== 'seed ${this.#seeds}') {
      name = 'seed ${this.#seeds}';
      for (const [key, value] of ${JSON.stringify(Object.entries(storage))}) localStorage.setItem(key, value);
    }`;
    const { identifier } = await profile.devtools.send('Page.addScriptToEvaluateOnNewDocument', { source });
    profile.script = identifier;
  }
}
