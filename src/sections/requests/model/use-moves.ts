import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { ToastOptions } from '#console/data/undo.ts';
import { MOVE_UNDO_TOAST, type MoveSender } from '#console/engine/board/board-store.ts';
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
  refetchRequests,
  withFrame,
  withListChange,
  withSaved,
} from './board-state.ts';
import { type Plan, requestBoard } from './request-board.ts';

/** Message after each change. */
const DONE_TEXT = {
  reorder: 'tasks.said.reordered',
  assign: 'tasks.said.assigned',
  cancel: 'tasks.said.canceled',
  release: 'tasks.said.released',
  finish: 'tasks.said.finished',
  deadline: 'tasks.said.deadline',
} as const satisfies Record<Plan['move'], string>;

/** Whether a frame is newer than the response to a change, or reports that this very change hid the request from the reader. */
const isNewer = ({ version, event }: TaskFrame, saved: number) =>
  version > saved || (event === 'removed' && version === saved);

/** Writes the response to a change into the cached board and list. */
function useApplySaved(filter: BoardFilter) {
  const queryClient = useQueryClient();
  return useCallback(
    (answer: TaskSaved, sentAt: number) => {
      flyCard(answer.params.id);
      const { params: request, orders } = answer;
      // Later changes of colleagues may have arrived before this response and must not be overwritten by it.
      const laterFrames = requestBoard.eventsSince(sentAt).filter((frame) => isNewer(frame, request.version ?? 0));
      queryClient.setQueryData<Board>(
        boardKey(filter),
        (board) =>
          board && laterFrames.reduce((now, frame) => withFrame(now, frame, filter), withSaved(board, answer, filter)),
      );
      const change = { id: request.id, task: request, orders, version: request.version };
      queryClient.setQueryData<TaskCard[]>(
        listKey(filter),
        (list) =>
          list &&
          laterFrames.reduce((now, frame) => withListChange(now, frame, filter), withListChange(list, change, filter)),
      );
      void refetchRequests(queryClient, detailsKey(request.id));
      void refetchRequests(queryClient, COUNTS_KEY);
    },
    [queryClient, filter],
  );
}

/** Announces that a change is stored, and offers to undo a move. */
function useNotifySaved(applySaved: ReturnType<typeof useApplySaved>) {
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
          applySaved(await sendUndo(id), sentAt);
        };
        notify('tasks.said.undoKey', {
          messageArgs: { said: message },
          undo,
          kind: MOVE_UNDO_TOAST,
        } satisfies ToastOptions);
        requestBoard.rememberUndo(undo);
      } else if (move !== 'reorder') notify(message);
    },
    [applySaved, notify, translate],
  );
}

/**
 * Connects the board to the server: moves are shown optimistically, then confirmed by the response or rolled back (TASK-38).
 * @returns saves another text, address or service; throws RequestError, which the form shows
 */
export function useMoves(filter: BoardFilter): (request: TaskCard, patch: TaskPatch) => Promise<void> {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const applySaved = useApplySaved(filter);
  const notifySaved = useNotifySaved(applySaved);
  const sender = useMemo(
    (): MoveSender<TaskCard, Plan> => ({
      send: async ({ id }, { move, patch }) => {
        const sentAt = performance.now();
        const saved = await patchRequest(id, patch);
        applySaved(saved, sentAt);
        notifySaved(id, move, saved);
        // A PATCH carries only its own fields, so a queued change of the same card needs nothing from this response.
        return {};
      },
      didNotArrive,
      refresh: async (error) => {
        if (!didNotArrive(error)) await queryClient.invalidateQueries({ queryKey: boardKey(filter) });
        void refetchRequests(queryClient, COUNTS_KEY);
      },
    }),
    [applySaved, notifySaved, queryClient, filter],
  );
  useLayoutEffect(() => requestBoard.setSender(sender), [sender]);
  useEffect(() => requestBoard.open(), []);

  return useCallback(
    async (request, patch) => {
      const sentAt = performance.now();
      applySaved(await editRequest(request.id, patch), sentAt);
      notify('tasks.said.edited', { messageArgs: { name: request.task_name } });
    },
    [applySaved, notify],
  );
}
