import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import { PageNote } from '#console/shell/page-notes.tsx';
import { useWhen } from '#console/ui/states/when.ts';

/**
 * When what a page shows was loaded, ms since 1970, where it may be of the past because there is no network; null where there is one,
 * or nothing to show.
 * @param key of what it shows
 * @param isBeginning it is the beginning of the keys of all that it shows
 */
function useLoadedAt(key: QueryKey, isBeginning: boolean): number | null {
  const cache = useQueryClient().getQueryCache();
  const online = useOnline();
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(follow, () => {
    if (online) return null;
    if (!isBeginning) {
      const only = cache.get(hashKey(key))?.state;
      return only?.data === undefined ? null : only.dataUpdatedAt;
    }
    const loadedQueries = cache.findAll({ queryKey: key }).filter(({ state }) => state.data !== undefined);
    const updateTimes = loadedQueries.filter((query) => query.isActive()).map(({ state }) => state.dataUpdatedAt);
    if (updateTimes.length) return Math.min(...updateTimes);
    // The rows of another page stay shown until this one is loaded: the time is theirs.
    return loadedQueries.length ? Math.max(...loadedQueries.map(({ state }) => state.dataUpdatedAt)) : null;
  });
}

/**
 * Marks what is shown without a network as what was loaded before, and when that was; to be drawn with it.
 * @param of its key in the query cache
 * @param isBeginning that is how all its keys begin: it comes of several queries, or of one that react-admin names
 */
export function LastSeenNote({ of, isBeginning = false }: { of: QueryKey; isBeginning?: boolean }) {
  const translate = useTranslate();
  const at = useLoadedAt(of, isBeginning);
  const when = useWhen();
  if (at === null) return null;
  return <PageNote icon={CloudOffOutlined} text={translate('engine.list.lastSeen', { when: when(at) })} />;
}
