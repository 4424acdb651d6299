import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';

/**
 * The access-denied flag: a 401 of the building list, and of nothing else, sets it; list pages then
 * show «Для вас доступ закрыт» (SHELL-04…06).
 */
const denied = createStore(false);

/** Sets or clears the flag. */
export const markAccessDenied = (value: boolean): void => denied.set(value);

/** Whether the person is shut out. */
export function useAccessDenied(): boolean {
  return useStore(denied);
}
