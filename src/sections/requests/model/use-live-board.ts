import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { RequestError } from '#console/data/http/request-error.ts';
import { onConnectionOpen, onFrame, sayFrame } from '#console/data/live/live-frames.ts';
import { session } from '#console/data/session/session.ts';
import type { TaskCard, TaskFrame, TaskHeldFrame, TaskHeldMessage } from '#resources/protocol/requests/tasks.ts';
import { flyCard } from '../board/fly-card.ts';
import { type Mark, mark, unmark } from '../board/marks.ts';
import { listKey, listWith } from './all-tasks.ts';
import { type BoardFilter, loadChanges } from './board-calls.ts';
import { type Board, withChanges, withFrame } from './board-state.ts';
import { fullName } from './people.ts';
import { rememberFrame, rememberOpening } from './recent-frames.ts';
import { COUNTS_KEY, detailsKey, refetchRequests } from './refetch.ts';
import { boardKey } from './use-board.ts';

/** Frames that come close together have the counts asked for once, ms. */
const PAUSE = 250;
/** How often it is said again that a card is in the hand, ms (protocol). */
const SAY_AGAIN = 5_000;

/** What a frame makes a card say; nothing for what the person did in another window, and for a comment. */
function markOf({ event, by }: TaskFrame): Mark | null {
  if (String(by.user) === session.userId.get() || event === 'removed' || event === 'commented') return null;
  return { kind: event, name: fullName(by) };
}

/**
 * Keeps the board of a filter abreast of what colleagues do: their changes at once, their name on the
 * card for a while, and after a lost connection what was missed.
 */
export function useLiveBoard(filter: BoardFilter): void {
  const queries = useQueryClient();
  const key = useMemo(() => boardKey(filter), [filter]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [counting, again, over] = [false, false, false];
    // However many frames follow each other, the counts come: what happens while they are asked for has them asked for after.
    const recount = () => {
      again = true;
      if (counting || over) return;
      counting = true;
      timer = setTimeout(async () => {
        again = false;
        await refetchRequests(queries, COUNTS_KEY);
        counting = false;
        if (again) recount();
      }, PAUSE);
    };
    const write = (change: (board: Board) => Board) =>
      queries.setQueryData<Board>(key, (board) => board && change(board));

    const onTask = (message: unknown) => {
      const frame = message as TaskFrame;
      rememberFrame(frame);
      flyCard(frame.id);
      write((board) => withFrame(board, frame, filter));
      queries.setQueryData<TaskCard[]>(listKey(filter), (list) => list && listWith(list, frame, filter));
      const said = markOf(frame);
      if (said) mark(frame.id, said);
      // What is said or written leaves the card in the hand of who holds it.
      else if (frame.event === 'moved' || frame.event === 'removed') unmark(frame.id);
      void refetchRequests(queries, detailsKey(frame.id));
      recount();
    };
    const onHeld = (message: unknown) => {
      const { id, held, by } = message as TaskHeldFrame;
      if (held) mark(id, { kind: 'held', name: fullName(by) });
      else unmark(id, 'held');
    };
    /** The line stands, for the first time or again: what happened without it is asked for. */
    const catchUp = async () => {
      rememberOpening();
      const board = queries.getQueryData<Board>(key);
      // One that is on its way sees by itself that the line has opened (`loadBoard`).
      if (!board) return;
      try {
        const missed = board.version === null ? null : await loadChanges(filter, board.version);
        if (!missed || missed.reload) await queries.invalidateQueries({ queryKey: key });
        else write((board) => withChanges(board, missed, filter));
        if (!missed || missed.reload || missed.tasks.length + missed.gone.length > 0) {
          recount();
          void queries.invalidateQueries({ queryKey: listKey(filter) });
          void refetchRequests(queries, detailsKey());
        }
      } catch (error) {
        // The line breaks again; the next opening asks anew.
        if (!(error instanceof RequestError)) throw error;
      }
    };
    const stops = [onFrame('task', onTask), onFrame('task-held', onHeld), onConnectionOpen(() => void catchUp())];
    return () => {
      over = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queries, key, filter]);
}

/** Tells colleagues that a card is in the hand, for as long as it is. */
export function useTellHeld(id: number | null): void {
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
