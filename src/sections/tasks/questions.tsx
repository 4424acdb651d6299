import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { addressText } from './place-text.ts';
import type { Moves } from './use-moves.ts';

const PerformerDialog = lazy(() => import('./performer-dialog.tsx'));
const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

/** The modal a move waits for (B§4). */
export function Questions({ moves }: { moves: Moves }) {
  const translate = useTranslate();
  const { question } = moves;
  if (!question) return null;
  const { task } = question;
  const about = [task.service.name, addressText(task, translate)].filter(Boolean).join(', ');
  return (
    <Suspense>
      {question.asks === 'performer' ? (
        <PerformerDialog
          about={about}
          building={task.target.building || null}
          service={task.service.id || null}
          current={task.performer?.user ?? null}
          onPerformer={moves.choosePerformer}
          onClose={moves.dismiss}
        />
      ) : (
        <CancelDialog task={task.id} about={about} onReason={moves.giveReason} onClose={moves.dismiss} />
      )}
    </Suspense>
  );
}
