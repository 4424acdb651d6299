/**
 * Which tabs of this browser are open: a draft or an unsent message of one tab is not taken by another one.
 * The browser's locks would tell it too, but exist over HTTPS alone.
 */

import { currentTime } from '#resources/clock.ts';
import { randomId } from '../random-id.ts';

/** This load of the page. */
export const TAB = randomId(6);

const PREFIX = 'tab:';
/** Interval of an open tab's signs of life, and the silence after which it counts as closed, ms: timers of a hidden tab run once a minute. */
const SAID_EVERY = 30_000;
const GONE_AFTER = 100_000;

let saying: ReturnType<typeof setInterval> | undefined;

const say = () => {
  try {
    localStorage.setItem(PREFIX + TAB, String(currentTime()));
  } catch (error) {
    // Without room in the browser there is nothing that another tab could take.
    if (!(error instanceof DOMException)) throw error;
  }
};
const leave = () => localStorage.removeItem(PREFIX + TAB);

const isTabOpen = (tab: string): boolean => {
  const ago = currentTime() - Number(localStorage.getItem(PREFIX + tab) ?? 0);
  return ago < GONE_AFTER;
};

/** Begins the signs of life of this tab. To be called before something of the tab is kept. */
export function holdTab(): void {
  say();
  const isFirst = saying === undefined;
  clearInterval(saying);
  saying = setInterval(say, SAID_EVERY);
  if (!isFirst) return;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && !isTabOpen(key.slice(PREFIX.length))) localStorage.removeItem(key);
  }
  globalThis.addEventListener('pagehide', leave);
  globalThis.addEventListener('pageshow', say);
}

/** Whether a tab is another one than this and still open. */
export const isOtherOpenTab = (tab: string | undefined): boolean => tab !== undefined && tab !== TAB && isTabOpen(tab);

/** Calls back when another tab was closed. @returns how to stop */
export function onTabClosed(listener: () => void): () => void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(PREFIX) && newValue === null) listener();
  };
  globalThis.addEventListener('storage', look);
  return () => globalThis.removeEventListener('storage', look);
}
