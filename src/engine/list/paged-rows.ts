import { useEffect } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import type { Rows } from './rows.ts';

/** The server pages; a page beyond the end leads to the last one. */
export function usePagedRows(resource: Resource): Rows {
  const state = useListState(resource);
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
  const { page, perPage, setPage } = state;
  const { data, total, error, isFetching, isPlaceholderData, refetch } = useGetList<RaRecord>(
    resource.name,
    { pagination: { page, perPage }, sort: state.sort, filter: state.filterValues, meta },
    { ...LIST_QUERY, enabled },
  );
  const last = total === undefined ? null : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (last !== null && !isFetching && !isPlaceholderData && page > last) setPage(last);
  }, [last, isFetching, isPlaceholderData, page, setPage]);
  const list = useListValue(resource, state, {
    data: nowhere ? [] : data,
    total: nowhere ? 0 : total,
    error: scopeError ?? error,
    isFetching,
    isPlaceholderData,
    refetch,
    meta,
  });
  return { list, hasNew: false, endless: null };
}
