import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { applyInBulk, bulkMessage } from '#console/data/bulk.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { useAction } from '#console/data/use-action.ts';
import { MOVE_UNDO_TOAST } from '#console/engine/board/board-store.ts';
import { SelectionBar } from '#console/engine/list/bulk/selection-bar.tsx';
import { BULK } from '#resources/limits.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { BULK_TASKS_PATH } from '#resources/rules/requests/constants.ts';
import { RESOLUTIONS_FROM, TASK_MOVES } from '#resources/rules/requests/moves.ts';
import { refetchRequests } from '../model/board-state.ts';
import { requestBoard } from '../model/request-board.ts';

const CancelDialog = lazy(() => import('../dialogs/cancel-dialog.tsx'));
const BulkPerformerDialog = lazy(() => import('../dialogs/bulk-performer-dialog.tsx'));

type BulkAction =
  | { do: 'assign'; performer: number }
  | { do: 'release' }
  | { do: 'finish' }
  | { do: 'cancel'; reason: string };

/** The condition that a request must meet for each bulk action. */
const ACTION_CONDITIONS = {
  assign: ({ stage }) => TASK_MOVES[stage].in_progress !== 'forbidden',
  release: ({ stage }) => TASK_MOVES[stage].created === 'release',
  finish: ({ stage }) => TASK_MOVES[stage].done === 'finish',
  cancel: ({ stage }) => RESOLUTIONS_FROM[stage].length > 0,
} as const satisfies Record<BulkAction['do'], (request: TaskCard) => boolean>;
const ICONS = {
  assign: <PersonAddAltOutlined aria-hidden />,
  release: <UndoOutlined aria-hidden />,
  finish: <CheckCircleOutlined aria-hidden />,
  cancel: <CancelOutlined aria-hidden />,
} as const;
/** Bulk actions in display order. */
const ACTION_NAMES = ['assign', 'release', 'finish', 'cancel'] as const;

/** Returns a function that applies a bulk action, notifies about the result and offers undo. */
function useBulk() {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const refetchAll = () => refetchRequests(queryClient, ['tasks']);
  return async (action: BulkAction, ids: readonly number[]) => {
    const answer = await applyInBulk(BULK_TASKS_PATH, action, ids);
    const { done: doneIds } = answer;
    const undo = async () => {
      requestBoard.forgetUndo();
      const undone = await applyInBulk(BULK_TASKS_PATH, { do: 'undo' }, doneIds);
      if (undone.refused.length) {
        notify(bulkMessage(undone, translate('tasks.bulk.said.undo', { count: undone.done.length }), translate));
      }
      await refetchAll();
    };
    const message = bulkMessage(
      answer,
      translate(`tasks.bulk.said.${action.do}`, { count: doneIds.length }),
      translate,
    );
    notify(message, doneIds.length ? ({ undo, kind: MOVE_UNDO_TOAST } satisfies ToastOptions) : {});
    if (doneIds.length) requestBoard.rememberUndo(undo);
    void refetchAll();
  };
}

/**
 * Bar with the number of selected requests and the bulk actions; loaded as a separate chunk.
 * @param requests the selected requests that are still in the list
 */
export default function BulkActions({ requests, onClear }: { requests: readonly TaskCard[]; onClear: () => void }) {
  const translate = useTranslate();
  const missingRight = useRefusal('tasks', 'change');
  const [openDialog, setOpenDialog] = useState<'assign' | 'cancel' | null>(null);
  const [busy, run] = useAction();
  const send = useBulk();
  const ids = requests.map(({ id }) => id);
  const count = ids.length;
  const start = (bulkAction: BulkAction) => {
    setOpenDialog(null);
    run(async () => {
      await send(bulkAction, ids);
      onClear();
    });
  };
  const handlers = {
    assign: () => setOpenDialog('assign'),
    release: () => start({ do: 'release' }),
    finish: () => start({ do: 'finish' }),
    cancel: () => setOpenDialog('cancel'),
  } as const;
  function actionRefusal(name: BulkAction['do']) {
    if (missingRight) return refusalText(missingRight, translate);
    if (count > BULK.selected) return { title: translate('tables.chosen.tooMany', { max: BULK.selected }) };
    return requests.some(ACTION_CONDITIONS[name]) ? null : { title: translate(`tasks.bulk.none.${name}`) };
  }
  const subtitle = translate('tasks.bulk.about', { smart_count: count });
  return (
    <>
      <SelectionBar
        count={count}
        onClear={onClear}
        actions={ACTION_NAMES.map((name) => ({
          name,
          label: translate(`tasks.bulk.do.${name}`),
          icon: ICONS[name],
          busy,
          refusal: actionRefusal(name),
          act: handlers[name],
        }))}
      />
      {openDialog ? (
        <Suspense>
          {openDialog === 'assign' ? (
            <BulkPerformerDialog
              ids={ids}
              assignableCount={requests.filter(ACTION_CONDITIONS.assign).length}
              subtitle={subtitle}
              onPerformer={({ user }) => start({ do: 'assign', performer: user })}
              onClose={() => setOpenDialog(null)}
            />
          ) : (
            <CancelDialog
              request={null}
              subtitle={subtitle}
              onReason={(reason) => start({ do: 'cancel', reason })}
              onClose={() => setOpenDialog(null)}
            />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
