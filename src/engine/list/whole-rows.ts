import { useMemo } from 'react';
import { type RaRecord, type SortPayload, useDataProvider, useGetList } from 'react-admin';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import { sortRecords } from '#console/data/providers/sort-records.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import { newRecordNoticeType, useHasNewRecords } from './new-records.ts';
import type { Rows } from './rows.ts';

const ALL_ROWS = { page: 1, perPage: Number.MAX_SAFE_INTEGER } as const;
const SERVER_ORDER: SortPayload = { field: '', order: 'ASC' };
const NO_FILTER = {};

/** Rows of a list that is fetched whole once; sorting, searching and paging happen on the client (SET-23). */
export function useWholeRows(resource: Resource): Rows {
  const state = useListState(resource);
  const { meta, isNarrowed, enabled, hasNoBuildings, error: scopeError } = useScope(resource, state.filterValues);
  const dataProvider = useDataProvider();
  const listParams = { pagination: ALL_ROWS, sort: SERVER_ORDER, filter: NO_FILTER, meta };
  const fetchIds = async (signal: AbortSignal) => {
    const { data: latest } = await dataProvider.getList<RaRecord>(resource.name, {
      ...listParams,
      meta: { ...meta, glance: true },
      signal,
    });
    return latest.map(({ id }) => id);
  };
  const hasNew = useHasNewRecords(
    newRecordNoticeType(resource),
    [resource.name, 'getList', listParams],
    isNarrowed ? fetchIds : null,
  );
  const { data, error, isFetching, refetch } = useGetList<RaRecord>(resource.name, listParams, {
    ...LIST_QUERY,
    enabled,
  });
  const isPaged = resource.list.layout === 'table';
  const { page, perPage, filterValues } = state;
  const { field, order } = state.sort;
  const arrangement = useMemo(() => {
    const all = hasNoBuildings ? [] : data;
    if (!all) return { rows: undefined, total: undefined, page };
    const pageBounds = isPaged ? { page, perPage } : ALL_ROWS;
    return arrangeRecords(all, resource, { ...pageBounds, filters: filterValues, sort: { field, order } });
  }, [hasNoBuildings, data, isPaged, page, perPage, resource, filterValues, field, order]);
  const list = useListValue(
    resource,
    { ...state, page: arrangement.page },
    { data: arrangement.rows, total: arrangement.total, error: scopeError ?? error, isFetching, refetch, meta },
  );
  return { list, hasNew, endless: null };
}

/** Filters, sort and page of a list that is loaded whole. */
export interface Arrangement {
  filters: Readonly<Record<string, unknown>>;
  sort: SortPayload;
  page: number;
  perPage: number;
}

/** One page of a list that is loaded whole: filtered, sorted and sliced; a page beyond the end gives the last one. */
export function arrangeRecords(
  records: readonly RaRecord[],
  resource: Resource,
  { filters, sort, page, perPage }: Arrangement,
): { rows: RaRecord[]; total: number; page: number } {
  const matches = sortRecords(filterRecords(records, resource, filters), resource, sort);
  const clampedPage = Math.min(Math.max(1, page), Math.max(1, Math.ceil(matches.length / perPage)));
  const start = (clampedPage - 1) * perPage;
  return { rows: matches.slice(start, start + perPage), total: matches.length, page: clampedPage };
}
