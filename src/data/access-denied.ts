import { useSyncExternalStore } from 'react';

/**
 * The access-denied flag: a 401 of the building list, and of nothing else, sets it; list pages then
 * show «Для вас доступ закрыт» (SHELL-04…06).
 */
let denied = false;
const listeners = new Set<() => void>();

/** Sets or clears the flag. */
export function markAccessDenied(value: boolean): void {
  if (denied === value) return;
  denied = value;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the person is shut out. */
export function useAccessDenied(): boolean {
  return useSyncExternalStore(subscribe, () => denied);
}
