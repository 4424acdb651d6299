import { mkdirSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that `npm test` found, or the one named by CHROMIUM_PATH. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS });
}

/** Password of every demo account (embedded.md). */
const PASSWORD = 'Demo2026!';

/** How a page is opened. */
export interface Looks {
  width?: number;
  height?: number;
  dark?: boolean;
  /** Demo account to sign in as, 1 to 10; left out: nobody. */
  account?: number;
}

/** A page that remembers what went wrong in it. */
export interface Watched {
  page: Page;
  /** Errors and warnings of its console, and errors nobody caught. */
  complaints: string[];
  close(): Promise<void>;
}

/** What Chromium itself writes for an answer with an error status; the tests that provoke one look for its text instead. */
const OF_THE_NETWORK = /^Failed to load resource/;

/** Opens a page of a browser profile of its own and, when asked, signs in through the form. */
export async function openPage(browser: Browser, base: string, looks: Looks = {}): Promise<Watched> {
  const { width = 1440, height = 900, dark = false, account } = looks;
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    baseURL: base,
    hasTouch: width <= 858,
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || OF_THE_NETWORK.test(message.text())) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  if (account !== undefined) await signIn(page, account);
  return { page, complaints, close: () => context.close() };
}

/** Signs in by the form as a demo account and waits until the console stands. */
export async function signIn(page: Page, account: number): Promise<void> {
  if (!page.url().includes('/auth')) await page.goto('/auth');
  await page.getByLabel('Телефон').fill(`90000000${String(account).padStart(2, '0')}`);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти в систему' }).click();
  await page.waitForURL((url) => url.pathname !== '/auth');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Violations that axe calls serious or critical, one line each. Frames of cameras are others' pages. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Keeps a picture for people under tests/artifacts. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync('tests/artifacts', { recursive: true });
  await page.screenshot({ path: `tests/artifacts/${name}.png` });
}
