import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { bulkMessage, doInBulk } from '#console/data/bulk.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { useAction } from '#console/data/use-action.ts';
import { MOVE_UNDO } from '#console/engine/board/board-store.ts';
import { SelectionBar } from '#console/engine/list/bulk/selection-bar.tsx';
import { BULK } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { RESOLUTIONS_FROM, TASK_MOVES } from '#resources/rules/requests/moves.ts';
import { refetchRequests } from '../model/board-state.ts';
import { requestBoard } from '../model/request-board.ts';

const CancelDialog = lazy(() => import('../dialogs/cancel-dialog.tsx'));
const BulkPerformerDialog = lazy(() => import('../dialogs/bulk-performer-dialog.tsx'));

type Wish =
  | { do: 'assign'; performer: number }
  | { do: 'release' }
  | { do: 'finish' }
  | { do: 'cancel'; reason: string };

/** Offered actions in order, each with the condition that a request must meet. */
const OFFERS = {
  assign: ({ stage }) => TASK_MOVES[stage].in_progress !== 'forbidden',
  release: ({ stage }) => TASK_MOVES[stage].created === 'release',
  finish: ({ stage }) => TASK_MOVES[stage].done === 'finish',
  cancel: ({ stage }) => RESOLUTIONS_FROM[stage].length > 0,
} as const satisfies Record<Wish['do'], (request: TaskCard) => boolean>;
const ICONS = {
  assign: <PersonAddAltOutlined aria-hidden />,
  release: <UndoOutlined aria-hidden />,
  finish: <CheckCircleOutlined aria-hidden />,
  cancel: <CancelOutlined aria-hidden />,
} as const;
const NAMES = ['assign', 'release', 'finish', 'cancel'] as const;

/** Does something to many requests, says what came of it, and offers to take it back. */
function useBulk() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const anew = () => refetchRequests(queryClient, ['tasks']);
  return async (wish: Wish, ids: readonly number[]) => {
    const answer = await doInBulk(BULK_TASKS_PATH, wish, ids);
    const { done: doneIds } = answer;
    const undo = async () => {
      requestBoard.forgetUndo();
      const back = await doInBulk(BULK_TASKS_PATH, { do: 'undo' }, doneIds);
      if (back.refused.length) {
        notify(bulkMessage(back, translate('tasks.bulk.said.undo', { count: back.done.length }), translate));
      }
      await anew();
    };
    const message = bulkMessage(answer, translate(`tasks.bulk.said.${wish.do}`, { count: doneIds.length }), translate);
    notify(message, doneIds.length ? ({ undo, kind: MOVE_UNDO } satisfies ToastOptions) : {});
    if (doneIds.length) requestBoard.rememberUndo(undo);
    void anew();
  };
}

/**
 * How many requests are chosen, and what can be done with all of them. Its own chunk.
 * @param chosen the chosen requests that are in the list
 */
export default function BulkActions({ requests, onClear }: { requests: readonly TaskCard[]; onClear: () => void }) {
  const translate = useTranslate();
  const why = useRefusal('tasks', 'change');
  const [asks, setAsks] = useState<'assign' | 'cancel' | null>(null);
  const [busy, run] = useAction();
  const send = useBulk();
  const ids = requests.map(({ id }) => id);
  const count = ids.length;
  const start = (wish: Wish) => {
    setAsks(null);
    run(async () => {
      await send(wish, ids);
      onClear();
    });
  };
  const act = {
    assign: () => setAsks('assign'),
    release: () => start({ do: 'release' }),
    finish: () => start({ do: 'finish' }),
    cancel: () => setAsks('cancel'),
  } as const;
  function actionRefusal(name: Wish['do']) {
    if (why) return refusalText(why, translate);
    if (count > BULK.chosen) return { title: translate('tables.chosen.tooMany', { max: BULK.chosen }) };
    return requests.some(OFFERS[name]) ? null : { title: translate(`tasks.bulk.none.${name}`) };
  }
  const about = translate('tasks.bulk.about', { smart_count: count });
  return (
    <>
      <SelectionBar
        count={count}
        onClear={onClear}
        actions={NAMES.map((name) => ({
          name,
          label: translate(`tasks.bulk.do.${name}`),
          icon: ICONS[name],
          busy,
          refusal: actionRefusal(name),
          act: act[name],
        }))}
      />
      {asks ? (
        <Suspense>
          {asks === 'assign' ? (
            <BulkPerformerDialog
              ids={ids}
              open={requests.filter(OFFERS.assign).length}
              about={about}
              onPerformer={({ user }) => start({ do: 'assign', performer: user })}
              onClose={() => setAsks(null)}
            />
          ) : (
            <CancelDialog
              request={null}
              about={about}
              onReason={(reason) => start({ do: 'cancel', reason })}
              onClose={() => setAsks(null)}
            />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
