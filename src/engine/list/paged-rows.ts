import { useEffect } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Filters, LIST_QUERY, useListState, useScope } from './list-state.ts';
import { type FetchedList, useListValue } from './list-value.ts';
import type { Rows } from './rows.ts';

/** Rows that replace the pages of a list, e.g. groups. */
export interface ReplacementRows extends Omit<FetchedList, 'meta'> {
  hasRecords: boolean;
}

type UseReplacementRows = (resource: Resource, filterValues: Filters) => ReplacementRows | null;

const useNoReplacement: UseReplacementRows = () => null;

/** Rows paged by the server; a page beyond the end redirects to the last one. */
export const usePagedRows = (resource: Resource): Rows => usePagedOrReplacedRows(resource, useNoReplacement);

/**
 * Paged rows that may be replaced by rows from another source, in which case no page is fetched.
 * @param useReplacement hook that returns the replacing rows or null; must not change while `resource` stays the same
 */
export function usePagedOrReplacedRows(resource: Resource, useReplacement: UseReplacementRows): Rows {
  const state = useListState(resource);
  const { meta, enabled, hasNoBuildings, error: scopeError } = useScope(resource, state.filterValues);
  const replacement = useReplacement(resource, state.filterValues);
  const { page, perPage, setPage } = state;
  const pages = useGetList<RaRecord>(
    resource.name,
    { pagination: { page, perPage }, sort: state.sort, filter: state.filterValues, meta },
    { ...LIST_QUERY, enabled: enabled && replacement === null },
  );
  const { data, total, error, isFetching, isPlaceholderData, refetch } = replacement ?? pages;
  const lastPage = total === undefined || replacement ? null : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (lastPage !== null && !isFetching && !isPlaceholderData && page > lastPage) setPage(lastPage);
  }, [lastPage, isFetching, isPlaceholderData, page, setPage]);
  const list = useListValue(resource, state, {
    data: hasNoBuildings ? [] : data,
    total: hasNoBuildings ? 0 : total,
    error: scopeError ?? error,
    isFetching,
    isPlaceholderData: isPlaceholderData ?? false,
    refetch,
    meta,
  });
  return {
    list,
    hasNew: false,
    endless: null,
    ...(replacement ? { hasRecords: replacement.hasRecords && !hasNoBuildings } : {}),
  };
}
