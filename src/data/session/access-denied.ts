import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';

/** The access-denied flag, set only by a 401 of the building list; list pages then show «Для вас доступ закрыт» (SHELL-04…06). */
const denied = createStore(false);

/** Sets or clears the flag. */
export const markAccessDenied = (value: boolean): void => denied.set(value);

/** Whether access is denied. */
export function useAccessDenied(): boolean {
  return useStore(denied);
}
