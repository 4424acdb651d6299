/**
 * Tracks which tabs of this browser are open, so that drafts and unsent messages of one tab are not taken over by another. The
 * Web Locks API would do too, but needs HTTPS.
 */

import { currentTime } from '#resources/clock.ts';
import { randomId } from '../random-id.ts';

/** Random id of this tab, new with every page load. */
export const TAB = randomId(6);

const PREFIX = 'tab:';
/** Heartbeat interval of a tab, and the silence after which it counts as closed, ms; timers of a hidden tab run once a minute. */
const HEARTBEAT_MS = 30_000;
const CLOSED_AFTER_MS = 100_000;

let heartbeatTimer: ReturnType<typeof setInterval> | undefined;

const writeHeartbeat = () => {
  try {
    localStorage.setItem(PREFIX + TAB, String(currentTime()));
  } catch (error) {
    // If storage is full, there is nothing that another tab could take over.
    if (!(error instanceof DOMException)) throw error;
  }
};
const removeHeartbeat = () => localStorage.removeItem(PREFIX + TAB);

const isTabOpen = (tab: string): boolean => {
  const ago = currentTime() - Number(localStorage.getItem(PREFIX + tab) ?? 0);
  return ago < CLOSED_AFTER_MS;
};

/** Starts the heartbeat of this tab; call it before storing something of the tab. */
export function startHeartbeat(): void {
  writeHeartbeat();
  const isFirst = heartbeatTimer === undefined;
  clearInterval(heartbeatTimer);
  heartbeatTimer = setInterval(writeHeartbeat, HEARTBEAT_MS);
  if (!isFirst) return;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && !isTabOpen(key.slice(PREFIX.length))) localStorage.removeItem(key);
  }
  globalThis.addEventListener('pagehide', removeHeartbeat);
  globalThis.addEventListener('pageshow', writeHeartbeat);
}

/** Whether a tab is a different one and still open. */
export const isOtherOpenTab = (tab: string | undefined): boolean => tab !== undefined && tab !== TAB && isTabOpen(tab);

/**
 * Subscribes to the closing of other tabs.
 * @returns the unsubscribe function
 */
export function onTabClosed(listener: () => void): () => void {
  const handleStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(PREFIX) && newValue === null) listener();
  };
  globalThis.addEventListener('storage', handleStorage);
  return () => globalThis.removeEventListener('storage', handleStorage);
}
