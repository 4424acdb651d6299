import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { isCancelled } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { announce } from '#console/ui/states/announce.ts';
import type { Performer, TaskCard, TaskFrame, TaskPatch, TaskSaved } from '#resources/protocol/requests/tasks.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import { flyCard } from '../board/fly-card.ts';
import { listKey, listWith } from './all-tasks.ts';
import { type BoardFilter, didNotArrive, editTask, hasAdditions, patchTask, undoMove } from './board-calls.ts';
import { type Board, withFrame, withSaved } from './board-state.ts';
import type { Columns } from './columns.ts';
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
  /** Stores another text, address or service. @throws RequestError for the form to tell */
  edit: (task: TaskCard, patch: TaskPatch) => Promise<void>;
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

/** Takes what the server saved into what is shown. */
function useSettle(filter: BoardFilter, key: ReturnType<typeof boardKey>) {
  const queries = useQueryClient();
  return useCallback(
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
}

/** A change that is shown already. */
interface Change {
  task: TaskCard;
  patch: TaskPatch;
  /** What is laid over the card until the server has answered. */
  shown: number;
  /** What is said once it is done. */
  said: string;
  /** It can be undone, as moves can. */
  isMove: boolean;
}

/**
 * Sends changes, those of one request one after the other.
 * @param onFailed told when one did not arrive
 */
function useSend(filter: BoardFilter, onFailed: () => void) {
  const queries = useQueryClient();
  const translate = useTranslate();
  const notify = useNotify();
  const key = useMemo(() => boardKey(filter), [filter]);
  const settle = useSettle(filter, key);
  const chains = useRef(new Map<number, Promise<void>>());

  const sayDone = useCallback(
    ({ task, said, isMove }: Change, saved: TaskSaved) => {
      if (saved.conflict) notify('tasks.said.conflict');
      else if (isMove) announce(said);
      if (isMove && !saved.conflict && hasAdditions()) {
        const undo = async () => {
          forgetUndo();
          const sentAt = performance.now();
          settle(await undoMove(task.id), sentAt);
        };
        notify('tasks.said.undoKey', { messageArgs: { said }, undo, kind: MOVE } satisfies ToastOptions);
        rememberUndo(undo);
      } else if (!saved.conflict && said !== translate(SAID.reorder)) notify(said);
    },
    [settle, notify, translate],
  );

  const edit = useCallback(
    async (task: TaskCard, patch: TaskPatch) => {
      const sentAt = performance.now();
      settle(await editTask(task.id, patch), sentAt);
      notify('tasks.said.edited', { messageArgs: { name: task.task_name } });
    },
    [settle, notify],
  );

  const send = useCallback(
    (change: Change) => {
      const { task, patch, shown } = change;
      const once = async () => {
        try {
          const sentAt = performance.now();
          const saved = await patchTask(task.id, patch);
          settle(saved, sentAt);
          sayDone(change, saved);
          // What the board shows changes after what the server said has been taken in, so that the card does not jump.
          notifyManager.schedule(() => takeOff(shown));
        } catch (error) {
          flyCard(task.id);
          takeOff(shown);
          if (isCancelled(error)) return;
          if (didNotArrive(error)) onFailed();
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
    [settle, sayDone, onFailed, queries, key],
  );
  return { send, edit };
}

/** Moves requests on the board of a filter: shown at once, sent, settled by the answer or taken back (B§4, TASK-38). */
export function useMoves(filter: BoardFilter): Moves {
  const translate = useTranslate();
  const [question, setQuestion] = useState<Question | null>(null);
  const [failed, setFailed] = useState(false);
  const { send, edit } = useSend(
    filter,
    useCallback(() => setFailed(true), []),
  );
  // Who leaves the board with an open question has not answered it: the card stands where it was (TASK-34).
  const unanswered = useRef<number | null>(null);
  unanswered.current = question?.shown ?? null;
  useEffect(
    () => () => {
      if (unanswered.current !== null) takeOff(unanswered.current);
    },
    [],
  );

  return useMemo(() => {
    function begin(task: TaskCard, plan: Plan, showNow: boolean): void {
      const said = translate(SAID[plan.move]);
      const shown = showNow || !plan.asks ? layOver(task.id, plan.change) : null;
      if (plan.asks) setQuestion({ asks: plan.asks, task, plan: { ...plan, said }, shown });
      else if (shown !== null) send({ task, patch: plan.patch, shown, said, isMove: true });
    }
    function answer(change: CardChange, patch: TaskPatch): void {
      if (!question) return;
      const { task, plan, shown } = question;
      if (shown !== null) takeOff(shown);
      setQuestion(null);
      const now = layOver(task.id, { ...plan.change, ...change });
      send({ task, patch: { ...plan.patch, ...patch }, shown: now, said: plan.said, isMove: true });
    }
    return {
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
        const shown = layOver(task.id, { deadline });
        send({ task, patch: { deadline }, shown, said: translate('tasks.said.deadline'), isMove: false });
      },
      edit,
      choosePerformer: (performer) => answer({ performer }, { performer: performer.user }),
      giveReason: (reason) => answer({ resolution_description: reason }, { resolution_description: reason }),
      dismiss: () => {
        if (question?.shown != null) {
          flyCard(question.task.id);
          takeOff(question.shown);
        }
        setQuestion(null);
      },
    };
  }, [question, failed, send, edit, translate]);
}
