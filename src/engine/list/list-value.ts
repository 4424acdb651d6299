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

/** Records that a widget gets by `getData` unless it says how many it wants. */
const GET_DATA_MAX = 1_000;

/** The fetched data of a list. */
export interface Fetched {
  data: RaRecord[] | undefined;
  /** Records on all pages; undefined when the server does not count them. */
  total: number | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
  hasNextPage?: boolean;
  /** Parameters of the calls of the list. */
  meta: ListMeta;
}

/**
 * The value of react-admin's list context for a list of ours, so that its widgets work in it: `useListContext`, `Datagrid`,
 * `FilterButton`, `BulkDeleteButton`, `ExportButton`.
 */
export function useListValue(resource: Resource, state: ListState, query: Fetched): ListControllerResult<RaRecord> {
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
    getData: async ({ maxResults = total ?? GET_DATA_MAX }: { maxResults?: number } = {}) => {
      const pagination = { page: 1, perPage: maxResults };
      return (await dataProvider.getList<RaRecord>(name, { pagination, sort, filter: filterValues, meta })).data;
    },
  };
  // The result is one of four shapes by `isPending` and `error`, which the compiler cannot follow.
  return value as unknown as ListControllerResult<RaRecord>;
}
