import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type RaRecord, useInfiniteGetList } from 'react-admin';
import { useNavigationType } from 'react-router';
import type { Resource } from '#resources/language/define-resource.ts';
import { PAGE } from '#resources/limits.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import type { Rows } from './rows.ts';

/** Page after page is hung below the last as one scrolls (A§4 news: by the next link). */
export function useEndlessRows(resource: Resource): Rows {
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource);
  const state = useListState(resource);
  const queries = useQueryClient();
  const arriving = useFirstPageOnly(queries, resource.name);
  const perPage = resource.api.pageSize ?? PAGE.news;
  const list = useInfiniteGetList<RaRecord>(
    resource.name,
    { pagination: { page: 1, perPage }, sort: state.sort, filter: state.asked, meta },
    { ...LIST_QUERY, enabled, refetchOnMount: arriving },
  );
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  const rows = useMemo(() => (nowhere ? [] : data?.pages.flatMap((page) => page.data)), [nowhere, data]);
  const restart = () => {
    letGo(queries, resource.name);
    void refetch();
  };
  return {
    ...state,
    rows,
    total: nowhere ? 0 : data?.pages[0]?.total,
    isFetching,
    error: scopeError ?? error,
    refetch,
    more: { has: hasNextPage, loading: isFetchingNextPage, load: () => void fetchNextPage(), restart },
  };
}

/**
 * Who comes to the list by a link reads it from its beginning: the pages scrolled to before are let go, not fetched all
 * over again. Who comes back to it finds what he left.
 * @returns whether the list is to be fetched anew
 */
function useFirstPageOnly(queries: QueryClient, name: string): boolean {
  const arriving = useNavigationType() !== 'POP';
  const [first] = useState(() => {
    if (arriving) letGo(queries, name);
    return arriving;
  });
  return first;
}

/** Forgets all pages of a list but the first. */
function letGo(queries: QueryClient, name: string): void {
  queries.setQueriesData<InfiniteData<unknown>>(
    { queryKey: [name, 'getInfiniteList'] },
    (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
}
