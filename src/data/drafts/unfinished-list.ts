import { createStore } from '../listeners.ts';
import { onSessionChange, session } from '../session/session.ts';
import { useStore } from '../use-store.ts';

/** A checked list of residents that was not (completely) sent; kept in memory until the person returns to the import. */
export interface UnfinishedList {
  /** Name of its file. */
  name: string;
  /** Number of valid rows, and of rows with errors. */
  correct: number;
  wrong: number;
  /** Discards the list. */
  forget: () => void;
}

const listStore = createStore<UnfinishedList | null>(null);
let token: string | null = null;

/** Sets the unfinished list; null if there is none. */
export function setUnfinishedList(next: UnfinishedList | null): void {
  token = session.token.get();
  listStore.set(next);
}

/** The list of one person must not be shown to the next one. */
onSessionChange(() => {
  if (session.token.get() !== token) listStore.get()?.forget();
});

/** The unfinished list; null if there is none. */
export function useUnfinishedList(): UnfinishedList | null {
  return useStore(listStore);
}
