import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import { onSessionChange, session } from '../session/session.ts';

/** A list of residents that was checked and not sent, or not all of it: it waits in memory until its person comes back. */
export interface ListLeft {
  /** Of its file. */
  name: string;
  /** Rows that are sound, and those with errors. */
  correct: number;
  wrong: number;
  /** Gives it up. */
  forget: () => void;
}

let left: ListLeft | null = null;
let token: string | null = null;
const listeners = createListeners();

/** Shows what is left; null: nothing is. */
export function showListLeft(next: ListLeft | null): void {
  left = next;
  token = session.token.get();
  listeners.tell();
}

/** What one person left is nobody else's. */
onSessionChange(() => {
  if (left && session.token.get() !== token) left.forget();
});

/** The list that waits; null when none does. */
export function useListLeft(): ListLeft | null {
  return useSyncExternalStore(listeners.follow, () => left);
}
