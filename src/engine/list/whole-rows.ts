import { useMemo } from 'react';
import { type RaRecord, type SortPayload, useDataProvider, useGetList } from 'react-admin';
import { filterRecords } from '#console/data/providers/filter-records.ts';
import { sortRecords } from '#console/data/providers/sort-records.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { LIST_QUERY, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import { newRecordNoticeType, useHasNewRecords } from './new-records.ts';
import type { Rows } from './rows.ts';

const EVERYTHING = { page: 1, perPage: Number.MAX_SAFE_INTEGER } as const;
const AS_SENT: SortPayload = { field: '', order: 'ASC' };
const NO_FILTER = {};

/** The whole list is fetched once; sorting, searching and paging ask for nothing (SET-23). */
export function useWholeRows(resource: Resource): Rows {
  const state = useListState(resource);
  const { meta, narrowed, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
  const dataProvider = useDataProvider();
  const listParams = { pagination: EVERYTHING, sort: AS_SENT, filter: NO_FILTER, meta };
  const glance = async (signal: AbortSignal) => {
    const { data: now } = await dataProvider.getList<RaRecord>(resource.name, {
      ...listParams,
      meta: { ...meta, glance: true },
      signal,
    });
    return now.map(({ id }) => id);
  };
  const hasNew = useHasNewRecords(
    newRecordNoticeType(resource),
    [resource.name, 'getList', listParams],
    narrowed ? glance : null,
  );
  const { data, error, isFetching, refetch } = useGetList<RaRecord>(resource.name, listParams, {
    ...LIST_QUERY,
    enabled,
  });
  const paged = resource.list.layout === 'table';
  const { page, perPage, filterValues } = state;
  const { field, order } = state.sort;
  const arrangement = useMemo(() => {
    const all = nowhere ? [] : data;
    if (!all) return { rows: undefined, total: undefined, page };
    const cut = paged ? { page, perPage } : EVERYTHING;
    return arrange(all, resource, { ...cut, filters: filterValues, sort: { field, order } });
  }, [nowhere, data, paged, page, perPage, resource, filterValues, field, order]);
  const list = useListValue(
    resource,
    { ...state, page: arrangement.page },
    { data: arrangement.rows, total: arrangement.total, error: scopeError ?? error, isFetching, refetch, meta },
  );
  return { list, hasNew, endless: null };
}

/** Filters, sort and page by which a wholly loaded list is shown. */
export interface Arrangement {
  filters: Readonly<Record<string, unknown>>;
  sort: SortPayload;
  page: number;
  perPage: number;
}

/** One page of a wholly loaded list: filtered, sorted, cut; a page beyond the end is the last one. */
export function arrange(
  records: readonly RaRecord[],
  resource: Resource,
  { filters, sort, page, perPage }: Arrangement,
): { rows: RaRecord[]; total: number; page: number } {
  const matches = sortRecords(filterRecords(records, resource, filters), resource, sort);
  const shown = Math.min(Math.max(1, page), Math.max(1, Math.ceil(matches.length / perPage)));
  const from = (shown - 1) * perPage;
  return { rows: matches.slice(from, from + perPage), total: matches.length, page: shown };
}
