import { useMemo } from 'react';
import { type RaRecord, type SortPayload, useGetList } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { arrange } from './arrange.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import { useHasNewRecords } from './new-records.ts';
import type { Rows } from './rows.ts';

const EVERYTHING = { page: 1, perPage: Number.MAX_SAFE_INTEGER } as const;
const AS_SENT: SortPayload = { field: '', order: 'ASC' };
const NO_FILTER = {};

/** The whole list is fetched once; sorting, searching and paging ask for nothing (SET-23). */
export function useWholeRows(resource: Resource): Rows {
  const { meta, enabled, nowhere, error: scopeError } = useScope(resource);
  const state = useListState(resource);
  const asked = { pagination: EVERYTHING, sort: AS_SENT, filter: NO_FILTER, meta };
  const hasNew = useHasNewRecords(resource.name, [resource.name, 'getList', asked], null);
  const { data, error, isFetching, refetch } = useGetList<RaRecord>(resource.name, asked, { ...LIST_QUERY, enabled });
  const paged = resource.list.layout === 'table';
  const { page, perPage, filterValues } = state;
  const { field, order } = state.sort;
  const shown = useMemo(() => {
    const all = nowhere ? [] : data;
    if (!all) return { rows: undefined, total: undefined, page };
    const cut = paged ? { page, perPage } : EVERYTHING;
    return arrange(all, resource, { ...cut, filters: filterValues, sort: { field, order } });
  }, [nowhere, data, paged, page, perPage, resource, filterValues, field, order]);
  const list = useListValue(
    resource,
    { ...state, page: shown.page },
    { data: shown.rows, total: shown.total, error: scopeError ?? error, isFetching, refetch, meta },
  );
  return { list, hasNew, endless: null };
}
