import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOnline } from '../http/online.ts';

/**
 * When what a page shows was loaded, ms since 1970, where it may be of the past because there is no network; null where there is one,
 * or nothing to show.
 * @param key of what it shows
 * @param isBeginning it is the beginning of the keys of all that it shows
 */
export function useLoadedAt(key: QueryKey, isBeginning: boolean): number | null {
  const cache = useQueryClient().getQueryCache();
  const online = useOnline();
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(follow, () => {
    if (online) return null;
    if (!isBeginning) {
      const only = cache.get(hashKey(key))?.state;
      return only?.data === undefined ? null : only.dataUpdatedAt;
    }
    const known = cache.findAll({ queryKey: key }).filter(({ state }) => state.data !== undefined);
    const shown = known.filter((query) => query.isActive()).map(({ state }) => state.dataUpdatedAt);
    if (shown.length) return Math.min(...shown);
    // What stood here before stands in for what is not loaded yet.
    return known.length ? Math.max(...known.map(({ state }) => state.dataUpdatedAt)) : null;
  });
}
