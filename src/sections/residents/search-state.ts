import { useSyncExternalStore } from 'react';
import { onSessionChange, session } from '#console/data/session.ts';
import { PAGE } from '#resources/limits.ts';
import type { Tag } from './tags.ts';

/** What a person looks for, and where in the results he is. */
export interface SearchState {
  tags: readonly Tag[];
  /** Number of the page, from 1. */
  page: number;
  /** Units of a page. */
  size: number;
  /** Id of the unit whose card is open. */
  unit: number | null;
}

const EMPTY: SearchState = { tags: [], page: 1, size: PAGE.residents, unit: null };

let state = EMPTY;
let token: string | null | undefined;
const listeners = new Set<() => void>();

function show(next: SearchState): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

/** Forgets the search. */
export function resetSearch(): void {
  show(EMPTY);
}

/** Changes a part of it; other tags begin at the first page with no card open. */
export function changeSearch(change: Partial<SearchState>): void {
  const anew = change.tags ? { page: 1, unit: null } : {};
  const moved = change.page !== undefined || change.size !== undefined ? { unit: null } : {};
  show({ ...state, ...anew, ...moved, ...change });
}

/** What one person looked for is nobody else's. */
function follow(): void {
  const now = session.token.get();
  const before = token;
  token = now;
  if (before !== undefined && before !== now) resetSearch();
}

function subscribe(listener: () => void): () => void {
  follow();
  const stop = onSessionChange(follow);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/**
 * The search of residents. It outlives the page, not the session: who comes back from a form finds what he had found. It
 * stands in memory and nowhere else, since names and telephones belong neither into an address nor onto a disk.
 */
export function useSearch(): SearchState {
  return useSyncExternalStore(subscribe, () => state);
}
