import { hashKey, type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { type RaRecord, useDataProvider, useInfiniteGetList } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import { newRecordNoticeType, useHasNewRecords } from './new-records.ts';
import type { Rows } from './rows.ts';

/** Cache time of the loaded pages for a person who comes back, ms: a working day. */
const CACHE_TIME_MS = 12 * 3_600_000;

/** Rows of a list that loads the next page as the person scrolls. */
export function useEndlessRows(resource: Resource): Rows {
  const { name, api } = resource;
  const state = useListState(resource);
  const { meta, isNarrowed, enabled, hasNoBuildings, error: scopeError } = useScope(resource, state.filterValues);
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const listParams = {
    pagination: { page: 1, perPage: api.pageSize ?? PAGE.news },
    sort: state.sort,
    filter: state.filterValues,
    meta,
  };
  const queryKey = [name, 'getInfiniteList', listParams];
  const listKey = hashKey(queryKey);
  const isArriving = useFirstPageOnly(queryClient, name, listKey);
  const isFiltered = isNarrowed || Object.keys(state.filterValues).length > 0;
  const fetchNewest = (signal: AbortSignal) =>
    dataProvider.getList<RaRecord>(name, {
      ...listParams,
      pagination: { page: 1, perPage: 1 },
      meta: { ...meta, glance: true },
      signal,
    });
  const hasNew = useHasNewRecords(
    newRecordNoticeType(resource),
    queryKey,
    isFiltered ? async (signal) => (await fetchNewest(signal)).data.map(({ id }) => id) : null,
  );
  const query = useInfiniteGetList<RaRecord>(name, listParams, {
    ...LIST_QUERY,
    enabled,
    refetchOnMount: isArriving || ((cached) => cached.state.isInvalidated),
    gcTime: CACHE_TIME_MS,
  });
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, refetch } = query;
  const rows = useMemo(() => (hasNoBuildings ? [] : data?.pages.flatMap((page) => page.data)), [hasNoBuildings, data]);
  const list = useListValue(resource, state, {
    data: rows,
    total: hasNoBuildings ? 0 : data?.pages[0]?.total,
    error: scopeError ?? error,
    isFetching,
    refetch,
    hasNextPage,
    meta,
  });
  return {
    list,
    hasNew,
    endless: {
      hasNextPage,
      isFetchingNextPage,
      isNextPageFailed: isFetchNextPageError,
      // Cancelling a running refetch would restore the pages cached before it.
      fetchNextPage: () => query.fetchNextPage({ cancelRefetch: false }),
      restart: () => {
        dropLaterPages(queryClient, name);
        void refetch();
      },
      listKey,
      pageCount: data?.pages.length ?? 0,
    },
  };
}

/**
 * A list opened by a link, or another list, begins at its first page: the further pages in the cache are dropped rather than
 * refetched. Navigating back keeps them, unless the list is known to have changed since.
 * @param listKey hashed query key of the list
 * @returns whether the list must be refetched when it opens, whatever is in the cache
 */
function useFirstPageOnly(queryClient: QueryClient, name: string, listKey: string): boolean {
  const isReturning = useNavigationType() === 'POP';
  const { key } = useLocation();
  const lastVisit = useRef<{ listKey: string; key: string; arrived: boolean } | null>(null);
  if (lastVisit.current?.listKey !== listKey) {
    // Changing the list on the page, e.g. its buildings, is not a return, even if the page was reached by «back».
    const isBack = isReturning && lastVisit.current?.key !== key;
    if (!isBack) dropLaterPages(queryClient, name);
    lastVisit.current = { listKey, key, arrived: lastVisit.current?.arrived ?? !isBack };
  }
  lastVisit.current.key = key;
  return lastVisit.current.arrived;
}

/** Drops all cached pages of a list except the first. */
function dropLaterPages(queryClient: QueryClient, name: string): void {
  queryClient.setQueriesData<InfiniteData<unknown>>(
    { queryKey: [name, 'getInfiniteList'] },
    (cached) => cached && { pages: cached.pages.slice(0, 1), pageParams: cached.pageParams.slice(0, 1) },
  );
}
