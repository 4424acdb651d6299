import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onNetworkReturn, useOnline } from '#console/data/http/online.ts';
import { callWhenReached } from '#console/data/today.ts';
import { mergeBatch } from '#console/engine/board/columns.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type BoardFilter, filterStages, loadChanges, loadColumn, loadCount, loadNext } from './board-calls.ts';
import { type Board, boardKey, COUNTS_KEY, listKey, refetchRequests, withChanges, withFrame } from './board-state.ts';
import { type RequestColumns, requestBoard, useRequestBoard } from './request-board.ts';

/** Stages whose next page is being fetched. */
type LoadingStages = Readonly<Partial<Record<TaskStage, boolean>>>;

/** The board of a filter with the reader's pending changes applied. */
export interface ShownBoard {
  /** Undefined until it is loaded. */
  columns: RequestColumns | undefined;
  /** Whether the columns are still those of the previous filter, shown until the new ones are loaded. */
  isPrevious: boolean;
  counts: Readonly<Record<TaskStage, number | null>>;
  /** Why loading failed; null while offline, where the loaded cards stay visible. */
  error: Error | null;
  isFetching: boolean;
  /** Loads the next page of a column, unless it is being loaded or there is none. */
  loadMore: (stage: TaskStage) => void;
  reload: () => Promise<unknown>;
}

/**
 * Loads the three columns as far as they were loaded before (TASK-11) and applies the live events received meanwhile. If the
 * socket connected only during the load, the changes before that are fetched too.
 */
async function loadBoard(filter: BoardFilter, boardBefore: Board | undefined, signal: AbortSignal): Promise<Board> {
  const startedAt = performance.now();
  const loadedColumns = await Promise.all(
    TASK_STAGES.map((stage) => loadColumn(filter, stage, boardBefore?.columns[stage].cards.length ?? 0, signal)),
  );
  const columns = Object.fromEntries(TASK_STAGES.map((stage, index) => [stage, loadedColumns[index]?.column]));
  const stages = filterStages(filter);
  const versions = loadedColumns.flatMap(({ version }, index) =>
    stages.includes(TASK_STAGES[index] ?? 'done') ? [version] : [],
  );
  // The columns were read one after another: only changes up to the lowest version are in all of them.
  const version = versions.includes(null) ? null : Math.min(...versions.map(Number));
  const overdueTimes = loadedColumns.flatMap((column) => column.overdueAt ?? []);
  const overdueAt = overdueTimes.length ? Math.min(...overdueTimes) : null;
  const board: Board = { columns: columns as RequestColumns, version, overdueAt };
  const changes =
    version !== null && requestBoard.connectedSince(startedAt) ? await loadChanges(filter, version, signal) : null;
  if (changes?.reload) return loadBoard(filter, boardBefore, signal);
  const currentBoard = changes ? withChanges(board, changes, filter) : board;
  return requestBoard.eventsSince(startedAt).reduce((now, frame) => withFrame(now, frame, filter), currentBoard);
}

/** Counts of the columns (TASK-02); a new fetch cancels the previous one (TASK-03). */
function useCounts(filter: BoardFilter, enabled: boolean): ShownBoard['counts'] {
  return useQueries({
    queries: TASK_STAGES.map((stage) => ({
      queryKey: [...COUNTS_KEY, filter, stage],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadCount(filter, stage, signal),
      enabled,
      retry: false,
    })),
    combine: (results) =>
      Object.fromEntries(
        TASK_STAGES.map((stage, index) => [stage, results[index]?.data ?? null]),
      ) as ShownBoard['counts'],
  });
}

/** Loads the board of a filter and keeps it up to date. */
export function useBoard(filter: BoardFilter): ShownBoard {
  const queryClient = useQueryClient();
  const enabled = filter.buildings.length > 0;
  const key = useMemo(() => boardKey(filter), [filter]);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => loadBoard(filter, queryClient.getQueryData<Board>(key), signal),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const counts = useCounts(filter, enabled);
  const pending = useRequestBoard((state) => state.pending);
  const columns = useMemo(() => data && requestBoard.withPending(data.columns, pending), [data, pending]);
  const [loadMoreError, setLoadMoreError] = useState<Error | null>(null);
  const shownError = useOnlineError(error ?? loadMoreError);
  const loading = useRef<LoadingStages>({});

  const loadMore = useCallback(
    (stage: TaskStage) => {
      const column = queryClient.getQueryData<Board>(key)?.columns[stage];
      if (!column || column.complete || loading.current[stage]) return;
      loading.current = { ...loading.current, [stage]: true };
      const startedAt = performance.now();
      loadNext(filter, stage, column)
        .then((next) => {
          queryClient.setQueryData<Board>(key, (board) => {
            if (!board) return board;
            const extendedBoard: Board = { ...board, columns: mergeBatch(board.columns, stage, next) };
            // Cards moved behind the last loaded one during the fetch were dropped then and are missing in this page.
            return requestBoard
              .eventsSince(startedAt)
              .reduce((now, frame) => withFrame(now, frame, filter), extendedBoard);
          });
          if (requestBoard.connectedSince(startedAt)) void queryClient.invalidateQueries({ queryKey: key });
        })
        .catch((reason: unknown) => setLoadMoreError(reason instanceof Error ? reason : new Error(String(reason))))
        .finally(() => {
          loading.current = { ...loading.current, [stage]: false };
        });
    },
    [filter, key, queryClient],
  );

  const reload = useCallback(async () => {
    setLoadMoreError(null);
    await Promise.all([refetch(), refetchRequests(queryClient, COUNTS_KEY)]);
  }, [refetch, queryClient]);

  const overdueAt = data?.overdueAt ?? null;
  useEffect(() => {
    if (overdueAt === null) return;
    return callWhenReached(overdueAt, () => {
      void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries({ queryKey: listKey(filter) });
      void refetchRequests(queryClient, COUNTS_KEY);
    });
  }, [overdueAt, queryClient, key, filter]);

  // Back online react-query refetches the board, so a page that failed before is no error any more.
  useEffect(() => onNetworkReturn(() => setLoadMoreError(null)), []);

  return { columns, isPrevious: isPlaceholderData, counts, error: shownError, isFetching, loadMore, reload };
}

/**
 * The error of a query, or null if it occurred while offline: the loaded rows stay visible, and the refetch on reconnection
 * decides whether there is an error.
 */
export function useOnlineError(error: Error | null): Error | null {
  const online = useOnline();
  const [offlineError, setOfflineError] = useState<Error | null>(null);
  if (!online && error !== offlineError) setOfflineError(error);
  return online && error !== offlineError ? error : null;
}
