import { useMemo } from 'react';
import { type RaRecord, useInfiniteGetList } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import type { Rows } from './rows.ts';

/** Page after page is hung below the last as one scrolls (A§4 news: by the next link). */
export function useEndlessRows(resource: Resource): Rows {
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource);
  const state = useListState(resource);
  const perPage = resource.api.pageSize ?? PAGE.news;
  const list = useInfiniteGetList<RaRecord>(
    resource.name,
    { pagination: { page: 1, perPage }, sort: state.sort, filter: state.filters, meta },
    { ...LIST_QUERY, enabled },
  );
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  const rows = useMemo(() => (nowhere ? [] : data?.pages.flatMap((page) => page.data)), [nowhere, data]);
  return {
    ...state,
    rows,
    total: nowhere ? 0 : data?.pages[0]?.total,
    isFetching,
    error: scopeError ?? error,
    refetch,
    more: { has: hasNextPage, loading: isFetchingNextPage, load: () => void fetchNextPage() },
  };
}
