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

/** Cards that a column is given at a time. */
const BATCH = 30;
/** The most that are asked for in one call when a column is loaded again as far as it was. */
const MOST = 300;

/** The records of a board, column after column, as the caches of lists hold them. */
interface BoardData {
  data: RaRecord[];
  total: number;
  columns: Record<string, ColumnPages>;
}

/** Parameters of the calls of a board besides their column. */
interface BoardCall {
  sort: SortPayload;
  filter: Readonly<Record<string, unknown>>;
  meta: Scope['meta'];
}

/** Loads part of a column. @returns its records and how many there are in all */
type LoadPart = (
  state: string,
  pagination: { page: number; perPage: number },
  signal?: AbortSignal,
) => Promise<{ records: RaRecord[]; count: number }>;

/** The states whose columns a filter leaves. */
function statesShown({ name, process }: StateField, filter: BoardCall['filter']): string[] {
  const chosen = filter[name] === undefined ? null : [filter[name]].flat().map(String);
  return process.states.map(({ value }) => value).filter((state) => chosen?.includes(state) ?? true);
}

/** A column from its beginning, as far as it was loaded before. */
async function loadColumn(load: LoadPart, state: string, loadedCount: number, signal: AbortSignal) {
  const perPage = Math.min(MOST, Math.max(BATCH, loadedCount));
  const first = await load(state, { page: 1, perPage }, signal);
  const { records } = first;
  for (let page = 2; records.length < Math.min(loadedCount, first.count); page += 1) {
    const next = await load(state, { page, perPage }, signal);
    if (next.records.length === 0) break;
    records.push(...next.records);
  }
  return { state, records, count: first.count, isComplete: records.length >= first.count };
}

/** Loads the columns of a board. @param loadedCounts how far each was loaded before, by state */
async function loadBoard(
  load: LoadPart,
  field: StateField,
  filter: BoardCall['filter'],
  loadedCounts: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<BoardData> {
  const loadedColumns = await Promise.all(
    statesShown(field, filter).map((state) => loadColumn(load, state, loadedCounts.get(state) ?? 0, signal)),
  );
  return {
    data: loadedColumns.flatMap(({ records }) => records),
    total: loadedColumns.reduce((all, { count }) => all + count, 0),
    columns: Object.fromEntries(
      loadedColumns.map(({ state, count, isComplete }) => [state, { count, isComplete }] as const),
    ),
  };
}

/** How many records of each state are loaded. */
function countByState(records: readonly RaRecord[], wire: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const state = String(record[wire]);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/** A board with the next cards of a column. */
function withNext(board: BoardData, state: string, { records, count }: Awaited<ReturnType<LoadPart>>): BoardData {
  const loadedIds = new Set(board.data.map(({ id }) => id));
  const isComplete = records.length < BATCH;
  return {
    ...board,
    data: [...board.data, ...records.filter(({ id }) => !loadedIds.has(id))],
    columns: { ...board.columns, [state]: { count, isComplete } },
  };
}

/** The records of a board are fetched column by column, each further as one scrolls it. */
export function useBoardRows(resource: Resource): Rows {
  const { name } = resource;
  const field = boardField(resource);
  if (!field) throw new Error(`The board of ${name} has no states`);
  const state = useListState(resource);
  const { meta, narrowed, enabled, nowhere, error: scopeError } = useScope(resource, state.filterValues);
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const isOrdered = useIsOrdered(resource);
  const { sort, filterValues } = state;
  const filterText = JSON.stringify(filterValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filters are a new object with each rendering
  const call = useMemo<BoardCall>(
    () => ({ sort, filter: filterValues, meta }),
    [sort.field, sort.order, filterText, meta],
  );
  const queryKey = useMemo(
    () => [name, 'getList', { board: field.name, isOrdered, ...call }],
    [name, field.name, isOrdered, call],
  );
  const load = useCallback<LoadPart>(
    async (column, pagination, signal) => {
      const { data, total } = await dataProvider.getList<RaRecord>(name, {
        ...call,
        filter: { ...call.filter, [field.name]: column },
        pagination,
        meta: { ...call.meta, ...(isOrdered ? { boardOrder: true } : {}) },
        ...(signal ? { signal } : {}),
      });
      return { records: data, count: total ?? data.length };
    },
    [dataProvider, name, call, field.name, isOrdered],
  );
  const isNarrowed = narrowed || Object.keys(filterValues).length > 0;
  const glance = async (signal: AbortSignal) => {
    const newest = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'DESC' as const } };
    const { data } = await dataProvider.getList<RaRecord>(name, {
      ...call,
      ...newest,
      meta: { ...call.meta, glance: true },
      signal,
    });
    return data.map(({ id }) => id);
  };
  const hasNew = useHasNewRecords(newRecordNoticeType(resource), queryKey, isNarrowed ? glance : null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const before = queryClient.getQueryData<BoardData>(queryKey);
      return loadBoard(load, field, call.filter, countByState(before?.data ?? [], field.wire), signal);
    },
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });

  const loading = useRef(new Set<string>());
  const loadMore = useCallback(
    (column: string) => {
      const board = queryClient.getQueryData<BoardData>(queryKey);
      if (!board || (board.columns[column]?.isComplete ?? true) || loading.current.has(column)) return;
      loading.current.add(column);
      const loadedCount = countByState(board.data, field.wire).get(column) ?? 0;
      load(column, { page: Math.floor(loadedCount / BATCH) + 1, perPage: BATCH })
        .then((next) =>
          queryClient.setQueryData<BoardData>(queryKey, (latest) => latest && withNext(latest, column, next)),
        )
        .catch((failure: unknown) => {
          // An alert has already been shown.
          if (!(failure instanceof RequestError)) globalThis.reportError(failure);
        })
        .finally(() => loading.current.delete(column));
    },
    [queryClient, queryKey, load, field.wire],
  );
  // New records are shown at once: a board is not read from top to bottom as a feed is.
  useEffect(() => {
    if (hasNew) void refetch();
  }, [hasNew, refetch]);

  const list = useListValue(resource, state, {
    data: nowhere ? [] : data?.data,
    total: nowhere ? 0 : data?.total,
    error: scopeError ?? error,
    isFetching,
    isPlaceholderData,
    refetch,
    meta,
  });
  const board = useMemo<BoardPages>(() => ({ columns: data?.columns ?? {}, loadMore }), [data?.columns, loadMore]);
  return { list, hasNew: false, endless: null, board };
}
