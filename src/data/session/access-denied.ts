import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/**
 * The access-denied flag: a 401 of the building list, and of nothing else, sets it; list pages then
 * show «Для вас доступ закрыт» (SHELL-04…06).
 */
let denied = false;
const listeners = createListeners();

/** Sets or clears the flag. */
export function markAccessDenied(value: boolean): void {
  if (denied === value) return;
  denied = value;
  listeners.tell();
}

/** Whether the person is shut out. */
export function useAccessDenied(): boolean {
  return useSyncExternalStore(listeners.follow, () => denied);
}
