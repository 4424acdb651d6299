import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { isCancelled } from '#console/data/failures.ts';
import { RequestError } from '#console/data/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { announce } from '#console/ui/announce.ts';
import type { Performer, TaskCard, TaskFrame, TaskPatch, TaskSaved } from '#resources/protocol/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { listKey, listWith } from './all-tasks.ts';
import { type BoardFilter, didNotArrive, hasAdditions, patchTask, undoMove } from './board-calls.ts';
import { type Board, withFrame, withSaved } from './board-state.ts';
import type { Columns } from './columns.ts';
import { flyCard } from './fly-card.ts';
import { forgetUndo, MOVE, rememberUndo } from './last-move.ts';
import { type CardChange, layOver, takeOff } from './pending-moves.ts';
import { cancellation, type Plan, planOf, type Where } from './plan.ts';
import { framesSince } from './recent-frames.ts';
import { COUNTS_KEY, detailsKey, refetchRequests } from './refetch.ts';
import { boardKey } from './use-board.ts';

/** A move that waits for a performer or a reason. */
interface Question {
  asks: 'performer' | 'reason';
  task: TaskCard;
  plan: Pick<Plan, 'change' | 'patch'> & { said: string };
  /** What of it is shown already; taken back when the question is closed. */
  shown: number | null;
}

/** What can be done with requests. */
export interface Moves {
  question: Question | null;
  /** Whether a change did not arrive: the board gives way to «Данные не доехали» (TASK-40). */
  failed: boolean;
  clear: () => void;
  /** @returns whether it begins; false for what is forbidden or changes nothing */
  move: (columns: Columns<TaskCard>, task: TaskCard, to: TaskStage, where: Where) => boolean;
  cancel: (columns: Columns<TaskCard>, task: TaskCard) => void;
  changePerformer: (task: TaskCard) => void;
  setDeadline: (task: TaskCard, deadline: string | null) => void;
  /** Answers the question. */
  choosePerformer: (performer: Performer) => void;
  giveReason: (reason: string) => void;
  /** Closes the question: the card goes back where it was (TASK-34). */
  dismiss: () => void;
}

/** What is said after each move. */
const SAID = {
  reorder: 'tasks.said.reordered',
  assign: 'tasks.said.assigned',
  cancel: 'tasks.said.canceled',
  release: 'tasks.said.released',
  finish: 'tasks.said.finished',
} as const satisfies Record<Plan['move'], string>;

/** Whether a frame tells more than the answer to a change: what came later, or that the change took the request away. */
const isBeyond = ({ version, event }: TaskFrame, known: number) =>
  version > known || (event === 'removed' && version === known);

/** Moves requests on the board of a filter: shown at once, sent, settled by the answer or taken back (B§4, TASK-38). */
export function useMoves(filter: BoardFilter): Moves {
  const queries = useQueryClient();
  const translate = useTranslate();
  const notify = useNotify();
  const [question, setQuestion] = useState<Question | null>(null);
  const [failed, setFailed] = useState(false);
  // Who leaves the board with an open question has not answered it: the card stands where it was (TASK-34).
  const unanswered = useRef<number | null>(null);
  unanswered.current = question?.shown ?? null;
  useEffect(
    () => () => {
      if (unanswered.current !== null) takeOff(unanswered.current);
    },
    [],
  );
  /** Changes of one request are sent one after the other. */
  const chains = useRef(new Map<number, Promise<void>>());
  const key = useMemo(() => boardKey(filter), [filter]);

  const settle = useCallback(
    (saved: TaskSaved, sentAt: number) => {
      flyCard(saved.params.id);
      const { params: task, orders } = saved;
      // What colleagues did after it came before its answer did, and is not to be undone by that.
      const since = framesSince(sentAt).filter((frame) => isBeyond(frame, task.version ?? 0));
      queries.setQueryData<Board>(
        key,
        (board) =>
          board && since.reduce((now, frame) => withFrame(now, frame, filter), withSaved(board, saved, filter)),
      );
      const happened = { id: task.id, task, orders, version: task.version };
      queries.setQueryData<TaskCard[]>(
        listKey(filter),
        (list) => list && since.reduce((now, frame) => listWith(now, frame, filter), listWith(list, happened, filter)),
      );
      void refetchRequests(queries, detailsKey(saved.params.id));
      void refetchRequests(queries, COUNTS_KEY);
    },
    [queries, key, filter],
  );

  const send = useCallback(
    (task: TaskCard, patch: TaskPatch, shown: number, said: string, isMove = true) => {
      // What the board shows changes after what the server said has been taken in, so that the card does not jump.
      const uncover = () => notifyManager.schedule(() => takeOff(shown));
      const once = async () => {
        try {
          const sentAt = performance.now();
          const saved = await patchTask(task.id, patch);
          settle(saved, sentAt);
          const isUndoable = isMove && !saved.conflict && hasAdditions();
          if (saved.conflict) notify('tasks.said.conflict');
          else if (isMove) announce(said);
          if (isUndoable) {
            const undo = async () => {
              forgetUndo();
              const sentAt = performance.now();
              settle(await undoMove(task.id), sentAt);
            };
            notify('tasks.said.undoKey', { messageArgs: { said }, undo, kind: MOVE } satisfies ToastOptions);
            rememberUndo(undo);
          } else if (!saved.conflict && said !== translate(SAID.reorder)) notify(said);
          uncover();
        } catch (error) {
          flyCard(task.id);
          takeOff(shown);
          if (isCancelled(error)) return;
          if (didNotArrive(error)) setFailed(true);
          else await queries.invalidateQueries({ queryKey: key });
          void refetchRequests(queries, COUNTS_KEY);
          if (!(error instanceof RequestError)) throw error;
        }
      };
      const chained = (chains.current.get(task.id) ?? Promise.resolve()).then(once);
      // What breaks off is reported by the browser as every mistake is, and the next change is sent all the same.
      chains.current.set(
        task.id,
        chained.catch((error: unknown) => globalThis.reportError(error)),
      );
    },
    [settle, translate, notify, queries, key],
  );

  const begin = useCallback(
    (task: TaskCard, plan: Plan, showNow: boolean) => {
      const said = translate(SAID[plan.move]);
      const shown = showNow || !plan.asks ? layOver(task.id, plan.change) : null;
      if (plan.asks) setQuestion({ asks: plan.asks, task, plan: { ...plan, said }, shown });
      else if (shown !== null) send(task, plan.patch, shown, said);
    },
    [send, translate],
  );

  const answer = useCallback(
    (change: CardChange, patch: TaskPatch) => {
      if (!question) return;
      const { task, plan, shown } = question;
      if (shown !== null) takeOff(shown);
      setQuestion(null);
      const now = layOver(task.id, { ...plan.change, ...change });
      send(task, { ...plan.patch, ...patch }, now, plan.said);
    },
    [question, send],
  );

  return useMemo(
    () => ({
      question,
      failed,
      clear: () => setFailed(false),
      move: (columns, task, to, where) => {
        const plan = planOf(columns, task, to, where);
        if (plan) begin(task, plan, true);
        return plan !== null;
      },
      cancel: (columns, task) => {
        const plan = cancellation(columns, task);
        if (plan) begin(task, plan, false);
      },
      changePerformer: (task) => {
        const plan = { change: {}, patch: { from_stage: task.stage }, said: translate('tasks.said.assigned') };
        setQuestion({ asks: 'performer', task, plan, shown: null });
      },
      setDeadline: (task, deadline) => {
        send(task, { deadline }, layOver(task.id, { deadline }), translate('tasks.said.deadline'), false);
      },
      choosePerformer: (performer) => answer({ performer }, { performer: performer.user }),
      giveReason: (reason) => answer({ resolution_description: reason }, { resolution_description: reason }),
      dismiss: () => {
        if (question?.shown != null) {
          flyCard(question.task.id);
          takeOff(question.shown);
        }
        setQuestion(null);
      },
    }),
    [question, failed, begin, answer, send, translate],
  );
}
