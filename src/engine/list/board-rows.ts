import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type RaRecord, type SortPayload, useDataProvider } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { boardField, type StateField } from '#resources/language/moves.ts';
import { useIsOrdered } from '../board/use-place.ts';
import { type Scope, useListState, useScope } from './list-state.ts';
import { useListValue } from './list-value.ts';
import { newRecordNoticeType, useHasNewRecords } from './new-records.ts';
import type { BoardPages, ColumnPages, Rows } from './rows.ts';

/** Cards fetched per column at a time. */
const PAGE_SIZE = 30;
/** Maximum number of cards per call when a column is reloaded as far as it was loaded before. */
const RELOAD_MAX = 300;

/** Records of a board, column after column, as stored in the query cache. */
interface BoardData {
  data: RaRecord[];
  total: number;
  columns: Record<string, ColumnPages>;
}

/** Parameters of a board's calls besides the column. */
interface BoardCall {
  sort: SortPayload;
  filter: Readonly<Record<string, unknown>>;
  meta: Scope['meta'];
}

/** Loads a page of a column. @returns its records and the total count of the column */
type LoadColumnPage = (
  state: string,
  pagination: { page: number; perPage: number },
  signal?: AbortSignal,
) => Promise<{ records: RaRecord[]; count: number }>;

/** States whose columns remain under a filter. */
function visibleStates({ name, process }: StateField, filter: BoardCall['filter']): string[] {
  const selectedStates = filter[name] === undefined ? null : [filter[name]].flat().map(String);
  return process.states.map(({ value }) => value).filter((state) => selectedStates?.includes(state) ?? true);
}

/** Reloads a column from its beginning, as far as it was loaded before. */
async function loadColumn(load: LoadColumnPage, state: string, loadedCount: number, signal: AbortSignal) {
  const perPage = Math.min(RELOAD_MAX, Math.max(PAGE_SIZE, loadedCount));
  const first = await load(state, { page: 1, perPage }, signal);
  const { records } = first;
  for (let page = 2; records.length < Math.min(loadedCount, first.count); page += 1) {
    const next = await load(state, { page, perPage }, signal);
    if (next.records.length === 0) break;
    records.push(...next.records);
  }
  return { state, records, count: first.count, isComplete: records.length >= first.count };
}

/** Loads the columns of a board. @param loadedCounts number of cards loaded before, by state */
async function loadBoard(
  load: LoadColumnPage,
  field: StateField,
  filter: BoardCall['filter'],
  loadedCounts: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<BoardData> {
  const loadedColumns = await Promise.all(
    visibleStates(field, filter).map((state) => loadColumn(load, state, loadedCounts.get(state) ?? 0, signal)),
  );
  return {
    data: loadedColumns.flatMap(({ records }) => records),
    total: loadedColumns.reduce((all, { count }) => all + count, 0),
    columns: Object.fromEntries(
      loadedColumns.map(({ state, count, isComplete }) => [state, { count, isComplete }] as const),
    ),
  };
}

/** Number of loaded records by state. */
function countByState(records: readonly RaRecord[], wire: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const state = String(record[wire]);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/** Adds the next page of a column to the board. */
function addColumnPage(
  board: BoardData,
  state: string,
  { records, count }: Awaited<ReturnType<LoadColumnPage>>,
): BoardData {
  const loadedIds = new Set(board.data.map(({ id }) => id));
  const isComplete = records.length < PAGE_SIZE;
  return {
    ...board,
    data: [...board.data, ...records.filter(({ id }) => !loadedIds.has(id))],
    columns: { ...board.columns, [state]: { count, isComplete } },
  };
}

/** Rows of a board: each column is fetched separately and continues on scrolling. */
export function useBoardRows(resource: Resource): Rows {
  const { name } = resource;
  const field = boardField(resource);
  if (!field) throw new Error(`The board of ${name} has no states`);
  const state = useListState(resource);
  const { meta, isNarrowed, enabled, hasNoBuildings, error: scopeError } = useScope(resource, state.filterValues);
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const isOrdered = useIsOrdered(resource);
  const { sort, filterValues } = state;
  const filterText = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal filters are a new object at each render
  const callParams = useMemo<BoardCall>(
    () => ({ sort, filter: filterValues, meta }),
    [sort.field, sort.order, filterText, meta],
  );
  const queryKey = useMemo(
    () => [name, 'getList', { board: field.name, isOrdered, ...callParams }],
    [name, field.name, isOrdered, callParams],
  );
  const load = useCallback<LoadColumnPage>(
    async (column, pagination, signal) => {
      const { data, total } = await dataProvider.getList<RaRecord>(name, {
        ...callParams,
        filter: { ...callParams.filter, [field.name]: column },
        pagination,
        meta: { ...callParams.meta, ...(isOrdered ? { boardOrder: true } : {}) },
        ...(signal ? { signal } : {}),
      });
      return { records: data, count: total ?? data.length };
    },
    [dataProvider, name, callParams, field.name, isOrdered],
  );
  const isListNarrowed = isNarrowed || Object.keys(filterValues).length > 0;
  const fetchNewestIds = async (signal: AbortSignal) => {
    const newest = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' as const } };
    const { data } = await dataProvider.getList<RaRecord>(name, {
      ...callParams,
      ...newest,
      meta: { ...callParams.meta, glance: true },
      signal,
    });
    return data.map(({ id }) => id);
  };
  const hasNew = useHasNewRecords(newRecordNoticeType(resource), queryKey, isListNarrowed ? fetchNewestIds : null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const cachedBoard = queryClient.getQueryData<BoardData>(queryKey);
      return loadBoard(load, field, callParams.filter, countByState(cachedBoard?.data ?? [], field.wire), signal);
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });

  const loadingColumns = useRef(new Set<string>());
  const loadMore = useCallback(
    (column: string) => {
      const board = queryClient.getQueryData<BoardData>(queryKey);
      if (!board || (board.columns[column]?.isComplete ?? true) || loadingColumns.current.has(column)) return;
      loadingColumns.current.add(column);
      const loadedCount = countByState(board.data, field.wire).get(column) ?? 0;
      load(column, { page: Math.floor(loadedCount / PAGE_SIZE) + 1, perPage: PAGE_SIZE })
        .then((next) =>
          queryClient.setQueryData<BoardData>(queryKey, (latest) => latest && addColumnPage(latest, column, next)),
        )
        .catch((failure: unknown) => {
          // An alert has already been shown.
          if (!(failure instanceof RequestError)) globalThis.reportError(failure);
        })
        .finally(() => loadingColumns.current.delete(column));
    },
    [queryClient, queryKey, load, field.wire],
  );
  // Shows new records at once: unlike a feed, a board is not read from top to bottom.
  useEffect(() => {
    if (hasNew) void refetch();
  }, [hasNew, refetch]);

  const list = useListValue(resource, state, {
    data: hasNoBuildings ? [] : data?.data,
    total: hasNoBuildings ? 0 : data?.total,
    error: scopeError ?? error,
    isFetching,
    isPlaceholderData,
    refetch,
    meta,
  });
  const board = useMemo<BoardPages>(() => ({ columns: data?.columns ?? {}, loadMore }), [data?.columns, loadMore]);
  return { list, hasNew: false, endless: null, board };
}
