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
import { areFiguresLeft, GROUPS, TOTALS } from './figures.ts';

const LISTS: readonly unknown[] = ['getList', 'getInfiniteList', GROUPS];

/** Whether rows that are shown already are being fetched anew; a further page changes no total. @param call of which the rows are none */
function isRefresh({ name }: Resource, call: string, event: QueryCacheNotifyEvent): boolean {
  if (event.type !== 'updated' || event.action.type !== 'fetch' || event.action.meta?.fetchMore?.direction)
    return false;
  const { queryKey, state } = event.query;
  const isOfRows = LISTS.includes(queryKey[1]) && queryKey[1] !== call;
  return queryKey[0] === name && isOfRows && state.data !== undefined;
}

/** Filters of a list, as its call has them. */
export interface Narrowing {
  filter: Filters;
  buildings: readonly number[] | undefined;
}

/** The query of a call about all records of a list. */
export const narrowingQuery = ({ fields, api }: Resource, { filter, buildings }: Narrowing) => ({
  filter: JSON.stringify(wireFilters(fields, filter)),
  ...(api.scope ? { [api.scope]: buildings } : {}),
});

/** Asks for something about all records of a list anew whenever its rows are, but for what others have moved (`LiveMoves`). @param call second part of the key of its queries */
export function useRefreshedWithRows(resource: Resource, call: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (areFiguresLeft() || !isRefresh(resource, call, event)) return;
        // Whatever refreshes the rows may be about to refresh everything of the section.
        queueMicrotask(() => {
          void queryClient.refetchQueries(
            { queryKey: [resource.name, call], type: 'active' },
            { cancelRefetch: false },
          );
        });
      }),
    [queryClient, resource, call],
  );
}

/** The figures of all records that the list around it finds. */
export function useTotals(resource: Resource): {
  data: RecordTotals | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
} {
  const { filterValues } = useListContext();
  const { meta, enabled } = useScope(resource, filterValues);
  const narrowing: Narrowing = { filter: filterValues, buildings: meta.buildings };
  useRefreshedWithRows(resource, TOTALS);
  return useQuery({
    queryKey: [resource.name, TOTALS, narrowing],
    queryFn: ({ signal }) => {
      const address = withQuery(`${resource.api.path}/totals/`, narrowingQuery(resource, narrowing));
      return ask(address, decodeRecordTotals, { signal, report: false });
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
