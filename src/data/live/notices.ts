import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import type { Notice } from './notice.ts';

/** Most ids remembered, so that a notification that comes by both channels is shown once. */
const REMEMBERED = 500;
/** Most toasts on the stack: a tab in the background for a day would gather thousands. The oldest are only counted. */
const MOST = 50;

let stack: readonly Notice[] = [];
/** How many older ones gave way. */
let older = 0;
let deliveredIds: readonly string[] = [];
const listeners = createListeners();
/** How many were delivered so far, and which of them was the last of its type. */
let delivered = 0;
const latest = new Map<string, number>();

function show(next: readonly Notice[]): void {
  older = next.length ? older + Math.max(0, next.length - MOST) : 0;
  stack = next.slice(-MOST);
  listeners.tell();
}

/**
 * The one delivery function that every channel feeds (NOTIF-01, NOTIF-02): appends a toast, unless this
 * notification was delivered before.
 * @returns whether it is new
 */
export function deliver(notice: Notice): boolean {
  if (deliveredIds.includes(notice.id)) return false;
  deliveredIds = [...deliveredIds, notice.id].slice(-REMEMBERED);
  delivered += 1;
  latest.set(notice.type, delivered);
  show([...stack, notice]);
  return true;
}

/** Removes one toast (NOTIF-15). */
export function removeNotice(id: string): void {
  if (stack.some((notice) => notice.id === id)) show(stack.filter((notice) => notice.id !== id));
}

/** Removes toasts, those that came meanwhile stay (NOTIF-17). */
export function removeNotices(ids: readonly string[]): void {
  show(stack.filter((notice) => !ids.includes(notice.id)));
}

/** Forgets everything, also what was delivered: another person, another test. */
export function forgetNotices(): void {
  deliveredIds = [];
  latest.clear();
  show([]);
}

/** The notifications on the stack, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(listeners.follow, () => stack);
}

/** Number of older ones for which the stack had no room; reset once it is empty. */
export function useOlderNotices(): number {
  return useSyncExternalStore(listeners.follow, () => older);
}

/** How many notifications were delivered so far: a moment to compare `useLatestNotice` with. */
export function deliveredCount(): number {
  return delivered;
}

/** Number of the last delivery of a type, whether its toast is still shown or not; 0: none. */
export function useLatestNotice(type: string): number {
  return useSyncExternalStore(listeners.follow, () => latest.get(type) ?? 0);
}
