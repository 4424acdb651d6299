/**
 * Which tabs of this browser are open: what one of them holds, a draft or a message that is not sent, is not taken by another one.
 * Locks of the browser would tell it, too, and are to be had over HTTPS alone.
 */

import { currentTime } from '#resources/clock.ts';
import { randomId } from '../random-id.ts';

/** This load of the page. */
export const TAB = randomId(6);

const PREFIX = 'tab:';
/** How often an open tab says so, and after how long without a word it is gone, ms: timers of a hidden tab run once a minute. */
const SAID_EVERY = 30_000;
const GONE_AFTER = 100_000;

let saying: ReturnType<typeof setInterval> | undefined;

const say = () => {
  try {
    localStorage.setItem(PREFIX + TAB, String(currentTime()));
  } catch (error) {
    // Without room in the browser nothing is kept that another tab could take.
    if (!(error instanceof DOMException)) throw error;
  }
};
const leave = () => localStorage.removeItem(PREFIX + TAB);

const wasSaid = (tab: string): boolean => {
  const ago = currentTime() - Number(localStorage.getItem(PREFIX + tab) ?? 0);
  return ago < GONE_AFTER;
};

/** Says from now on that this tab is open. To be called before something is kept that belongs to it. */
export function holdTab(): void {
  say();
  const isFirst = saying === undefined;
  clearInterval(saying);
  saying = setInterval(say, SAID_EVERY);
  if (!isFirst) return;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && !wasSaid(key.slice(PREFIX.length))) localStorage.removeItem(key);
  }
  globalThis.addEventListener('pagehide', leave);
  globalThis.addEventListener('pageshow', say);
}

/** Whether what is kept belongs to another tab that is open. */
export const isHeldElsewhere = (tab: string | undefined): boolean => tab !== undefined && tab !== TAB && wasSaid(tab);

/** Calls back when another tab was closed. @returns how to stop */
export function onTabClosed(listener: () => void): () => void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(PREFIX) && newValue === null) listener();
  };
  globalThis.addEventListener('storage', look);
  return () => globalThis.removeEventListener('storage', look);
}
