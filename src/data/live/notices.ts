import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import type { Notice } from './notice.ts';

/** Maximum number of remembered ids, which prevent that a notification from both channels is shown twice. */
const MAX_REMEMBERED_IDS = 500;
/** Maximum number of toasts: a tab in the background for a day would collect thousands. Older ones are only counted. */
const MAX_TOASTS = 50;

let stack: readonly Notice[] = [];
/** Number of older toasts that were dropped. */
let droppedCount = 0;
let deliveredIds: readonly string[] = [];
const listeners = createListeners();
/** Number of notifications delivered so far, and the number of the last one of each type. */
let delivered = 0;
const lastDelivered = new Map<string, number>();

function setStack(next: readonly Notice[]): void {
  droppedCount = next.length ? droppedCount + Math.max(0, next.length - MAX_TOASTS) : 0;
  stack = next.slice(-MAX_TOASTS);
  listeners.notify();
}

/**
 * Single entry point of all channels (NOTIF-01, NOTIF-02): adds a toast, unless this notification was delivered before.
 * @returns whether it is new
 */
export function deliver(notice: Notice): boolean {
  if (deliveredIds.includes(notice.id)) return false;
  deliveredIds = [...deliveredIds, notice.id].slice(-MAX_REMEMBERED_IDS);
  delivered += 1;
  lastDelivered.set(notice.type, delivered);
  setStack([...stack, notice]);
  return true;
}

/** Removes one toast (NOTIF-15). */
export function removeNotice(id: string): void {
  if (stack.some((notice) => notice.id === id)) setStack(stack.filter((notice) => notice.id !== id));
}

/** Removes these toasts; toasts that arrived meanwhile stay (NOTIF-17). */
export function removeNotices(ids: readonly string[]): void {
  setStack(stack.filter((notice) => !ids.includes(notice.id)));
}

/** Resets everything, including the remembered ids; for a change of person and for tests. */
export function forgetNotices(): void {
  deliveredIds = [];
  lastDelivered.clear();
  setStack([]);
}

/** The shown notifications, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(listeners.subscribe, () => stack);
}

/** Number of older toasts that were dropped; reset when the stack is empty. */
export function useOlderNotices(): number {
  return useSyncExternalStore(listeners.subscribe, () => droppedCount);
}

/** Number of notifications delivered so far, to compare with `useLatestNotice`. */
export function deliveredCount(): number {
  return delivered;
}

/** Number of the last delivery of a type, whether its toast is still shown or not; 0 if there was none. */
export function useLatestNotice(type: string): number {
  return useSyncExternalStore(listeners.subscribe, () => lastDelivered.get(type) ?? 0);
}
