import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import { PageNote } from '#console/shell/page-notes.tsx';
import { useWhen } from '#console/ui/states/use-when.ts';

/**
 * Time when the shown data was loaded, ms since 1970, while there is no network; null when online or when nothing is shown.
 * @param key query key of the data
 * @param isBeginning `key` is a prefix of several query keys
 */
function useLoadedAt(key: QueryKey, isBeginning: boolean): number | null {
  const cache = useQueryClient().getQueryCache();
  const online = useOnline();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(subscribe, () => {
    if (online) return null;
    if (!isBeginning) {
      const cachedState = cache.get(hashKey(key))?.state;
      return cachedState?.data === undefined ? null : cachedState.dataUpdatedAt;
    }
    const loadedQueries = cache.findAll({ queryKey: key }).filter(({ state }) => state.data !== undefined);
    const updateTimes = loadedQueries.filter((query) => query.isActive()).map(({ state }) => state.dataUpdatedAt);
    if (updateTimes.length) return Math.min(...updateTimes);
    // While this page loads, the rows of another page stay visible, so their time applies.
    return loadedQueries.length ? Math.max(...loadedQueries.map(({ state }) => state.dataUpdatedAt)) : null;
  });
}

/**
 * Note with the time at which the shown data was loaded, while there is no network.
 * @param queryKey query key of the data
 * @param isBeginning `queryKey` is a key prefix: the data comes from several queries, or from one that react-admin names
 */
export function LastSeenNote({ queryKey, isBeginning = false }: { queryKey: QueryKey; isBeginning?: boolean }) {
  const translate = useTranslate();
  const loadedAt = useLoadedAt(queryKey, isBeginning);
  const formatTime = useWhen();
  if (loadedAt === null) return null;
  return <PageNote icon={CloudOffOutlined} text={translate('engine.list.lastSeen', { when: formatTime(loadedAt) })} />;
}
