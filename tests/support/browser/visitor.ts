import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Profile } from './profiles.ts';

/** Somebody at a browser of their own. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Every address the page went through, in order, without the host. */
  visited: string[];
  /** Calls of the API: `GET /api/crm/cameras/?buildings_id=1`. */
  calls: string[];
  /** Complaints of the console, the page and the network; any that is left fails the test. */
  complaints: string[];
  /** Takes the complaints a test provokes on purpose. @returns those that fit */
  forgive(pattern: RegExp): string[];
  /** Opens a page of the product. */
  open(path: string): Promise<void>;
  /** Waits until a page of the console stands there with a title, or with this one. @returns the title */
  arrive(title?: string): Promise<string>;
  /** Waits until the address is this: path and query. */
  reach(address: string): Promise<void>;
  /** Path and query of where they are. */
  where(): string;
  stored(key: string): Promise<string | null>;
}

/** What Chromium complains of once a session is over: of a refused call, and of a socket that is being opened. */
export const SESSION_OVER = /\b401\b|HTTP Authentication failed/;

/** Follows what happens on the page of a profile, from now on. */
export function follow(profile: Profile): Visitor {
  const { page } = profile;
  const visited: string[] = [];
  const calls: string[] = [];
  const complaints: string[] = [];
  const forgiven: RegExp[] = [];
  const complain = (complaint: string) => {
    if (!forgiven.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
  };
  const local = (url: string) => {
    const { pathname, search } = new URL(url);
    return `${pathname}${search}`;
  };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('http')) visited.push(local(frame.url()));
  });
  page.on('request', (request) => {
    const path = local(request.url().startsWith('http') ? request.url() : 'http://x/');
    if (/^\/(api|resources)\//.test(path)) calls.push(`${request.method()} ${path}`);
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The message of the driver for the service worker that it blocks (`stage.ts`).
    if (message.text().includes('blocked by Playwright')) return;
    // Chromium's message when a page is left, or signed out of, while a socket is being opened.
    if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
    complain(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`));
  return {
    page,
    get context() {
      return profile.context();
    },
    visited,
    calls,
    complaints,
    forgive: (pattern) => {
      // A provoked complaint may also come a moment later.
      forgiven.push(pattern);
      const fitting = complaints.filter((complaint) => pattern.test(complaint));
      for (const complaint of fitting) complaints.splice(complaints.indexOf(complaint), 1);
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

/** Waits until a toast says this. */
export const said = ({ page }: Pick<Visitor, 'page'>, sentence: string | RegExp) =>
  page.locator('[data-toast]', { hasText: sentence }).first().waitFor();

/** Clicks on something just as the sign-in has expired: anything that the page asks between the two would find it out first. */
export function clickExpired(target: Locator): Promise<void> {
  return target.evaluate((element) => {
    localStorage.setItem('home-moderator', 'dead');
    (element as HTMLElement).click();
  });
}
