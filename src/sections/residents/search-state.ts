import { useSyncExternalStore } from 'react';
import { createStore } from '#console/data/listeners.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import { PAGE } from '#resources/limits.ts';
import type { Tag } from './tags.ts';

/** A search, and the position in its results. */
export interface SearchState {
  tags: readonly Tag[];
  /** Number of the page, from 1. */
  page: number;
  /** Units of a page. */
  size: number;
  /** Id of the unit with an open card. */
  unit: number | null;
}

const EMPTY: SearchState = { tags: [], page: 1, size: PAGE.residents, unit: null };

const search = createStore(EMPTY);
/** Id of the building shown last without a search. */
let begunWith: number | null = null;
let token: string | null | undefined;

/** The search as it is now. */
export const currentSearch = search.get;

/** Puts another search in its place. */
export const showSearch = search.set;

/** Forgets the search. */
export function resetSearch(): void {
  begunWith = null;
  showSearch(EMPTY);
}

/** Changes a part of it; other tags begin at the first page with no card open. */
export function changeSearch(change: Partial<SearchState>): void {
  const anew = change.tags ? { page: 1, unit: null } : {};
  const moved = change.page !== undefined || change.size !== undefined ? { unit: null } : {};
  showSearch({ ...search.get(), ...anew, ...moved, ...change });
}

/** Units of a building are shown without a search: another building than before begins at its first page. */
export function beginWith(building: number): void {
  if (begunWith !== null && begunWith !== building) changeSearch({ page: 1 });
  begunWith = building;
}

/** Names the residents that a link named by their ids alone, once they are found. */
export function nameResidents(findName: (id: number) => string | undefined): void {
  const state = search.get();
  const tags = state.tags.map((tag) => {
    if (tag.objectType !== 'resident' || tag.searchType !== 'object') return tag;
    const label = findName(tag.id);
    return label === undefined || label === tag.label ? tag : { ...tag, label };
  });
  if (tags.some((tag, at) => tag !== state.tags[at])) showSearch({ ...state, tags });
}

/** Searches of one person are not shown to the next one. */
function follow(): void {
  const now = session.token.get();
  const before = token;
  token = now;
  if (before !== undefined && before !== now) resetSearch();
}

function subscribe(listener: () => void): () => void {
  follow();
  const stop = onSessionChange(follow);
  const leave = search.follow(listener);
  return () => {
    stop();
    leave();
  };
}

/**
 * The search of residents. It outlives the page, not the session: coming back from a form finds it again. What
 * of it may stand in an address does (`search-address.ts`).
 */
export function useSearch(): SearchState {
  return useSyncExternalStore(subscribe, search.get);
}
