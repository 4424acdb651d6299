import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { RequestError } from '#console/data/http/request-error.ts';
import { onConnectionOpen, onFrame, sayFrame } from '#console/data/live/live-frames.ts';
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
  listWith,
  refetchRequests,
  withChanges,
  withFrame,
} from './board-state.ts';
import { fullName } from './people.ts';
import { requestBoard, useRequestBoard } from './request-board.ts';

/** Frames that come close together have the counts asked for once, ms. */
const PAUSE = 250;
/** How often a drag is reported again, ms; colleagues forget it after ten seconds. */
const SAY_AGAIN = 5_000;

/** The note that a frame puts on a card; none for the person's own change in another window and for a comment. */
function frameMark({ event, by }: TaskFrame): Mark | null {
  if (String(by.user) === session.userId.get() || event === 'removed' || event === 'commented') return null;
  return { kind: event, name: fullName(by) };
}

/**
 * Keeps the board of a filter abreast of what colleagues do: their changes at once, their name on the
 * card for a while, and after a lost connection what was missed.
 */
export function useLiveBoard(filter: BoardFilter): void {
  const queryClient = useQueryClient();
  const key = useMemo(() => boardKey(filter), [filter]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [isCounting, mustRecount, isStopped] = [false, false, false];
    // However many frames follow each other, the counts come: what happens while they are asked for has them asked for after.
    const recount = () => {
      mustRecount = true;
      if (isCounting || isStopped) return;
      isCounting = true;
      timer = setTimeout(async () => {
        mustRecount = false;
        await refetchRequests(queryClient, COUNTS_KEY);
        isCounting = false;
        if (mustRecount) recount();
      }, PAUSE);
    };
    const write = (change: (board: Board) => Board) =>
      queryClient.setQueryData<Board>(key, (board) => board && change(board));

    const onRequest = (message: unknown) => {
      const frame = message as TaskFrame;
      requestBoard.rememberEvent(frame);
      flyCard(frame.id);
      write((board) => withFrame(board, frame, filter));
      queryClient.setQueryData<TaskCard[]>(listKey(filter), (list) => list && listWith(list, frame, filter));
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
    /** The socket has connected, for the first time or again: what happened without it is asked for. */
    const catchUp = async () => {
      requestBoard.rememberConnection();
      const board = queryClient.getQueryData<Board>(key);
      // A board that is still loading notices the connection by itself (`loadBoard`).
      if (!board) return;
      try {
        const changes = board.version === null ? null : await loadChanges(filter, board.version);
        if (!changes || changes.reload) await queryClient.invalidateQueries({ queryKey: key });
        else write((board) => withChanges(board, changes, filter));
        if (!changes || changes.reload || changes.tasks.length + changes.gone.length > 0) {
          recount();
          void queryClient.invalidateQueries({ queryKey: listKey(filter) });
          void refetchRequests(queryClient, detailsKey());
        }
      } catch (error) {
        // The connection is lost again; the next one asks anew.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    const stops = [onFrame('task', onRequest), onFrame('task-held', onHeld), onConnectionOpen(() => void catchUp())];
    return () => {
      isStopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient, key, filter]);
}

/** Tells colleagues that a card is being dragged, for as long as it is. */
export function useTellHeld(): void {
  const id = useRequestBoard(({ lifted }) => lifted?.id ?? null);
  useEffect(() => {
    if (id === null) return;
    const say = (held: boolean) => sayFrame({ type: 'task-held', id, held } satisfies TaskHeldMessage);
    say(true);
    const timer = setInterval(() => say(true), SAY_AGAIN);
    return () => {
      clearInterval(timer);
      say(false);
    };
  }, [id]);
}
