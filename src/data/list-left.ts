import { useSyncExternalStore } from 'react';
import { onSessionChange, session } from './session.ts';

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
const listeners = new Set<() => void>();

/** Shows what is left; null: nothing is. */
export function showListLeft(next: ListLeft | null): void {
  left = next;
  token = session.token.get();
  for (const listener of [...listeners]) listener();
}

/** What one person left is nobody else's. */
onSessionChange(() => {
  if (left && session.token.get() !== token) left.forget();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list that waits; null when none does. */
export function useListLeft(): ListLeft | null {
  return useSyncExternalStore(subscribe, () => left);
}
