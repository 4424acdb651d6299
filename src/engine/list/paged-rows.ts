import { useEffect } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Filters, LIST_QUERY, useListState, useScope } from './list-state.ts';
import { type Fetched, useListValue } from './list-value.ts';
import type { Rows } from './rows.ts';

/** Rows of a list that do not come in pages. */
export interface InsteadOfPages extends Omit<Fetched, 'meta'> {
  hasRecords: boolean;
}

type UseInstead = (resource: Resource, filterValues: Filters) => InsteadOfPages | null;

const useNothing: UseInstead = () => null;

/** The server pages; a page beyond the end leads to the last one. */
export const usePagedRows = (resource: Resource): Rows => usePages(resource, useNothing);

/**
 * The same for a list whose rows may come in another way: its pages are not fetched then.
 * @param useInstead gives the rows instead of pages, or null; the same hook as long as the definition is the same
 */
export function usePages(resource: Resource, useInstead: UseInstead): Rows {
  const state = useListState(resource);
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
  const instead = useInstead(resource, state.filterValues);
  const { page, perPage, setPage } = state;
  const pages = useGetList<RaRecord>(
    resource.name,
    { pagination: { page, perPage }, sort: state.sort, filter: state.filterValues, meta },
    { ...LIST_QUERY, enabled: enabled && instead === null },
  );
  const { data, total, error, isFetching, isPlaceholderData, refetch } = instead ?? pages;
  const last = total === undefined || instead ? null : Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (last !== null && !isFetching && !isPlaceholderData && page > last) setPage(last);
  }, [last, isFetching, isPlaceholderData, page, setPage]);
  const list = useListValue(resource, state, {
    data: nowhere ? [] : data,
    total: nowhere ? 0 : total,
    error: scopeError ?? error,
    isFetching,
    isPlaceholderData: isPlaceholderData ?? false,
    refetch,
    meta,
  });
  return { list, hasNew: false, endless: null, ...(instead ? { hasRecords: instead.hasRecords && !nowhere } : {}) };
}
