import { useSyncExternalStore } from 'react';
import type { Notice } from './notice.ts';

/** Ids that are remembered, so that a notification that comes by both channels is shown once. */
const REMEMBERED = 500;

let shown: readonly Notice[] = [];
let seen: readonly string[] = [];
const listeners = new Set<() => void>();

function show(next: readonly Notice[]): void {
  shown = next;
  for (const listener of [...listeners]) listener();
}

/**
 * The one delivery function that every channel feeds (NOTIF-01, NOTIF-02): appends a toast, unless this
 * notification was delivered before.
 * @returns whether it is new
 */
export function deliver(notice: Notice): boolean {
  if (seen.includes(notice.id)) return false;
  seen = [...seen, notice.id].slice(-REMEMBERED);
  show([...shown, notice]);
  return true;
}

/** Removes one toast (NOTIF-15). */
export function removeNotice(id: string): void {
  if (shown.some((notice) => notice.id === id)) show(shown.filter((notice) => notice.id !== id));
}

/** Removes toasts, those that came meanwhile stay (NOTIF-17). */
export function removeNotices(ids: readonly string[]): void {
  show(shown.filter((notice) => !ids.includes(notice.id)));
}

/** Forgets everything, also what was delivered: another person, another test. */
export function forgetNotices(): void {
  seen = [];
  show([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notifications on the stack, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => shown);
}
