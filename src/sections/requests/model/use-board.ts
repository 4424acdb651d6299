import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { onNetwork, useOnline } from '#console/data/http/online.ts';
import { whenReached } from '#console/data/today.ts';
import { withBatch } from '#console/engine/board/columns.ts';
import { TASK_STAGES, type TaskStage } from '#resources/rules/requests/constants.ts';
import { type BoardFilter, filterStages, loadChanges, loadColumn, loadCount, loadNext } from './board-calls.ts';
import { type Board, boardKey, COUNTS_KEY, listKey, refetchRequests, withChanges, withFrame } from './board-state.ts';
import { type RequestColumns, requestBoard, useRequestBoard } from './request-board.ts';

/** Whether a column is loading its next batch, by stage. */
type Loading = Readonly<Partial<Record<TaskStage, boolean>>>;

/** The board of a filter with the person's own changes laid over it. */
export interface ShownBoard {
  /** Undefined until it is loaded. */
  columns: RequestColumns | undefined;
  /** Whether the columns are still of the previous filter, until the new ones load. */
  former: boolean;
  counts: Readonly<Record<TaskStage, number | null>>;
  /** Why it did not come; null while that is for want of a network. */
  error: Error | null;
  isFetching: boolean;
  /** Loads the next batch of a column, unless it is being loaded or there is none. */
  more: (stage: TaskStage) => void;
  reload: () => Promise<unknown>;
}

/**
 * Loads the three columns as far as they were loaded before (TASK-11), with the live events of the meantime. If the socket connected
 * only during the load, the changes before that are asked for too.
 */
async function loadBoard(filter: BoardFilter, boardBefore: Board | undefined, signal: AbortSignal): Promise<Board> {
  const began = performance.now();
  const loadedColumns = await Promise.all(
    TASK_STAGES.map((stage) => loadColumn(filter, stage, boardBefore?.columns[stage].cards.length ?? 0, signal)),
  );
  const columns = Object.fromEntries(TASK_STAGES.map((stage, index) => [stage, loadedColumns[index]?.column]));
  const stages = filterStages(filter);
  const versions = loadedColumns.flatMap(({ version }, index) =>
    stages.includes(TASK_STAGES[index] ?? 'done') ? [version] : [],
  );
  // Changes after the earliest of them may be missing in a column.
  const version = versions.includes(null) ? null : Math.min(...versions.map(Number));
  const hours = loadedColumns.flatMap((column) => column.overdueAt ?? []);
  const overdueAt = hours.length ? Math.min(...hours) : null;
  const board: Board = { columns: columns as RequestColumns, version, overdueAt };
  const changes =
    version !== null && requestBoard.connectedSince(began) ? await loadChanges(filter, version, signal) : null;
  if (changes?.reload) return loadBoard(filter, boardBefore, signal);
  const caughtUp = changes ? withChanges(board, changes, filter) : board;
  return requestBoard.eventsSince(began).reduce((now, frame) => withFrame(now, frame, filter), caughtUp);
}

/** The counts of the columns; a new call cancels the one before (TASK-02, TASK-03). */
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

/** Keeps the board of a filter loaded. */
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
  const [failed, setFailed] = useState<Error | null>(null);
  const failure = useFailure(error ?? failed);
  const loading = useRef<Loading>({});

  const loadMore = useCallback(
    (stage: TaskStage) => {
      const column = queryClient.getQueryData<Board>(key)?.columns[stage];
      if (!column || column.complete || loading.current[stage]) return;
      loading.current = { ...loading.current, [stage]: true };
      const began = performance.now();
      loadNext(filter, stage, column)
        .then((next) => {
          queryClient.setQueryData<Board>(key, (board) => {
            if (!board) return board;
            const longer: Board = { ...board, columns: withBatch(board.columns, stage, next) };
            // Cards moved behind the last one meanwhile were left out and are missing in this batch.
            return requestBoard.eventsSince(began).reduce((now, frame) => withFrame(now, frame, filter), longer);
          });
          if (requestBoard.connectedSince(began)) void queryClient.invalidateQueries({ queryKey: key });
        })
        .catch((reason: unknown) => setFailed(reason instanceof Error ? reason : new Error(String(reason))))
        .finally(() => {
          loading.current = { ...loading.current, [stage]: false };
        });
    },
    [filter, key, queryClient],
  );

  const reload = useCallback(async () => {
    setFailed(null);
    await Promise.all([refetch(), refetchRequests(queryClient, COUNTS_KEY)]);
  }, [refetch, queryClient]);

  const overdueAt = data?.overdueAt ?? null;
  useEffect(() => {
    if (overdueAt === null) return;
    return whenReached(overdueAt, () => {
      void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries({ queryKey: listKey(filter) });
      void refetchRequests(queryClient, COUNTS_KEY);
    });
  }, [overdueAt, queryClient, key, filter]);

  // With the network the board is asked for anew, a batch that did not come for want of it included.
  useEffect(() => onNetwork(() => setFailed(null)), []);

  return { columns, former: isPlaceholderData, counts, error: failure, isFetching, more: loadMore, reload };
}

/**
 * The error of a list, unless it was for want of a network: then what is there stays, and all is asked for anew with the
 * network. Nothing has failed until that has.
 */
export function useFailure(error: Error | null): Error | null {
  const online = useOnline();
  const [excused, excuse] = useState<Error | null>(null);
  if (!online && error !== excused) excuse(error);
  return online && error !== excused ? error : null;
}
