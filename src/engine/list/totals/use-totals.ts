import { keepPreviousData, type QueryCacheNotifyEvent, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useListContext } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { wireFilters } from '#resources/language/wire-keys.ts';
import { decodeRecordTotals } from '#resources/protocol/definitions/record-totals-answers.ts';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import { type Filters, useScope } from '../list-state.ts';
import { areFiguresSkipped, GROUPS, TOTALS } from './figures.ts';

const ROW_QUERY_KEYS: readonly unknown[] = ['getList', 'getInfiniteList', GROUPS];

/**
 * Whether a query event starts a refetch of rows loaded before; loading a further page does not change totals.
 * @param keyPart second part of the figures' own query key; their own fetches do not count as rows
 */
function isRefresh({ name }: Resource, keyPart: string, event: QueryCacheNotifyEvent): boolean {
  if (event.type !== 'updated' || event.action.type !== 'fetch' || event.action.meta?.fetchMore?.direction)
    return false;
  const { queryKey, state } = event.query;
  const isOfRows = ROW_QUERY_KEYS.includes(queryKey[1]) && queryKey[1] !== keyPart;
  return queryKey[0] === name && isOfRows && state.data !== undefined;
}

/** Filters and buildings of a list, as sent in its call. */
export interface ListScope {
  filter: Filters;
  buildings: readonly number[] | undefined;
}

/** Query parameters for a call about all records of a list. */
export const listScopeQuery = ({ fields, api }: Resource, { filter, buildings }: ListScope) => ({
  filter: JSON.stringify(wireFilters(fields, filter)),
  ...(api.scope ? { [api.scope]: buildings } : {}),
});

/**
 * Refetches figures over all records of a list whenever its rows are refetched, except after moves by others (`LiveMoves`).
 * @param keyPart second part of the figures' query key
 */
export function useRefetchWithRows(resource: Resource, keyPart: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (areFiguresSkipped() || !isRefresh(resource, keyPart, event)) return;
        // Deferred, because the same invalidation may be about to refetch the figures as well.
        queueMicrotask(() => {
          void queryClient.refetchQueries(
            { queryKey: [resource.name, keyPart], type: 'active' },
            { cancelRefetch: false },
          );
        });
      }),
    [queryClient, resource, keyPart],
  );
}

/** Fetches the totals of all records in the surrounding list. */
export function useTotals(resource: Resource): {
  data: RecordTotals | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
} {
  const { filterValues } = useListContext();
  const { meta, enabled } = useScope(resource, filterValues);
  const listScope: ListScope = { filter: filterValues, buildings: meta.buildings };
  useRefetchWithRows(resource, TOTALS);
  return useQuery({
    queryKey: [resource.name, TOTALS, listScope],
    queryFn: ({ signal }) => {
      const url = withQuery(`${resource.api.path}/totals/`, listScopeQuery(resource, listScope));
      return ask(url, decodeRecordTotals, { signal, report: false });
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
