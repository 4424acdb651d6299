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

/** How long the loaded pages are kept for a person who comes back, ms: a day at work. */
const KEPT = 12 * 3_600_000;

/** Loads page after page below the last one as the person scrolls. */
export function useEndlessRows(resource: Resource): Rows {
  const { name, api } = resource;
  const state = useListState(resource);
  const { meta, narrowed, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
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
  const arriving = useFirstPageOnly(queryClient, name, listKey);
  const filtered = narrowed || Object.keys(state.filterValues).length > 0;
  const glance = (signal: AbortSignal) =>
    dataProvider.getList<RaRecord>(name, {
      ...listParams,
      pagination: { page: 1, perPage: 1 },
      meta: { ...meta, glance: true },
      signal,
    });
  const hasNew = useHasNewRecords(
    newRecordNoticeType(resource),
    queryKey,
    filtered ? async (signal) => (await glance(signal)).data.map(({ id }) => id) : null,
  );
  const query = useInfiniteGetList<RaRecord>(name, listParams, {
    ...LIST_QUERY,
    enabled,
    refetchOnMount: arriving || ((known) => known.state.isInvalidated),
    gcTime: KEPT,
  });
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, refetch } = query;
  const rows = useMemo(() => (nowhere ? [] : data?.pages.flatMap((page) => page.data)), [nowhere, data]);
  const list = useListValue(resource, state, {
    data: rows,
    total: nowhere ? 0 : data?.pages[0]?.total,
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
      // Cancelling a refetch of the list for it would restore the pages known before.
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
 * A list opened by a link, or another list, begins at its first page: the pages scrolled to before are
 * dropped, not fetched all over again. Coming back finds them, unless the list is known to have changed since.
 * @param listKey key of the list
 * @returns whether the list is to be fetched anew when it opens, whatever is in the cache
 */
function useFirstPageOnly(queryClient: QueryClient, name: string, listKey: string): boolean {
  const returning = useNavigationType() === 'POP';
  const { key } = useLocation();
  const last = useRef<{ listKey: string; key: string; arrived: boolean } | null>(null);
  if (last.current?.listKey !== listKey) {
    // A choice on the page, of buildings say, is not a return, even where the page was reached by «back».
    const back = returning && last.current?.key !== key;
    if (!back) dropLaterPages(queryClient, name);
    last.current = { listKey, key, arrived: last.current?.arrived ?? !back };
  }
  last.current.key = key;
  return last.current.arrived;
}

/** Forgets all pages of a list but the first. */
function dropLaterPages(queryClient: QueryClient, name: string): void {
  queryClient.setQueriesData<InfiniteData<unknown>>(
    { queryKey: [name, 'getInfiniteList'] },
    (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
}
