import { useCallback } from 'react';
import {
  type Exporter,
  type ListControllerResult,
  type RaRecord,
  useDataProvider,
  useRecordSelection,
  useSelectAll,
  useTranslate,
} from 'react-admin';
import type { ListMeta } from '#console/data/providers/list-meta.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ListState } from './list-state.ts';

/** Records that `getData` returns by default when the total is unknown. */
const GET_DATA_DEFAULT_MAX = 1_000;

/** Fetched data of a list. */
export interface FetchedList {
  data: RaRecord[] | undefined;
  /** Number of records on all pages; undefined when the server does not count them. */
  total: number | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  /** Meta parameters of the list's calls. */
  meta: ListMeta;
}

/**
 * Builds react-admin's list context value for our lists, so that its widgets work in them: `useListContext`, `Datagrid`,
 * `FilterButton`, `BulkDeleteButton`, `ExportButton`.
 */
export function useListValue(resource: Resource, state: ListState, query: FetchedList): ListControllerResult<RaRecord> {
  const { name } = resource;
  const { page, perPage, sort, filterValues } = state;
  const { data, total, error, meta } = query;
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const [selectedIds, selection] = useRecordSelection({ resource: name });
  const onSelectAll = useSelectAll({ resource: name, sort, filter: filterValues });
  const exporter = useCallback<Exporter>(
    async (records) => (await import('./export/save-records.ts')).saveRecords(resource, records, translate),
    [resource, translate],
  );
  const value = {
    ...state,
    resource: name,
    defaultTitle: translate(`resources.${name}.page.list`),
    data,
    total,
    error,
    meta: undefined,
    isFetching: query.isFetching,
    isLoading: query.isFetching && data === undefined,
    isPending: data === undefined && error === null,
    isPlaceholderData: query.isPlaceholderData ?? false,
    refetch: query.refetch,
    hasNextPage: query.hasNextPage ?? (total === undefined ? undefined : page * perPage < total),
    hasPreviousPage: page > 1,
    selectedIds,
    onSelect: selection.select,
    onToggleItem: selection.toggle,
    onUnselectItems: (fromAllStoreKeys?: boolean) => selection.unselect(selectedIds, fromAllStoreKeys),
    onSelectAll,
    exporter,
    getData: async ({ maxResults = total ?? GET_DATA_DEFAULT_MAX }: { maxResults?: number } = {}) => {
      const pagination = { page: 1, perPage: maxResults };
      return (await dataProvider.getList<RaRecord>(name, { pagination, sort, filter: filterValues, meta })).data;
    },
  };
  // `ListControllerResult` is a union over `isPending` and `error`, which the compiler cannot narrow here.
  return value as unknown as ListControllerResult<RaRecord>;
}
