import { createStore } from '../listeners.ts';
import { onSessionChange, session } from '../session/session.ts';
import { useStore } from '../use-store.ts';

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

const listStore = createStore<ListLeft | null>(null);
let token: string | null = null;

/** Sets the list that was left; null: none. */
export function showListLeft(next: ListLeft | null): void {
  token = session.token.get();
  listStore.set(next);
}

/** Lists left by one person are not shown to the next one. */
onSessionChange(() => {
  if (session.token.get() !== token) listStore.get()?.forget();
});

/** The list that waits; null when none does. */
export function useListLeft(): ListLeft | null {
  return useStore(listStore);
}
