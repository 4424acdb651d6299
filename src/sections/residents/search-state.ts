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
  /** Units per page. */
  size: number;
  /** Id of the unit with an open card. */
  unit: number | null;
}

const EMPTY_SEARCH: SearchState = { tags: [], page: 1, size: PAGE.residents, unit: null };

const search = createStore(EMPTY_SEARCH);
/** Id of the building shown last without a search. */
let lastBuilding: number | null = null;
let token: string | null | undefined;

/** The current search. */
export const currentSearch = search.get;

/** Replaces the search. */
export const showSearch = search.set;

/** Resets the search. */
export function resetSearch(): void {
  lastBuilding = null;
  showSearch(EMPTY_SEARCH);
}

/** Changes part of the search; new tags return to the first page and close the card. */
export function changeSearch(change: Partial<SearchState>): void {
  const tagReset = change.tags ? { page: 1, unit: null } : {};
  const pageReset = change.page !== undefined || change.size !== undefined ? { unit: null } : {};
  showSearch({ ...search.get(), ...tagReset, ...pageReset, ...change });
}

/** Called when the units of a building are shown without a search; another building begins at the first page. */
export function showBuildingUnits(building: number): void {
  if (lastBuilding !== null && lastBuilding !== building) changeSearch({ page: 1 });
  lastBuilding = building;
}

/** Sets the labels of residents that a link named only by id, once they are loaded. */
export function nameResidents(findName: (id: number) => string | undefined): void {
  const state = search.get();
  const tags = state.tags.map((tag) => {
    if (tag.objectType !== 'resident' || tag.searchType !== 'object') return tag;
    const label = findName(tag.id);
    return label === undefined || label === tag.label ? tag : { ...tag, label };
  });
  if (tags.some((tag, index) => tag !== state.tags[index])) showSearch({ ...state, tags });
}

/** Resets the search when another person signs in. */
function resetOnUserChange(): void {
  const newToken = session.token.get();
  const oldToken = token;
  token = newToken;
  if (oldToken !== undefined && oldToken !== newToken) resetSearch();
}

function subscribe(listener: () => void): () => void {
  resetOnUserChange();
  const stop = onSessionChange(resetOnUserChange);
  const leave = search.subscribe(listener);
  return () => {
    stop();
    leave();
  };
}

/**
 * The search of residents. It survives leaving the page, so that it is still there after a form, but not the session. The URL
 * follows it (`search-address.ts`).
 */
export function useSearch(): SearchState {
  return useSyncExternalStore(subscribe, search.get);
}
