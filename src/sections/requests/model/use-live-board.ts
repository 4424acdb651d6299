import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { RequestError } from '#console/data/http/request-error.ts';
import { onConnectionOpen, onFrame, sendLiveFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import type { Mark } from '#console/engine/board/board-store.ts';
import { flyCard } from '#console/engine/board/card-element.ts';
import type { TaskCard, TaskFrame, TaskHeldFrame, TaskHeldMessage } from '#resources/protocol/requests/tasks.ts';
import { type BoardFilter, loadChanges } from './board-calls.ts';
import {
  type Board,
  boardKey,
  COUNTS_KEY,
  detailsKey,
  listKey,
  refetchRequests,
  withChanges,
  withFrame,
  withListChange,
} from './board-state.ts';
import { fullName } from './people.ts';
import { requestBoard, useRequestBoard } from './request-board.ts';

/** Delay before the counts are refetched, so that a burst of frames causes one fetch, ms. */
const COUNTS_DELAY_MS = 250;
/** Interval at which a running drag is reported, ms; without a report colleagues drop the mark after ten seconds. */
const HELD_INTERVAL_MS = 5_000;

/** The mark that a frame puts on a card; null for the reader's own change, a removal and a comment. */
function frameMark({ event, by }: TaskFrame): Mark | null {
  if (String(by.user) === session.userId.get() || event === 'removed' || event === 'commented') return null;
  return { kind: event, name: fullName(by) };
}

/**
 * Applies live changes by colleagues to the cached board, list and details, marks the card with their name, and after a
 * reconnection fetches the missed changes.
 */
export function useLiveBoard(filter: BoardFilter): void {
  const queryClient = useQueryClient();
  const key = useMemo(() => boardKey(filter), [filter]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [isCounting, mustRecount, isStopped] = [false, false, false];
    // A throttle, not a debounce: a steady stream of frames must not postpone the counts. A frame during a fetch causes one more.
    const recount = () => {
      mustRecount = true;
      if (isCounting || isStopped) return;
      isCounting = true;
      timer = setTimeout(async () => {
        mustRecount = false;
        await refetchRequests(queryClient, COUNTS_KEY);
        isCounting = false;
        if (mustRecount) recount();
      }, COUNTS_DELAY_MS);
    };
    const updateBoard = (change: (board: Board) => Board) =>
      queryClient.setQueryData<Board>(key, (board) => board && change(board));

    const onRequest = (message: unknown) => {
      const frame = message as TaskFrame;
      requestBoard.rememberEvent(frame);
      flyCard(frame.id);
      updateBoard((board) => withFrame(board, frame, filter));
      queryClient.setQueryData<TaskCard[]>(listKey(filter), (list) => list && withListChange(list, frame, filter));
      const mark = frameMark(frame);
      if (mark) requestBoard.mark(frame.id, mark);
      // A comment or an edit does not end a colleague's drag.
      else if (frame.event === 'moved' || frame.event === 'removed') requestBoard.unmark(frame.id);
      void refetchRequests(queryClient, detailsKey(frame.id));
      recount();
    };
    const onHeld = (message: unknown) => {
      const { id, held, by } = message as TaskHeldFrame;
      if (held) requestBoard.mark(id, { kind: 'held', name: fullName(by) });
      else requestBoard.unmark(id, 'held');
    };
    /** Fetches the changes missed before the socket connected, for the first time or again. */
    const catchUp = async () => {
      requestBoard.rememberConnection();
      const board = queryClient.getQueryData<Board>(key);
      // `loadBoard` notices a connection that opens while it runs.
      if (!board) return;
      try {
        const changes = board.version === null ? null : await loadChanges(filter, board.version);
        if (!changes || changes.reload) await queryClient.invalidateQueries({ queryKey: key });
        else updateBoard((board) => withChanges(board, changes, filter));
        if (!changes || changes.reload || changes.tasks.length + changes.gone.length > 0) {
          recount();
          void queryClient.invalidateQueries({ queryKey: listKey(filter) });
          void refetchRequests(queryClient, detailsKey());
        }
      } catch (error) {
        // The connection is lost again; the next one triggers this function again.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    const unsubscribes = [
      onFrame('task', onRequest),
      onFrame('task-held', onHeld),
      onConnectionOpen(() => void catchUp()),
    ];
    return () => {
      isStopped = true;
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [queryClient, key, filter]);
}

/** Reports to colleagues which card the reader is dragging, until it is dropped. */
export function useReportDrag(): void {
  const id = useRequestBoard(({ lifted }) => lifted?.id ?? null);
  useEffect(() => {
    if (id === null) return;
    const reportHeld = (isHeld: boolean) =>
      sendLiveFrame({ type: 'task-held', id, held: isHeld } satisfies TaskHeldMessage);
    reportHeld(true);
    const timer = setInterval(() => reportHeld(true), HELD_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      reportHeld(false);
    };
  }, [id]);
}
