import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ToastOptions } from '#console/data/undo.ts';
import { MOVE_UNDO, type MoveSender } from '#console/engine/board/board-store.ts';
import { flyCard } from '#console/engine/board/card-element.ts';
import { announce } from '#console/ui/states/announce.ts';
import type { TaskCard, TaskFrame, TaskPatch, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import { type BoardFilter, didNotArrive, editRequest, hasAdditions, patchRequest, sendUndo } from './board-calls.ts';
import {
  type Board,
  boardKey,
  COUNTS_KEY,
  detailsKey,
  listKey,
  listWith,
  refetchRequests,
  withFrame,
  withSaved,
} from './board-state.ts';
import { type Plan, requestBoard } from './request-board.ts';

/** Text after each change. */
const DONE_TEXT = {
  reorder: 'tasks.said.reordered',
  assign: 'tasks.said.assigned',
  cancel: 'tasks.said.canceled',
  release: 'tasks.said.released',
  finish: 'tasks.said.finished',
  deadline: 'tasks.said.deadline',
} as const satisfies Record<Plan['move'], string>;

/** Whether a frame is newer than the answer to a change, or says that the change took the request out of sight. */
const isBeyond = ({ version, event }: TaskFrame, saved: number) =>
  version > saved || (event === 'removed' && version === saved);

/** Writes what the server saved into the loaded board and list. */
function useSettle(filter: BoardFilter) {
  const queryClient = useQueryClient();
  return useCallback(
    (answer: TaskSaved, sentAt: number) => {
      flyCard(answer.params.id);
      const { params: request, orders } = answer;
      // Later changes of colleagues may have arrived before this answer and must not be undone by it.
      const since = requestBoard.eventsSince(sentAt).filter((frame) => isBeyond(frame, request.version ?? 0));
      queryClient.setQueryData<Board>(
        boardKey(filter),
        (board) =>
          board && since.reduce((now, frame) => withFrame(now, frame, filter), withSaved(board, answer, filter)),
      );
      const change = { id: request.id, task: request, orders, version: request.version };
      queryClient.setQueryData<TaskCard[]>(
        listKey(filter),
        (list) => list && since.reduce((now, frame) => listWith(now, frame, filter), listWith(list, change, filter)),
      );
      void refetchRequests(queryClient, detailsKey(request.id));
      void refetchRequests(queryClient, COUNTS_KEY);
    },
    [queryClient, filter],
  );
}

/** Says that a change is stored, and offers to undo a move. */
function useSayDone(settle: ReturnType<typeof useSettle>) {
  const translate = useTranslate();
  const notify = useNotify();
  return useCallback(
    (id: number, move: Plan['move'], { conflict }: TaskSaved) => {
      const message = translate(DONE_TEXT[move]);
      const isMove = move !== 'deadline';
      if (conflict) notify('tasks.said.conflict');
      else if (isMove) announce(message);
      if (conflict) return;
      if (isMove && hasAdditions()) {
        const undo = async () => {
          requestBoard.forgetUndo();
          const sentAt = performance.now();
          settle(await sendUndo(id), sentAt);
        };
        notify('tasks.said.undoKey', { messageArgs: { said: message }, undo, kind: MOVE_UNDO } satisfies ToastOptions);
        requestBoard.rememberUndo(undo);
      } else if (move !== 'reorder') notify(message);
    },
    [settle, notify, translate],
  );
}

/**
 * Sends what the board of a filter changes: shown at once, settled by the answer or taken back (TASK-38).
 * @returns how another text, address or service is stored; it throws RequestError for the form to tell
 */
export function useMoves(filter: BoardFilter): (request: TaskCard, patch: TaskPatch) => Promise<void> {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const settle = useSettle(filter);
  const sayDone = useSayDone(settle);
  const sender = useMemo(
    (): MoveSender<TaskCard, Plan> => ({
      send: async ({ id }, { move, patch }) => {
        const sentAt = performance.now();
        const saved = await patchRequest(id, patch);
        settle(saved, sentAt);
        sayDone(id, move, saved);
        // A patch speaks of what it changes alone.
        return {};
      },
      didNotArrive,
      refresh: async (error) => {
        if (!didNotArrive(error)) await queryClient.invalidateQueries({ queryKey: boardKey(filter) });
        void refetchRequests(queryClient, COUNTS_KEY);
      },
    }),
    [settle, sayDone, queryClient, filter],
  );
  useLayoutEffect(() => requestBoard.setSender(sender), [sender]);
  useEffect(() => requestBoard.open(), []);

  return useCallback(
    async (request, patch) => {
      const sentAt = performance.now();
      settle(await editRequest(request.id, patch), sentAt);
      notify('tasks.said.edited', { messageArgs: { name: request.task_name } });
    },
    [settle, notify],
  );
}
